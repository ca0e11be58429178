"""Cabinet between peers: a team plays on without a lost member, and a spectator follows the match."""

from __future__ import annotations

from typing import Any

import pytest

from core.bots.heuristic import HeuristicBot
from core.games.cabinet import events as e
from net.records.record import pack, unpack
from net.records.verification import verify
from net.session.runner import match_record
from net.transport.simulated import BAD, SimulatedNetwork
from tests.net.session.test_matches import expect_all_equal
from tests.net.session.test_spectator import Watched, room_id_from_text
from tests.support.net.cables import linked_table
from tests.support.net.tables import CABINET, drivers
from tests.support.net.vanishing import MOMENTS, one_end, run_on, steps, vanishing
from tests.support.tiers import pairs, quick_one_in

AT = 12


@pytest.mark.parametrize(("moment", "count"), quick_one_in(2, pairs(MOMENTS, (3, 4, 5))))
def test_B19_the_other_seats_continue_without_a_lost_seat(moment: str, count: int) -> None:
    """The stand-in attempts no Milestone in the lost seat's turns (B19).

    All seats reach one end and the record verifies.
    """
    bot = HeuristicBot("team", 1)
    table = drivers(CABINET, count, cheats={2: vanishing(MOMENTS[moment], AT)}, player=bot, patience=1.0)
    net, left = SimulatedNetwork(table), [seat for seat in range(1, count + 1) if seat != 2]
    run_on(net, left, until=900)
    one_end(net, left)
    told = steps(net, 1)
    assert all(told[t].lost == (2,) for t in told if t > AT)
    after = [event for t in sorted(told) if t > AT for event in told[t].events]
    governs = 0
    for event in after:
        governs = event.seat if isinstance(event, e.TurnBegan) else governs
        assert governs != 2 or not isinstance(event, e.MilestonesDrawn)
    assert any(isinstance(event, e.TurnBegan) and event.seat == 2 for event in after), "its turn comes all the same"
    report = verify(unpack(pack(match_record(net.drivers[1]))), CABINET)
    assert report.complete and not report.accused


@pytest.mark.parametrize("faults", [None, BAD], ids=["good", "bad"])
@pytest.mark.parametrize("start", [0.0, 0.5], ids=["first", "late"])
def test_a_spectator_follows_a_match_of_cabinet_to_its_end(start: float, faults: Any) -> None:
    table, links = linked_table(CABINET, 3, target="calm")
    net = Watched(table, links=links, **({"faults": faults} if faults else {}))
    net.run(start)
    spectator = net.watch(room_id_from_text("test"), (2,), {"cabinet": CABINET})
    assert net.run(600.0)
    assert spectator.finished is not None and spectator.verdict is None
    assert expect_all_equal(table) == spectator.finished.digest == spectator.state.digest()
    assert verify(match_record(spectator), CABINET).complete


@pytest.mark.parametrize(
    ("seats", "options"),
    quick_one_in(
        3,
        [(2, {"clock": "seed", "courtesy": "on"}), (3, {"target": "storm", "courtesy": "on"}), (5, {"target": "calm"})],
    ),
)
def test_peers_play_cabinet_with_every_option_over_a_bad_network(seats: int, options: dict[str, str]) -> None:
    net = SimulatedNetwork(drivers(CABINET, seats, **options), seed=seats, faults=BAD)
    assert net.run(900.0)
    expect_all_equal(net.drivers)
    held = verify(match_record(net.drivers[1]), CABINET)
    assert held.complete and options.items() <= held.options.items()
