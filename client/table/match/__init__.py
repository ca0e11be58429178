"""The live side of a table: a match received step by step, answers, delays, and the end."""

__all__ = ["end", "event_states", "input", "inquiry", "local_source", "screen", "seat_status", "trouble"]
