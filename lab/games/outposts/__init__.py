"""Cards and counters of Outposts."""
