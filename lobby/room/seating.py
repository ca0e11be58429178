"""Seating of a room, derived from its bench and its members' records in the same way by every member."""

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
    """A member of a room as all members see it."""

    identity: bytes
    name: str
    """Name of the member in the room (`assigned_names`).

    It is the name that the member gave itself, with a number added if the name is taken. A bot with a taken name gets
    another name instead.
    """
    bot: str
    by: bytes
    ready: bool
    colour: int = NO_COLOUR
    """Colour of `COLOURS`, from 1, or `NO_COLOUR` without a seat; no two seated members share a colour."""

    @property
    def person(self) -> bool:
        """True if the member is a person, not a bot."""
        return not self.bot


class RoomTable(NamedTuple):
    """A room as all its members see it; `match` is the id of the match that begins, or empty."""

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
        """Values of all options, in the game's order."""
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
        """Return the hash of the state that a member can be ready for.

        It covers the settings, the seats, the colours and the order of arrival.
        """
        seats: list[Plain] = [None if p is None else [p.identity, p.name, p.bot, p.colour] for p in self.places]
        return H("tether.roomstate", [room, list(self.settings), seats, list(self.order)])


def present(members: Iterable[Record]) -> dict[bytes, Record]:
    """Return the present members.

    A bot is present only while the member that brought it is present and names it.
    """
    here = {short(one.identity): one for one in members if one.status < Status.GONE}
    brought = {(by, bot) for by, one in here.items() for bot in one.brings}
    return {who: one for who, one in here.items() if not one.by or (one.by, who) in brought}


def outcasts(bench: Bench, here: Here, seats: int) -> set[bytes]:
    """Return the members that are put out.

    A member is put out if more than half of the seated persons that came before it want that. It is also put out if it
    entered through a member that is put out. A member that came later has no vote, and the first cannot be put out.
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
    """Return True if the last member on the bench is not admitted.

    The earlier seated persons vote in the order of the bench. The member is rejected as soon as more than half of those
    counted so far want it out. Therefore a member that was put out cannot come back at once, although more persons vote
    on it now.
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
    """Return the member in each seat, or None for a free seat.

    A member keeps its seat until it moves to a free one. Then, in the order of the bench, each of the others gets the
    seat that it wants. If that seat is taken, or the member wants any seat, it gets the first free one.
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
    """Return the bench with the current seats of present members; silent members keep their old seats."""
    sits = {who: seat for seat, who in enumerate(seating(bench, here, seats), 1) if who is not None}
    moved = [entry.who for entry in bench if entry.who in here and entry.seat != sits.get(entry.who, 0)]
    return tuple(e._replace(seat=sits.get(e.who, 0), seater=chair) if e.who in moved else e for e in bench)


def seat_keepers(bench: Bench, here: Here) -> dict[bytes, bool]:
    """Return the present members, each with True if it keeps a seat that no earlier member has."""
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
    """Return the colours of the seated members, all different.

    In the order of the bench, each member gets the colour that it wants if that is still free. The others get the
    colour of their seat if it is free, or else the first free colour.
    """
    found: dict[bytes, int] = {}
    for _, one in _occupied_seats_in_order(seats, order):
        if one.colour != NO_COLOUR and one.colour not in found.values():
            found[one.identity] = one.colour
    for seat, one in _occupied_seats_in_order(seats, sorted(order)):
        free = [colour for colour in range(1, len(COLOURS) + 1) if colour not in found.values()]
        if one.identity not in found:
            found[one.identity] = seat if seat in free else free[0]
    return found


def _occupied_seats_in_order(seats: Sequence[Record | None], order: Sequence[int]) -> list[tuple[int, Record]]:
    found = ((seat, seats[seat - 1]) for seat in order)
    return [(seat, one) for seat, one in found if one is not None]


def assigned_names(seats: Sequence[Record | None], order: Sequence[int]) -> dict[bytes, str]:
    """Return the names of the seated members; no two of the names look alike.

    A member that nobody brought keeps its name, even if a bot plays for it. If a senior member has that name, a number
    is added. Of several bots with one name, the first in the order keeps it. The others get the first free bot names.
    """
    seated = [one for _, one in _occupied_seats_in_order(seats, order)]
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
    """Return the name, with a number if it looks like a taken name; `taken` contains skeletons of names.

    >>> numbered("Ada", skeletons("Ben")), numbered("ada", skeletons("Ada")), numbered("x" * 24, skeletons("x" * 24))
    ('Ada', 'ada (2)', 'xxxxxxxxxxxxxxxxxxxx (2)')
    """
    many = (name, *(f"{name[: LONGEST - 4].rstrip()} ({number})" for number in range(2, 10)))
    return next((one for one in many if skeletons(one).isdisjoint(taken)), many[-1])
