"""Concession and end by consent in whole matches, by the rules of PROTOCOL 14.11 and 14.12."""

from __future__ import annotations

from typing import Any

import pytest

from core.engine.codec import Plain
from core.engine.game import Standing
from core.engine.result import FREE_FOR_ALL, SOLO, TEAM
from net.match import early_end
from net.match.early_end import AGREED, CONCEDED
from net.match.events import Accusation, Concession, EndAgreement, EndOfMatch, FoundEvidence
from net.match.feed_reader import AGREES, CONCEDES, step_of
from net.match.state_machine import StateMachine
from net.proofs.evidence import judge
from net.records.record import pack, unpack
from net.records.verification import VerificationReport, verify
from net.replication.entries import Kind
from net.replication.entry_log import MemoryEntryLog
from net.replication.peer_state import PeerKey
from net.seat.driver import Driver
from net.seat.signer import SeatSigner
from net.session.runner import match_record
from net.transport.simulated import NetworkFaults, SimulatedNetwork
from tests.support.net.adversaries import Withholds
from tests.support.net.tables import BRIDGEFRONT, drivers, seat_at
from tests.support.net.toys import POT, TRICKS, First
from tests.support.net.vanishing import one_end, run_on, vanishing


def persons(game: Any, seats: int, bots: tuple[int, ...] = (), **options: Any) -> dict[Any, Driver]:
    """Return the drivers of persons that wait for the test's decisions, and of bots that follow them."""
    table = drivers(game, seats, patience=5.0, **options)
    people = [seat for seat in table if seat not in bots]
    for seat in people:
        others = [other for other in table if other != seat]
        table[seat] = Driver(seat_at(game, seats, seat, **options), MemoryEntryLog(), others, None, people)
    return table


def decide(net: SimulatedNetwork, *seats: PeerKey) -> None:
    """Let the persons at these seats decide what they are asked."""
    for seat in seats:
        driver = net.drivers[seat]
        if driver.question is not None and not driver.protocol.locked_in:
            driver.decide(driver.at.game.default_decision(driver.state, seat, driver.secrets))


def until_asked(net: SimulatedNetwork, t: int, *seats: int) -> None:
    """Play on to step t, in which these seats are asked."""

    def there() -> bool:
        now = {seat: net.drivers[seat].state for seat in net.drivers}
        if all(state is not None and state.t == t for state in now.values()):
            return all(net.drivers[seat].question is not None for seat in seats)
        decide(net, *net.drivers)
        return False

    assert net.run(until=net.now + 60, is_done=there)


def ended(net: SimulatedNetwork, *, by: Any = None) -> tuple[list[EndOfMatch], VerificationReport]:
    """Return the end as reported to all seats, and the verification report of one record."""
    run_on(net, list(net.drivers), until=net.now + 60)
    one_end(net, list(net.drivers))
    told = [driver.finished for driver in net.drivers.values()]
    game = net.drivers[1].at.game
    reports = [verify(unpack(pack(match_record(driver))), game) for driver in net.drivers.values()]
    assert not [said for reports in net.reports.values() for said in reports if isinstance(said, Accusation)]
    assert len({(report.digest, report.standing, report.ended, report.conceded) for report in reports}) == 1
    assert reports[0].complete and reports[0].standing == told[0].standing
    return told, reports[0]


@pytest.mark.parametrize("game", [POT, TRICKS])
def test_a_concession_ends_a_two_player_match(game: Any) -> None:
    """When one of two concedes, the match ends at once and the other wins (14.12).

    No further decision is needed, and the state stays as it is.
    """
    net = SimulatedNetwork(persons(game, 2))
    until_asked(net, 2, 2 if game is POT else 1)
    before = net.drivers[2].state.digest()
    net.drivers[2].declare_end(CONCEDES)
    told, report = ended(net)
    assert told[0].digest == report.digest == before and report.steps == 2
    assert (told[0].ended, told[0].conceded) == (report.ended, report.conceded) == (CONCEDED, (2,))
    assert [(place.rank, place.seat) for place in report.standing] == [(1, 1), (2, 2)]
    assert all(Concession(2) in net.reports[seat] for seat in (1, 2))


def test_a_conceded_seat_of_three_is_played_by_its_client_and_ranks_last() -> None:
    net = SimulatedNetwork(persons(POT, 3, goal=3))
    until_asked(net, 1, 1)
    net.drivers[1].declare_end(CONCEDES)

    def others() -> bool:
        decide(net, 2, 3)
        return net.all_stopped()

    assert net.run(until=60.0, is_done=others)
    told, report = ended(net)
    assert (told[0].ended, told[0].conceded) == ("", (1,))
    assert report.standing[-1].seat == 1 and [place.rank for place in report.standing][-1] == 3
    assert dict(report.standing[-1].score)["gold"] > 0


def test_the_match_ends_once_all_but_one_have_conceded() -> None:
    net = SimulatedNetwork(persons(POT, 3))
    until_asked(net, 2, 2)
    net.drivers[3].declare_end(CONCEDES)
    decide(net, 2)
    assert net.run(until=20.0, is_done=lambda: 3 in net.drivers[1].protocol.table.conceded)
    net.drivers[2].declare_end(CONCEDES)
    told, report = ended(net)
    assert (told[0].ended, report.conceded) == (CONCEDED, (2, 3))
    assert report.standing[0].seat == 1


@pytest.mark.parametrize("bots", [(), (3,)])
def test_the_match_ends_when_all_agree(bots: tuple[int, ...]) -> None:
    """With everyone's consent the match ends at its current state (14.11).

    Persons decide for themselves; bots follow the first person.
    """
    net = SimulatedNetwork(persons(TRICKS, 3, bots))
    until_asked(net, 2, 1, 2)
    net.drivers[1].declare_end(AGREES)
    assert net.run(until=net.now + 3, is_done=lambda: 1 in net.drivers[2].protocol.table.agreeing)
    net.drivers[2].declare_end(AGREES)
    if not bots:
        net.drivers[3].declare_end(AGREES)
    else:
        decide(net, 1, 2)
    told, report = ended(net)
    assert (told[0].ended, report.ended, report.conceded) == (AGREED, AGREED, ())


def test_one_dissenter_keeps_the_match_going_and_withdrawals_count() -> None:
    net = SimulatedNetwork(persons(POT, 3, goal=12))
    until_asked(net, 1, 1)
    net.drivers[1].declare_end(AGREES)
    net.drivers[2].declare_end(AGREES)
    decide(net, 1)
    until_asked(net, 3, 3)
    assert EndAgreement((1, 2)) in net.reports[3]
    net.drivers[1].declare_end(0)
    until_asked(net, 5, 1)  # what is said holds to the end of its step
    net.drivers[3].declare_end(AGREES)
    until_asked(net, 7, 3)
    assert [r for r in net.reports[3] if isinstance(r, EndAgreement)][-1].seats == (2, 3)
    assert not net.drivers[3].protocol.table.over


def test_conceded_and_absent_seats_are_not_asked_to_agree() -> None:
    table = drivers(POT, 4, cheats={4: vanishing(None, 2)}, patience=1.0, goal=150)
    net = SimulatedNetwork(table)
    run = net.run(until=60.0, is_done=lambda: all(table[seat].attendance.away == [4] for seat in (1, 2, 3)))
    assert run
    net.drivers[3].declare_end(CONCEDES)
    net.drivers[1].declare_end(AGREES)
    assert net.run(until=120.0, is_done=lambda: all(table[seat].stopped for seat in (1, 2, 3)))
    report = verify(unpack(pack(match_record(table[1]))), POT)
    assert (report.ended, report.conceded, report.complete) == (AGREED, (3,), True)


def test_loss_duplication_and_order_do_not_change_an_early_end() -> None:
    for seed in range(4):
        net = SimulatedNetwork(
            persons(TRICKS, 4), seed=seed, faults=NetworkFaults(loss=0.2, duplicated=0.1, delay=(0.001, 0.08))
        )
        until_asked(net, 2, 1, 2, 3, 4)
        for seat in (1, 2, 3, 4):
            net.drivers[seat].declare_end(AGREES)
        told, _ = ended(net)
        assert told[0].ended == AGREED


def test_end_entries_are_bounded_and_precede_the_commit() -> None:
    """At most two end entries per step are allowed, the second going further than the first (11.6).

    No end entry is allowed after the commit, and each counts as chat.
    """
    net = SimulatedNetwork(persons(POT, 3))
    until_asked(net, 1, 1)
    own = net.drivers[3].protocol.own
    for what in (AGREES, CONCEDES, AGREES, CONCEDES, 3):
        own.publish(Kind.END, [1, what])
    for _ in range(300):
        own.publish(Kind.END, [1, AGREES])
    assert net.run(until=net.now + 10, is_done=lambda: net.drivers[1].protocol.table.readings[3].dead)
    found = [said for said in net.reports[1] if isinstance(said, Accusation)]
    assert found and all(said.seat == 3 and said.kind == "form" for said in found)
    assert len(found) == 1 and "second message" in found[0].words


def test_no_end_entry_is_published_after_the_commit() -> None:
    net = SimulatedNetwork(persons(POT, 3))
    until_asked(net, 1, 1)
    decide(net, 1)
    assert net.run(until=net.now + 5, is_done=lambda: net.drivers[3].protocol.table.step.votes.commit_of(3) is not None)
    net.drivers[3].protocol.own.publish(Kind.END, [1, CONCEDES])
    assert net.run(until=net.now + 5, is_done=lambda: any(isinstance(said, Accusation) for said in net.reports[1]))
    found = [said for said in net.reports[1] if isinstance(said, Accusation)]
    (proof,) = [said for said in net.reports[1] if isinstance(said, FoundEvidence)]
    assert judge(proof.data).proves and judge(proof.data).seat == 3
    assert [(said.seat, said.kind) for said in found] == [(3, "form")] and "after its commit" in found[0].words
    assert not net.drivers[1].protocol.table.conceded


def test_a_change_of_mind_about_ending_is_published_at_most_once_a_step() -> None:
    net = SimulatedNetwork(persons(POT, 3, goal=12))
    until_asked(net, 2, 2)
    for _ in range(500):
        net.drivers[3].declare_end(AGREES)
        net.drivers[3].declare_end(0)
    until_asked(net, 3, 3)
    signed = [entry for entry in net.drivers[1].feeds.feed_of(3) if entry.kind == Kind.END]
    assert len(signed) <= 2
    assert len([said for said in net.reports[1] if isinstance(said, EndAgreement)]) <= 4


def test_a_concession_made_before_a_crash_is_kept_after_the_restart() -> None:
    log = MemoryEntryLog()
    table = persons(POT, 3, goal=12)
    table[2] = Driver(seat_at(POT, 3, 2, goal=12), log, [1, 3], None, [1, 2, 3])
    net = SimulatedNetwork(table)
    until_asked(net, 2, 2)
    net.drivers[2].declare_end(CONCEDES)
    until_asked(net, 4, *())
    net.restart(2, Driver(seat_at(POT, 3, 2, goal=12), log, [1, 3], None, [1, 2, 3]))
    until_asked(net, 7, 3)
    assert net.drivers[2].protocol.table.conceded == net.drivers[1].protocol.table.conceded
    assert list(net.drivers[1].protocol.table.conceded) == [2] and net.drivers[2].question is None


def test_a_match_ended_early_keeps_its_cards_closed_and_has_a_valid_record() -> None:
    net = SimulatedNetwork(drivers(BRIDGEFRONT, 2, patience=30.0))
    assert net.run(is_done=lambda: net.drivers[1].state is not None and net.drivers[1].state.t >= 30)
    net.drivers[1].declare_end(CONCEDES)
    told, report = ended(net)
    assert told[1].conceded == (1,) and report.standing[0].seat == 2
    assert report.audited.unaudited_seats


class Kindly(First):
    """A game of a given kind, with the number of places asked for."""

    def __init__(self, kind: str) -> None:
        self.kind = kind


def test_the_standing_marks_conceded_seats() -> None:
    places = [Standing(1, 3, ()), Standing(2, 1, ()), Standing(2, 2, ()), Standing(4, 4, ())]

    def ranks(kind: str, conceded: tuple[int, ...], how: str, of: list[Standing] = places) -> list[tuple[int, int]]:
        found = early_end.final_standing(Kindly(kind), of, conceded, how)  # type: ignore[arg-type]
        return [(place.rank, place.seat) for place in found]

    assert ranks(FREE_FOR_ALL, (3,), "") == [(1, 1), (1, 2), (3, 4), (4, 3)]
    assert ranks(FREE_FOR_ALL, (1, 3, 4), CONCEDED) == [(1, 2), (2, 3), (3, 1), (4, 4)]
    assert ranks(FREE_FOR_ALL, (), AGREED) == [(1, 3), (2, 1), (2, 2), (4, 4)]
    assert {rank for rank, _ in ranks(TEAM, (3,), CONCEDED)} == {2}
    assert ranks(TEAM, (3,), "") == [(1, 3), (2, 1), (2, 2), (4, 4)]
    assert ranks(SOLO, (1,), CONCEDED, [Standing(1, 1, ())]) == [(2, 1)]


class ConcedesAtStep4(SeatSigner):
    """A seat that announces its concession in step 4."""

    def publish_commit(self, table: StateMachine, decision: Plain) -> None:
        if table.step.t == 4:
            self.publish_end_declaration(table, CONCEDES)
        super().publish_commit(table, decision)


class Bluffs(Withholds):
    """A client that announces its concession but withholds the commit with which the concession would count."""

    signer_class = ConcedesAtStep4
    withheld = Kind.COMMIT

    @property
    def limit(self) -> int:
        own = self.feeds.feed_of(self.seat) if self.protocol else []
        return next((e.seq for e in own if e.kind == Kind.COMMIT and step_of(e) == 4), len(own))


def test_a_bluffed_concession_takes_no_decision_from_the_last_seat() -> None:
    """The others could continue without the bluffer, and a default would count as the last seat's decision."""
    table = drivers(TRICKS, 3, cheats={1: Bluffs}, patience=0.5, rounds=8)
    net, person = SimulatedNetwork(table), table[3]
    assert net.run(20.0, is_done=lambda: person.protocol is not None and person.protocol.table.step.t == 2)
    table[2].protocol.declare_end(CONCEDES)  # type: ignore[union-attr]
    person.protocol.player = None  # type: ignore[union-attr]
    while person.state.t < 4:
        assert net.run(
            20.0, is_done=lambda: person.state.t == 4 or (person.question is not None and not person.protocol.locked_in)
        )
        decide(net, *([3] if person.state.t < 4 else []))
    net.run(net.now + 2.0, is_done=lambda: False)
    book = person.protocol.table.step.votes  # type: ignore[union-attr]
    assert person.protocol.table.readings[1].for_step(4).end == CONCEDES, "it has said so"  # type: ignore[union-attr]
    assert not book.commits_of(3) and person.question is not None, "the person still thinks"
