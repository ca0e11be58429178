"""Cards and counters of Bridgefront."""
