"""Simulated matches with a bad network, partitions, crashes and Byzantine peers, from one seed.

    for number in range(2000):
        outcome = play(case("soak", number))        # raises `Broken`

`scripts/trials/soak.py --matches` plays any number of cases, and `tests/net/session/test_soak.py` the first 2,000.
"""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from functools import cache
from typing import Any, NamedTuple
from unittest import mock

import tests.support.net.reckoning  # noqa: F401
from core.bots.random_bot import RandomBot
from core.engine.game import Game
from core.games.registry import GAMES
from net.match.events import Accusation, FoundEvidence, StepResolved, Verdict
from net.match.feed_reader import step_of
from net.proofs.evidence import judge
from net.records.record import BadRecord
from net.records.verification import verify
from net.replication import rollback_guard
from net.replication.entries import Kind
from net.replication.entry_log import MemoryEntryLog
from net.replication.sync import HELD_BYTES
from net.seat.absence import AbsenceView, PatientPolicy
from net.seat.driver import Driver
from net.session.runner import match_record, play_local
from net.transport.simulated import NetworkFaults, Partition, SimulatedNetwork
from tests.support.net.adversaries import ADVERSARIES, BESIDE_A_LOST_SEAT, LOST, Adversary
from tests.support.net.tables import BRIDGEFRONT, CABINET, MIDNIGHT, NAMES, TOYS, drivers
from tests.support.net.toys import POT, TRICKS

FAULTS = NetworkFaults(loss=0.2, duplicated=0.05, delay=(0.0005, 0.04))
CARDS_EVERY = {BRIDGEFRONT: 20, MIDNIGHT: 40, CABINET: 40}
"""Period of the matches of a game; one match in this number is of the game."""
SEATS = (3, 2, 3, 4, 2, 3, 2, 5, 3, 2, 3, 2, 3, 4, 2, 6, 3, 2, 3, 2, 3, 2, 3, 2, 2, 3, 2, 2, 3, 2) + (3, 2, 3, 4, 2) * 2
"""Numbers of seats, used in turn; each further seat makes a match about 1.5 times as slow."""
BLOCK = 20
"""Number of consecutive matches with the same secrets."""
TEXTS = 2
"""Number of different sets of secrets; the expected result of a match without a cheat is known for each."""
LONGEST = {TRICKS: 60.0, POT: 60.0, BRIDGEFRONT: 400.0, MIDNIGHT: 400.0, CABINET: 400.0}
TICK = 0.2
"""Virtual seconds between two clock checks of a peer; they cost more than anything else."""
SLOT = 0.02
"""Simulated seconds within which datagrams for a peer are delivered together."""
FINE_EVERY = 16
BESIDE_EVERY, BESIDE_AT = 16, 11
"""Period and position of the matches with other cheats; all other matches stay the same."""
SETTLE = 1.0
"""Simulated seconds that a match continues after its end, for late findings."""
TRIES = 8
"""Number of requests after which a test stops asking for entries that a peer only claims to have."""
STILL = 12.0
"""Simulated seconds without a step after which nothing more is expected."""
GAMES_HERE = {**GAMES, **{game.name: game for game in TOYS}}
STEPS = {BRIDGEFRONT: {2: 24, 3: 12, 4: 8, 5: 6, 6: 5}, MIDNIGHT: {3: 10, 4: 7, 5: 5},
         CABINET: {2: 24, 3: 12, 4: 8, 5: 6}}  # fmt: skip
"""Number of steps, by game and seats, after which a match is examined; twice as many with a cheat."""
TO_THE_END = 10**6
BEYOND = 20
"""Number of further steps whose digests are known, since a peer may be ahead."""
BY_NAME: dict[str, Game] = {game.name: game for game in (*TOYS, BRIDGEFRONT, MIDNIGHT, CABINET)}


class Crash(NamedTuple):
    """A crash of an honest seat; the first `kept` chunks of its unsaved data survive."""

    at: float
    seat: int
    kept: int


class Case(NamedTuple):
    """One match, determined by a seed and a number."""

    seed: str
    number: int
    game: str
    seats: int
    text: str
    options: tuple[tuple[str, Any], ...]
    cheats: tuple[tuple[int, Adversary], ...]
    patience: float
    partitions: tuple[Partition, ...]
    crashes: tuple[Crash, ...]
    steps: int = TO_THE_END

    @property
    def slot(self) -> float:
        """Simulated seconds within which arrivals are delivered together."""
        return 0.0 if self.number % FINE_EVERY == 0 else SLOT

    @property
    def honest(self) -> list[int]:
        """Seats with honest clients."""
        return [seat for seat in range(1, self.seats + 1) if seat not in dict(self.cheats)]

    @property
    def harmless(self) -> bool:
        """True if no seat can delay the others, no seat is excluded, and no cheat brings about an event of the game."""
        return not self.patience and not any(item.kinds or item.waits or item.seen for _, item in self.cheats)

    def __str__(self) -> str:
        cheats = ", ".join(f"seat {seat} {adversary.name}" for seat, adversary in self.cheats) or "no cheat"
        return f"match {self.number} of {self.seed!r}: {self.game}, {self.seats} seats, {cheats}"


class Outcome(NamedTuple):
    """Outcome of a match: a word, and the numbers of datagrams and steps."""

    word: str
    steps: int
    sent: int
    accused: frozenset[str]


class Broken(AssertionError):
    """Raised when an invariant fails."""

    def __init__(self, case: Case, words: str) -> None:
        super().__init__(f"{case}: {words}")


# -- what is played --


def case(seed: str, number: int, only: str = "", seats: int = 0) -> Case:
    """Return the case with this number.

    `only` names the single adversary, and `seats` overrides the number of players.
    """
    chance = random.Random(f"{seed} {number}")
    if only:
        wanted = next(item for item in ADVERSARIES if item.name == only)
        game = chance.choice(wanted.games)
    elif number % CARDS_EVERY[BRIDGEFRONT] == 0:
        game = BRIDGEFRONT
    elif number % CARDS_EVERY[MIDNIGHT] == 10:
        game = MIDNIGHT
    elif number % CARDS_EVERY[CABINET] == 30:
        game = CABINET
    else:
        game = chance.choice((TRICKS, TRICKS, TRICKS, TRICKS, POT))
    turn = number // CARDS_EVERY.get(game, 1)
    counts = game.seat_counts if game in (MIDNIGHT, CABINET) else SEATS
    seats = seats or counts[turn % len(counts)]
    cheats = _cheats(chance, game, seats, only)
    if number % BESIDE_EVERY == BESIDE_AT and game in TOYS and not only:
        cheats = beside(random.Random(f"{seed} {number} beside"), [seat for seat, _ in cheats])
    honest = [seat for seat in range(1, seats + 1) if seat not in dict(cheats)]
    length = 4.0 if game in STEPS else 1.5
    return Case(
        seed,
        number,
        game.name,
        seats,
        f"soak {number // BLOCK % TEXTS}",
        _options(game, turn, cheats),
        cheats,
        chance.choice((0.0, 0.6)) if all(not (item.kinds or item.waits) for _, item in cheats) else 1.2,
        tuple(_partition(chance, seats, length) for _ in range(3)),
        tuple(Crash(chance.uniform(0.02, length), chance.choice(honest), chance.randrange(4)) for _ in range(2)),
        looked_at(game, seats, bool(cheats)),
    )


def looked_at(game: Any, seats: int, cheated: bool) -> int:
    """Return the number of steps after which a match is examined; small games are examined at their end."""
    few = STEPS.get(game, {}).get(seats, TO_THE_END)
    return 2 * few if cheated else few


def _options(game: Any, turn: int, cheats: tuple[tuple[int, Adversary], ...]) -> tuple[tuple[str, Any], ...]:
    """Return the options of the shortest match; with a cheat the match lasts one step longer."""
    modules = (("escalations", ("off", "on")[turn % 2]), ("pacts", ("off", "on")[turn // 2 % 2]))
    return {
        BRIDGEFRONT: (("vp_to_win", 5),),
        TRICKS: (("rounds", 3 if cheats else 2),),
        POT: (("goal", 3),),
        MIDNIGHT: modules,
        CABINET: (("target", ("calm", "storm")[turn // 4 % 2]), ("clock", ("passes", "seed")[turn // 8 % 2])),
    }[game]


def _cheats(chance: random.Random, game: Any, seats: int, only: str) -> tuple[tuple[int, Adversary], ...]:
    here = [item for item in ADVERSARIES if game in item.games and (item.name == only or not (only or item.slow))]
    maximum = max(1, (seats - 1) // 2)  # a majority of the others must be able to go on without them (14)
    count = chance.choice((0, 1, 1, maximum)) if not only else 1
    at = sorted(chance.sample(range(1, seats + 1), count))
    return tuple((seat, chance.choice(here)) for seat in at)


def beside(chance: random.Random, seats: list[int]) -> tuple[tuple[int, Adversary], ...]:
    """Return cheats for these seats.

    The first plays the attack that gains most from lost seats, and the others are lost.
    """
    return tuple((seat, chance.choice(LOST if i else BESIDE_A_LOST_SEAT)) for i, seat in enumerate(seats))


def _partition(chance: random.Random, seats: int, length: float) -> Partition:
    start = chance.uniform(0.0, length)
    side = chance.sample(range(1, seats + 1), chance.randrange(1, seats))
    return Partition(start, start + chance.uniform(0.1, 0.6), frozenset(side))


class Talkative(PatientPolicy):
    """Exclusion policy of people who talk to each other, and so find out which seats delay the match."""

    def __init__(self, seconds: float, cheats: frozenset[int]) -> None:
        super().__init__(seconds)
        self._cheats = cheats
        self._left: set[int] = set()

    def _is_missing(self, view: AbsenceView, seat: int) -> bool:
        held_up = seat in self._cheats and view.waited.get(seat, 0.0) >= self.seconds
        return held_up or super()._is_missing(view, seat)

    def motion(self, view: AbsenceView) -> tuple[int, ...]:
        """Return the motion without the seats that delay the match, either."""
        W = super().motion(view)
        if W and view.motions.get(view.seat) and view.since >= self.seconds:
            self._left |= {seat for seat in self._cheats - {view.seat} if view.motions.get(seat) != W}
        fewer = tuple(seat for seat in W if seat not in self._left)
        return fewer if len(fewer) >= view.quorum else W


class Steady:
    """A player whose decisions follow from the state and a text, so that they are the same after a restart."""

    def __init__(self, text: str) -> None:
        self._text = text

    def decide(self, game: Any, state: Any, seat: int, secrets: Any) -> Any:
        """Return a legal decision."""
        if game in TOYS:
            return game.default_decision(state, seat, secrets)
        return RandomBot(f"{self._text} {state.t}", seat).decide(game, state, seat, secrets)


# -- how it is played --


def play(case: Case) -> Outcome:
    """Play a match and examine the result; raise `Broken` if an invariant fails."""
    net = run(case)
    return examine(case, net)


@mock.patch.object(rollback_guard, "TRIES", TRIES)
def run(case: Case, faults: NetworkFaults = FAULTS) -> SimulatedNetwork:
    """Play a match, by default over a bad network."""
    game = BY_NAME[case.game]
    cheats = {seat: item.kind for seat, item in case.cheats}
    table = drivers(game, case.seats, case.text, cheats, Steady(case.text), **dict(case.options))
    if case.patience:
        for driver in table.values():
            driver.attendance.policy = Talkative(case.patience, frozenset(dict(case.cheats)))
    net = SimulatedNetwork(table, case.number, faults, case.partitions, tick=TICK, slot=case.slot)
    honest = case.honest

    def all_stopped() -> bool:
        """Return True if all honest seats have stopped, or have played as many steps as are examined."""
        drivers = map(net.drivers.__getitem__, honest)
        return all(d.stopped or (d.protocol and d.protocol.table.last >= case.steps) for d in drivers)

    for crash in sorted(case.crashes):
        net.run(until=crash.at)
        _crash(net, game, crash)
    progress, since = -1, net.now
    while net.now < LONGEST[game] and not all_stopped():
        net.run(until=net.now + 0.5, is_done=all_stopped)
        steps = sum(_progress(net.drivers[seat]) for seat in honest)
        if steps > progress:
            progress, since = steps, net.now
        elif net.now - since > STILL:
            break
    net.run(until=net.now + SETTLE, is_done=lambda: all(net.drivers[seat].settled for seat in honest))
    net.run(until=net.now + STILL, is_done=lambda: _agree(case, net))
    return net


def _agree(case: Case, net: SimulatedNetwork) -> bool:
    """Return True if all honest seats have the same end, or may stop one by one because of an equivocating cheat."""
    return len({_end(net.drivers[seat]) for seat in case.honest}) == 1


def _progress(driver: Driver) -> int:
    return sum(driver.feeds.lengths()) if driver.protocol else 0


def _crash(net: SimulatedNetwork, game: Any, crash: Crash) -> None:
    """Cut the power of a seat after it has acted and before it has sent anything."""
    old = net.drivers[crash.seat]
    entry_log = old._entry_log
    assert isinstance(entry_log, MemoryEntryLog)
    old.tick(net.now)
    entry_log.crash(crash.kept)
    others = [other for other in net.drivers if other != crash.seat]
    again = Driver(old.at, entry_log, others, old.setup.player, policy=old.attendance.policy)
    net.restart(crash.seat, again)


# -- what must hold --


def examine(case: Case, net: SimulatedNetwork) -> Outcome:
    """Return the outcome of the match; raise `Broken` if an invariant fails."""
    honest = {seat: net.drivers[seat] for seat in case.honest}
    accused = _accused(case, net)
    word = _one_end(case, honest)
    for seat, driver in honest.items():
        _in_order(case, seat, driver)
        _within_bounds(case, driver)
    if word == "finished":
        _holds_offline(case, next(iter(honest.values())))
    if case.harmless and (word not in ("finished", "played") or accused):
        raise Broken(case, f"nobody did anything that counts, and it came to {word}, with {accused} accused")
    _same_steps(case, net)
    steps = max((driver.protocol.table.last for driver in honest.values() if driver.protocol), default=0)
    return Outcome(word, steps, net.sent, accused)


def _accused(case: Case, net: SimulatedNetwork) -> frozenset[str]:
    """Return the proven accusations of honest seats, after checking that they blame no honest seat."""
    cheats = dict(case.cheats)
    said: set[tuple[int, str]] = set()
    for seat in case.honest:
        for report in net.reports[seat]:
            if isinstance(report, (Verdict, Accusation)):
                said.add((report.seat, report.kind))
            elif isinstance(report, FoundEvidence):
                judged = judge(report.data, GAMES_HERE)
                if judged.proves and judged.seat in case.honest:
                    raise Broken(case, f"evidence of seat {seat} convicts the honest seat {judged.seat}: {judged}")
    wrongly = {(seat, kind) for seat, kind in said if seat and seat not in cheats}
    if wrongly:
        raise Broken(case, f"honest seats were accused: {wrongly}")
    return frozenset(kind for _, kind in said)


def _one_end(case: Case, honest: dict[int, Driver]) -> str:
    """Return the common end of all honest seats, or check that they wait for a cheat."""
    ends = {_end(driver) for driver in honest.values()}
    waiting = {owed.seat for driver in honest.values() for owed in driver.attendance.owed()}
    if all(driver.protocol and driver.protocol.table.last >= case.steps for driver in honest.values()):
        return "played"
    if not any(driver.stopped for driver in honest.values()):
        if (case.seats == 2 or waiting & set(dict(case.cheats))) and any(item.waits for _, item in case.cheats):
            return "waits"
        raise Broken(case, f"it does not go on; owed is {[driver.attendance.owed() for driver in honest.values()]}")
    if len(ends) != 1:
        raise Broken(case, f"honest seats came to different ends: {ends}")
    (end,) = ends
    if end[0] == "digest":
        sides = [set(side) & set(case.honest) for driver in honest.values() for side in driver.verdict.sides]  # type: ignore[union-attr]
        if any(side and side != set(case.honest) & side | side for side in sides):
            raise Broken(case, f"honest seats differ: {sides}")
    return str(end[0])


def _end(driver: Driver) -> tuple[Any, ...]:
    if driver.finished is not None:
        return ("finished", driver.finished.digest, driver.finished.standing)
    if driver.verdict is None:
        return ("going on",)
    return (driver.verdict.kind, driver.verdict.seat, driver.verdict.t)


def _in_order(case: Case, seat: int, driver: Driver) -> None:
    """Check the order of entries in a seat's own feed.

    There is one commit and one seal per step. A seal follows the commits that it names, and a reveal follows their
    seals.
    """
    seen_at: dict[tuple[int, int], dict[int, int]] = {}
    for other in driver.feeds.seats:
        for entry in driver.feeds.feed_of(other):
            seen_at.setdefault((entry.kind, step_of(entry)), {}).setdefault(other, entry.seq)
    signed: Counter[tuple[int, ...]] = Counter()
    named: dict[int, list[int]] = {}
    for entry in driver.feeds.feed_of(seat):
        t = step_of(entry)
        body = entry.body if isinstance(entry.body, list) else []
        if entry.kind in (Kind.COMMIT, Kind.SEAL):
            signed[entry.kind, t] += 1
        elif entry.kind in (Kind.REVEAL, Kind.VOTE, Kind.CUT):
            signed[entry.kind, t, body[1]] += 1
        if not driver.protocol or t > driver.protocol.table.last:
            continue
        due: list[int] = []
        if entry.kind == Kind.SEAL:
            due = named[t] = [other for other, name in enumerate(body[1], 1) if name is not None]
        elif entry.kind == Kind.REVEAL and body[1] == 0 and case.seats > 2:
            due = [other for other in named.get(t, ()) if other in seen_at.get((Kind.SEAL, t), ())]
        before = seen_at.get((Kind.COMMIT if entry.kind == Kind.SEAL else Kind.SEAL, t), {})
        if any(entry.seen[other - 1] <= before.get(other, -1) for other in due):
            raise Broken(case, f"seat {seat} went on in step {t} before it had seen what others owed")
    twice = [what for what, count in signed.items() if count > 1]
    if twice:
        raise Broken(case, f"seat {seat} signed twice: {twice}")
    if seat in driver.feeds.forks:
        raise Broken(case, f"seat {seat} forked its own feed")


def _within_bounds(case: Case, driver: Driver) -> None:
    for peer in driver.sync.peers.values():
        if peer.held_bytes > HELD_BYTES:
            raise Broken(case, f"{peer.held_bytes} bytes wait of one peer")
    for seat in driver.feeds.seats:
        if len(driver.feeds.feed_of(seat)) > 600 + 4 * (driver.protocol.table.last if driver.protocol else 0):
            raise Broken(case, f"the feed of seat {seat} has grown to {len(driver.feeds.feed_of(seat))}")


def _holds_offline(case: Case, driver: Driver) -> None:
    """Check that replaying the record gives the same digest."""
    try:
        report = verify(match_record(driver), BY_NAME[case.game])
    except BadRecord as bad:
        if bad.seat in dict(case.cheats):
            return
        raise Broken(case, f"the record of the finished match does not hold: {bad}") from None
    if driver.finished is None or report.digest != driver.finished.digest:
        raise Broken(case, "the log run again gives another digest")


def _digests(net: SimulatedNetwork, seat: int) -> dict[int, bytes]:
    """Return the digest after every step that a seat has reported."""
    return {said.t: said.digest for said in net.reports[seat] if isinstance(said, StepResolved)}


def _same_steps(case: Case, net: SimulatedNetwork) -> None:
    """Check that no two honest seats resolve a step differently.

    Unless a cheat takes effect, each step equals that of an undisturbed match.
    """
    trace = expected(case) if case.harmless else {}
    for seat in case.honest:
        told = _digests(net, seat)
        wrong = [t for t, digest in told.items() if trace.setdefault(t, digest) != digest]
        if wrong:
            raise Broken(case, f"seat {seat} resolved step {wrong[0]} in another way")


def expected(case: Case) -> dict[int, bytes]:
    """Return the digest after every step of an undisturbed match."""
    return dict(_expected(case.game, case.seats, case.text, case.options, case.steps))


class _FarEnough(Exception):
    pass


@cache
def _expected(game: str, seats: int, text: str, options: tuple[tuple[str, Any], ...], steps: int) -> dict[int, bytes]:
    result = BY_NAME[game]
    trace: dict[int, bytes] = {}

    def note(step: StepResolved, state: Any) -> None:
        trace[step.t] = step.digest
        if step.t >= steps + BEYOND:
            raise _FarEnough

    with contextlib.suppress(_FarEnough):
        play_local(result, seats, dict(options), text, [Steady(text)] * seats, note, NAMES[:seats])
    return trace
