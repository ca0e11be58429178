"""Sources of what a window shows: a match, a room, a tournament, a match that is watched.

Each runs network and engine in a thread of its own and hands messages to the window through a queue.
"""

__all__ = [
    "discovery_thread",
    "match_session",
    "room_session",
    "saved_matches",
    "source",
    "spectator_session",
    "tournament_session",
]
