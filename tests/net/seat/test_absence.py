"""Matches that continue without lost seats, rule by rule of PROTOCOL part 14."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from core.engine.codec import enc
from net.crypto.primitives import Signer
from net.match.events import Accusation, AdjournWish, FoundEvidence, MotionReport, Presence
from net.match.readiness import Motions
from net.proofs.evidence import judge
from net.proofs.state_dispute import make_fields_message
from net.records.record import BadRecord, pack, unpack
from net.records.verification import verify
from net.replication.entries import Kind
from net.replication.entry_log import MemoryEntryLog
from net.replication.peer_state import Peer
from net.seat.absence import PatientPolicy
from net.seat.driver import Driver
from net.session.runner import match_record
from net.transport.simulated import BAD, NetworkFaults, Partition, SimulatedNetwork
from tests.support.all_games import SAMPLES
from tests.support.net import adversaries
from tests.support.net.tables import BRIDGEFRONT, drivers, play, player_of, reported_by
from tests.support.net.toys import POT, TRICKS
from tests.support.net.vanishing import MOMENTS, one_end, run_on, steps, vanishing
from tests.support.tiers import pairs, quick_one_in

TOYS = {"tricks": TRICKS, "pot": POT}
HERE: dict[str, Any] = {**TOYS, **SAMPLES}
"""Games played without lost seats, toys and samples."""
by_game = pytest.mark.parametrize("game", TOYS)
by_moment = pytest.mark.parametrize("moment", MOMENTS)
AT = 3


def table_with_lost(game: Any, seats: int, lost: dict[int, Kind | None], **options: Any) -> SimulatedNetwork:
    cheats = {seat: vanishing(after, AT) for seat, after in lost.items()}
    return SimulatedNetwork(drivers(game, seats, cheats=cheats, patience=1.0, **options))


TABLES = [(name, count) for name, game in HERE.items() for count in (3, 4, 5, 6) if count in game.seat_counts]


@pytest.mark.parametrize(("table", "moment"), quick_one_in(4, pairs(TABLES, MOMENTS)))
def test_the_other_seats_continue_without_a_lost_seat(table: tuple[str, int], moment: str) -> None:
    """The other seats agree on the counted seats (14.4, 14.5).

    A sealed decision counts, and a decision that was only committed does not.
    """
    game, count = table
    lost = {2: MOMENTS[moment]} if count < 5 else {2: MOMENTS[moment], 4: MOMENTS["before its commit"]}
    net = table_with_lost(HERE[game], count, lost)
    left = [seat for seat in range(1, count + 1) if seat not in lost]
    run_on(net, left)
    one_end(net, left)
    for seat in left:
        told = steps(net, seat)
        assert (2 in told[AT].lost) == (moment != "after its seal")
        assert all(set(told[t].lost) == set(lost) for t in told if t > AT)
        assert net.drivers[seat].attendance.away == sorted(lost)
        assert not [report for report in net.reports[seat] if isinstance(report, Accusation)]
    report = verify(unpack(pack(match_record(net.drivers[left[0]]))), HERE[game])
    assert report.complete and not report.accused


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_a_withheld_reveal_does_not_change_the_beacon(count: int) -> None:
    """The beacon equals that of a match in which the withheld reveal was shown (invariant 5)."""
    whole = play(drivers(TRICKS, count))
    net = table_with_lost(TRICKS, count, {2: Kind.SEAL})
    left = [seat for seat in range(1, count + 1) if seat != 2]
    run_on(net, left)
    for seat in left:
        assert steps(net, seat)[AT].beacon == steps(whole, seat)[AT].beacon
        assert steps(net, seat)[AT].decisions == steps(whole, seat)[AT].decisions
        assert steps(net, seat)[AT].lost == ()
        assert steps(net, seat)[AT + 1].beacon != steps(whole, seat)[AT + 1].beacon


@by_moment
@pytest.mark.parametrize("count", [3, 5])
def test_a_lost_seat_is_left_out_despite_a_bad_and_split_network(moment: str, count: int) -> None:
    cheats = {2: vanishing(MOMENTS[moment], AT)}
    table = drivers(POT, count, cheats=cheats, patience=2.0, goal=12)
    faults = NetworkFaults(loss=0.25, duplicated=0.1, delay=(0.0005, 0.06))
    net = SimulatedNetwork(table, seed=count, faults=faults, partitions=[Partition(1.0, 3.5, frozenset({1}))])
    left = [seat for seat in range(1, count + 1) if seat != 2]
    run_on(net, left, until=400.0)
    one_end(net, left)


def test_a_table_of_two_waits_for_a_lost_seat() -> None:
    """With two seats no seat may be absent (14).

    The table reports the seat it waits for, the missing part and the waiting time.
    """
    net = table_with_lost(POT, 2, {2: Kind.COMMIT})
    assert not net.run(until=30.0, is_done=lambda: net.drivers[1].stopped)
    driver = net.drivers[1]
    assert [(owed.seat, owed.kind) for owed in driver.attendance.owed()] == [(2, "seal")]
    assert 28.0 < driver.attendance.waited[2] <= 30.0
    assert driver.attendance.possible_seat_sets() == []
    with pytest.raises(ValueError, match="cannot go on"):
        driver.propose([1])
    driver.adjourn()
    assert AdjournWish(1) in reported_by(driver)


def test_no_seat_is_excluded_by_the_passing_of_time_alone() -> None:
    """Without a policy and a motion a table waits forever and names the awaited seat (14.1)."""
    net = SimulatedNetwork(drivers(POT, 4, cheats={3: vanishing(Kind.COMMIT, AT)}))
    assert not net.run(until=60.0, is_done=lambda: any(net.drivers[seat].stopped for seat in (1, 2, 4)))
    for seat in (1, 2, 4):
        assert [(owed.seat, owed.kind) for owed in net.drivers[seat].attendance.owed()] == [(3, "seal")]
        assert net.drivers[seat].attendance.present == [1, 2, 3, 4]


def stuck(count: int, lost: dict[int, Kind | None], **options: Any) -> SimulatedNetwork:
    """Return a table without policies that waits for lost seats."""
    net = SimulatedNetwork(
        drivers(POT, count, cheats={s: vanishing(after, AT) for s, after in lost.items()}, **options)
    )
    net.run(until=3.0, is_done=lambda: False)
    return net


def test_a_motion_passes_only_when_shown_by_all_its_seats() -> None:
    """Once all seats of a motion show the same motion, they vote automatically.

    A withdrawn motion has no effect (14.1).
    """
    net = stuck(4, {3: Kind.COMMIT}, goal=12)
    one, two, four = (net.drivers[seat] for seat in (1, 2, 4))
    assert one.attendance.possible_seat_sets() == [(1, 2, 3, 4), (1, 2, 3), (1, 2, 4), (1, 3, 4)]
    one.propose([1, 2, 4])
    two.propose([1, 2, 4])
    net.run(until=net.now + 2.0, is_done=lambda: False)
    assert four.attendance.motions == {1: (1, 2, 4), 2: (1, 2, 4)}
    assert MotionReport(1, (1, 2, 4)) in net.reports[4]
    one.propose(None)
    net.run(until=net.now + 0.2, is_done=lambda: False)
    four.propose([1, 2, 4])
    net.run(until=net.now + 2.0, is_done=lambda: False)
    assert two.attendance.motions == {2: (1, 2, 4), 4: (1, 2, 4)}
    assert all(
        driver.protocol is not None and not driver.protocol.table.step.votes.votes for driver in (one, two, four)
    )
    one.propose([1, 2, 4])
    run_on(net, [1, 2, 4], until=net.now + 60)
    one_end(net, [1, 2, 4])
    assert Presence((1, 2, 4), (3,)) in net.reports[1]
    assert one.attendance.motions == {}, "a motion that has had its way is withdrawn"


@pytest.mark.parametrize("W", [(1, 2), (2, 3, 4), (1, 2, 5)])
def test_a_motion_must_name_a_majority_of_the_present_seats(W: tuple[int, ...]) -> None:
    net = stuck(4, {3: Kind.COMMIT})
    with pytest.raises(ValueError, match="cannot go on"):
        net.drivers[1].propose(W)


def test_a_seat_that_voted_publishes_nothing_in_older_rounds() -> None:
    """A seat that has voted publishes nothing until its round is in force (14.2, 14.3).

    This applies to commits, seals and reveals.
    """
    net = SimulatedNetwork(drivers(POT, 4, cheats={3: vanishing(None, AT)}, patience=1.0, goal=12))
    run_on(net, [1, 2, 4])
    for seat in (1, 2, 4):
        kinds = [entry.kind for entry in net.drivers[1].feeds.feed_of(seat)]
        voted = kinds.index(Kind.VOTE)
        assert kinds[voted - 1 : voted + 4] == [Kind.COMMIT, Kind.VOTE, Kind.CUT, Kind.SEAL, Kind.REVEAL]
        assert net.drivers[1].feeds.feed_of(seat)[voted + 3].body[1] == 1, "the reveal is of round 1"


@pytest.mark.parametrize("count", [3, 5])
@pytest.mark.parametrize("faults", [NetworkFaults(delay=(0.01, 0.03)), BAD], ids=["good", "bad"])
def test_a_returning_seat_is_present_again(count: int, faults: NetworkFaults) -> None:
    """The commits list a returning seat, which plays on (14.6, 14.8); the end is the same for all seats."""
    table = drivers(POT, count, patience=1.0, goal=150)
    net = SimulatedNetwork(table, seed=count, faults=faults)
    net.run(until=9.0, is_done=lambda: table[1].state is not None and table[1].state.t > 5)
    old = net.drivers.pop(2)
    assert net.run(
        until=net.now + 60, is_done=lambda: net.drivers[1].attendance.away == [2] and net.drivers[1].state.t > 12
    )
    others = [seat for seat in range(1, count + 1) if seat != 2]
    again = Driver(old.at, old._entry_log, others, player_of(POT, 2), policy=PatientPolicy(1.0))
    net.drivers[2] = again
    assert net.run(
        until=net.now + 60, is_done=lambda: net.drivers[1].attendance.away == [] and net.drivers[1].state.t > 16
    )
    t = net.drivers[1].state.t
    everyone = net.drivers.values()
    assert net.run(until=net.now + 60, is_done=lambda: min(driver.state.t for driver in everyone) > t + 8)
    assert all(driver.verdict is None for driver in everyone)
    kinds = [entry.kind for entry in net.drivers[1].feeds.feed_of(2)]
    assert kinds.count(Kind.RETURN) == 1
    assert Kind.COMMIT in kinds[kinds.index(Kind.RETURN) + 1 :]
    sides = {driver.protocol.table.step.t: driver.protocol.table.step.digest for driver in everyone if driver.protocol}
    assert all(sides[d.protocol.table.step.t] == d.protocol.table.step.digest for d in everyone if d.protocol)


def test_only_a_return_from_the_current_absence_counts() -> None:
    """A seat that is back and lost again is absent until it returns again (14.8)."""
    table = drivers(POT, 3, patience=1.0, goal=150)
    net = SimulatedNetwork(table, faults=NetworkFaults(delay=(0.01, 0.03)))
    net.run(until=9.0, is_done=lambda: table[1].state is not None and table[1].state.t > 5)
    for _ in range(2):
        old = net.drivers.pop(2)
        assert net.run(until=net.now + 60, is_done=lambda: net.drivers[1].attendance.away == [2])
        t = net.drivers[1].state.t
        assert net.run(until=net.now + 10, is_done=lambda t=t: net.drivers[1].state.t > t + 20)
        assert net.drivers[1].attendance.away == [2]
        net.drivers[2] = Driver(old.at, old._entry_log, [1, 3], player_of(POT, 2), policy=PatientPolicy(1.0))
        assert net.run(until=net.now + 60, is_done=lambda: net.drivers[1].attendance.away == [])


def test_a_returning_seat_votes_at_once_when_needed() -> None:
    """Of three seats, one that returns votes at once when another is lost (14.2, 14.8)."""
    table = drivers(POT, 3, patience=1.0, goal=150)
    net = SimulatedNetwork(table)
    net.run(until=1.0, is_done=lambda: table[1].state is not None and table[1].state.t > 5)
    old = net.drivers.pop(2)
    assert net.run(until=net.now + 60, is_done=lambda: net.drivers[1].attendance.away == [2])
    net.drivers.pop(3)
    net.run(until=net.now + 3, is_done=lambda: False)
    waits = net.drivers[1].state.t
    net.drivers[2] = Driver(old.at, old._entry_log, [1, 3], player_of(POT, 2), policy=PatientPolicy(1.0))
    assert net.run(until=net.now + 60, is_done=lambda: net.drivers[1].state.t > waits + 10)
    assert net.drivers[1].attendance.away == net.drivers[2].attendance.away == [3]
    assert net.drivers[2].attendance.present == [1, 2]


def test_an_absent_seat_publishes_no_step_entries() -> None:
    """An absent seat publishes no commit, seal or reveal (14.6)."""
    table = drivers(POT, 4, patience=1.0, goal=12)
    net = SimulatedNetwork(table, partitions=[Partition(0.15, 4.0, frozenset({4}))])
    table[4].attendance.policy = type("Away", (PatientPolicy,), {"returns": False})(1.0)
    run_on(net, [1, 2, 3])
    away = [report for report in net.reports[1] if isinstance(report, Presence)]
    assert away == [Presence((1, 2, 3), (4,))]
    last = [entry.body[0] for entry in net.drivers[1].feeds.feed_of(4) if entry.kind == Kind.COMMIT]
    lost = [t for t, told in steps(net, 1).items() if 4 in told.lost]
    assert lost and all(t <= lost[0] for t in last)
    assert lost == list(range(lost[0], lost[0] + len(lost)))


@by_moment
def test_bridgefront_continues_without_a_lost_seat(moment: str) -> None:
    net = SimulatedNetwork(
        drivers(BRIDGEFRONT, 3, cheats={2: vanishing(MOMENTS[moment], 40)}, patience=1.0, vp_to_win=6)
    )
    run_on(net, [1, 3], until=600)
    one_end(net, [1, 3])
    assert net.drivers[1].attendance.away == [2]
    told = steps(net, 1)
    assert all(told[t].lost == ((2,) if t > 40 or moment != "after its seal" else ()) for t in told if t >= 40)
    assert verify(unpack(pack(match_record(net.drivers[1]))), BRIDGEFRONT).complete


def test_a_cheat_between_two_halves_is_convicted_when_they_meet() -> None:
    """A cheat between two halves is convicted when the halves meet (14.9).

    Of three seats, one plays on with each of the others, which are not linked to each other.
    """
    table = drivers(POT, 3, patience=1.0, goal=150)
    net = SimulatedNetwork(table, seed=3, faults=NetworkFaults(delay=(0.01, 0.03)))
    net.run(until=9.0, is_done=lambda: table[1].state is not None and table[1].state.t > 6)
    cheat, copy = table[3], MemoryEntryLog()
    for chunk in list(cheat._entry_log.chunks()):
        copy.append(*chunk)
    heals = net.now + 4.0
    net.partitions = (Partition(net.now, heals, frozenset({1, 3})),)
    net.drivers["twin"] = Driver(cheat.at, copy, [1, 2], cheat.setup.player, policy=PatientPolicy(1.0))
    net.reports["twin"] = []
    table[2].sync.peers["twin"] = Peer("twin", seat=3)
    net.run(until=heals, is_done=lambda: False)
    assert (net.drivers[1].attendance.away, net.drivers[2].attendance.away) == ([2], [1]), "both halves have gone on"
    assert net.run(until=heals + 20, is_done=lambda: net.drivers[1].stopped and net.drivers[2].stopped)
    one, two = (net.drivers[seat].verdict for seat in (1, 2))
    assert one is not None and (one.seat, one.kind) == (3, "fork")
    assert one == two
    for seat in (1, 2):
        (proof,) = [
            report for report in net.reports[seat] if isinstance(report, FoundEvidence) and report.kind == "fork"
        ]
        assert judge(proof.data).seat == 3
        with pytest.raises(BadRecord, match="two versions") as found:
            verify(unpack(pack(match_record(net.drivers[seat]))), POT)
        assert (found.value.seat, found.value.kind) == (3, "fork")


def seated_with_a_person(lost: Kind | None) -> SimulatedNetwork:
    """Return a table at which seat 1 is a person, seats 2 and 4 are bots, and seat 3 is lost.

    Seat 1 has the test's player and no policy.
    """
    table = drivers(POT, 4, cheats={3: vanishing(lost, AT)}, goal=12)
    for seat, driver in table.items():
        policy = PatientPolicy(1.0) if seat in (2, 4) else None
        table[seat] = type(driver)(
            driver.at, driver._entry_log, driver.sync.peers, driver.setup.player, (1,), policy=policy
        )
    return SimulatedNetwork(table)


def test_bots_follow_the_motion_of_a_person() -> None:
    """Bots wait as long as the person does, whatever their own patience, and follow the person's motion."""
    net = seated_with_a_person(Kind.COMMIT)
    assert not net.run(until=10.0, is_done=lambda: any(net.drivers[seat].stopped for seat in (1, 2, 4)))
    assert net.drivers[1].attendance.motions == {}
    net.drivers[1].propose([1, 2, 4])
    run_on(net, [1, 2, 4], until=net.now + 60)
    one_end(net, [1, 2, 4])


def test_bots_wait_for_an_absent_person() -> None:
    net = seated_with_a_person(Kind.COMMIT)
    net.run(until=5.0, is_done=lambda: False)
    net.drivers.pop(1)
    net.run(until=net.now + 10.0, is_done=lambda: False)
    assert net.drivers[2].attendance.motions == net.drivers[4].attendance.motions == {}


def test_absence_messages_match_the_bytes_of_the_protocol_page() -> None:
    """The bytes are those of docs/internals/protocol.md."""
    match = bytes([0x11]) * 32
    motions = Motions(match, (Signer(bytes(32)).identity,) * 3, 1, Signer(bytes(32)))
    assert motions.make_message(5, (1, 2, 3)).data.hex() == "9601c420" + "11" * 32 + "01050193010203"
    assert enc([3, 1, [1, 3], [], None]).hex() == "95030192010390c0"
    assert enc([7]).hex() == "9107"


def test_steps_are_reported_in_order() -> None:
    net = table_with_lost(TRICKS, 5, {2: Kind.SEAL, 4: None})
    run_on(net, [1, 3, 5])
    assert all(b == a + 1 for a, b in pairwise(steps(net, 1)))


def test_a_different_state_of_an_absent_seat_delays_no_other_seat() -> None:
    """The state that an absent seat sends has no effect (P17.20).

    Two seats that agree play on while a third sends another state.
    """
    net = SimulatedNetwork(drivers(POT, 3, cheats={2: adversaries.IsGone}, patience=0.5, goal=12))
    assert net.run(until=20.0, is_done=lambda: net.drivers[1].attendance.away == [2])
    driver = net.drivers[1]
    play = driver.protocol
    assert play is not None
    told = make_fields_message(play.table)
    other = told._replace(digests=(bytes(8), *told.digests[1:]))
    assert not play.disputes.on_fields(driver.sync.peers[2], other)
    assert play.disputes.on_fields(driver.sync.peers[3], other), "a present seat opens a dispute"
