"""Clocks that are changed before and during a tournament."""

from __future__ import annotations

import time

import pytest

from lobby.players.identity import new_identity
from lobby.tournament.app import runner as runner_module
from lobby.tournament.app.runner import Participation, Runner, WallClockNode
from net.transport.simulated import GOOD
from tests.lobby.tournament.test_course import at_round, enrolled
from tests.support.lobby.tournament.hall import PACE, Hall, opening, shared_work

__all__ = ["shared_work"]
pytestmark = pytest.mark.usefixtures("shared_work")
HOUR = 3600.0
QUICK = PACE._replace(pulse=0.5, gone=2.0, minute=60.0)


def test_the_time_of_a_member_does_not_go_back_with_its_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise its pulses would go back by an hour, so the others would ignore them and no decision would be made."""
    runner = Runner(Participation("Ada", host="127.0.0.1"), new_identity(), None)
    hall = Hall(opening(rounds=1), 1)
    member = hall.of(0)
    line = WallClockNode(member, runner.clock)
    line.tick(0.0)
    before, now = member.now, time.time()
    monkeypatch.setattr(runner_module.time, "time", lambda: now - HOUR)
    line.tick(0.0)
    assert before <= member.now < before + HOUR / 2


@pytest.mark.parametrize("skew", [-HOUR, HOUR])
def test_a_member_that_returns_with_an_earlier_clock_takes_part(skew: float) -> None:
    """The others remember the later pulses of its last run, and would ignore its new ones for an hour."""
    hall = Hall(opening(rounds=3), 4, GOOD, pace=QUICK)
    assert enrolled(hall, 4)
    hall.of(0).start()
    assert at_round(hall, 1)
    for change in (skew, 0.0):
        gone = hall.vanish(hall.of(3).identity)
        hall.run(lambda: False, 3.0)
        hall.join(3, entry_log=gone.entry_log, blobs=gone.blobs, skew=change)  # type: ignore[arg-type]
        back = hall.of(3)
        assert hall.run(lambda: all(hall.of(3).identity not in member.silent_members for member in hall.members), 5)
        assert hall.run(lambda: hall.of(3).course.decided == hall.of(0).course.decided, 5)
        assert back.view.seconds_left <= 10 * 60.0
    assert hall.run(hall.over, 240) and hall.agree()
    assert len(hall.of(0).course.rounds) == 3
    number = next(player.number for player in hall.of(0).course.players if player.identity == back.identity)
    assert any(number in table for table in hall.of(0).course.rounds[-1].tables)


def test_our_own_pulse_returned_by_others_counts_only_with_its_signature() -> None:
    hall = Hall(opening(rounds=1), 2, GOOD, pace=QUICK)
    assert enrolled(hall, 2)
    one, other = hall.of(0), hall.of(1)
    assert hall.run(lambda: one.identity in other.gossip.pulses, 5)
    forged = other.gossip.pulses[one.identity]
    one._beat = 0
    one.gossip.presence.own_beat = 0
    neighbour = one.gossip.neighbours[other.identity]
    with pytest.raises(ValueError, match="not signed"):
        one.gossip._on_pulse(neighbour, forged.signed._replace(signature=bytes(64)))
    assert one.gossip.presence.own_beat == 0
    one.gossip._on_pulse(neighbour, forged.signed)
    assert one.gossip.presence.own_beat == forged.beat
