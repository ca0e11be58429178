"""Processes that the system kills at any moment and that are restarted (PROTOCOL 15)."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.games.registry import find_game
from net.cli.matches.processes import Processes, ProcessPlan, free_ports
from net.records import record
from net.records.verification import verify
from tests.support.net.killing import play

pytestmark = pytest.mark.waits


def test_a_match_survives_repeatedly_killed_processes() -> None:
    survived = play("killed", seats=4, kills=6, spacing=50)
    assert survived.kills == 6
    assert survived.digests == {survived.report.digest.hex()}
    assert survived.report.complete and not survived.report.lacking


def test_a_match_resumes_from_its_files_at_other_addresses(tmp_path: Path) -> None:
    """A match resumes from its files at other addresses, with the same hands.

    All processes end in the middle of the match and return days later.
    """
    game, seats = find_game("bridgefront"), 3
    names = ["random"] * seats
    plan = ProcessPlan(game.name, seats, {}, None, names, [""] * seats, tmp_path / "record", tmp_path / "logs")
    room = "resumed"
    with Processes(plan, room=room) as first:
        before = next(told.fields["match"] for told in first.messages(60.0) if told and told.kind == "seated")
        stopped = next(told.fields["t"] for told in first.messages(60.0) if told and told.kind == "stepped")
        for _ in zip(range(3 * 25), first.messages(60.0)):
            pass
        for seat in range(1, seats + 1):
            first.kill(seat)
    digests, matches, reached = set(), set(), []
    with Processes(plan, ports=free_ports(seats), room=room) as again:
        for told in again.messages(60.0):
            assert told is not None and told.kind not in ("failed", "verdict"), told
            if told.kind == "over":
                digests.add(told.fields["digest"])
            elif told.kind == "seated":
                matches.add(told.fields["match"])
            elif told.kind == "stepped":
                reached.append(told.fields["t"])
    report = verify(record.read(tmp_path / "record"), game)
    assert matches == {before} and digests == {report.digest.hex()}
    assert report.complete and reached[0] > stopped
