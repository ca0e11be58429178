"""Exploration of every order in which the entries of one or two steps can arrive, with one Byzantine seat.

A network that loses, delays, reorders and repeats datagrams changes only which entries a seat has, and in which order
they came. So the exploration delivers single entries, in every possible order, to real drivers, and lets the clock jump
at every moment. Two ways to the same state are followed once: a state is what each driver holds and has signed, its
motions, its waits and its verdict. That is sound because a driver can be rebuilt from its log at any time (PROTOCOL
part 15). Two entries count as equal if they differ only in the lengths of feeds that their seats had seen: no part of a
match reads these, only the report on entries that a record lacks.

Two things are left out because they have no effect, which it checks too: an entry that comes again, and an entry before
its predecessor. The cheat receives everything at once, and shows its entries to whom and when it likes.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Collection, Hashable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from core.engine.codec import H, Plain, dec
from net.match.feed_reader import step_of
from net.match.readiness import MOTION
from net.replication import messages
from net.replication.entries import ID_SHORT, Entry, Kind, Place, make
from net.replication.entries import read as read_entry
from net.replication.messages import Part, Soft
from net.seat.driver import Driver
from tests.support.net.tables import drivers
from tests.support.net.toys import POT

FIRST = 2
"""Step in which the exploration begins; before it, everything has arrived everywhere."""
JUMP = 2.5
"""Seconds by which the clock jumps; seats without persons then go on without others that are missing."""
PATIENCE = 1.0
MAX_ROUNDS = 12
"""Maximum number of jumps, after each of which everything arrives, within which a match must go on."""


class Unsound(AssertionError):
    """Error for a state in which an invariant does not hold; it names the way to the state."""


class Action(NamedTuple):
    """One thing that can happen next: an entry or a soft message reaches a seat, or (seat 0) the clock jumps."""

    seat: int
    what: str
    data: bytes = b""


@dataclass
class World:
    """All drivers of a match, and what they have sent that has not arrived."""

    drivers: dict[int, Driver]
    now: float = 0.0
    jumps: int = 0
    extra: list[Entry] = field(default_factory=list)
    """Entries that the cheat has signed in addition to those of its driver."""
    softs: dict[tuple[int, int], Soft] = field(default_factory=dict)
    """The latest motion of each sender on its way to each receiver."""

    def copy(self, seats: Collection[int]) -> World:
        """Return a copy in which the drivers of these seats are independent of this world's; the others are shared."""
        table = {seat: _copy(driver) if seat in seats else driver for seat, driver in self.drivers.items()}
        return World(table, self.now, self.jumps, list(self.extra), dict(self.softs))


def _copy(driver: Driver) -> Driver:
    """Return an independent copy of a driver, which shares what never changes: keys, cards, rules and entries."""
    play = driver.protocol
    assert play is not None
    kept: list[object] = [driver.at, driver.at.game, driver.setup.signer, play.table.genesis, play.own.keys]
    kept += [entry for seat in driver.feeds.seats for entry in driver.feeds.feed_of(seat)]
    kept += [*play.table.shares.values(), *play.table.accusations, *play.table.step.other_states.values()]
    kept += [opened.refused for opened in play.table.step.openings.values()]
    return copy.deepcopy(driver, {id(each): each for each in kept})


class Cheat(NamedTuple):
    """One choice of a Byzantine seat.

    `shows` tells which entries of its driver it shows at all. `adds` returns the entries that it signs in addition,
    given its driver and an entry that the driver has just signed.
    """

    name: str
    shows: Callable[[Entry], bool] = lambda entry: True
    adds: Callable[[Driver, Entry], list[Entry]] = lambda driver, entry: []


def _sign(driver: Driver, at: Entry, kind: Kind, body: Plain, prev: bytes | None = None, later: int = 0) -> Entry:
    place = Place(at.match, driver.seat, at.seq + later, at.prev if prev is None else prev)
    return make(driver.setup.signer, place, kind, at.seen, body)


def _body(entry: Entry) -> list[Plain]:
    assert isinstance(entry.body, list)
    return entry.body


def _two_commits(driver: Driver, entry: Entry) -> list[Entry]:
    if entry.kind != Kind.COMMIT or step_of(entry) != FIRST:
        return []
    t, _, digest, back = _body(entry)
    return [_sign(driver, entry, Kind.COMMIT, [t, bytes(32), digest, back])]


def _false_link(driver: Driver, entry: Entry) -> list[Entry]:
    if entry.kind != Kind.COMMIT or step_of(entry) != FIRST:
        return []
    return [_sign(driver, entry, Kind.SEAL, [FIRST, [None] * driver.at.seats, b"E"], prev=bytes(32), later=1)]


def _two_reveals(driver: Driver, entry: Entry) -> list[Entry]:
    if entry.kind != Kind.REVEAL or step_of(entry) != FIRST:
        return []
    t, number, _, _, shares = _body(entry)
    return [_sign(driver, entry, Kind.REVEAL, [t, number, None, None, shares])]


def _vote_too(driver: Driver, entry: Entry) -> list[Entry]:
    """Vote at once to continue without the first seat, in another version than its seal."""
    if entry.kind != Kind.SEAL or step_of(entry) != FIRST:
        return []
    W = [seat for seat in range(1, driver.at.seats + 1) if seat != 1]
    return [_sign(driver, entry, Kind.VOTE, [FIRST, 1, W, [], None])]


def _false_state(driver: Driver, entry: Entry) -> list[Entry]:
    if entry.kind != Kind.COMMIT or step_of(entry) != FIRST:
        return []
    t, c, _, back = _body(entry)
    return [_sign(driver, entry, Kind.COMMIT, [t, c, bytes(32), back])]


def _shows_before(kind: Kind) -> Callable[[Entry], bool]:
    """Return a filter that withholds the entries of the first step from one of this kind on."""

    def shows(entry: Entry) -> bool:
        order = (Kind.COMMIT, Kind.SEAL, Kind.REVEAL)
        late = step_of(entry) > FIRST or (step_of(entry) == FIRST and entry.kind not in order[: order.index(kind)])
        return not late

    return shows


HONEST = Cheat("honest")
CHEATS = (
    Cheat("withheld commit", _shows_before(Kind.COMMIT)),
    Cheat("withheld seal", _shows_before(Kind.SEAL)),
    Cheat("withheld reveal", _shows_before(Kind.REVEAL)),
    Cheat("two commits", adds=_two_commits),
    Cheat("two reveals", adds=_two_reveals),
    Cheat("false link", adds=_false_link),
    Cheat("vote beside its seal", adds=_vote_too),
    Cheat("two states", adds=_false_state),
)


class Summary(NamedTuple):
    """Result of an exploration: the numbers of states, of ends and of actions, and the seconds it took."""

    states: int
    ends: int
    actions: int
    seconds: float


class Scope(NamedTuple):
    """Scope of an exploration: the numbers of seats and steps, the cheat's choice, and how often the clock may jump.

    The last seat is the cheat, unless the choice is "honest".
    """

    seats: int
    steps: int = 1
    cheat: str = HONEST.name
    jumps: int = 0


class Exploration:
    """Exploration of all states of a match in a scope, from the step `FIRST` on."""

    def __init__(self, scope: Scope, limit: int = 10**9) -> None:
        self.seats, self.last, self.jumps = scope.seats, FIRST + scope.steps - 1, scope.jumps
        self.cheat = next(cheat for cheat in (HONEST, *CHEATS) if cheat.name == scope.cheat)
        self.limit = limit
        """Maximum number of states; an exploration that reaches it raises `Unsound`."""
        self._labels: dict[bytes, bytes] = {}
        self.villain = self.seats if self.cheat is not HONEST else 0
        self.honest = [seat for seat in range(1, self.seats + 1) if seat != self.villain]

    def run(self) -> Summary:
        """Explore all states; raise `Unsound` at the first that breaks an invariant."""
        began, actions, ends = time.perf_counter(), 0, 0
        first = self._first_world()
        seen = {self._key(first)}
        waiting: list[tuple[World, tuple[Action, ...]]] = [(first, ())]
        while waiting:
            world, way = waiting.pop()
            following = list(self._actions(world))
            if not following:
                ends += 1
                self._check_end(world, way)
            for action in following:
                after = world.copy(tuple(world.drivers) if not action.seat else (action.seat, self.villain))
                self._act(after, action)
                actions += 1
                key = self._key(after)
                if key in seen:
                    continue
                seen.add(key)
                if len(seen) > self.limit:
                    raise Unsound(f"more than {self.limit} states")
                self._check(after, (*way, action))
                if len(seen) % 50 == 0:
                    self._check_no_effect(after, (*way, action))
                waiting.append((after, (*way, action)))
        return Summary(len(seen), ends, actions, time.perf_counter() - began)

    # The world --------------------------------------------------------------------------------------------------------

    def _first_world(self) -> World:
        """Return the match at the beginning of its first explored step, in which nobody has signed anything yet."""
        table = drivers(POT, self.seats, goal=150, patience=PATIENCE)
        world = World(table)
        while not all(d.protocol is not None and d.protocol.table.step.t >= FIRST for d in table.values()):
            for seat, driver in table.items():
                for to, datagram in driver.take_datagrams():
                    if self._is_early(datagram):
                        table[to].receive(datagram, seat)
            world.now += 0.02
            for driver in table.values():
                driver.tick(world.now)
                driver.process(world.now)
        for seat in table:
            for other in table:
                for entry in table[other].feeds.feed_of(other):
                    if step_of(entry) < FIRST:
                        self._deliver(world, seat, entry)
        for driver in table.values():
            driver.take_datagrams()
            driver.take_reports()
        self._let_cheat_know(world)
        return world

    def _is_early(self, datagram: bytes) -> bool:
        """Return True for a datagram without entries of the explored steps."""
        for message in messages.read(datagram):
            if isinstance(message, Part) and message.parts == 1 and step_of(read_entry(message.data)) >= FIRST:
                return False
        return True

    def _deliver(self, world: World, seat: int, entry: Entry) -> None:
        """Let an entry reach a seat, from any peer that is not its signer if possible."""
        driver = world.drivers[seat]
        if entry.seat == seat:
            return
        part = Part(entry.match, entry.seat, entry.seq, 0, 1, entry.stored)
        self._hand_over(world, driver, messages.pack_message(part), entry.seat)

    def _hand_over(self, world: World, driver: Driver, message: bytes, sender: int) -> None:
        for datagram in messages.pack_datagrams([message]):
            driver.receive(datagram, sender)
        driver.process(world.now)
        self._collect(world, driver)

    def _collect(self, world: World, driver: Driver) -> None:
        """Collect the motions that a driver sends; its entries are in its feed."""
        for to, datagram in driver.take_datagrams():
            for message in messages.read(datagram):
                if not isinstance(message, Soft) or not isinstance(to, int) or to not in self.honest:
                    continue
                parts = dec(message.data)
                assert isinstance(parts, list)
                if (parts[0], parts[2]) == (MOTION, driver.seat):  # peers also repeat the motions of others
                    world.softs[driver.seat, to] = message
        if driver.seat == self.villain:
            world.softs = {key: soft for key, soft in world.softs.items() if key[0] != self.villain}

    def _shown(self, world: World) -> list[Entry]:
        """Return all entries of the explored steps that exist and that their seats show."""
        found: list[Entry] = []
        for seat, driver in world.drivers.items():
            own = driver.feeds.feed_of(seat)
            found += [
                e for e in own if FIRST <= step_of(e) <= self.last and (seat != self.villain or self.cheat.shows(e))
            ]
        return found + world.extra

    def _let_cheat_know(self, world: World) -> None:
        """Deliver everything to the cheat at once, and let it sign."""
        if not self.villain:
            return
        driver = world.drivers[self.villain]
        moved = True
        while moved:
            moved = False
            for seat in self.honest:
                for entry in world.drivers[seat].feeds.feed_of(seat):
                    if step_of(entry) <= self.last and not _holds(driver, entry):
                        before = len(driver.feeds.feed_of(seat))
                        self._deliver(world, self.villain, entry)
                        moved = moved or len(driver.feeds.feed_of(seat)) > before
        known = {entry.id for entry in world.extra}
        for entry in driver.feeds.feed_of(self.villain):
            for more in self.cheat.adds(driver, entry):
                if more.id not in known:
                    world.extra.append(more)

    # Actions ----------------------------------------------------------------------------------------------------------

    def _actions(self, world: World) -> Iterator[Action]:
        for seat in self.honest:
            driver = world.drivers[seat]
            for entry in self._shown(world):
                if entry.seat != seat and not _holds(driver, entry) and _may_come(driver, entry):
                    yield Action(seat, "entry", entry.stored)
        for (sender, to), soft in sorted(world.softs.items()):
            yield Action(to, f"motion of {sender}", soft.data)
        if world.jumps < self.jumps and not all(self._is_done(world.drivers[seat]) for seat in self.honest):
            yield Action(0, "jump")

    def _act(self, world: World, action: Action) -> None:
        if action.what == "jump":
            world.jumps += 1
            for _ in range(2):  # a policy that moves at the first tick sees its own motion at the second
                world.now += JUMP / 2
                for driver in world.drivers.values():
                    driver.set_time(world.now)
                    for other in self.honest:  # heads arrive from all but the cheat
                        driver.attendance.note_received(other)
                    driver.tick(world.now)
                    driver.process(world.now)
                    self._collect(world, driver)
        elif action.what == "entry":
            entry = next(e for e in self._shown(world) if e.stored == action.data)
            self._deliver(world, action.seat, entry)
        else:
            sender = int(action.what.rsplit(" ", 1)[1])
            soft = world.softs.pop((sender, action.seat))
            self._hand_over(world, world.drivers[action.seat], messages.pack_message(soft), sender)
        self._let_cheat_know(world)

    # States -----------------------------------------------------------------------------------------------------------

    def _key(self, world: World) -> Hashable:
        """Return all that the future of a world depends on."""
        held = [e for d in world.drivers.values() for seat in d.feeds.seats for e in d.feeds.feed_of(seat)]
        for entry in sorted((e for e in held if e.id not in self._labels), key=lambda e: (step_of(e), e.kind, e.seq)):
            self._label(entry)  # commits before the seals that name them
        seats = tuple(self._seat_key(driver, world.now) for _, driver in sorted(world.drivers.items()))
        return seats, world.jumps, tuple(sorted((key, soft.data) for key, soft in world.softs.items()))

    def _seat_key(self, driver: Driver, now: float) -> Hashable:
        play = driver.protocol
        assert play is not None
        held = tuple(tuple(map(self._label, driver.feeds.feed_of(seat))) for seat in driver.feeds.seats)
        beside = tuple(sorted(map(self._label, driver.feeds.side_entries())))
        unlinked = tuple(sorted((seat, self._label(entry)) for seat, entry in driver.feeds.unlinked.items()))
        waits = tuple(sorted((key, round(now - since, 3)) for key, since in driver.attendance._waiting.items()))
        motions = tuple(sorted(play.motions.current_motions().items()))
        return held, beside, unlinked, waits, motions, play.verdict, play.disputes.is_open, play.table.step.t

    def _label(self, entry: Entry) -> bytes:
        """Return a hash of an entry without the lengths that its seat had seen, here or in entries that it names."""
        known = self._labels.get(entry.id)
        if known is None:
            before = self._labels.get(entry.prev, entry.prev)
            known = H("label", [entry.seat, entry.seq, int(entry.kind), self._labelled(entry.body), before])
            self._labels[entry.id] = self._labels[entry.id[:ID_SHORT]] = known
        return known

    def _labelled(self, body: Plain) -> Plain:
        if isinstance(body, (list, tuple)):
            return [self._labelled(part) for part in body]
        return self._labels.get(body, body) if isinstance(body, bytes) else body

    def _is_done(self, driver: Driver) -> bool:
        play = driver.protocol
        return play is not None and (play.stopped or play.table.step.t > self.last)

    # Invariants -------------------------------------------------------------------------------------------------------

    def _check(self, world: World, way: tuple[Action, ...]) -> None:
        digests: dict[int, bytes] = {}
        for seat in self.honest:
            driver = world.drivers[seat]
            play = driver.protocol
            assert play is not None
            for wrong in play.table.accusations:
                self._require(wrong.seat == self.villain, f"seat {seat} accuses seat {wrong.seat}: {wrong.words}", way)
            self._require(play.faults.convicted <= {self.villain}, f"seat {seat} convicts {play.faults.convicted}", way)
            verdict = play.verdict
            if verdict is not None:
                self._require(verdict.seat in (0, self.villain), f"seat {seat} stops: {verdict}", way)
            t, digest = play.table.step.t, play.table.step.digest
            self._require(digests.setdefault(t, digest) == digest, f"two states before step {t}", way)
            self._check_sealed_first(driver, way)

    def _check_sealed_first(self, driver: Driver, way: tuple[Action, ...]) -> None:
        """Check that a seat opens in round 0 only when it has the seals of all present seats."""
        play = driver.protocol
        assert play is not None
        own = driver.feeds.feed_of(driver.seat)
        reveal = next((e for e in own if e.kind == Kind.REVEAL and step_of(e) == play.table.step.t), None)
        if reveal is None or _body(reveal)[1] != 0 or len(driver.feeds.seats) == 2:
            return
        sealed = {seal.seat for seal in play.table.step.votes.seals.values()}
        self._require(play.table.present <= sealed, f"seat {driver.seat} opens before all have sealed", way)

    def _check_end(self, world: World, way: tuple[Action, ...]) -> None:
        """Check an end: every honest seat has resolved the steps, or does so once time passes and all arrives.

        It may also have stopped because of the cheat. Of two seats the cheat can stop the match.
        """
        if self.villain and self.seats == 2:
            return
        for _ in range(MAX_ROUNDS):
            if all(self._has_played(world.drivers[seat]) for seat in self.honest):
                return
            world = world.copy(tuple(world.drivers))
            self._act(world, Action(0, "jump"))
            while arriving := [action for action in self._actions(world) if action.seat]:
                self._act(world, arriving[0])
                self._check(world, way)
        owed = {seat: play.owed() for seat in self.honest if (play := world.drivers[seat].protocol) is not None}
        self._require(False, f"the match does not go on: {owed}", way)

    def _has_played(self, driver: Driver) -> bool:
        """Return True if a seat has resolved the steps, or has stopped because of the cheat."""
        play = driver.protocol
        assert play is not None
        stopped = play.verdict is not None and play.verdict.seat == self.villain != 0
        return play.table.step.t > self.last or stopped

    def _check_no_effect(self, world: World, way: tuple[Action, ...]) -> None:
        """Check that repeated entries and entries before their predecessors change nothing."""
        before = self._key(world)
        twin = world.copy(tuple(world.drivers))
        for seat in self.honest:
            for entry in self._shown(twin):
                if _holds(twin.drivers[seat], entry):
                    self._deliver(twin, seat, entry)
        self._require(self._key(twin) == before, "an entry that came again changed a state", way)

    def _require(self, holds: bool, words: str, way: tuple[Action, ...]) -> None:
        if not holds:
            steps = "; ".join(f"{action.what} -> {action.seat}" for action in way)
            raise Unsound(f"{words} [{self.seats} seats, {self.cheat.name}; {steps}]")


def _holds(driver: Driver, entry: Entry) -> bool:
    """Return True if a driver holds an entry, in a feed or beside it."""
    feed = driver.feeds.feed_of(entry.seat)
    if entry.seq < len(feed) and feed[entry.seq].id == entry.id:
        return True
    known = driver.feeds.unlinked.get(entry.seat)
    return (known is not None and known.id == entry.id) or any(
        side.id == entry.id for side in driver.feeds.side_entries(entry.seat)
    )


def _may_come(driver: Driver, entry: Entry) -> bool:
    """Return True if a driver holds the predecessor of an entry, or the entry is one with a false link."""
    return driver.feeds.predecessor_of(entry) is not None or (
        entry.seq <= len(driver.feeds.feed_of(entry.seat)) and entry.prev == bytes(32)
    )


def explore(scope: Scope, limit: int = 10**9) -> Summary:
    """Return the summary of an exploration; raise `Unsound` at the first state that breaks an invariant."""
    return Exploration(scope, limit).run()


QUICK = (
    *(Scope(2, steps) for steps in (1, 2, 3)),
    *(Scope(2, 1, cheat.name) for cheat in CHEATS),
    Scope(3, 1),
    *(Scope(3, 1, cheat.name) for cheat in CHEATS),
    Scope(3, 1, "withheld commit", 2),
    Scope(3, 1, "withheld seal", 1),
)
"""Scopes that together take some 20 seconds."""
