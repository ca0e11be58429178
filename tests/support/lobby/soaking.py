"""Soak test of rooms, discovery, links and tournaments with honest members and malicious guests.

    play(case("soak", 7))        # raises `Broken`

One seed determines everything. The deeds of guests come from `tests.support.lobby.hostiles` (rooms) and
`tests.support.guests` (the rest). In spite of them, no honest member loses a seat, a place, a vote or an entry in a
list, and every match or tournament of the honest members begins and ends. `scripts/trials/soak.py --rooms` plays any
number of cases.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from lobby.discovery.discovery import CALL_BYTES
from lobby.discovery.room_announcement import RoomAnnouncement
from lobby.discovery.tournament_announcement import TournamentAnnouncement
from lobby.room.room import Room
from net.transport.simulated import NetworkFaults
from tests.support.guests import Diced, DiscoveryGuest, Guest, LinksGuest, Words
from tests.support.lobby import hostiles
from tests.support.lobby.hall import Hall, key
from tests.support.lobby.hostiles import DEEDS, Hostile
from tests.support.lobby.lan import PORT, Broadcaster, announcement, peer, signer
from tests.support.lobby.tournament import hall as cups

KINDS = ("room", "room", "room", "cup", "links", "discovery")
FIRST_GUEST = 40
MOVES = 400
"""Average number of ticks after which a guest's link moves to another address."""
HOST, LOOKS, LATER = "10.0.0.1", "10.0.0.2", "10.0.0.3"
HELD = 4.0
"""Simulated seconds for the guests' actions, before and after the honest members begin a match."""


class Case(NamedTuple):
    """Parameters of a case: honest members, guests, their deeds, and the quality of the network."""

    seed: str
    number: int
    kind: str
    honest: int
    guests: int
    deeds: tuple[str, ...]
    many: int
    loss: float
    leaves: bool
    """True if an honest member leaves for a while and returns."""

    def __str__(self) -> str:
        who = f"{self.kind} {self.number} of {self.seed!r}: {self.honest} honest, {self.guests} guests"
        goes = ", one leaves and returns" * self.leaves
        return f"{who} x{self.many}, loss {self.loss:.2f}{goes}: {', '.join(self.deeds)}"


class Broken(AssertionError):
    """Raised when an invariant fails."""

    def __init__(self, case: Case, words: str) -> None:
        super().__init__(f"{case}: {words}")


def case(seed: str, number: int) -> Case:
    """Return the case with this number."""
    chance = random.Random(f"rooms {seed} {number}")
    kind = KINDS[number % len(KINDS)]
    deeds = chance.sample([deed.__name__ for deed in DEEDS], chance.randint(1, len(DEEDS)))
    honest = chance.randint(2, 4) if kind == "room" else chance.randint(4, 6)
    return Case(
        seed, number, kind, honest, chance.randint(1, 2), tuple(sorted(deeds)) if kind == "room" else (),
        chance.choice((1, 1, 3)), chance.choice((0.0, 0.1, 0.2)), chance.random() < 0.5,
    )  # fmt: skip


def play(case: Case) -> float:
    """Play the case and return its duration in simulated seconds; raise `Broken` if an invariant fails."""
    return _PLAYS[case.kind](case)


# -- rooms -------------------------------------------------------------------------------------------------------------


class Crowding(Hostile):
    """A guest that acts once a tick, whatever arrives; two guests would otherwise answer each other for ever."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._due_now = False

    def tick(self, now: float) -> None:
        """Advance to `now`."""
        super().tick(now)
        self._due_now = True

    def take_data(self) -> list[tuple[bytes, bytes]]:
        """Return the outgoing datagrams and their recipients."""
        deeds, self.deeds = self.deeds, self.deeds if self._due_now else []
        out, self.deeds, self._due_now = super().take_data(), deeds, False
        return out


def _room(case: Case) -> float:
    hall = Hall(case.honest, case.honest - 1, case.number, case.loss)
    hall.run(3.0)
    seats = _seats(hall)
    for i in range(case.guests):
        guest = hall.come(FIRST_GUEST + i, kind=Crowding, at=FIRST_GUEST)
        assert isinstance(guest, Crowding)
        hall.hostile.add(FIRST_GUEST + i)
        guest.dice = random.Random(f"{case} {i}")
        guest.deeds, guest.many = [getattr(hostiles, name) for name in case.deeds], case.many
    _moving(case, hall)
    if case.leaves:
        hall.vanish(case.honest)
        hall.run(7.0)
        hall.come(case.honest)
    _moving(case, hall)
    _kept(case, hall, seats)
    for room in hall.honest:  # a guest that was given a free seat may have asked for more of them
        for number in hall.hostile:
            room.vote_out(key(number))
    hall.run(3.0)
    hall.members[1].set_seats(case.honest)
    hall.run(2.0)
    hall.all_ready()
    for _ in range(20):
        hall.run(0.5)
        hall.all_ready()
        if all(room.has_begun for room in hall.honest):
            break
    else:
        raise Broken(case, "the match of the honest does not begin")
    _kept(case, hall, seats)
    _cried(case, announcement(case.number + 1, 2))
    return hall.now


def _moving(case: Case, hall: Hall) -> None:
    """Let time pass while the guests' links move to other hosts."""
    dice = random.Random(f"{case} {hall.now}")
    for _ in range(round(HELD)):
        for number in hall.hostile:
            hall.hosts[number] = FIRST_GUEST + dice.randrange(100)
        hall.run(1.0)


def _seats(hall: Hall) -> dict[int, int]:
    """Return the seats of the honest members, each as that member sees it."""
    return {number: room.seat for number, room in hall.members.items() if number not in hall.hostile}


def _kept(case: Case, hall: Hall, seats: dict[int, int]) -> None:
    if _seats(hall) != seats:
        raise Broken(case, f"they sat at {seats}, and sit at {_seats(hall)}")
    for number, room in hall.members.items():
        if number not in hall.hostile:
            _sees(case, room, seats)


def _sees(case: Case, room: Room, seats: dict[int, int]) -> None:
    """Check that an honest member sees all honest seats, and that no peer refuses it."""
    table = room.table
    seen = {number: table.seat_of(key(number)) for number in seats} if table is not None else {}
    if room.refusal or seen != seats:
        raise Broken(case, f"{room.me.name} sees {seen}, {seats} are theirs; refused: {room.refusal!r}")


# -- tournaments -------------------------------------------------------------------------------------------------------


class Mischief(cups.Seat):
    """A member that also sends random messages to all its neighbours at each tick."""

    def __init__(self, member: Any, hall: cups.Hall, words: Words, many: int, dice: random.Random) -> None:
        super().__init__(member, ())
        self._hall, self._words, self._many, self._choices = hall, words, many, Diced(dice)

    def take_datagrams(self) -> list[tuple[Any, bytes]]:
        """Return the datagrams of an honest member, and some random ones."""
        out = super().take_datagrams()
        for to in list(self.member.gossip.neighbours) * self._many:
            if self._choices.chance(4):
                out.append((to, self._words.said(self._choices)))
            if self._choices.chance(MOVES):
                self._move(to)
        return out

    def _move(self, to: bytes) -> None:
        """Move a link with a neighbour to another host."""
        other = self._hall.member(to)
        if self.member.identity in other.gossip.neighbours:
            other.add_peer(self.member.identity, (f"10.0.9.{self._choices.below(200)}", 5000))


def _cup(case: Case) -> float:
    """Play a tournament with more honest members than guests.

    Check that all honest members get the same results.
    """
    hall = cups.Hall(
        cups.opening(rounds=2), case.honest, NetworkFaults(loss=case.loss / 2, delay=(0.001, 0.02)), chance=case.number
    )
    guests = []
    for i in range(min(case.guests, (case.honest - 1) // 2)):
        member = hall.join(FIRST_GUEST + i)
        words = Words(hall.opening.id, [], [room.identity for room in hall.members], first=i * 100)
        seat = Mischief(member, hall, words, case.many, random.Random(f"{case} {i}"))
        hall.net.drivers[member.identity] = seat  # type: ignore[assignment]
        guests.append(member.identity)
    honest = [hall.of(i) for i in range(case.honest)]
    everybody = [member.identity for member in honest]
    if not hall.run(lambda: all(set(everybody) <= set(member.entry_store.enrolled) for member in honest), 30.0):
        raise Broken(case, "not all of the honest are enrolled")
    hall.of(0).start()
    if not hall.run(lambda: all(member.course.is_over for member in honest), 200.0):
        raise Broken(case, f"it is not over: {[member.course.decided for member in honest]} were decided")
    if len({member.course.digest for member in honest}) != 1:
        raise Broken(case, "the honest have different courses")
    for member in honest:
        own = member.course.player_of(member.identity)
        if own is None or own.left:
            raise Broken(case, f"{member.name} is in it no more")
    terms = hall.opening
    _cried(
        case,
        TournamentAnnouncement(PORT, terms.id, terms.title, terms.game, terms.rules, terms.kind, case.honest, 0, False),
    )
    return float(hall.net.now)


# -- announcements of rooms and tournaments ----------------------------------------------------------------------------


class Echoing(Broadcaster):
    """A network on which guests receive the latest announcement."""

    heard = b""

    def _count(self, datagram: bytes) -> None:
        super()._count(datagram)
        self.heard = datagram if datagram != CALL_BYTES else self.heard


def _cried(case: Case, own: RoomAnnouncement | TournamentAnnouncement) -> None:
    """Let guests repeat announcements of an honest member, also with their own keys and ports.

    Every listener must still find the honest member at its address.
    """
    air, dice = (
        Echoing({HOST: peer("host"), LOOKS: peer("looks")}, case.loss / 2, case.number),
        random.Random(str(case)),
    )
    air.peers[HOST].announce(own, air.now)
    for number in range(80):
        if number == 40:
            air.peers[LATER] = peer("later", air.now)
        air.run(0.1)
        for i in range(case.guests * case.many):
            false = own._replace(port=1 + dice.randrange(65535)).pack(signer(f"guest {i}"), number)
            air.throw(f"10.0.9.{i}", dice.choice((false, air.heard)))
    for name in (LOOKS, LATER):
        one = air.peers[name]
        result = {(heard.host, heard.announcement.port) for heard in one.rooms(air.now)}
        result |= {(heard.host, heard.announcement.port) for heard in one.tournaments(air.now)}
        if (HOST, own.port) not in result:
            raise Broken(case, f"of those who look around {name} does not list the honest one")


# -- links and discovery -----------------------------------------------------------------------------------------------


def _alone(kind: Callable[[], Guest[Any]]) -> Callable[[Case], float]:
    """Return a case in which a single guest attacks one member with many actions."""

    def played(case: Case) -> float:
        guest, choices = kind(), Diced(random.Random(str(case)))
        guest.mutator.chance.seed(case.number)
        for _ in range(400):
            for _ in range(case.many):
                guest.give(*guest.deed(choices))
            guest.tick(guest.now + 0.02)
            guest.take()
        try:
            guest.check()
        except AssertionError as wrong:
            raise Broken(case, f"the honest are not where they were: {wrong}") from wrong
        return guest.now

    return played


_PLAYS: dict[str, Callable[[Case], float]] = {
    "room": _room,
    "cup": _cup,
    "links": _alone(LinksGuest),
    "discovery": _alone(DiscoveryGuest),
}
