"""Seating of a room, computed from its bench and its members' records: the same at every member."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from core.bots.names import free_names
from core.engine.codec import H, Plain
from core.engine.options import Value
from lobby.players.colours import COLOURS, NO_COLOUR
from lobby.players.confusables import skeletons
from lobby.room.seniority import Bench, counted, names, origins, short
from lobby.room.signed_records import ANY, STAND, Record, RoomSettings, Status
from net.text.names import LONGEST

Here = Mapping[bytes, Record]
"""Present members, by the first bytes of their identities."""


class RoomSeat(NamedTuple):
    """Member as all see it."""

    identity: bytes
    name: str
    """The name that it says, with a number if that is taken at the table; a bot then has another (`assigned_names`)."""
    bot: str
    by: bytes
    ready: bool
    colour: int = NO_COLOUR
    """Colour of `COLOURS`, from 1, no two alike among the seated; `NO_COLOUR` without a seat."""

    @property
    def person(self) -> bool:
        """True if no bot plays."""
        return not self.bot


class RoomTable(NamedTuple):
    """Room as all its members see it; `match` is the id of the match that begins, or empty."""

    settings: RoomSettings
    places: tuple[RoomSeat | None, ...]
    standing: tuple[RoomSeat, ...] = ()
    """Present members without a seat."""
    match: bytes = b""
    order: tuple[int, ...] = ()
    """Taken seats, in the order of the bench."""

    @property
    def game(self) -> str:
        """Name of the game."""
        return self.settings.game

    @property
    def options(self) -> tuple[Value, ...]:
        """Option values, complete, in the game's order."""
        return self.settings.options

    @property
    def seated(self) -> list[RoomSeat]:
        """Seated members, in seat order."""
        return [place for place in self.places if place is not None]

    @property
    def taken(self) -> int:
        """Number of taken seats."""
        return len(self.seated)

    @property
    def full(self) -> bool:
        """True if no seat is free."""
        return self.taken == len(self.places)

    def seat_of(self, identity: bytes) -> int:
        """Return the seat of a member, or 0."""
        return next((s for s, p in enumerate(self.places, 1) if p is not None and p.identity == identity), 0)

    def state(self, room: bytes) -> bytes:
        """Return the hash of what a member is ready for: settings, seats, colours, and order of arrival."""
        seats: list[Plain] = [None if p is None else [p.identity, p.name, p.bot, p.colour] for p in self.places]
        return H("tether.roomstate", [room, list(self.settings), seats, list(self.order)])


def present(members: Iterable[Record]) -> dict[bytes, Record]:
    """Return the present members; a bot is present only while its bringer is and names it."""
    here = {short(one.identity): one for one in members if one.status < Status.GONE}
    brought = {(by, bot) for by, one in here.items() for bot in one.brings}
    return {who: one for who, one in here.items() if not one.by or (one.by, who) in brought}


def outcasts(bench: Bench, here: Here, seats: int) -> set[bytes]:
    """Return the members that are put out.

    A member is out if more than half of the seated persons that came before it want that. It is out too if it came by a
    member that is put out. Nobody who came later has a vote, and the first cannot be put out.
    """
    if not any(one.against for one in here.values()):
        return set()
    seated = set(_seated(bench, here, (), seats))
    out: set[bytes] = set()
    before: list[Record] = []
    for entry in counted(bench, here):
        its = origins(bench, entry)
        votes = sum(not set(its).isdisjoint(one.against) for one in before)
        if 2 * votes > len(before) or not out.isdisjoint(its):
            out.add(entry.who)
        elif entry.who in seated and here[entry.who].person:
            before.append(here[entry.who])
    return out


def is_rejected(bench: Bench, here: Here, seats: int) -> bool:
    """Return True if the last on the bench is not admitted.

    More than half of the seated persons must want it out, or more than half of those up to any one of them in order. So
    a member that was put out cannot come back at once, since more persons vote on the last.
    """
    its = origins(bench, bench[-1])
    seated = set(_seated(bench, here, (), seats))
    votes = count = 0
    for entry in counted(bench[:-1], here):
        if entry.who in seated and here[entry.who].person:
            count += 1
            votes += not set(its).isdisjoint(here[entry.who].against)
            if 2 * votes > count:
                return True
    return False


def seating(bench: Bench, here: Here, seats: int) -> tuple[bytes | None, ...]:
    """Return the member in each seat.

    A member keeps its seat, and leaves it only for a free one. Then each in the order of the bench has the seat that it
    wants. If that is taken, or it wants any, it has the first free one.
    """
    return _seated(bench, here, outcasts(bench, here, seats), seats)


def _seated(bench: Bench, here: Here, out: Collection[bytes], seats: int) -> tuple[bytes | None, ...]:
    holds: dict[int, bytes] = {}
    waiting: list[bytes] = []
    for entry in counted(bench, here):
        if entry.who in out or here[entry.who].seat == STAND:
            continue
        if 0 < entry.seat <= seats and entry.seat not in holds:
            holds[entry.seat] = entry.who
        else:
            waiting.append(entry.who)
    for seat, who in [*holds.items()]:
        wish = here[who].seat
        if wish <= seats and wish not in holds:
            holds[wish] = holds.pop(seat)
    for who in waiting:
        free = [seat for seat in range(1, seats + 1) if seat not in holds]
        if free:
            holds[here[who].seat if here[who].seat in free else free[0]] = who
    return tuple(holds.get(seat) for seat in range(1, seats + 1))


def with_seats(bench: Bench, chair: bytes, here: Here, seats: int) -> Bench:
    """Return the bench with the current seats of present members; silent ones keep the seats they had."""
    sits = {who: seat for seat, who in enumerate(seating(bench, here, seats), 1) if who is not None}
    moved = [entry.who for entry in bench if entry.who in here and entry.seat != sits.get(entry.who, 0)]
    return tuple(e._replace(seat=sits.get(e.who, 0), seater=chair) if e.who in moved else e for e in bench)


def seat_keepers(bench: Bench, here: Here) -> dict[bytes, bool]:
    """Return the present members, each True if it keeps a seat that no earlier member has."""
    first: dict[int, bytes] = {}
    for entry in bench:
        if entry.who in here and here[entry.who].seat in (ANY, entry.seat):
            first.setdefault(entry.seat, entry.who)
    return {who: who in [first[seat] for seat in first if seat] for who in here}


def room_table(settings: RoomSettings, bench: Bench, here: Here, own: bytes) -> RoomTable:
    """Return the room as the member `own` sees it."""
    seats = seating(bench, here, settings.seats)
    out = outcasts(bench, here, settings.seats)
    seated = [None if one is None else here[one] for one in seats]
    order = [seats.index(who) + 1 for who in names(bench) if who in seats]
    colours, called = assigned_colours(seated, order), assigned_names(seated, order)

    def place(one: Record) -> RoomSeat:
        ready = Status.READY <= one.status <= Status.WENT
        name, colour = called.get(one.identity, one.name), colours.get(one.identity, NO_COLOUR)
        by = here[one.by].identity if one.by in here else b""
        return RoomSeat(one.identity, name, one.bot, by, ready, colour)

    places = tuple(None if one is None else place(one) for one in seated)
    there = {entry.who for entry in counted(bench, here)} | {own}
    rest = sorted(here[who].identity for who in there - out if who in here and who not in seats)
    return RoomTable(settings, places, tuple(place(here[short(one)]) for one in rest), b"", tuple(order))


def assigned_colours(seats: Sequence[Record | None], order: Sequence[int]) -> dict[bytes, int]:
    """Return the colours of the seated members, no two alike.

    In the order of the bench, each has the colour that it wants if that is still free. The others have the colour of
    their seat if it is free, or else the first free one.
    """
    found: dict[bytes, int] = {}
    for _, one in _ordered(seats, order):
        if one.colour != NO_COLOUR and one.colour not in found.values():
            found[one.identity] = one.colour
    for seat, one in _ordered(seats, sorted(order)):
        free = [colour for colour in range(1, len(COLOURS) + 1) if colour not in found.values()]
        if one.identity not in found:
            found[one.identity] = seat if seat in free else free[0]
    return found


def _ordered(seats: Sequence[Record | None], order: Sequence[int]) -> list[tuple[int, Record]]:
    found = ((seat, seats[seat - 1]) for seat in order)
    return [(seat, one) for seat, one in found if one is not None]


def assigned_names(seats: Sequence[Record | None], order: Sequence[int]) -> dict[bytes, str]:
    """Return the names of those who sit: no two that eyes take for each other.

    A member that nobody has brought keeps its name, also where a bot plays for it; whose name a senior member has gets
    a number. Of bots of one name the first in the order keeps it, and the others have the first that is free.
    """
    seated = [one for _, one in _ordered(seats, order)]
    found: dict[bytes, str] = {}
    taken: set[str] = set()
    for one in (one for one in seated if not one.by):
        found[one.identity] = name = numbered(one.name, taken)
        taken |= skeletons(name)
    bots = [one for one in seated if one.by]
    for bot in bots:
        if bot.name not in found.values():
            found[bot.identity] = bot.name
    for bot in bots:
        if bot.identity not in found:
            (found[bot.identity],) = free_names([*found.values()], 1)
    return found


def numbered(name: str, taken: Collection[str]) -> str:
    """Return the name, with a number if it looks like a taken one; `taken` are skeletons of names.

    >>> numbered("Ada", skeletons("Ben")), numbered("ada", skeletons("Ada")), numbered("x" * 24, skeletons("x" * 24))
    ('Ada', 'ada (2)', 'xxxxxxxxxxxxxxxxxxxx (2)')
    """
    many = (name, *(f"{name[: LONGEST - 4].rstrip()} ({number})" for number in range(2, 10)))
    return next((one for one in many if skeletons(one).isdisjoint(taken)), many[-1])
