"""Seating of a room, which every member derives in the same way from the bench and the members' records."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from core.bots.names import free_names
from core.engine.codec import H, Plain
from core.engine.options import Value
from lobby.players.colours import COLOURS, NO_COLOUR
from lobby.players.confusables import skeletons
from lobby.room.seniority import Bench, counted_members, members_on, origins, short_id
from lobby.room.signed_records import ANY, STAND, Record, RoomSettings, Status
from net.text.names import LONGEST

PresentMembers = Mapping[bytes, Record]
"""Present members, by the first bytes of their identities."""


class RoomSeat(NamedTuple):
    """A member of a room, as all members see it."""

    identity: bytes
    name: str
    """Name under which the member is shown (`assign_names`).

    It is the name that the member chose, with a number added if the name is taken. A bot with a taken name gets another
    name instead.
    """
    bot: str
    by: bytes
    ready: bool
    colour: int = NO_COLOUR
    """Colour of `COLOURS`, from 1, or `NO_COLOUR` without a seat; no two seated members have the same colour."""

    @property
    def is_person(self) -> bool:
        """True if the member is a person, not a bot."""
        return not self.bot


class RoomTable(NamedTuple):
    """A room, as all its members see it; `match` is the id of the match that begins, or empty."""

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
    def seated_members(self) -> list[RoomSeat]:
        """Seated members, in seat order."""
        return [place for place in self.places if place is not None]

    @property
    def taken_count(self) -> int:
        """Number of taken seats."""
        return len(self.seated_members)

    @property
    def is_full(self) -> bool:
        """True if no seat is free."""
        return self.taken_count == len(self.places)

    def seat_of(self, identity: bytes) -> int:
        """Return the seat of a member, or 0."""
        return next((s for s, p in enumerate(self.places, 1) if p is not None and p.identity == identity), 0)

    def state_hash(self, room: bytes) -> bytes:
        """Return the hash of the state for which members declare themselves ready.

        It covers the settings, the seats, the colours and the order of arrival.
        """
        seats: list[Plain] = [None if p is None else [p.identity, p.name, p.bot, p.colour] for p in self.places]
        return H("tether.roomstate", [room, list(self.settings), seats, list(self.order)])


def find_present(members: Iterable[Record]) -> dict[bytes, Record]:
    """Return the present members, by the first bytes of their identities.

    A bot is present only while the member that brought it is present and still brings it.
    """
    here = {short_id(one.identity): one for one in members if one.status < Status.GONE}
    brought = {(by, bot) for by, one in here.items() for bot in one.brings}
    return {who: one for who, one in here.items() if not one.by or (one.by, who) in brought}


def voted_out_members(bench: Bench, present_members: PresentMembers, seats: int) -> set[bytes]:
    """Return the members that have been voted out.

    A member is out if more than half of the seated persons that came before it want that, or if it entered through a
    member that is out. Members that came later have no vote, and the first member cannot be voted out.
    """
    if not any(one.against for one in present_members.values()):
        return set()
    seated = set(_assign_seats(bench, present_members, (), seats))
    out: set[bytes] = set()
    before: list[Record] = []
    for entry in counted_members(bench, present_members):
        its = origins(bench, entry)
        votes = sum(not set(its).isdisjoint(one.against) for one in before)
        if 2 * votes > len(before) or not out.isdisjoint(its):
            out.add(entry.member)
        elif entry.member in seated and present_members[entry.member].is_person:
            before.append(present_members[entry.member])
    return out


def is_rejected(bench: Bench, present_members: PresentMembers, seats: int) -> bool:
    """Return True if the last member on the bench is not admitted.

    The seated persons that came before it vote in the order of the bench. The member is rejected as soon as more than
    half of those counted so far want it out. Therefore a member that was voted out cannot come back at once, although
    more persons vote on it now.
    """
    its = origins(bench, bench[-1])
    seated = set(_assign_seats(bench, present_members, (), seats))
    votes = count = 0
    for entry in counted_members(bench[:-1], present_members):
        if entry.member in seated and present_members[entry.member].is_person:
            count += 1
            votes += not set(its).isdisjoint(present_members[entry.member].against)
            if 2 * votes > count:
                return True
    return False


def assign_seats(bench: Bench, present_members: PresentMembers, seats: int) -> tuple[bytes | None, ...]:
    """Return the member in each seat, or None for a free seat.

    A member keeps its seat until it moves to a free one. Then the other members get seats, in the order of the bench:
    the requested one if it is free, otherwise the first free one.
    """
    return _assign_seats(bench, present_members, voted_out_members(bench, present_members, seats), seats)


def _assign_seats(
    bench: Bench, present_members: PresentMembers, out: Collection[bytes], seats: int
) -> tuple[bytes | None, ...]:
    holds: dict[int, bytes] = {}
    waiting: list[bytes] = []
    for entry in counted_members(bench, present_members):
        if entry.member in out or present_members[entry.member].seat == STAND:
            continue
        if 0 < entry.seat <= seats and entry.seat not in holds:
            holds[entry.seat] = entry.member
        else:
            waiting.append(entry.member)
    for seat, who in [*holds.items()]:
        wish = present_members[who].seat
        if wish <= seats and wish not in holds:
            holds[wish] = holds.pop(seat)
    for who in waiting:
        free = [seat for seat in range(1, seats + 1) if seat not in holds]
        if free:
            holds[present_members[who].seat if present_members[who].seat in free else free[0]] = who
    return tuple(holds.get(seat) for seat in range(1, seats + 1))


def bench_with_seats(bench: Bench, chair: bytes, present_members: PresentMembers, seats: int) -> Bench:
    """Return the bench with the current seats of present members; absent members keep their old seats."""
    sits = {who: seat for seat, who in enumerate(assign_seats(bench, present_members, seats), 1) if who is not None}
    moved = [
        entry.member for entry in bench if entry.member in present_members and entry.seat != sits.get(entry.member, 0)
    ]
    return tuple(e._replace(seat=sits.get(e.member, 0), seater=chair) if e.member in moved else e for e in bench)


def seat_keepers(bench: Bench, present_members: PresentMembers) -> dict[bytes, bool]:
    """Return, for each present member, True if it keeps a seat that no earlier member has."""
    first: dict[int, bytes] = {}
    for entry in bench:
        if entry.member in present_members and present_members[entry.member].seat in (ANY, entry.seat):
            first.setdefault(entry.seat, entry.member)
    return {who: who in [first[seat] for seat in first if seat] for who in present_members}


def make_room_table(settings: RoomSettings, bench: Bench, present_members: PresentMembers, own: bytes) -> RoomTable:
    """Return the room as the member `own` sees it."""
    seats = assign_seats(bench, present_members, settings.seats)
    out = voted_out_members(bench, present_members, settings.seats)
    seated = [None if one is None else present_members[one] for one in seats]
    order = [seats.index(who) + 1 for who in members_on(bench) if who in seats]
    colours, called = assign_colours(seated, order), assign_names(seated, order)

    def place(one: Record) -> RoomSeat:
        ready = Status.READY <= one.status <= Status.WENT
        name, colour = called.get(one.identity, one.name), colours.get(one.identity, NO_COLOUR)
        by = present_members[one.by].identity if one.by in present_members else b""
        return RoomSeat(one.identity, name, one.bot, by, ready, colour)

    places = tuple(None if one is None else place(one) for one in seated)
    there = {entry.member for entry in counted_members(bench, present_members)} | {own}
    rest = sorted(present_members[who].identity for who in there - out if who in present_members and who not in seats)
    return RoomTable(settings, places, tuple(place(present_members[short_id(one)]) for one in rest), b"", tuple(order))


def assign_colours(seats: Sequence[Record | None], order: Sequence[int]) -> dict[bytes, int]:
    """Return the colours of the seated members, all different, by seat.

    In the order of the bench, each member gets the colour that it requests if that is still free. The others get the
    colour of their seat number if it is free, otherwise the first free colour.
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


def assign_names(seats: Sequence[Record | None], order: Sequence[int]) -> dict[bytes, str]:
    """Return the names of the seated members, none of which look alike, by seat.

    A member that nobody brought keeps its name, even if a bot plays for it. If an earlier member has that name, a
    number is added. Of several bots with one name, the first keeps it, and the others get the first free bot names.
    """
    seated = [one for _, one in _occupied_seats_in_order(seats, order)]
    found: dict[bytes, str] = {}
    taken: set[str] = set()
    for one in (one for one in seated if not one.by):
        found[one.identity] = name = number_name(one.name, taken)
        taken |= skeletons(name)
    bots = [one for one in seated if one.by]
    for bot in bots:
        if bot.name not in found.values():
            found[bot.identity] = bot.name
    for bot in bots:
        if bot.identity not in found:
            (found[bot.identity],) = free_names([*found.values()], 1)
    return found


def number_name(name: str, taken: Collection[str]) -> str:
    """Return the name, with a number added if it looks like one whose skeletons are in `taken`.

    >>> number_name("Ada", skeletons("Ben")), number_name("ada", skeletons("Ada"))
    ('Ada', 'ada (2)')
    >>> number_name("x" * 24, skeletons("x" * 24))
    'xxxxxxxxxxxxxxxxxxxx (2)'
    """
    many = (name, *(f"{name[: LONGEST - 4].rstrip()} ({number})" for number in range(2, 10)))
    return next((one for one in many if skeletons(one).isdisjoint(taken)), many[-1])
