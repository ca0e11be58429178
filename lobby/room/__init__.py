"""A room before its match: members, seats, settings, chat, and the start of the match.

A room belongs to all of its members (docs/internals/rooms.md). `room` is one member's copy of the room, and `join` runs
that copy on a socket.
"""

__all__ = [
    "advertised_addresses",
    "bots",
    "join",
    "join_plan",
    "rematch",
    "room",
    "seating",
    "seniority",
    "signed_records",
    "text",
    "timer",
]
