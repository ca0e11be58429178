"""Simulated matches with a shared deck: a bad network, lost or cut-off seats, cheats.

    for number in range(2000):
        play(case("deck", number))        # raises `AssertionError`

Most decks are small, so that each match reaches a reshuffle within some fifty steps. Some are played to the end with
the whole deck. `scripts/trials/soak.py --decks` plays any number of cases, and `tests/net/session/test_shared_soak.py`
the first ones.
"""

from __future__ import annotations

import random
from itertools import count, takewhile
from typing import NamedTuple

from core.engine.game import any_game
from core.engine.hidden.shared_deck.duties import Copied, Given, Openings, Pass
from core.engine.hidden.shared_deck.events import DeckShuffled
from net.match.events import Accusation, StepResolved
from net.records.record import pack, unpack
from net.records.verification import verify
from net.seat.driver import Driver
from net.session.runner import match_record
from net.transport.simulated import NetworkFaults, Partition, SimulatedNetwork
from tests.support.games.magpies.game import GAME, ROUNDS, Nest
from tests.support.games.magpies.watch import check
from tests.support.net.adversaries import Shameless
from tests.support.net.deckcheats import CAUGHT
from tests.support.net.tables import drivers
from tests.support.net.vanishing import MOMENTS, one_end, steps, vanishing

CHEATS_EVERY, WHOLE_EVERY, CUT_EVERY = 10, 20, 10
STEPS = 53
"""Number of steps among which the step of a loss is chosen in turn."""
SMALL = {3: (5, 2), 4: (5, 1), 5: (7, 1), 6: (7, 1)}
"""Number of kinds of cards and of rounds, by number of seats: enough for a reshuffle."""


class Case(NamedTuple):
    """One match, determined by a seed and a number; `lost` lists the step and moment of each loss."""

    seed: str
    number: int
    seats: int
    kinds: int
    rounds: int
    lost: tuple[tuple[int, int, str], ...]
    cheat: int
    client: int
    cut: tuple[float, float, int] | None
    loss: float

    def __str__(self) -> str:
        lost = ", ".join(f"seat {seat} lost at {at} {moment}" for seat, at, moment in self.lost) or "nobody lost"
        cheat = f", seat {self.cheat} is {CAUGHT[self.client][0].__name__}" if self.cheat else ""
        return f"match {self.number} of {self.seed!r}: {self.seats} seats, {lost}{cheat}, cut off {self.cut}"


class Played(NamedTuple):
    """Number of steps of a match, and the duties that were pending when seats were lost."""

    steps: int
    lost: tuple[str, ...]


def case(seed: str, number: int) -> Case:
    """Return the case with this number."""
    dice = random.Random(f"{seed} {number}")
    seats, group = 3 + number % 4, number // 4
    kinds, rounds = (10, ROUNDS) if group % WHOLE_EVERY == 0 else SMALL[seats]
    spare = seats - (seats // 2 + 1)  # most seats that may be away or out together
    order = dice.sample(range(1, seats + 1), seats)
    cheat = order.pop() if group % CHEATS_EVERY == 1 else 0
    cut = None
    if group % CUT_EVERY == 2:
        start = dice.uniform(0.2, 2.0)
        cut = (start, start + dice.uniform(1.0, 4.0), order.pop())
    many = max(0, spare - (cheat > 0) - (cut is not None))
    at = 1 + group % STEPS
    lost = tuple((order.pop(), at + 7 * i, dice.choice(sorted(MOMENTS))) for i in range(min(many, 2)))
    client, loss = dice.randrange(len(CAUGHT)), dice.choice((0.0, 0.1))
    return Case(seed, number, seats, kinds, rounds, lost, cheat, client, cut, loss)


def play(one: Case) -> Played:
    """Play the match; raise `AssertionError` if a check fails."""
    kinds: dict[int, type[Driver]] = {seat: vanishing(MOMENTS[moment], at) for seat, at, moment in one.lost}
    if one.cheat:
        signatory = CAUGHT[one.client][0]
        kinds[one.cheat] = type("Cheat", (Driver,), {"signer_class": signatory, "protocol_class": Shameless})
    text = f"{one.seed} {one.number % 20}"
    table = drivers(GAME, one.seats, text, cheats=kinds, patience=1.0, rounds=one.rounds, kinds=one.kinds)
    forked = [Partition(one.cut[0], one.cut[1], frozenset({one.cut[2]}))] if one.cut else []
    faults = NetworkFaults(loss=one.loss, duplicated=one.loss / 2, delay=(0.002, 0.02))
    net = SimulatedNetwork(table, seed=one.number, faults=faults, partitions=forked, tick=0.2, slot=0.01)
    gone = {seat for seat, _, _ in one.lost}
    remaining = [seat for seat in range(1, one.seats + 1) if seat not in gone | {one.cheat}]
    assert net.run(until=900.0, is_done=lambda: all(net.drivers[seat].stopped for seat in remaining)), (
        f"{one}: stands still"
    )
    digest, first = one_end(net, remaining), net.drivers[remaining[0]]
    assert isinstance(first.state, Nest)
    for seat in remaining:
        accused = {report.seat for report in net.reports[seat] if isinstance(report, Accusation)}
        assert accused <= {one.cheat}, f"{one}: seats {accused} are accused"
    check(first.state)
    report = verify(unpack(pack(match_record(first))), any_game(GAME))
    assert report.digest == digest and report.broke_rules <= {one.cheat}, f"{one}: {report.accused}"
    told = steps(net, remaining[0])
    played = {seat: at for seat, at, _ in one.lost if at < report.steps}
    assert not any(first.state.shared.hands[seat] for seat in played), f"{one}: closed cards of a lost seat"
    assert set(first.state.shared.out) == set(report.broke_rules), f"{one}: {first.state.shared.out} are out"
    return Played(report.steps, tuple(f"{one.seats} seats, {_under_way(told, *lost)}" for lost in played.items()))


DUTIES = {Given: "share", Copied: "copy", Openings: "opening"}


def _under_way(told: dict[int, StepResolved], seat: int, at: int) -> str:
    """Return the question of a step and whether this seat was asked."""
    decisions = told[at].decisions
    if not decisions:  # nobody is asked in step 1; where it was asked alone there is nothing, and nothing says what
        return "set-up" if at == 1 else "asked alone"
    whose = "own" if seat in decisions else "another's"
    made = next(iter(decisions.values()))
    if not isinstance(made, Pass):
        return f"{whose} {DUTIES.get(type(made), 'decision')}"
    passed = takewhile(lambda t: any(isinstance(item, Pass) for item in told[t].decisions.values()), count(at))
    if not any(isinstance(event, DeckShuffled) for t in passed for event in told[t].events):
        return f"{whose} pass of a hand"
    before = any(isinstance(event, DeckShuffled) for t in range(1, at) for event in told[t].events)
    return f"{whose} pass of the {'reshuffle' if before else 'shuffle'}"
