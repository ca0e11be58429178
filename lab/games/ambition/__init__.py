"""Cards and counters of Ambition."""
