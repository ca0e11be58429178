"""Announcement and discovery of rooms and tournaments on a network.

`discovery` listens, and `responder` answers and announces. `listing` is the list from which a player chooses.
"""

__all__ = [
    "broadcast",
    "discovery",
    "listing",
    "probe",
    "reachability",
    "responder",
    "room_announcement",
    "ruleset_transfer",
    "tournament_announcement",
]
