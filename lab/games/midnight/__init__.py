"""Cards and counters of Midnight."""
