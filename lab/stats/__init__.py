"""Statistics over blocks of matches: means, intervals, tests, corrections."""
