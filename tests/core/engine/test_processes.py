"""A sample game with closed cards, played by `tether match` between processes, verified and shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.games.registry import GAMES
from net.cli import app
from net.cli.matches import processes
from tests.support.all_games import SAMPLES

NAME = "sealed_auction"


def test_a_sealed_auction_is_played_and_audited_between_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every seat has a separate process, and the record contains the audit."""
    monkeypatch.setitem(GAMES, NAME, SAMPLES[NAME])
    monkeypatch.setattr(processes, "program", "tests.support.games.rock_paper_scissors")
    record = tmp_path / "auction.tether"
    assert app.run(["match", "--game", NAME, "--seats", "3", "--json", "--out", str(record)]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["audit"], result["unaudited"], result["left_out"]) == ("passed", [], [])
    assert sum(result["bytes"]) and sorted(place["seat"] for place in result["ranking"]) == [1, 2, 3]
    assert app.run(["verify", str(record)]) == 0
    told = capsys.readouterr().out
    assert "passed: every hidden card of every seat was revealed and matches" in told
    assert result["digest"] in told.replace(" ", "")
    assert app.run(["show", str(record)]) == 0
    shown = capsys.readouterr().out.lower()
    assert "the vaults" in shown and all(f"seat {seat} shuffles" in shown for seat in (1, 2, 3))
    data = bytearray(record.read_bytes())
    data[len(data) // 2] ^= 1
    record.write_bytes(data)
    assert app.run(["verify", str(record)]) == 1
