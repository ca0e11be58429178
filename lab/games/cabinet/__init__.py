"""Cards and counters of Cabinet."""
