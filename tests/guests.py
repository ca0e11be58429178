"""Hostile guests of what has a state: a room, a tournament's gossip, links, discovery.

    guest = KINDS["room"]()
    guest.deed(Given(data))            # what an input says, one datagram after the other

Each guest has keys of its own, real links, and signs whatever it likes. `fuzz` lets an input choose its deeds, so that
a fuzzer can guide them; `full_speed` does as many as the member can take, and weighs what they cost it.
"""

from __future__ import annotations

import gc
import os
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from core.kernel.codec import BadBytes, Plain, dec, enc
from lobby import bench, chat, discovery, hearing, here, message, records, roster, state, terms
from lobby.bench import Entry, short
from lobby.cry import Cry
from lobby.discovery import CALL_BYTES, Discovery
from lobby.door import Notice
from lobby.found import Found
from lobby.records import Line, Record, Settings, Status
from lobby.room import Me, Room
from lobby.tournament import copying, entries, fetching, gossip, messages, pulses
from lobby.tournament import door as cup_door
from lobby.tournament import ledger as cup_ledger
from lobby.tournament.blobs import MemoryBlobs, blob_hash
from lobby.tournament.cry import TournamentCry
from lobby.tournament.member import Member
from lobby.tournament.opening import make_opening
from lobby.tournament.pace import PACE, Pace
from net import dials, linked, links, strangers
from net.addresses import packed
from net.crypto import Signer
from net.entries import Place
from net.entries import make as make_entry
from net.genesis import rules_hash
from net.links import Links
from net.store import MemoryStore
from tests.net.toys import POT, TRICKS
from tests.targets import Mutator, Target, joined, pieces

T = TypeVar("T")
DEEDS = 40
"""So many deeds an input has at most."""
STEP = 0.01
"""Seconds from one deed of an input to the next one."""
TICK = 0.02
CALM = 10.0
"""Seconds of its own time for which a member is looked at in peace."""
GUESTS = 6
KEYS = 2048
RATE = 5000
"""Datagrams a second of a guest at full speed, unless the member takes longer."""
RENEWED = 64
TRAILS = "TETHER_FUZZ_TRAILS"
"""Where rows of inputs are left that have found something."""
TWICE = 2.0


class Choices(ABC):
    """What is chosen among possibilities."""

    @abstractmethod
    def below(self, many: int) -> int:
        """A number from 0 on; raises `Ended`."""

    def of(self, some: list[T] | tuple[T, ...]) -> T:
        """One of some."""
        return some[self.below(len(some))]

    def chance(self, of: int) -> bool:
        """Once in so many times."""
        return self.below(of) == 0


class Ended(Exception):
    """An input says no more."""


class Given(Choices):
    """Chosen by an input, byte by byte."""

    def __init__(self, data: bytes) -> None:
        self._left = data

    def below(self, many: int) -> int:
        """By one byte or two."""
        size = 1 if many <= 256 else 2
        if len(self._left) < size:
            raise Ended
        said, self._left = self._left[:size], self._left[size:]
        return int.from_bytes(said, "big") % many


class Diced(Choices):
    """Chosen by chance."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice

    def below(self, many: int) -> int:
        """Any."""
        return self._dice.randrange(many)


@lru_cache(maxsize=KEYS)
def signer(number: int) -> Signer:
    """The keys of those who are here or invented: the first are the guest's own."""
    return Signer(number.to_bytes(32, "big"))


HONEST = Signer(b"h" * 32), Signer(b"i" * 32)
ID = bytes(32)
NUMBERS = (0, 1, 2, 3, 255, 10**6, 2**53 - 1, 2**63)
NAMES = ("Eve", "Ada", "[/x]", "\x1b[31m", "x" * 24, "E\u0301ve")


class Guest(ABC, Generic[T]):
    """A member, whom a guest tells what it likes from some of its own places."""

    reads: tuple[Any, ...] = ()
    places = GUESTS

    def __init__(self) -> None:
        self.now = 0.0
        self.sent = self.heard = self.answered = self.passed = 0
        """Datagrams and bytes of the guest, bytes that went to it, and to anybody else."""
        self.mutator = Mutator(Target(lambda data: None, list), random.Random(1))
        self.last = b""

    @abstractmethod
    def make(self, choices: Choices) -> bytes:
        """A datagram that the guest says."""

    @abstractmethod
    def give(self, place: int, datagram: bytes) -> None:
        """It comes to the member."""

    @abstractmethod
    def tick(self, now: float) -> None:
        """The member and its honest fellows go on."""

    @abstractmethod
    def take(self) -> tuple[int, int]:
        """Takes what the member has to send: bytes to the guest, bytes to others."""

    def check(self) -> None:
        """What must hold whatever was said."""

    def act(self, choices: Choices) -> None:
        """The member's own player does something, or a link goes or comes."""

    def deed(self, choices: Choices) -> tuple[int, bytes]:
        """From where the guest says what."""
        place, kind = choices.below(self.places), choices.below(8)
        if kind == 7 and self.last:
            changed = self.mutator.mutated(self.last, 1300)
            return place, self.last if changed is None else changed
        self.last = self.make(choices)
        return place, self.last


class Fuzz:
    """A target: what an input says is done to a member that has heard the inputs before, up to `RENEWED` of them.

    Where something is wrong all of these are left beside the finding: `again` does the same once more.
    """

    def __init__(self, kind: Callable[[], Guest[Any]]) -> None:
        self._kind = kind
        self._trail: list[bytes] = []
        self._guest: Guest[Any] | None = None

    def __call__(self, data: bytes) -> None:
        """Does what an input says."""
        if self._guest is None or len(self._trail) >= RENEWED:
            self._guest, self._trail = self._kind(), []
        self._trail.append(data)
        try:
            self._do(self._guest, data)
        except BaseException:
            home = os.environ.get(TRAILS)
            if home:
                (Path(home) / f"{self._kind.__name__}-trail-{time.time_ns()}").write_bytes(joined(self._trail))
            self._guest = None
            raise

    def alone(self, data: bytes) -> None:
        """Does what an input says to a member that has heard nothing before."""
        self._guest = None
        self(data)

    def again(self, trail: bytes) -> None:
        """Does what a row of inputs says."""
        self._guest = None
        for data in pieces(trail, RENEWED):
            self(data)

    @staticmethod
    def _do(guest: Guest[Any], data: bytes) -> None:
        choices = Given(data)
        guest.mutator.chance.seed(len(data))
        try:
            for _ in range(DEEDS):
                if choices.chance(6):
                    guest.act(choices)
                guest.give(*guest.deed(choices))
                guest.tick(guest.now + STEP * (1 + 50 * choices.chance(8)))
                guest.take()
        except Ended:
            pass
        guest.tick(guest.now + 0.5)
        guest.take()
        guest.check()


# -- a room ------------------------------------------------------------------------------------------------------------


class RoomGuest(Guest[Room]):
    """A room of two honest members, the first of whom is looked at; the guest is in it with several links."""

    reads = (
        hearing.Hearing, state.RoomState, roster.Roster, chat.Chat, terms.Terms, bench.appended, bench.counted,
        bench.followed, bench.without, bench.agreed, bench.source, bench.ways,
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        settings = Settings(1, HONEST[0].identity, "Ada", POT.name, rules_hash(POT), 4, 60, POT.options.complete({}))
        games = {POT.name: POT}
        self.member = Room(ID, HONEST[0], Me("Ada"), games, 1, settings)
        self.fellow = Room(ID, HONEST[1], Me("Ben"), games, 1)
        self.names = [HONEST[0].identity, HONEST[1].identity, *(signer(i).identity for i in range(2 * GUESTS))]
        self.member.meet(HONEST[1].identity, ("10.0.0.2", 5000))
        self.fellow.meet(HONEST[0].identity, ("10.0.0.1", 5000))
        for place in range(GUESTS):
            self.member.meet(signer(place).identity, self._where(place))
        self.number = 1
        for _ in range(20):
            self.tick(self.now + 0.1)
            self.take()

    @staticmethod
    def _where(place: int) -> tuple[str, int]:
        return f"10.0.1.{place % 2}", 5000 + place

    def make(self, choices: Choices) -> bytes:
        """A message with a few records, lines, settings and sightings, each signed by somebody."""
        told: list[list[Any]] = [[], [], [], []]
        for _ in range(1 + choices.below(3)):
            part = choices.below(4)
            told[part].append(self._said(part, choices))
        if choices.chance(40):
            other = enc([message.SAY + 1, *told])
            return choices.of((b"\xc1", enc([[1, 2, 3]]), other, enc([message.SAY, 1, 2, 3, 4])))
        made: bytes = enc([message.SAY, *told])
        return made

    def _said(self, part: int, choices: Choices) -> Plain:
        who = choices.below(KEYS) if choices.chance(3) else choices.below(GUESTS)
        self.number += 1
        by = signer(who)
        claimed = choices.of(self.names) if choices.chance(6) else by.identity
        if part == 0:
            return list(self._settings(claimed, by, choices))
        if part == 1:
            return list(records.sign_record(ID, self._record(claimed, choices), by))
        if part == 2:
            text = "x" * choices.below(160) + choices.of(NAMES)
            return list(records.sign_line(ID, Line(self._number(choices), claimed, choices.of(NAMES), text), by))
        return [choices.of(self.names), packed(("10.9.9.9", 1 + choices.below(65535)))]

    def _number(self, choices: Choices) -> int:
        return choices.of(NUMBERS) if choices.chance(6) else self.number

    def _settings(self, writer: bytes, by: Signer, choices: Choices) -> records.Signed:
        held = self.member.settings
        assert held is not None
        number = max(0, held.number + choices.below(4) - 1)
        seats = choices.of((2, 3, 4, 6))
        name = choices.of(NAMES) if choices.chance(2) else held.name
        made = held._replace(number=number, writer=writer, seats=seats, name=name)
        if choices.chance(12):
            made = made._replace(rules=bytes(32))
        return records.sign_settings(ID, made, by)

    def _record(self, identity: bytes, choices: Choices) -> Record:
        some = [short(one) for one in self.names]
        few = lambda most: tuple(choices.of(some) for _ in range(choices.below(most)))  # noqa: E731
        places = dict.fromkeys(few(6)) if choices.chance(2) else {}
        told = tuple(Entry(who, choices.of(some), choices.below(7)) for who in places)
        status = Status(choices.below(5))
        return Record(
            identity, self._number(choices), choices.of(NAMES), choices.of((0, 1, 2, 3, 4, 255)), choices.below(7),
            choices.of(("", "", "random")), choices.of((b"", some[0], some[-1])), few(3), few(4), few(5), few(4),
            told, b"", (("10.0.1.1", 5000),), status, bytes(32) if Status.HERE < status < Status.GONE else b"",
        )  # fmt: skip

    def give(self, place: int, datagram: bytes) -> None:
        """Over the link of that place."""
        self.member.hear(signer(place).identity, datagram, self._where(place))

    def tick(self, now: float) -> None:
        """Both go on, and hear each other."""
        self.now = now
        self.member.tick(now)
        self.fellow.tick(now)
        for to, data in self.fellow.take_data():
            if to == HONEST[0].identity:
                self.member.hear(HONEST[1].identity, data, ("10.0.0.2", 5000))

    def take(self) -> tuple[int, int]:
        """What it says."""
        own = other = 0
        for to, data in self.member.take_data():
            if to == HONEST[1].identity:
                other += len(data)
                self.fellow.hear(HONEST[0].identity, data, ("10.0.0.1", 5000))
            else:
                own += len(data)
        self.member.dials()
        return own, other

    def act(self, choices: Choices) -> None:
        """Chats, is ready or not, wants the guest out, loses a link to it; looks at all that a screen shows."""
        kind, place = choices.below(8), choices.below(GUESTS)
        whom = signer(place).identity
        if kind == 0:
            self.member.chat("well met")
        elif kind == 1:
            self.member.set_ready(bool(place % 2))
        elif kind == 2:
            self.member.put_out(whom)
        elif kind == 3:
            self.member.part(whom)
        elif kind == 4:
            self.member.meet(whom, self._where(place))
        elif kind == 5:
            assert not self.member.began and not self.member.onward
            said = self.member.first, self.member.go_on_wanted, self.member.other_half, self.member.lost_seat
            assert len(said) == 4 and len(self.member.kept) <= 2 * bench.MOST_ENTRIES
        elif kind == 6:
            self.member.tell("does not answer")
        else:
            self.member.set_seats(choices.of((2, 3, 4, 6)))

    def check(self) -> None:
        """The honest keep their places and seats, and what is kept stays within its bounds."""
        assert [entry.who for entry in self.member.bench][:2] == [short(one.identity) for one in HONEST]
        assert self.member.seat == 1 and self.fellow.seat == 2 and not self.member.refusal
        assert len(self.member.here) <= 2 * bench.MOST_ENTRIES and len(self.member.lines) <= chat.MOST_LINES


# -- a tournament ------------------------------------------------------------------------------------------------------

NOON = 1_700_000_000.0
CUP = make_opening(HONEST[0].identity, "Cup", "swiss", TRICKS, {}, bytes(32), sizes=(2, 2, 2))
BLOB = bytes(30_000)
QUICK = Pace(ballot=5.0, reveal=4.0, slack=1.0, grace=0.5, report=0.1, pulse=1.0, gone=5.0, minute=0.05, look=0.05)
BACK = 20.0
"""Seconds until who came back without its log is in again, whatever others claim of it."""
FEW = 10
"""Members that a tournament takes at most where there is little room."""


@contextmanager
def few_members() -> Iterator[None]:
    """Room for a few members alone."""
    places: tuple[Any, ...] = (cup_ledger, copying, cup_door)
    held = [place.MOST_MEMBERS for place in places]
    for place in places:
        place.MOST_MEMBERS = FEW
    try:
        yield
    finally:
        for place, most in zip(places, held):
            place.MOST_MEMBERS = most


class Words:
    """What a guest of a tournament says: any message, about anybody, with entries that it signs by many keys."""

    def __init__(self, id: bytes, hashes: list[bytes], whom: list[bytes], first: int = 0) -> None:
        """`hashes` and `whom` are blobs and members that there are, `first` is the number of the first own key."""
        self.id, self.hashes, self.first = id, hashes, first
        self.whom = [*whom, *(signer(first + i).identity for i in range(GUESTS))]
        self.feeds: dict[int, tuple[int, bytes]] = {}
        self.enrolled: dict[int, bytes] = {}
        self.number = 0

    def said(self, choices: Choices) -> bytes:
        """A datagram of a few of them."""
        said = [dec(messages.packed(self._said(choices))) for _ in range(1 + choices.below(4))]
        made: bytes = enc(said)
        return made if len(made) <= 1200 else enc(said[:1])

    def _said(self, choices: Choices) -> messages.Said:
        who = choices.below(KEYS) if choices.chance(3) else self.first + choices.below(GUESTS)
        by, kind = signer(who), choices.below(9)
        hash = choices.of([*self.hashes, bytes(32), by.identity])
        shorts = [one[:8] for one in self.whom]
        if kind == 0:
            shorts += [signer(choices.below(KEYS)).identity[:8] for _ in range(choices.below(8))]
            tag = messages.FORKED if choices.chance(4) else b"tail"
            long = choices.of((3, 5000))
            heads = [(choices.of(shorts), 1 + choices.below(long), tag) for _ in range(1 + choices.below(60))]
            return messages.Heads(tuple(heads))
        if kind == 1:
            return messages.Sum(bytes([choices.below(256)]) * 16)
        if kind == 2:
            whose = bytes(32) if choices.chance(16) else by.identity
            return messages.Told(whose, self._entry(who, choices))
        if kind == 3:
            return messages.Want(tuple((choices.of(shorts), choices.below(60)) for _ in range(1 + choices.below(60))))
        if kind == 4:
            return messages.Ask(hash, tuple(choices.below(40) for _ in range(choices.below(32))))
        if kind == 5:
            return messages.Chunk(hash, choices.below(3), 3000, bytes([choices.below(2)]) * 1000)
        if kind == 6:
            self.number += 1
            where = [("10.9.9.9", 1 + choices.below(65535))]
            beat = pulses.make_pulse(by, self.id, self.number, where, choices.below(65536)).signed  # type: ignore[arg-type]
            return beat._replace(signature=bytes(64)) if choices.chance(4) else beat
        if kind == 7:
            return messages.Have(hash)
        host = choices.of(("", "10.0.9.9", "fd00::9"))
        stored = self._entry(who, choices, first=True)
        return messages.Knock(by.identity, stored, host, choices.below(messages.MOST_HOPS + 1), choices.below(8))

    def signed(self, who: int, body: Any) -> bytes:
        """The next entry of a feed; the first is the enrolment, whatever it should be."""
        by = signer(who)
        match = entries.feed_id(self.id, by.identity)
        seq, prev = self.feeds.get(who, (0, match))
        if seq == 0:
            body = entries.Enrol("Eve", False, True, entries.nonces(who.to_bytes(32, "big"), self.id)[0])
        made = make_entry(by, Place(match, 1, seq, prev), entries.KIND_OF[type(body)], (), list(body))
        self.feeds[who] = seq + 1, made.id
        if seq == 0:
            self.enrolled.setdefault(who, made.stored)
        return made.stored

    def _entry(self, who: int, choices: Choices, first: bool = False) -> bytes:
        """The next entry of a feed, or another one in the place of an earlier one."""
        by = signer(who)
        begins = entries.feed_id(self.id, by.identity)
        seq, prev = self.feeds.get(who, (0, begins))
        fork, lost = choices.chance(24), choices.chance(12)
        if first and who in self.enrolled:
            return self.enrolled[who]
        if first or seq == 0 or fork:
            seq, prev = 0, begins
        elif lost:
            prev = by.identity
        kind = choices.of((99, entries.Kind.ENROL)) if choices.chance(24) else None
        whom = choices.of([bytes(32), signer(self.first + GUESTS).identity, *self.whom])
        small = choices.below(4)
        bodies: list[Any] = [
            entries.Reveal(small, whom), entries.Reported(small, small, whom, 1 + choices.below(60000)),
            entries.Unfinished(small, small), entries.Leave(), entries.Move(1 + small, small),
            entries.Propose(1 + small, small, whom, 1 + choices.below(30000)), entries.Back(1 + small, small, whom),
            entries.Welcome(whom, small, bool(small % 2)),
        ]  # fmt: skip
        enrol = entries.Enrol(
            choices.of(NAMES[:-1]), small == 1, small != 2, entries.nonces(who.to_bytes(32, "big"), self.id)[0]
        )
        bodies[0] = choices.of(
            [bodies[0], entries.Reveal(small, entries.nonces(who.to_bytes(32, "big"), self.id)[1 + small])]
        )
        body = enrol if seq == 0 or kind == entries.Kind.ENROL else choices.of(bodies)
        place = Place(entries.feed_id(self.id, by.identity), 1, seq, prev)
        made = make_entry(by, place, entries.KIND_OF[type(body)] if kind is None else kind, (), list(body))
        if seq == 0:
            self.enrolled.setdefault(who, made.stored)
            if first and who not in self.feeds:
                self.feeds[who] = 1, made.id
        if not fork and not first and not lost:
            self.feeds[who] = seq + 1, made.id
        return made.stored


class GossipGuest(Guest[Member]):
    """A tournament with an opener and an honest member, who is looked at; the guest was let in under several keys.

    From places behind the first ones it speaks to the opener, who lets it in with guests of its own. A `small` one has
    little room and little time for all, so that a few deeds reach the end of each.
    """

    small = False
    places = GUESTS + 2

    reads = (
        gossip.Gossip, copying.Copying, fetching.Fetching, pulses.Pulses, cup_door.Door, cup_ledger.Ledger,
        entries.body_of,
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.fellow = self._made(b"h" * 32, "Ada", MemoryStore())
        self.member = self._made(b"i" * 32, "Ben", MemoryStore())
        self.hash = self.member.gossip.keep(BLOB)
        self.fellow.meet(self.member.identity, ("10.0.0.1", 5000))
        for place in range(2):
            self.fellow.meet(signer(place).identity, (f"10.0.1.{place}", 5000 + place))
        self._link()
        self.back_at = 0.0
        hashes = [self.hash, blob_hash(bytes(3000))]
        self.words = Words(CUP.id, hashes, [self.fellow.identity, self.member.identity])
        for _ in range(120):  # it waits for each neighbour to tell what it holds
            self.tick(self.now + 0.1)
            self.take()

    def _made(self, seed: bytes, name: str, store: MemoryStore) -> Member:
        return Member(CUP, seed, name, store, MemoryBlobs(), now=NOON + self.now, pace=QUICK if self.small else PACE)

    def _link(self) -> None:
        self.member.meet(self.fellow.identity, ("10.0.0.1", 5000))
        for place in range(GUESTS):
            self._meet(place)

    def _meet(self, place: int) -> None:
        whom = signer(place).identity
        self.member.meet(whom, (f"10.0.1.{place % 2}", 5000 + place))
        if self.small:
            neighbour = self.member.gossip.neighbours[whom]
            allowances = neighbour.answers, neighbour.checks, neighbour.asks, neighbour.items
            for allowance, rate, most in zip(allowances, (2500.0, 1.0, 2.0, 150.0), (1500.0, 4.0, 4.0, 150.0)):
                allowance.rate, allowance.most = rate, most

    def make(self, choices: Choices) -> bytes:
        """A few messages."""
        return self.words.said(choices)

    def give(self, place: int, datagram: bytes) -> None:
        """Over the link of that place, or to the opener."""
        with few_members() if self.small else nullcontext():
            if place < GUESTS:
                self.member.hear(signer(place).identity, datagram)
            else:
                self.fellow.hear(signer(place - GUESTS).identity, datagram)

    def tick(self, now: float) -> None:
        """Both go on, and hear each other."""
        self.now = now
        with few_members() if self.small else nullcontext():
            self.member.tick(NOON + now)
            self.fellow.tick(NOON + now)
            for to, data in self.fellow.take_data():
                if to == self.member.identity:
                    self.member.hear(self.fellow.identity, data)
        self.member.take_reports()
        self.fellow.take_reports()

    def take(self) -> tuple[int, int]:
        """What it says."""
        own = other = 0
        for to, data in self.member.take_data():
            if to == self.fellow.identity:
                other += len(data)
                self.fellow.hear(self.member.identity, data)
            else:
                own += len(data)
        return own, other

    def act(self, choices: Choices) -> None:
        """Fetches something, hands on something new, judges a record, loses a link to the guest, begins the first
        round, or comes back with what it had kept, or with nothing.
        """
        kind, place = choices.below(7), choices.below(GUESTS)
        whom = signer(place).identity
        if kind == 0:
            wanted = {bytes([place]) * 32: 5000, signer(0).identity: 900, blob_hash(bytes(3000)): 3000}
            self.member.gossip.want(wanted | {self.member.gossip.keep(b"a table"): 7})
        elif kind == 1:
            self.member.gossip.keep(bytes([place]) * 3000)
        elif kind == 2:
            for hash, _ in self.member.take_unjudged():
                self.member.judged(hash, "it does not hold")
        elif kind == 3:
            self.member.part(whom)
        elif kind == 4:
            self._meet(place)
            if self.fellow.identity not in self.member.gossip.neighbours:
                self.member.meet(self.fellow.identity, ("10.0.0.1", 5000))
                self.back_at = self.now
        elif kind == 5:
            self.fellow.start()
            self._agree(place)
        elif place == 1:
            self.fellow.meet(whom, ("127.0.0.1", 5001))
        elif choices.chance(3):
            store = self.member.store if place else MemoryStore()
            assert isinstance(store, MemoryStore)
            self.member, self.back_at = self._made(b"i" * 32, "Ben", store), self.now
            self.member.gossip.keep(BLOB)
            self._link()
            if place > 3:
                self.member.part(self.fellow.identity)

    def _agree(self, place: int) -> None:
        """The guest backs what the opener has proposed last, shows its nonces, and reports some table."""
        n = self.fellow.course.next
        proposed = self.fellow.ledger.ballots[n].proposals
        latest = [signed.said for b in sorted(proposed) for signed in proposed[b].values()][-1:]
        bodies: list[Any] = [entries.Back(n, said.b, said.hash) for said in latest if isinstance(said, entries.Propose)]
        bodies += [entries.Reveal((n - 1) // 2, entries.nonces(place.to_bytes(32, "big"), CUP.id)[1 + (n - 1) // 2])]
        bodies += [entries.Reported((n - 1) // 2 - 1, 0, self.hash, len(BLOB))] if n > 2 else []
        for body in bodies:
            stored = self.words.signed(place, body)
            for one in (self.member, self.fellow):
                one.gossip.copying.take(signer(place).identity, stored)

    def check(self) -> None:
        """The honest are in it, and know where the other one is, soon after having come back."""
        if self.now - self.back_at < BACK or self.fellow.identity not in self.member.gossip.neighbours:
            return
        assert {self.member.identity, self.fellow.identity} <= set(self.member.ledger.enrolled)
        assert self.fellow.identity in self.member.gossip.pulses


# -- links -------------------------------------------------------------------------------------------------------------


class LinksGuest(Guest[Links]):
    """A member with an honest peer; the guest has several links, from several addresses, and keeps their datagrams."""

    reads = (links.Links, linked.Linked, dials.Dials, strangers.HalfOpens, strangers.Starts, strangers.Cookies)

    def __init__(self) -> None:
        super().__init__()
        bits = random.Random(1).randbytes
        self.member = Links(HONEST[0], ID, ID, [("10.0.0.2", 5000)], random=bits)
        self.fellow = Links(HONEST[1], ID, ID, [("10.0.0.1", 5000)], random=bits)
        self.dialling = [Links(signer(i), ID, ID, [("10.0.0.1", 5000)], random=bits) for i in range(GUESTS)]
        self.kept: list[bytes] = [bytes([kind]) * 198 for kind in (*range(16, 22), 31, 32)]
        self.turn = 0
        for _ in range(40):
            self.tick(self.now + 0.05)
            self.take()

    @staticmethod
    def _where(place: int) -> tuple[str, int]:
        return f"10.0.{1 + place // 8}.{place % 8}", 5000

    def make(self, choices: Choices) -> bytes:
        """A datagram of one of its links: a new one, one kept from before, one of them with a changed byte."""
        kind, at = choices.below(6), choices.below(GUESTS)
        if kind == 0:
            self.dialling[at] = Links(signer(choices.below(KEYS)), ID, ID, [("10.0.0.1", 5000)], random=self._bits)
            self.dialling[at].tick(self.now)
        elif kind == 1:
            self.dialling[at].send(HONEST[0].identity, b"x" * choices.below(1100), self.now)
        elif kind == 2:
            self.member.dial(("10.9.9.9", 1 + choices.below(65535)), signer(at).identity)
        fresh = [data for _, data in self.dialling[at].take_datagrams()]
        self.kept = [*self.kept, *fresh][-64:]
        data = fresh[-1] if fresh and choices.below(4) else choices.of(self.kept)
        if kind == 3 and data:
            i = choices.below(len(data))
            data = data[:i] + bytes([data[i] ^ 1 << choices.below(8)]) + data[i + 1 :]
        return data

    def _bits(self, size: int) -> bytes:
        return self.mutator.chance.randbytes(size)

    def give(self, place: int, datagram: bytes) -> None:
        """From that address."""
        self.member.receive(datagram, self._where(place), self.now)

    places = 64

    def tick(self, now: float) -> None:
        """All go on."""
        self.now = now
        self.member.tick(now)
        self.fellow.tick(now)
        for _, data in self.fellow.take_datagrams():
            self.member.receive(data, ("10.0.0.2", 5000), now)
        self.member.send(HONEST[1].identity, b"calm", now)
        for one in self.dialling:
            one.tick(now)

    def take(self) -> tuple[int, int]:
        """What it says; the guest hears its answers."""
        own = other = 0
        for to, data in self.member.take_datagrams():
            if to == ("10.0.0.2", 5000):
                other += len(data)
                self.fellow.receive(data, ("10.0.0.1", 5000), self.now)
            else:
                own += len(data)
                self.turn += 1
                self.dialling[self.turn % GUESTS].receive(data, ("10.0.0.1", 5000), self.now)
        self.member.take_news()
        return own, other

    def check(self) -> None:
        """The honest are linked with each other."""
        assert self.member.address_of(HONEST[1].identity) == ("10.0.0.2", 5000)


# -- discovery ---------------------------------------------------------------------------------------------------------


class DiscoveryGuest(Guest[Discovery]):
    """Somebody who listens, beside an honest room; the guest cries from several hosts with as many keys as it likes."""

    reads = (Discovery, Found, discovery._Turn)
    places = 32

    def __init__(self) -> None:
        super().__init__()
        notice = Notice(ID, POT.name, rules_hash(POT), "Ada", 3, 2, False, b"")
        self.room = Cry(5000, notice, ("Ada", "Ben"))
        self.own = notice._replace(room=b"m" * 32, name="Mia")
        self.member = Discovery(["lan"], 0.5, 0.0, Signer(b"m" * 32), random=random.Random(1).randbytes)
        self.number = 0
        self.due = 0.0
        for _ in range(40):
            self.tick(self.now + 0.05)
            self.take()

    def make(self, choices: Choices) -> bytes:
        """A cry of the honest room, of an invented one, of a tournament, or a call."""
        kind, by = choices.below(6), signer(choices.below(KEYS))
        self.number += 1
        counter = choices.of(NUMBERS[:6]) if choices.chance(6) else self.number
        if kind == 0:
            return choices.of((CALL_BYTES, CALL_BYTES, b"\x18\x9f\x63", here.question(bytes(16)), b"\x1e" + bytes(160)))
        fellows = [HONEST[0].identity, by.identity][: choices.below(3)]
        if kind == 1:
            return TournamentCry(1 + choices.below(65535), by.identity, choices.of(NAMES), POT.name, bytes(32), "swiss",
                                 choices.below(9), 0, True).announced(by, counter, fellows)  # fmt: skip
        room = self.room._replace(port=1 + choices.below(65535))
        if choices.chance(4):
            room = room._replace(notice=self.own, port=5000 + choices.below(2))
        elif kind == 2:
            full = room.notice._replace(taken=3, match=bytes(32))
            room = room._replace(notice=full, names=(*room.names, "Eve"))
        elif kind > 3:
            room = room._replace(notice=room.notice._replace(room=by.identity, name=choices.of(NAMES)))
        return room.announced(by, counter, fellows)

    def give(self, place: int, datagram: bytes) -> None:
        """From that host."""
        self.member.receive(datagram, f"10.0.1.{place}", "lan", self.now, 5000)

    def tick(self, now: float) -> None:
        """The honest room is cried, and answers when it is asked."""
        self.now = now
        if now >= self.due:
            self.due = now + 0.7
            self.member.receive(self.room.announced(HONEST[0], int(now * 1000)), "10.0.0.1", "lan", now, 5000)
        self.member.tick(now)

    def take(self) -> tuple[int, int]:
        """What it calls and asks; the guest answers with any key, the honest room with its own."""
        own = other = 0
        for _, data in self.member.take_datagrams():
            other += len(data)
        for _, (host, port), asked in self.member.take_questions():
            own += len(asked) * (host != "10.0.0.1")
            other += len(asked) * (host == "10.0.0.1")
            by = HONEST[0] if host == "10.0.0.1" else signer(self.mutator.chance.randrange(KEYS))
            answer = here.answering(by, lambda: ID)(asked[1 : 1 + here.RANDOM])
            self.member.receive(answer or b"", host, "lan", self.now, port)
        self.member.rooms(self.now)
        return own, other

    def act(self, choices: Choices) -> None:
        """Opens a room of its own, or leaves it, comes to another network, or asks who does not answer."""
        kind = choices.below(4)
        if kind == 0:
            linked = {signer(0).identity: ("10.0.1.0", 5000), HONEST[1].identity: ("10.0.0.2", 5000)}
            self.member.open(self.room._replace(notice=self.own), self.now, linked)
        elif kind == 1:
            self.member.open(None, self.now)
        elif kind == 2:
            self.member.set_networks(["lan", "wlan"][: 1 + choices.below(2)], self.now)
        else:
            self.member.tournaments(self.now)
            self.member.unanswered(self.now)
            self.member.others(self.now)
            self.member.fellows(self.now)

    def check(self) -> None:
        """The honest room is listed, at its own address."""
        assert ("10.0.0.1", 5000) in [(heard.host, heard.cry.port) for heard in self.member.rooms(self.now)]


class SmallGossipGuest(GossipGuest):
    """The same where there is little room."""

    small = True


KINDS: dict[str, type[Guest[Any]]] = {
    "guest-room": RoomGuest,
    "guest-gossip": GossipGuest,
    "guest-links": LinksGuest,
    "guest-discovery": DiscoveryGuest,
}


def _seeds() -> list[bytes]:
    """Some rows of deeds."""
    return [random.Random(number).randbytes(64 << number % 4) for number in range(8)]


FUZZED = KINDS | {"guest-gossip": SmallGossipGuest}
OBJECTS: dict[str, Target] = {name: Target(Fuzz(kind), _seeds, 4096, kind.reads) for name, kind in FUZZED.items()}
"""By name, as targets of `scripts/fuzz.py --objects`."""


# -- at full speed -----------------------------------------------------------------------------------------------------


def full_speed(name: str, seconds: float, seed: int, most: int = 10**12) -> dict[str, Any]:
    """A guest for so many seconds or datagrams, each of which waits for the one before: the member's time goes by with
    what it reckons. `us_a_datagram` and `us_a_byte` are processor microseconds for what the guest says, `answered` and
    `passed` bytes to the guest, and to others beyond what goes there in peace, for each byte of it.
    """
    guest, choices = KINDS[name](), Diced(random.Random(seed))
    for number in range(KEYS):
        signer(number)  # else they would count as memory of the member
    calm_end = guest.now + CALM
    calm_bytes = calm_own = 0
    calm_time = 0
    while guest.now < calm_end:
        began = time.process_time_ns()
        guest.tick(guest.now + TICK)
        calm_time += time.process_time_ns() - began
        own, other = guest.take()
        calm_bytes, calm_own = calm_bytes + other, calm_own + own
    gc.collect()
    calm = peak = _resident()
    marks = [calm]
    spent = ticked = sent = heard = answered = passed = 0
    virtual, since, due, ends = guest.now, time.monotonic(), guest.now, time.monotonic() + seconds
    start = guest.now
    while (now := time.monotonic()) < ends and sent < most:
        place, datagram = guest.deed(choices)
        began = time.process_time_ns()
        guest.give(place, datagram)
        took = time.process_time_ns() - began
        spent, sent, heard = spent + took, sent + 1, heard + len(datagram)
        virtual += max(took / 1e9, 1 / RATE)
        guest.now = virtual
        if virtual >= due:
            due = virtual + TICK
            began = time.process_time_ns()
            guest.tick(virtual)
            ticked += time.process_time_ns() - began
            own, other = guest.take()
            answered, passed = answered + own, passed + other
            peak = max(peak, _resident())
        if now - since >= seconds / 8:
            since = now
            marks.append(_resident())
    lasted = max(guest.now - start, 1e-9)
    guest.check()
    whole = spent + max(0, ticked - calm_time * lasted / CALM)
    return {
        "seconds": round(seconds),
        "virtual_seconds": round(lasted, 1),
        "datagrams": sent,
        "bytes": heard,
        "us_a_datagram": round(whole / 1000 / max(sent, 1), 1),
        "us_a_byte": round(whole / 1000 / max(heard, 1), 3),
        "answered": round(max(0.0, answered - calm_own * lasted / CALM) / max(heard, 1), 3),
        "passed": round(max(0.0, passed - calm_bytes * lasted / CALM) / max(heard, 1), 3),
        "calm_mb": round(calm, 1),
        "peak_mb": round(peak, 1),
        "marks_mb": [round(mark, 1) for mark in marks],
        "bounded": peak < TWICE * calm or not calm,
    }


def _resident() -> float:
    """The memory of this process now, in MiB; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm") as file:  # noqa: PTH123 - many times a second
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    except OSError:
        return 0.0


__all__ = ["KINDS", "OBJECTS", "BadBytes", "full_speed"]
