"""What the feeds of a match say: the replicated state machine, entry by entry and step by step."""
