"""Forked matches (PROTOCOL 14.10): their records contain the earlier match, and faults are reported."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from core.bots.heuristic import HeuristicBot
from core.games.registry import GAMES, find_game
from lobby.players.rated_records import NotCounted
from lobby.players.ratings import rated_match
from net.cli.app import cli
from net.cli.file_report import report_on_file
from net.match.events import FoundDesync, FoundEvidence
from net.match.feed_reader import step_of
from net.match.genesis import rules_hash
from net.proofs import desync, evidence
from net.records import record
from net.records.fork import MAX_FORKS, fork_from_record, game_of_record
from net.records.record import BadRecord, MatchRecord
from net.records.verification import verify
from net.replication.entries import read as read_entry
from net.replication.entry_log import FileEntryLog
from net.seat.driver import Driver
from net.session import saved_match
from net.session.peer_config import PeerConfig, seat_directory
from net.session.runner import match_record, open_seat, play_local
from net.transport.simulated import BAD, SimulatedNetwork
from tests.net.proofs.test_desync import Generous
from tests.net.proofs.test_desync import seats as seats_with_a_wrong_rule
from tests.support.net import cheats
from tests.support.net.adversaries import IsGone
from tests.support.net.tables import TOYS, drivers, play
from tests.support.net.toys import POT, First

GAMES_HERE: dict[str, Any] = {**GAMES, **{game.name: game for game in TOYS}}
NEVER = "does not replace the result"


@cache
def stands(name: str, seats: int, steps: int, text: str = "old") -> bytes:
    """Return the record of a match in which this number of steps was played."""
    game = GAMES_HERE[name]
    table = drivers(game, seats, text, player=First(), goal=12) if game in TOYS else drivers(game, seats, text)
    SimulatedNetwork(table).run(
        is_done=lambda: table[1].settled or (table[1].state is not None and table[1].state.t > steps + 1)
    )
    return broken_off(match_record(table[1]), steps)


def broken_off(whole: MatchRecord, steps: int) -> bytes:
    """Return the record as it was after this number of steps."""
    feeds = tuple(tuple(e for e in feed if step_of(read_entry(e)) <= steps) for feed in whole.feeds)
    return record.pack(whole._replace(feeds=feeds))


def played_on(data: bytes, text: str = "new") -> MatchRecord:
    """Continue the match of this record to its end; return the new record."""
    game = fork_from_record(data, GAMES_HERE)
    seats = game.seat_counts[0]
    played = play_local(game, seats, {}, text, [First()] * seats)
    return played.record


def test_the_part_command_continues_a_match_from_its_record(tmp_path: Path) -> None:
    old, new = tmp_path / "old.tether", tmp_path / "new.tether"
    old.write_bytes(stands("bridgefront", 2, 40))
    before = verify(record.read(old), find_game("bridgefront"))
    held = old.read_bytes()
    told = CliRunner().invoke(cli, ["part", str(old), "--seed", "on", "--out", str(new)])
    assert told.exit_code == 0, told.output
    assert "Audit   passed" in told.output and NEVER in told.output
    assert NEVER in CliRunner().invoke(cli, ["show", str(new)]).output
    checked = report_on_file(new)
    assert not checked.fault and "The record is valid." in checked.words
    assert f"match {before.match.hex()}" in checked.words
    assert f"before step 41, digest {before.digest.hex()}" in checked.words and NEVER in checked.words
    assert old.read_bytes() == held


def test_a_continued_midnight_match_verifies() -> None:
    game = fork_from_record(stands("midnight", 3, 20))
    played = play_local(game, 3, {}, "new", [HeuristicBot("new", seat) for seat in (1, 2, 3)])
    report = verify(played.record, game)
    assert report.complete and not report.accused and report.digest == played.digest


def test_an_ordinary_record_contains_no_earlier_match() -> None:
    data = stands("pot", 2, 6)
    assert record.unpack(data).origin == b"" and record.pack(record.unpack(data)) == data
    assert game_of_record(record.unpack(data), GAMES_HERE) is POT


def test_the_identity_of_a_continued_match_depends_on_its_origin_and_step() -> None:
    once, later = fork_from_record(stands("pot", 2, 6), GAMES_HERE), fork_from_record(stands("pot", 2, 7), GAMES_HERE)
    other = fork_from_record(stands("pot", 2, 6, "other"), GAMES_HERE)
    games = [POT, once, later, other]
    assert len({game.name for game in games}) == len({rules_hash(game) for game in games}) == 4
    again = fork_from_record(stands("pot", 2, 6), GAMES_HERE)
    assert (again.name, rules_hash(again)) == (once.name, rules_hash(once))
    assert once.origin.t == 7 and later.origin.t == 8


def test_seats_with_different_earlier_records_refuse_to_start() -> None:
    once, later = fork_from_record(stands("pot", 2, 6), GAMES_HERE), fork_from_record(stands("pot", 2, 7), GAMES_HERE)
    table = drivers(once, 2, player=First())
    table[2] = Driver(table[2].at._replace(game=later), table[2]._entry_log, table[2].sync.peers, First())
    net = play(table, until=20.0)
    words = [str(driver.verdict) for driver in net.drivers.values()]
    assert all("another match to play on, or another step of it" in said for said in words), words


def test_a_continued_match_survives_a_bad_network_and_a_lost_seat() -> None:
    game = fork_from_record(stands("pot", 3, 3), GAMES_HERE)
    table = drivers(game, 3, player=First(), patience=5.0, cheats={3: IsGone})
    net = play(table, seed=3, faults=BAD, until=120.0)
    ends = {driver.finished.digest for seat, driver in net.drivers.items() if seat != 3 and driver.finished}
    assert len(ends) == 1 and not any(driver.verdict for driver in net.drivers.values())
    assert 3 in table[1].attendance.away
    assert verify(match_record(table[1]), game).complete


def test_a_match_can_be_continued_only_a_limited_number_of_times() -> None:
    data = stands("pot", 2, 6)
    for times in range(1, MAX_FORKS + 1):
        made = played_on(data, f"time {times}")
        assert verify(made, game_of_record(made, GAMES_HERE)).complete
        data = broken_off(made, 4)
    with pytest.raises(BadRecord, match="cannot be continued again"):
        fork_from_record(data, GAMES_HERE)
    with pytest.raises(BadRecord, match="cannot be continued again"):
        game_of_record(record.unpack(record.pack(made._replace(origin=data))), GAMES_HERE)


def test_ratings_do_not_count_a_continued_match() -> None:
    with pytest.raises(NotCounted, match="a continuation of another match"):
        rated_match(played_on(stands("pot", 2, 6)))


def test_part_explains_why_a_record_cannot_be_continued(tmp_path: Path) -> None:
    whole = stands("pot", 2, 10**6)
    with pytest.raises(BadRecord, match="match is over"):
        fork_from_record(whole, GAMES_HERE)
    with pytest.raises(BadRecord, match="the games here are"):
        fork_from_record(stands("pot", 2, 6))
    with pytest.raises(BadRecord, match="of more than"):
        fork_from_record(bytes(record.MAX_ORIGIN + 1))
    file = tmp_path / "no.tether"
    file.write_bytes(b"nothing")
    for words in (["part", str(file)], ["peer", "--seat", "1", "--from", str(file)]):
        told = CliRunner().invoke(cli, words)
        assert told.exit_code == 1 and "cannot be continued" in told.output and "Traceback" not in told.output
    told = CliRunner().invoke(cli, ["part", str(tmp_path)])
    assert told.exit_code == 2 and "is not a saved match" in told.output


def test_a_match_stopped_by_a_broken_rule_cannot_be_continued() -> None:
    table = drivers(POT, 2, cheats={2: cheats.signing(cheats.FalseProof)})
    play(table, until=12.0)
    with pytest.raises(BadRecord, match="seat 2"):
        fork_from_record(record.pack(match_record(table[1])), GAMES_HERE)


def test_a_continued_record_with_a_wrong_or_missing_origin_is_refused() -> None:
    made = played_on(stands("pot", 2, 6))
    for origin, why in (
        (b"", "whose record is missing"),
        (stands("pot", 2, 7), "does not continue the one"),
        (stands("pot", 2, 10**6), "is over"),
        (record.pack(made), "is over"),
        (b"nothing", "no record"),
    ):
        with pytest.raises(BadRecord, match=why):
            game_of_record(made._replace(origin=origin), GAMES_HERE)
    plain = record.unpack(stands("pot", 2, 6))
    with pytest.raises(BadRecord, match="does not continue the one"):
        game_of_record(plain._replace(origin=stands("pot", 2, 7)), GAMES_HERE)


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_any_changed_byte_of_the_earlier_match_is_detected(data: st.DataObject) -> None:
    made = played_on(stands("pot", 2, 6))
    at = data.draw(st.integers(0, len(made.origin) - 1))
    bit = 1 << data.draw(st.integers(0, 7))
    wrong = made.origin[:at] + bytes([made.origin[at] ^ bit]) + made.origin[at + 1 :]
    cut = made.origin[: data.draw(st.integers(0, len(made.origin) - 1))]
    for origin in (wrong, cut):
        with pytest.raises(BadRecord):
            game_of_record(record.unpack(record.pack(made._replace(origin=origin))), GAMES_HERE)


def test_evidence_of_a_continued_match_is_judged_from_its_file() -> None:
    game = fork_from_record(stands("pot", 4, 6), GAMES_HERE)
    net = play(drivers(game, 4, cheats={2: cheats.Richer}, player=First()), until=12.0)
    files = [said.data for said in net.reports[1] if isinstance(said, FoundEvidence)]
    assert files
    for data in files:
        judged = evidence.judge(data, GAMES_HERE)
        assert (judged.proves, judged.seat, judged.kind) == (True, 2, "digest")
        assert any(NEVER in line for line in judged.about)
        without = evidence.judge_evidence(evidence.unpack(data)._replace(origin=b""), GAMES_HERE)
        assert not without.proves and "whose record is missing" in without.words
        assert evidence.unpack(data).pack() == data


def test_a_desync_report_of_a_continued_match_replays_its_log() -> None:
    game = fork_from_record(stands("pot", 2, 6), GAMES_HERE)
    wrong = fork_from_record(stands("pot", 2, 6), GAMES_HERE)
    wrong.base = Generous()
    net = play(seats_with_a_wrong_rule(game, wrong), until=60.0)
    (data,) = {said.data for said in net.reports[1] if isinstance(said, FoundDesync)}
    report = desync.unpack(data)
    found = desync.check(report, GAMES_HERE)
    assert found.agreeing_seats == (1,) and report.pack() == data
    assert any(NEVER in line for line in desync.describe(report, found))


def test_a_seat_of_a_continued_match_resumes_from_its_directory(tmp_path: Path) -> None:
    game = fork_from_record(stands("bridgefront", 2, 20))
    config = PeerConfig(
        game, 2, 1, {}, None, 4711, [("127.0.0.1", 4712)], None, bytes(range(32)), "Ada", b"i" * 32,
        tmp_path / "matches", tmp_path / "locks",
    )  # fmt: skip
    _, entry_log = open_seat(config)
    assert isinstance(entry_log, FileEntryLog)
    entry_log.close()
    home = seat_directory(config, bytes(range(32)))
    assert home is not None and saved_match.read(home).game == game.name
    again = replace(saved_match.read(home).make_config(home), locks=config.locks)
    assert again.game.name == game.name and again.game.record == game.record
    (home / saved_match.ORIGIN).write_bytes(game.record[:-1])
    with pytest.raises(saved_match.BadSavedMatch, match="cannot be taken up again"):
        saved_match.read(home).make_config(home)
    (home / saved_match.ORIGIN).write_bytes(b"nothing")
    with pytest.raises(saved_match.BadSavedMatch, match="no record of a match"):
        saved_match.read(home).make_config(home)
