"""A seat in a thread and three bots in their own processes: a whole match over real sockets."""

from __future__ import annotations

import queue
from dataclasses import replace
from pathlib import Path

import pytest

from client import games
from client.session.match_session import MatchSession, solo_session
from client.session.saved_matches import SavedMatches, forked_session
from client.session.source import MatchEvent, MatchResumed, Refusal, SessionEnded, TableStatus
from client.table.replay.frames import read_frames
from client.table.replay.library import RecordLibrary
from core.bots.random_bot import RandomBot
from core.games.registry import find_game
from net.cli.file_report import report_on_file
from net.cli.matches.processes import HOST
from net.match.events import DecisionRequest, EndOfMatch, StepResolved
from net.records import record
from net.records.fork import fork_from_record
from net.records.record import read
from net.records.verification import verify
from tests.client.screens.test_matches import kept_match

pytestmark = pytest.mark.waits

GAME = find_game("bridgefront")
PATIENCE = 60.0


def play_out(session: MatchSession, seat: int = 1) -> tuple[list[MatchEvent], SessionEnded, list[Refusal]]:
    """Answer every question of the session with a random bot until it has left the match."""
    bot, told, refused = RandomBot("window", seat), [], []
    while True:
        said = session.inbox.get(timeout=PATIENCE)
        if isinstance(said, SessionEnded):
            return told, said, refused
        if isinstance(said, Refusal):
            refused.append(said)
            continue
        if not isinstance(said, MatchEvent):
            continue
        told.append(said)
        if isinstance(said.report, DecisionRequest):
            assert said.own is not None
            session.decide(bot.decide(GAME, said.state, seat, said.own), said.own)


def test_a_whole_match_against_bots_over_sockets(tmp_path: Path) -> None:
    session = solo_session(GAME, ["random", "random"], {"vp_to_win": 5}, "Ann", seed_text="a window")
    session.library = RecordLibrary(tmp_path)
    session.start()
    try:
        told, ended, refused = play_out(session)
    finally:
        session.close()
    assert not refused and ended.error == ""
    steps = [said for said in told if isinstance(said.report, StepResolved)]
    assert [said.report.t for said in steps] == list(range(1, len(steps) + 1))
    assert all(said.state.digest() == said.digest for said in steps)
    assert isinstance(told[-1].report, EndOfMatch)
    assert ended.record is not None and verify(ended.record, GAME).digest == steps[-1].digest
    assert session.kept is not None and session.kept.parent == tmp_path and "Ann" in session.kept.name
    kept = verify(read(session.kept), GAME)
    assert kept.complete and kept.digest == steps[-1].digest


def test_a_match_continues_against_bots_in_our_seat(tmp_path: Path) -> None:
    """A match of three continues against bots in our second seat.

    The bots learn from the new match's directory which match it continues.
    """
    old = SavedMatches(kept_match(tmp_path).parent).list_matches()[0]
    session = forked_session(fork_from_record(record.pack(old.record())), old, "Ann")
    session.library = RecordLibrary(tmp_path / "records")
    session.start()
    try:
        told, ended, refused = play_out(session, 2)
    finally:
        session.close()
    assert not refused and ended.error == ""
    assert session.config.seat == 2 and session.kept is not None
    asked = [said.report.t for said in told if isinstance(said.report, DecisionRequest)]
    assert asked and min(asked) > 1, "nobody is asked before the cards are dealt"
    checked = report_on_file(session.kept)
    assert not checked.fault and "It plays on match" in checked.words and "Ann" in checked.words
    frames = read_frames(session.kept, lambda fork_from_record, words: None)
    assert frames.complete and frames.steps == told[-1].report.t and frames.trouble == ""
    assert games.table_of(frames.game) is games.table_of(GAME)
    assert [match.home for match in SavedMatches(old.home.parent).list_matches()] == [old.home], (
        "of the new one the record stays"
    )


def test_a_decision_without_a_question_is_refused_with_a_reason() -> None:
    session = solo_session(GAME, ["random"], {}, "Ann", seed_text="too early")
    session.start()
    try:
        first = session.inbox.get(timeout=PATIENCE)
        while not (isinstance(first, MatchEvent) and isinstance(first.report, DecisionRequest)):
            first = session.inbox.get(timeout=PATIENCE)
        session.take_back()
        refusal = session.inbox.get(timeout=PATIENCE)
        while isinstance(refusal, (MatchEvent, TableStatus)):
            refusal = session.inbox.get(timeout=PATIENCE)
    except queue.Empty:
        raise AssertionError("the session says nothing") from None
    finally:
        session.close()
    assert isinstance(refusal, Refusal) and "late" in refusal.words


def test_the_first_steps_of_a_solo_seat_are_reported(tmp_path: Path) -> None:
    session = solo_session(find_game("outposts"), [], {}, "Ada", directory=tmp_path, seat=1)
    session.start()
    told: list = []
    while not any(isinstance(each, MatchEvent) and isinstance(each.report, DecisionRequest) for each in told):
        told.append(session.inbox.get(timeout=60))
    session.close()
    assert not any(isinstance(each, MatchResumed) for each in told)
    assert [
        each.report.t for each in told if isinstance(each, MatchEvent) and isinstance(each.report, StepResolved)
    ] == [1]


def test_a_locked_choice_is_undone_and_the_record_stays_valid(tmp_path: Path) -> None:
    """The match returns to the second question, is played on from there, and its record passes every check."""
    session = solo_session(GAME, ["random", "random"], {"vp_to_win": 5}, "Ann", directory=tmp_path / "matches")
    session.library = RecordLibrary(tmp_path / "records")
    assert session.has_only_bots
    session.start()
    bot, asked = RandomBot("undo", 1), []
    while len(asked) < 4:
        said = session.inbox.get(timeout=PATIENCE)
        if isinstance(said, MatchEvent) and isinstance(said.report, DecisionRequest):
            asked.append((said.report.t, said.state.digest()))
            session.decide(bot.decide(GAME, said.state, 1, said.own), said.own)
    assert session.can_undo
    session.config = replace(session.config, host="0.0.0.0")
    assert not session.can_undo, "a spectator could send the undone choices back"
    session.config = replace(session.config, host=HOST)
    again = session.rewind_to(asked[1][0])
    try:
        told, ended, refused = play_out(again)
    finally:
        again.close()
    first = next(said for said in told if isinstance(said.report, DecisionRequest))
    assert (first.report.t, first.state.digest()) == asked[1]
    assert not refused and ended.error == "" and again.kept is not None
    assert verify(read(again.kept), GAME).complete
