"""Conditions under which seats continue automatically without others (`net.seat.absence.Patience`)."""

from __future__ import annotations

import pytest

from net.seat.absence import AbsenceView, PatientPolicy
from net.seat.driver import Driver
from net.transport.simulated import SimulatedNetwork
from tests.support.net import adversaries
from tests.support.net.adversaries import Withholds
from tests.support.net.tables import drivers
from tests.support.net.toys import POT


def view(motions: dict[int, tuple[int, ...]], since: float, silent: dict[int, float]) -> AbsenceView:
    """Return the view of seat 1 of five, in which seat 5 owes its commit and seat 4 has committed.

    The other two computers are dead.
    """
    everybody = frozenset(range(1, 6))
    nobody = frozenset[int]()
    return AbsenceView(1, 3, everybody, nobody, nobody, motions, {5: 9.0}, nobody, silent, nobody, 0, False, since)


def test_a_seat_that_does_not_join_stays_left_out() -> None:
    """A seat that does not join a motion stays left out.

    A recent motion leaves out the same seats; otherwise two machines would never show the same motion.
    """
    policy, silent = PatientPolicy(2.0), {2: 0.1, 3: 0.1, 4: 9.0, 5: 9.0}
    first = policy.motion(view({}, 0.0, silent))
    assert first == (1, 2, 3, 4)
    second = policy.motion(view({1: first, 2: first, 3: first}, 2.0, silent))
    assert second == (1, 2, 3)
    assert policy.motion(view({1: second, 2: first, 3: first}, 0.0, silent)) == second
    assert policy.motion(view({1: second}, 0.0, {**silent, 4: 0.1})) == first, "it is heard again"


def test_an_absent_seat_proposes_no_motion() -> None:
    """The other seats would refuse the motion of an absent seat."""
    seen = view({}, 0.0, {2: 0.1, 3: 0.1, 4: 0.1, 5: 9.0})._replace(present=frozenset({2, 3, 4, 5}))
    assert PatientPolicy(2.0).motion(seen) == ()


def test_a_seat_owing_a_vote_for_a_withdrawn_motion_is_not_blamed() -> None:
    """A seat that owes a vote for a withdrawn motion is not blamed.

    Otherwise, of four seats with different votes, each would blame two, and no majority would be left to agree.
    """
    policy, owing = PatientPolicy(2.0), frozenset({3, 4})
    seen = view({}, 0.0, {2: 0.1, 3: 0.1, 4: 0.1})._replace(
        quorum=3, present=frozenset(range(1, 5)), waited={3: 9.0, 4: 9.0}, withheld=owing, voted=True
    )
    assert policy.motion(seen) == (), "two withhold, and two are no majority"
    assert policy.motion(seen._replace(unagreed=owing)) == (1, 2, 3, 4)


@pytest.mark.parametrize(
    "kind", [adversaries.WithholdsItsSeal, adversaries.WithholdsItsReveal, adversaries.WithholdsItsResult]
)
def test_a_connected_seat_that_withholds_entries_is_left_out(kind: type[Withholds]) -> None:
    """A machine that stays connected but withholds an entry that needs no thought is left out.

    The machines play with the policy of `tether peer`.
    """
    net = SimulatedNetwork(drivers(POT, 4, cheats={3: kind}, patience=1.0))
    assert net.run(until=40.0, is_done=lambda: all(net.drivers[seat].finished for seat in (1, 2, 4)))
    assert len({driver.finished.digest for seat, driver in net.drivers.items() if seat != 3 and driver.finished}) == 1


def test_a_connected_seat_may_think_without_limit() -> None:
    net = SimulatedNetwork(drivers(POT, 4, cheats={3: adversaries.NeverCommits}, patience=1.0))
    net.run(until=6.0, is_done=lambda: False)
    assert all(driver.attendance.motions == {} and not driver.stopped for driver in net.drivers.values())


def test_a_slow_seat_does_not_count_as_withholding_when_it_decides() -> None:
    """A slow seat withholds nothing at the moment of its decision.

    Its seal and reveal are owed only from then on. Otherwise it would be left out in each later step because of its
    thinking.
    """
    table = drivers(POT, 4, patience=1.0, goal=12)
    person = table[3]
    person.setup.player = None
    net = SimulatedNetwork(table)
    for _ in range(3):
        assert net.run(until=net.now + 30.0, is_done=lambda: person.question is not None)
        net.run(until=net.now + 3.0, is_done=lambda: any(driver.attendance.motions for driver in table.values()))
        assert not any(driver.attendance.motions for driver in table.values())
        t = person.protocol.table.step.t
        person.decide(POT.default_decision(person.state, 3, person.secrets))
        assert net.run(until=net.now + 30.0, is_done=lambda t=t: person.protocol.table.step.t > t)
        assert person.seat in person.attendance.present


def test_a_cheat_blocks_the_smallest_majority_until_a_seat_returns() -> None:
    """A cheat in the smallest majority blocks it until another seat is back (P14).

    Of four seats, one is lost and one withholds entries, and the other two are no majority. Once the third is back they
    continue.
    """

    class VotesOnly(Withholds):
        withheld = 6
        """Kind of the first withheld entry: its cut."""

    table = drivers(POT, 4, cheats={3: VotesOnly}, patience=1.0, goal=12)
    net = SimulatedNetwork(table)
    net.run(until=5.0, is_done=lambda: all(d.protocol and d.protocol.table.last >= 3 for d in table.values()))
    gone = net.drivers.pop(4)
    net.run(until=net.now + 6.0, is_done=lambda: False)
    assert not any(net.drivers[seat].stopped for seat in (1, 2))
    net.drivers[4] = Driver(gone.at, gone._entry_log, [1, 2, 3], gone.setup.player, policy=PatientPolicy(1.0))
    assert net.run(until=net.now + 60.0, is_done=lambda: all(net.drivers[seat].finished for seat in (1, 2, 4)))
