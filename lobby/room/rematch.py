"""Rematch: the players who want one after a match meet in a new room.

The id of the new room is derived from the old room and the match. It has the same settings and invite code, and each
player moves on by one seat. Bots leave with their match, and the members that brought them bring new ones.
"""

from __future__ import annotations

from core.engine.codec import H
from lobby.room.room_fork import RoomFork
from lobby.room.seating import RoomTable
from lobby.room.seniority import Entry, adopt_bench, short_id
from net.channels.addresses import Address


def next_seat(seat: int, seats: int) -> int:
    """Return the seat after this one; the first seat follows the last.

    >>> [next_seat(seat, 3) for seat in (1, 2, 3)]
    [2, 3, 1]
    """
    return seat % seats + 1


def rematch_fork(room: bytes, table: RoomTable, dials: tuple[Address, ...]) -> RoomFork:
    """Return the fork from the room of a match to the room of its rematch.

    The persons keep their order on the bench. Each of them becomes its own origin there, because all of them had seats
    before.
    """
    places = {seat: place for seat, place in enumerate(table.places, 1) if place is not None and place.is_person}
    order = [seat for seat in table.order if seat in places]
    seats = len(table.places)
    bench = tuple(
        Entry(short_id(places[seat].identity), short_id(places[seat].identity), next_seat(seat, seats))
        for seat in order
    )
    return RoomFork(H("tether.again", [room, table.match]), "", table.settings, adopt_bench(bench), (), (), dials)
