"""Replays: a record read step by step, its places, the bar to move through it, and stored records."""
