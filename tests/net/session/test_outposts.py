"""Outposts on the simulated network: whole matches, attacks on satchels, and a lost seat."""

from __future__ import annotations

from typing import Any

import pytest

from core.bots.heuristic import HeuristicBot
from core.engine.events import SatchelDealt
from core.engine.result import SOLO, outcome
from core.games.outposts import events as e
from net.match.events import Accusation, FoundEvidence, StepResolved, Verdict
from net.records import record
from net.records.verification import verify
from net.session.runner import match_record, play_local
from net.transport.simulated import BAD, GOOD, SimulatedNetwork
from tests.net.proofs.test_evidence import GAMES_HERE, judge
from tests.net.session.test_matches import expect_all_equal
from tests.net.session.test_spectator import Watched, room_id_from_text
from tests.support.net import soaking
from tests.support.net.adversaries import ADVERSARIES, CARDS, MIDNIGHT, Adversary
from tests.support.net.cables import linked_table
from tests.support.net.soaking import Case, examine
from tests.support.net.tables import OUTPOSTS, drivers, play
from tests.support.net.vanishing import MOMENTS, one_end, run_on, steps, vanishing
from tests.support.tiers import quick_one_in

CHEAT = 2
AT = 24
CARDED = [adversary for adversary in ADVERSARIES if MIDNIGHT in adversary.games and not adversary.seen]
"""Adversaries of a game with closed cards, excluding private looks."""


@pytest.mark.parametrize(
    ("seats", "options"),
    quick_one_in(2, [(1, {"level": "hard"}), (2, {}), (3, {"brisk": "on"}), (4, {})]),
    ids=lambda value: "-".join(value.values()) if isinstance(value, dict) else None,
)
def test_one_process_and_separate_peers_play_the_same_match(seats: int, options: dict[str, Any]) -> None:
    """Separate peers play the same match as one process, and the record verifies (invariant 21).

    The network is bad, or good for four seats.
    """
    players = [HeuristicBot("text", seat) for seat in range(1, seats + 1)]
    played = play_local(OUTPOSTS, seats, options, "a text", players, names=["Ada", "Ben", "Cleo", "Dan"][:seats])
    table = drivers(OUTPOSTS, seats, text="a text", **options)
    for seat, driver in table.items():
        driver.setup.player = HeuristicBot("text", seat)
    net = play(table, seed=3, faults=GOOD if seats == 4 else BAD, until=900.0)
    assert all(driver.finished and not driver.verdict for driver in net.drivers.values())
    assert {driver.state.digest() for driver in net.drivers.values()} == {played.digest}
    report = verify(record.unpack(record.pack(match_record(net.drivers[1]))), OUTPOSTS)
    assert report.complete and report.digest == played.digest
    assert (outcome(OUTPOSTS, report.standing).kind == SOLO) == (seats == 1)


def attacked(adversary: Adversary) -> tuple[Case, SimulatedNetwork]:
    """Return the first of a few matches in which the dishonest one of two seats acts.

    The network is good. The course of a match depends on each byte of the rules.
    """
    patience = 5.0 if adversary.kinds else 1.0
    for text in (adversary.text, "lamps", "brine", "reavers", "shelf", "wrights"):
        case = Case("satchels", 1, OUTPOSTS.name, 2, text, (), ((CHEAT, adversary),), patience, (), ())
        net = soaking.run(case, GOOD)
        if not adversary.kinds or any(isinstance(r, FoundEvidence) for r in net.reports[case.honest[0]]):
            break
    return case, net


@pytest.mark.parametrize("adversary", CARDED, ids=lambda adversary: adversary.name)
def test_honest_seats_accuse_only_the_adversary(adversary: Adversary, monkeypatch: pytest.MonkeyPatch) -> None:
    """The honest seat accuses the cheat with convicting evidence, or nobody."""
    monkeypatch.setitem(soaking.BY_NAME, OUTPOSTS.name, OUTPOSTS)
    monkeypatch.setitem(soaking.LONGEST, OUTPOSTS, 400.0)
    case, net = attacked(adversary)
    examine(case, net)
    (seat,) = case.honest
    blamed = {(r.seat, r.kind) for r in net.reports[seat] if isinstance(r, (Accusation, Verdict)) and r.seat}
    proven = {
        j.seat for r in net.reports[seat] if isinstance(r, FoundEvidence) and (j := judge(r.data, GAMES_HERE)).proves
    }
    dealt = [
        e for r in net.reports[seat] if isinstance(r, StepResolved) for e in r.events if isinstance(e, SatchelDealt)
    ]
    assert dealt or adversary.kinds != CARDS
    if adversary.kinds:
        assert {who for who, _ in blamed} == {CHEAT} and {kind for _, kind in blamed} <= adversary.kinds
        assert CHEAT in proven
    else:
        assert not blamed and not proven


def test_a_match_of_outposts_continues_without_a_lost_seat() -> None:
    """The other seats continue without a lost seat.

    The lost seat's satchel goes to the discards, its hand becomes open, and it takes nothing more.
    """
    net = SimulatedNetwork(drivers(OUTPOSTS, 3, patience=1.0))
    net.run(until=60.0, is_done=lambda: bool(net.drivers[1].protocol) and net.drivers[1].state.t > 30)
    assert net.drivers.pop(3).state.t < 100
    net.run(until=400.0, is_done=lambda: all(net.drivers[seat].stopped for seat in (1, 2)))
    one, two = (net.drivers[seat] for seat in (1, 2))
    assert one.finished and two.finished and one.state.digest() == two.state.digest()
    assert not one.state.piles.hand[3] and not one.state.piles.size(3)
    assert verify(match_record(one), OUTPOSTS).digest == one.state.digest()


@pytest.mark.parametrize("moment", quick_one_in(2, MOMENTS))
@pytest.mark.parametrize("count", [4])
def test_C24_a_lost_seat_passes_and_the_others_reach_the_same_end(moment: str, count: int) -> None:
    bot = HeuristicBot("sea", 1)
    table = drivers(OUTPOSTS, count, cheats={2: vanishing(MOMENTS[moment], AT)}, player=bot, patience=1.0)
    net, left = SimulatedNetwork(table), [seat for seat in range(1, count + 1) if seat != 2]
    run_on(net, left, until=900)
    one_end(net, left)
    told = steps(net, 1)
    assert all(told[t].lost == (2,) for t in told if t > AT)
    after = [event for t in sorted(told) if t > AT for event in told[t].events]
    assert not [x for x in after if isinstance(x, e.LocationBuilt | e.DealMade | e.CardSelected) and x.seat == 2]
    report = verify(record.unpack(record.pack(match_record(net.drivers[1]))), OUTPOSTS)
    assert report.complete and not report.accused


@pytest.mark.parametrize("faults", [None, BAD], ids=["good", "bad"])
def test_a_spectator_follows_a_match_of_outposts_to_its_end(faults: Any) -> None:
    table, links = linked_table(OUTPOSTS, 2)
    net = Watched(table, links=links, **({"faults": faults} if faults else {}))
    net.run(0.5)
    spectator = net.watch(room_id_from_text("test"), (2,), {"outposts": OUTPOSTS})
    assert net.run(600.0)
    assert spectator.finished is not None and spectator.verdict is None
    assert expect_all_equal(table) == spectator.finished.digest == spectator.state.digest()
    assert verify(match_record(spectator), OUTPOSTS).complete


@pytest.mark.parametrize(
    ("seats", "options"), [(1, {"warden": "grim"}), (1, {"warden": "grim", "level": "hard"}), (2, {"brisk": "on"})]
)
def test_peers_play_outposts_with_every_option_over_a_bad_network(seats: int, options: dict[str, str]) -> None:
    net = SimulatedNetwork(drivers(OUTPOSTS, seats, **options), seed=seats, faults=BAD)
    assert net.run(900.0)
    expect_all_equal(net.drivers)
    held = verify(match_record(net.drivers[1]), OUTPOSTS)
    assert held.complete and options.items() <= held.options.items()
