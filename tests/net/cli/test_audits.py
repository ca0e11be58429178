"""Texts of `match`, `verify`, `show` and the window about audits: passed, missing and not needed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.engine import agenda
from core.engine.hidden.audits import NONE, PASSED, AuditResult
from core.engine.result import FREE_FOR_ALL
from core.games.registry import GAMES
from net.cli import app
from net.cli.file_report import report_on_record
from net.records import record
from net.records.record import MatchRecord
from net.records.verification import verify
from net.seat.driver import Driver
from net.session.runner import match_record
from net.transport.simulated import SimulatedNetwork
from tests.support.core.forgetful import FORGOTTEN, GAME, MADE
from tests.support.net.hoard import HOARD
from tests.support.net.tables import drivers, play
from tests.support.net.toys import First
from tests.support.net.vanishing import run_on, steps, vanishing


def record_of(driver: Driver) -> MatchRecord:
    """Return the record of a finished match, as a file contains it."""
    return record.unpack(record.pack(match_record(driver)))


def without_seat_2() -> MatchRecord:
    """Return a match of three whose second seat vanished before the final audit."""
    net = SimulatedNetwork(drivers(GAME, 3, cheats={2: vanishing(None, 2)}, player=First(), patience=1.0, audit=MADE))
    run_on(net, [1, 3])
    assert steps(net, 1)[2].lost == (2,)
    return record_of(net.drivers[1])


def test_rules_without_an_audit_stop_the_match_and_blame_no_seat() -> None:
    net = SimulatedNetwork(drivers(GAME, 3, audit=FORGOTTEN))
    run_on(net, [1, 2, 3])
    for driver in net.drivers.values():
        assert driver.finished is None and driver.verdict is not None
        assert (driver.verdict.seat, driver.verdict.kind) == (0, "fault") and "no final audit" in driver.verdict.words


def test_a_record_reports_the_audited_seats() -> None:
    kept = record_of(play(drivers(GAME, 3, audit=MADE)).drivers[1])
    assert verify(kept, GAME).audited == AuditResult((1, 2, 3))
    found = report_on_record(kept, GAME, "it")
    assert found.code == 0 and not found.fault
    assert "Audit   passed: every hidden card of every seat was revealed and matches" in found.words


def test_a_record_with_a_missing_audit_is_valid_with_exit_code_3() -> None:
    kept = without_seat_2()
    report = verify(kept, GAME)
    assert report.complete and report.audited == AuditResult((1, 2, 3), (2,)) and report.audited.verdict == NONE
    found = report_on_record(kept, GAME, "it")
    assert found.code == 3 and not found.fault, "the record holds, and nobody is accused"
    assert "Audit   no audit of seat 2: some hidden cards were never revealed and checked" in found.words


def test_a_record_without_an_audit_never_reports_a_passed_audit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A complete record without an audit never reports that an audit passed.

    The match was played by programs that skip the audit.
    """
    monkeypatch.setattr(agenda, "require_audits", lambda state, lost: None)
    kept = record_of(play(drivers(GAME, 2, audit=FORGOTTEN)).drivers[1])
    found = report_on_record(kept, GAME, "it")
    assert found.code == 3 and "no audit of seat 1 and seat 2" in found.words and "passed" not in found.words
    monkeypatch.undo()
    with pytest.raises(record.BadRecord, match="no final audit"):
        verify(kept, GAME)


def test_a_game_without_an_agenda_is_audited_too() -> None:
    kept = record_of(play(drivers(HOARD, 2, player=First())).drivers[1])
    assert verify(kept, HOARD).audited.verdict == PASSED
    assert HOARD.kind == FREE_FOR_ALL


def test_an_unfinished_match_reports_the_closed_cards() -> None:
    kept = record_of(play(drivers(GAME, 2, audit=MADE)).drivers[1])
    cut = kept._replace(feeds=tuple(feed[:4] for feed in kept.feeds))
    found = report_on_record(cut, GAME, "it")
    assert found.fault and "Audit   the match is not over: seat 1 and seat 2 had cards closed" in found.words


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, GAME.name, GAME)


@pytest.mark.usefixtures("known")
def test_commands_report_the_audit_and_exit_with_its_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files: dict[int, MatchRecord] = {3: without_seat_2(), 0: record_of(play(drivers(GAME, 2, audit=MADE)).drivers[1])}
    for code, kept in files.items():
        path = tmp_path / f"{code}.tether"
        record.write(path, kept)
        assert app.run(["verify", str(path)]) == code
        told = capsys.readouterr().out
        assert "The record is valid." in told and ("no audit of seat 2" in told) == (code == 3)
        assert app.run(["show", str(path)]) == 0
        last = capsys.readouterr().out.splitlines()[-1]
        assert last.startswith("Audit: no audit of seat 2" if code else "Audit: passed")


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("audit", [MADE, FORGOTTEN])
def test_a_local_match_reports_its_audit(
    audit: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["match", "--local", "--game", GAME.name, "--seats", "2", "--option", f"audit={audit}", "--json"]
    if audit == FORGOTTEN:
        assert app.run(command) == 1 and "no final audit" in capsys.readouterr().err
        monkeypatch.setattr(agenda, "require_audits", lambda state, lost: None)
    assert app.run(command) == (3 if audit == FORGOTTEN else 0)
    said: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert (said["audit"], said["unaudited"]) == ((NONE, [1, 2]) if audit == FORGOTTEN else (PASSED, []))


def test_the_help_of_verify_lists_the_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(["verify", "--help"]) == 0
    assert "3  every file is valid, but some hidden cards were never revealed" in capsys.readouterr().out
