"""Sources of the data that a window shows: a match, a room, a tournament, or a match as a spectator.

Each source runs the network and the engine in a separate thread. It passes messages to the window through a queue.
"""

__all__ = [
    "career",
    "discovery_thread",
    "match_session",
    "room_session",
    "saved_matches",
    "source",
    "spectator_session",
    "tournament_session",
]
