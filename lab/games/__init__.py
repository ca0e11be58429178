"""Cards and counters of each game, for the lab."""
