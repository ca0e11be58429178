"""Sentences about a room, written for its members."""

from __future__ import annotations

from core.engine.text.words import join_list
from lobby.players.identity import fingerprint
from lobby.room.room import Room
from lobby.room.seating import RoomTable
from lobby.room.signed_records import Status

NO_NETWORK = "This computer is on no network: only programs on this computer can join."


def entering_text(address: str, answered: bool) -> str:
    """Return a sentence on the progress of entering a room; `address` is empty for a host."""
    if not address:
        return "Opening the room."
    return "The room answers; connecting..." if answered else f"Looking for a room at {address}..."


def state_text(room: Room, table: RoomTable, reachable: bool) -> str:
    """Return a sentence on the current state of the room."""
    free = len(table.places) - table.taken_count
    waiting = [place.name for place in table.seated_members if not place.ready]
    if table.match or room.is_bound:
        return "The match begins."
    if any(one.status == Status.WENT for one in room.present_members.values()):
        return "The match has begun without you."
    if not reachable:
        return NO_NETWORK
    if free:
        return f"Waiting for {free} more {'player' if free == 1 else 'players'}."
    if not room.seat:
        return "All seats are taken; you can watch."
    if not room.is_ready:
        return "All seats are taken: press Ready."
    if not waiting:
        return "All are ready: the match is about to begin."
    return f"Waiting for {join_list(waiting)} to press Ready."


def notes_text(room: Room, left: str) -> str:
    """Return further notes on the room, as sentences; `left` is the name of a member left behind, or ""."""
    first, going = room.fork_wishes
    seat, holder = room.lost_seat
    said = []
    table = room.table
    called = table.places[room.seat - 1] if table is not None and room.seat else None
    if called is not None and called.name != room.me.name:
        said.append(f"The name {room.me.name} is taken here; you are {called.name}.")
    if seat:
        said.append(f"Seat {seat} went back to {holder}, who had it before you.")
    if going:
        said.append(f"{' and '.join(going)} {'want' if len(going) > 1 else 'wants'} to go on without {first}.")
    if room.other_half:
        said.append(f"{room.other_half} is in another half of this room. The halves are not connected.")
    if left:
        said.append(f"In this room you go on without {left}.")
    if room.inviter:
        said.append(f"You were admitted by the key {fingerprint(room.inviter)}.")
    return " ".join(said)


def removal_text(name: str, first: bool, again: bool) -> str:
    """Return a sentence on the effect of a vote to remove a member.

    The effect depends on two things: if the member is the `first` one, and if this is a second vote (`again`).
    """
    if first:
        return (
            f"{name} was here before you and cannot be removed. Press again to move to another room with everyone who "
            f"does the same: same seats, options and code."
        )
    if again:
        return f"You want to remove everyone on the computer of {name}."
    return f"You want to remove {name}; most earlier members must agree."
