"""Announcement and discovery of rooms and tournaments on a network.

`discovery` listens, `responder` answers and announces, `listing` is what a player chooses from.
"""

__all__ = [
    "broadcast",
    "discovery",
    "listing",
    "peer_search",
    "probe",
    "reachability",
    "responder",
    "room_announcement",
    "tournament_announcement",
]
