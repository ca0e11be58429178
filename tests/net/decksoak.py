"""Simulated matches with a shared deck: a bad network, seats lost at every step or cut off for a while, cheats.

    for number in range(2000):
        play(case("deck", number))        # raises `AssertionError`

`scripts/soak.py --decks` plays as many as one likes; `tests/net/test_shared_soak.py` plays the first ones.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from net.driver import Driver
from net.match import match_record
from net.record import pack, unpack
from net.reports import Accused
from net.simnet import Faults, Partition, SimNet
from net.verify import verify
from tests.core.magpies.game import GAME, ROUNDS
from tests.core.magpies.watch import check
from tests.net.adversaries import Shameless
from tests.net.deckcheats import CAUGHT
from tests.net.tables import drivers
from tests.net.vanishing import MOMENTS, one_end, vanishing

CHEATS_EVERY, WHOLE_EVERY, CUT_EVERY = 4, 10, 5
STEPS = 60
"""A seat is lost in one of so many steps, one after the other."""


class Case(NamedTuple):
    """One match, all of which follows from the seed and its number; `lost` says at which step and moment."""

    seed: str
    number: int
    seats: int
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


def case(seed: str, number: int) -> Case:
    """The match of that number."""
    dice = random.Random(f"{seed} {number}")
    seats, rounds = 3 + number % 4, ROUNDS if number % WHOLE_EVERY == 0 else dice.choice((1, 1, 2))
    spare = seats - (seats // 2 + 1)  # so many may be away or out together
    order = dice.sample(range(1, seats + 1), seats)
    cheat = order.pop() if number // 4 % CHEATS_EVERY == 1 else 0
    cut = None
    if number // 4 % CUT_EVERY == 2:
        start = dice.uniform(0.2, 2.0)
        cut = (start, start + dice.uniform(1.0, 4.0), order.pop())
    many = max(0, spare - (cheat > 0) - (cut is not None))
    at = 1 + number // 16 % STEPS
    lost = tuple((order.pop(), at + 7 * i, dice.choice(sorted(MOMENTS))) for i in range(min(many, 2)))
    return Case(seed, number, seats, rounds, lost, cheat, dice.randrange(len(CAUGHT)), cut, dice.choice((0.0, 0.1)))


def play(one: Case) -> int:
    """Plays it; how many steps it had. Raises `AssertionError` where something is not as it should be."""
    kinds: dict[int, type[Driver]] = {seat: vanishing(MOMENTS[moment], at) for seat, at, moment in one.lost}
    if one.cheat:
        signatory = CAUGHT[one.client][0]
        kinds[one.cheat] = type("Cheat", (Driver,), {"signatory": signatory, "conduct": Shameless})
    text = f"{one.seed} {one.number % 20}"
    table = drivers(GAME, one.seats, text, cheats=kinds, patience=1.0, rounds=one.rounds)
    parted = [Partition(one.cut[0], one.cut[1], frozenset({one.cut[2]}))] if one.cut else []
    faults = Faults(loss=one.loss, doubled=one.loss / 2, delay=(0.002, 0.02))
    net = SimNet(table, seed=one.number, faults=faults, partitions=parted, tick=0.2, slot=0.01)
    gone = {seat for seat, _, _ in one.lost}
    left = [seat for seat in range(1, one.seats + 1) if seat not in gone | {one.cheat}]
    assert net.run(until=900.0, done=lambda: all(net.drivers[seat].stopped for seat in left)), f"{one}: stands still"
    digest, first = one_end(net, left), net.drivers[left[0]]
    for seat in left:
        accused = {report.seat for report in net.reports[seat] if isinstance(report, Accused)}
        assert accused <= {one.cheat}, f"{one}: seats {accused} are accused"
    check(first.state)
    report = verify(unpack(pack(match_record(first))), GAME)
    assert report.digest == digest and report.broke_rules <= {one.cheat}, f"{one}: {report.accused}"
    played = {seat for seat, at, _ in one.lost if at < report.steps}
    assert not any(first.state.shared.hands[seat] for seat in played), f"{one}: closed cards of a lost seat"
    assert set(first.state.shared.out) == set(report.broke_rules), f"{one}: {first.state.shared.out} are out"
    return report.steps
