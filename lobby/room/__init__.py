"""A room before its match: members, seats, settings, chat, and the start of the match.

A room belongs to all of its members (docs/internals/rooms.md). `room` is one member's copy, `join` puts it on a socket.
"""

__all__ = ["bots", "join", "join_plan", "rematch", "room", "seating", "seniority", "signed_records", "text", "timer"]
