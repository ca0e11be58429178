"""A match of one seat, with the usual commits, seals, reveals, record and files, and no seat to wait for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.bots.random_bot import RandomBot
from core.engine.result import SOLO, outcome
from net.crypto.match_keys import room_id_from_text
from net.match.events import DecisionRequest, MatchStarted, StepResolved
from net.proofs import desync, evidence
from net.records import record
from net.records.verification import verify
from net.replication.entries import Kind
from net.replication.entry_log import FileEntryLog, MemoryEntryLog
from net.seat.absence import PatientPolicy
from net.seat.driver import Driver
from net.session.runner import match_record, play_local
from tests.net.session.test_spectator import Watched
from tests.support.games.against_the_house.game import GAME
from tests.support.games.rock_paper_scissors.game import Show
from tests.support.net.cables import linked_table
from tests.support.net.tables import drivers, play, reported_by, seat_at, sent_by

SIGNED = [Kind.COMMIT, Kind.SEAL, Kind.REVEAL]


def alone(entry_log: Any = None, player: Any = None, **more: Any) -> Driver:
    """Return the only driver, which is played by a person and so has no player."""
    return Driver(seat_at(GAME, 1, 1), entry_log or MemoryEntryLog(), [], player, **more)


def turn(driver: Driver, ticks: int = 1) -> list[Any]:
    """Let time pass and return the reports."""
    said: list[Any] = []
    for _ in range(ticks):
        driver.tick(driver.sync.now + 0.02)
        said += reported_by(driver)
        assert not sent_by(driver), "there is nobody to tell"
    return said


def kinds(driver: Driver) -> list[int]:
    return [entry.kind for entry in driver.feeds.feed_of(1)]


def test_a_solo_seat_commits_seals_reveals_and_signs_its_result() -> None:
    (driver,) = play(drivers(GAME, 1)).drivers.values()
    assert driver.finished is not None and driver.verdict is None and driver.settled
    assert kinds(driver) == [Kind.GENESIS, *SIGNED * 5, Kind.RESULT]
    assert driver.feeds.feed_of(1)[0].body[2] == [], "nobody holds a share of its seals"


def test_a_solo_record_verifies_and_names_the_solo_kind() -> None:
    (driver,) = play(drivers(GAME, 1)).drivers.values()
    report = verify(record.unpack(record.pack(match_record(driver))), GAME)
    assert report.complete and report.digest == driver.state.digest()
    assert outcome(GAME, report.standing).kind == SOLO


def test_the_dice_of_a_solo_match_follow_from_its_seed() -> None:
    beacons = {play(drivers(GAME, 1, text)).drivers[1].state.beacon for text in ("a", "b", "a")}
    assert len(beacons) == 2


def test_each_solo_step_is_reported_with_its_state() -> None:
    """Each step is reported with its resulting state, so that a client can show one step after another.

    No other peer slows down the steps.
    """
    told: list[tuple[int, int, bool]] = []
    play_local(GAME, 1, {"rounds": 9}, "told", [RandomBot("told", 1)],
               lambda step, state: told.append((step.t, state.t, step.digest == state.digest())))  # fmt: skip
    assert told == [(t, t + 1, True) for t in range(1, 10)]


def test_a_solo_decision_is_committed_at_once() -> None:
    driver = alone(persons=(1,))
    said = turn(driver)
    assert any(isinstance(report, MatchStarted) for report in said) and any(
        isinstance(report, DecisionRequest) for report in said
    )
    driver.decide(Show(1))
    assert not driver.withdraw_decision(), "with nobody to wait for it is committed at once"
    assert [report.decisions for report in turn(driver) if isinstance(report, StepResolved)] == [{1: Show(1)}]


@pytest.mark.parametrize("stops", [1, 2, 4])
def test_a_solo_match_resumes_from_its_log(tmp_path: Path, stops: int) -> None:
    """A solo match resumes from its log at any step.

    No entry is signed twice, and the decisions are the earlier ones.
    """
    made = {}
    entry_log = FileEntryLog(tmp_path / "log")
    driver = alone(entry_log)
    while not driver.stopped:
        turn(driver)
        if driver.question is not None:
            made[driver.state.t] = Show(driver.state.t % 3)
            driver.decide(made[driver.state.t])
            if driver.state.t == stops:  # not even reported yet
                sent_by(driver)
                entry_log.close()
                entry_log = FileEntryLog(tmp_path / "log")
                driver = alone(entry_log)
    entry_log.close()
    assert driver.finished is not None and kinds(driver) == [Kind.GENESIS, *SIGNED * 5, Kind.RESULT]
    report = verify(match_record(driver), GAME)
    assert report.complete and report.steps == 5 and sorted(made) == [1, 2, 3, 4, 5]


def test_a_long_solo_log_is_replayed_in_one_pass() -> None:
    """A long log is replayed in one pass; old steps are not reported one per tick."""
    driver = alone(player=RandomBot("long", 1))
    turn(driver, 4)
    again = alone(driver._entry_log)
    said = turn(again)
    assert [report.t for report in said if isinstance(report, StepResolved)] == [1, 2, 3, 4][: driver.state.t - 1]
    assert again.state.t == driver.state.t > 3


def test_a_solo_match_refuses_any_motion() -> None:
    driver = alone(persons=(1,), policy=PatientPolicy(0.1))
    turn(driver, 200)
    assert (
        driver.attendance.possible_seat_sets() == []
        and driver.attendance.motions == {}
        and kinds(driver) == [Kind.GENESIS]
    )
    with pytest.raises(ValueError):
        driver.propose([1])


def test_two_versions_of_a_solo_feed_convict_its_seat() -> None:
    """Two versions of a feed convict the seat, although a restored copy was the only cause.

    The evidence file is judged like any other.
    """
    first, second = alone(), alone()
    for driver, hand in ((first, 0), (second, 1)):
        turn(driver)
        driver.decide(Show(hand))
    first.feeds.add(second.feeds.feed_of(1)[1])
    found = evidence.fork_evidence(tuple(first.cards), first.feeds.forks[1])
    assert found is not None
    judged = evidence.judge(found.pack(), {GAME.name: GAME})
    assert judged.proves and (judged.kind, judged.seat) == ("fork", 1)


def test_a_desync_report_of_a_solo_match_contains_its_log() -> None:
    """A report of two states contains the seat's log.

    The two sides are two programs of the same seat, one after the other.
    """
    driver = alone(player=RandomBot("desync", 1))
    turn(driver, 2)
    side, other = desync.own_side(driver.state), driver.state.clone()
    other.points[1] += 1
    feeds = tuple(tuple(entry.stored for entry in driver.feeds.feed_of(seat)) for seat in driver.feeds.seats)
    report = desync.DesyncReport(1, 1, driver.state.t, tuple(driver.cards), feeds, side, desync.own_side(other))
    found = desync.check(desync.unpack(report.pack()), {GAME.name: GAME})
    assert found.differences == [f"points[1]: {driver.state.points[1]} and {other.points[1]}"] and found.agreeing_seats


@pytest.mark.parametrize("start", [0.05, 1.0], ids=["while it is played", "after its end"])
def test_a_solo_match_can_be_watched(start: float) -> None:
    table, links = linked_table(GAME, 1, rounds=9)
    net = Watched(table, links=links)
    net.run(start)
    assert (table[1].finished is None) == (start < 0.1)
    spectator = net.watch(room_id_from_text("test"), (1,), {GAME.name: GAME})
    net.run(net.now + 20.0, is_done=lambda: spectator.finished is not None)
    assert spectator.finished is not None and spectator.finished.digest == table[1].state.digest()
    assert [one.t for one in net.reports["w"] if isinstance(one, StepResolved)] == list(range(1, 10))
