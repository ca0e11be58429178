"""The replicated state machine of a match, which reads the feeds entry by entry and step by step.

`state_machine` reads feeds and resolves steps. It signs nothing and knows no secret, so a live match and an offline
check can share it.
"""

__all__ = [
    "awaited_seats",
    "early_end",
    "events",
    "exclusions",
    "feed_reader",
    "genesis",
    "gestures",
    "quorum",
    "readiness",
    "serialization",
    "state_machine",
]
