"""What is said of a room in words, to who is in it."""

from __future__ import annotations

from lobby.identity import fingerprint
from lobby.room import Room
from lobby.seating import RoomTable

NO_NETWORK = "This computer is on no network: only programs on this computer can join."


def going_on(room: Room, table: RoomTable, reachable: bool) -> str:
    """What is going on, in one sentence."""
    free = len(table.places) - table.taken
    waiting = [place.name for place in table.sitting if not place.ready]
    if table.match or room.bound:
        return "The match begins."
    if not reachable:
        return NO_NETWORK
    if free:
        return f"Waiting for {free} more {'player' if free == 1 else 'players'}."
    if not room.seat:
        return "All seats are taken; you stand by."
    if not room.ready:
        return "All seats are taken: say when you are ready."
    return f"Waiting till {' and '.join(waiting)} {'is' if len(waiting) == 1 else 'are'} ready."


def aside(room: Room, left: str) -> str:
    """What else one should know, in sentences. `left` is the name of whom one has gone on without."""
    first, going = room.go_on_wanted
    seat, holder = room.lost_seat
    said = []
    if seat:
        said.append(f"Seat {seat} was yours till {holder} came back, who had it before.")
    if going:
        said.append(f"{' and '.join(going)} {'want' if len(going) > 1 else 'wants'} to go on without {first}.")
    if room.other_half:
        said.append(f"{room.other_half} is in another half of this room, which knows nobody of this one.")
    if left:
        said.append(f"This is the room of those who go on without {left}.")
    if room.inviter:
        said.append(f"You were let in by the key {fingerprint(room.inviter)}.")
    return " ".join(said)
