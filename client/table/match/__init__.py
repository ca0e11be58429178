"""The live side of a table, which receives a match step by step.

It also has the player's answers, the delays, and the end of the match.
"""

__all__ = ["end", "event_states", "input", "inquiry", "local_source", "screen", "seat_status", "trouble"]
