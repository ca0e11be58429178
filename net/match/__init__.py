"""The replicated state machine of a match: what its feeds say, entry by entry and step by step.

`state_machine` reads feeds and resolves steps. It signs nothing and knows no secret, so a live match and an offline
check share it.
"""

__all__ = [
    "awaited_seats",
    "early_end",
    "events",
    "exclusions",
    "feed_reader",
    "genesis",
    "quorum",
    "readiness",
    "serialization",
    "state_machine",
]
