"""The live side of a table, which receives a match step by step.

It also has the player's answers, the delays, and the end of the match.
"""

__all__ = [
    "assist",
    "controller",
    "end",
    "event_states",
    "hint_path",
    "hint_view",
    "inquiry",
    "local_source",
    "prompts",
    "seat_status",
    "trouble",
]
