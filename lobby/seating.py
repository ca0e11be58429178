"""Who sits where in a room, as it follows from what its members say of themselves: the same at every member."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from core.bots.names import free_names
from core.kernel.codec import H
from core.kernel.options import Value
from lobby.colours import COLOURS, NO_COLOUR
from lobby.records import STAND, Record, Settings, Status


class Place(NamedTuple):
    """A member as all see it."""

    identity: bytes
    name: str
    """As it says; a bot at the table whose name was taken has another (`named`)."""
    bot: str
    by: bytes
    ready: bool
    colour: int = NO_COLOUR
    """Of `COLOURS`, from 1, no two alike among those who sit; `NO_COLOUR` without a seat."""

    @property
    def person(self) -> bool:
        """Whether no bot plays."""
        return not self.bot


class RoomTable(NamedTuple):
    """A room as all its members see it; `match` is the id of the match that begins, or empty."""

    settings: Settings
    places: tuple[Place | None, ...]
    standing: tuple[Place, ...] = ()
    """Who is there without a seat."""
    match: bytes = b""

    @property
    def game(self) -> str:
        """What is played."""
        return self.settings.game

    @property
    def options(self) -> tuple[Value, ...]:
        """Complete, in the game's order."""
        return self.settings.options

    @property
    def sitting(self) -> list[Place]:
        """Who has a seat, in their order."""
        return [place for place in self.places if place is not None]

    @property
    def taken(self) -> int:
        """How many seats are taken."""
        return len(self.sitting)

    @property
    def full(self) -> bool:
        """Whether no seat is free."""
        return self.taken == len(self.places)

    def seat_of(self, identity: bytes) -> int:
        """Where somebody sits, or 0."""
        return next((s for s, p in enumerate(self.places, 1) if p is not None and p.identity == identity), 0)

    def state(self, room: bytes) -> bytes:
        """The hash of what one is ready for: the settings, who sits where, and in which colour."""
        seats = [None if p is None else [p.identity, p.name, p.bot, p.colour] for p in self.places]
        return H("tether.roomstate", [room, list(self.settings), seats])


def present(members: Iterable[Record]) -> list[Record]:
    """Who is there. A bot is there as long as who has brought it is, and says so."""
    here = [one for one in members if one.status < Status.GONE]
    brought = {bot for one in here for bot in one.brings}
    return [one for one in here if not one.by or one.identity in brought]


def outcasts(here: Collection[Record], seats: int) -> set[bytes]:
    """Whom more than half of the other persons who would sit want out."""
    first = _seated(here, seats)
    persons = [one for one in here if one.person and one.identity in first]
    votes = Counter(whom for one in persons for whom in set(one.against) - {one.identity})
    return {whom for whom, count in votes.items() if 2 * count > sum(one.identity != whom for one in persons)}


def seating(members: Iterable[Record], seats: int) -> tuple[bytes | None, ...]:
    """Who sits where. The earlier claim has the seat; who finds it taken, or wants any, gets the first that is free."""
    here = present(members)
    out = outcasts(here, seats)
    return _seated([one for one in here if one.identity not in out], seats)


def _seated(members: Collection[Record], seats: int) -> tuple[bytes | None, ...]:
    taken: list[bytes | None] = [None] * seats
    waiting: list[bytes] = []
    for one in sorted(members, key=lambda one: (one.claim, one.identity)):
        if one.seat == STAND:
            continue
        if one.seat <= seats and taken[one.seat - 1] is None:
            taken[one.seat - 1] = one.identity
        else:
            waiting.append(one.identity)
    return tuple(one if one is not None or not waiting else waiting.pop(0) for one in taken)


def coloured(seats: Sequence[Record | None]) -> dict[bytes, int]:
    """The colours of those who sit, no two alike: the earlier claim has the colour that it wants; who wants none, or
    finds it taken, has that of the own seat if it is free, or else the first that is free.
    """
    found: dict[bytes, int] = {}
    sitting = [(seat, one) for seat, one in enumerate(seats, 1) if one is not None]
    for _, one in sorted(sitting, key=lambda at: (at[1].claim, at[1].identity)):
        if one.colour != NO_COLOUR and one.colour not in found.values():
            found[one.identity] = one.colour
    for seat, one in sitting:
        free = [colour for colour in range(1, len(COLOURS) + 1) if colour not in found.values()]
        if one.identity not in found:
            found[one.identity] = seat if seat in free else free[0]
    return found


def named(seats: Sequence[Record | None]) -> dict[bytes, str]:
    """What those who sit are called. Persons are called as they say. Of bots of one name, as two members bring them who
    add one at the same moment, that with the earliest claim keeps it, and the others have the first that is free.
    """
    sitting = sorted((one for one in seats if one is not None), key=lambda one: (one.claim, one.identity))
    found = {one.identity: one.name for one in sitting if one.person}
    bots = [one for one in sitting if not one.person]
    for bot in bots:
        if bot.name not in found.values():
            found[bot.identity] = bot.name
    for bot in bots:
        if bot.identity not in found:
            (found[bot.identity],) = free_names([*found.values()], 1)
    return found
