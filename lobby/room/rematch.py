"""Rematch: the players that ask for one after a match meet again in a new room.

The id of the new room is derived from the old room and the match. It has the same settings and invite code, and each
player moves on by one seat. Bots leave with their match, and the members that brought them bring new ones.
"""

from __future__ import annotations

from core.engine.codec import H
from lobby.room.room_fork import RoomFork
from lobby.room.seating import RoomTable
from lobby.room.seniority import Entry, adopted, short
from net.channels.addresses import Address


def rotated(seat: int, seats: int) -> int:
    """Return the next seat after a seat; the first seat comes after the last.

    >>> [rotated(seat, 3) for seat in (1, 2, 3)]
    [2, 3, 1]
    """
    return seat % seats + 1


def rematch_fork(room: bytes, table: RoomTable, dials: tuple[Address, ...]) -> RoomFork:
    """Return the fork from the room in which a match began to the room of its rematch.

    The persons keep their order on the bench. Each person is charged to itself there, because all of them had seats
    before.
    """
    places = {seat: place for seat, place in enumerate(table.places, 1) if place is not None and place.person}
    order = [seat for seat in table.order if seat in places]
    seats = len(table.places)
    bench = tuple(
        Entry(short(places[seat].identity), short(places[seat].identity), rotated(seat, seats)) for seat in order
    )
    return RoomFork(H("tether.again", [room, table.match]), "", table.settings, adopted(bench), (), (), dials)
