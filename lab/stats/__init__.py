"""Statistics over blocks of matches: means, intervals, tests, corrections."""

__all__ = ["column", "means", "multiple", "sequential"]
