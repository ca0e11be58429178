"""Win rates of teams: the same seed plays the same matches, no match is played twice, and the figures are right."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from trials import teams  # noqa: E402 - a script


def told(*arguments: str) -> str:
    return subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "trials" / "teams.py"), *arguments],
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def test_a_trial_of_teams_is_reproducible_and_resumes(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    few = ("--seats", "2", "3", "--targets", "normal", "--seed", "same")
    told("--into", str(whole), "--matches", "2", *few)
    told("--into", str(parts), "--matches", "1", *few)
    told("--into", str(parts), "--matches", "2", *few)
    assert whole.read_text("ascii") == parts.read_text("ascii")
    played = [json.loads(line) for line in whole.read_text("ascii").splitlines()]
    assert [(line["seats"], line["match"]) for line in played] == [(2, 0), (3, 0), (2, 1), (3, 1)]
    figures = json.loads(told("--into", str(whole), "--sum"))
    assert [(line["seats"], line["matches"]) for line in figures] == [(2, 2), (3, 2)]
    for line in figures:
        of_it = [match for match in played if match["seats"] == line["seats"]]
        assert line["won"] == sum(match["ending"] == "target" for match in of_it) == sum(m["won"] for m in of_it)
        assert line["turns"] == sum(match["turns"] for match in of_it) / 2


def test_the_bots_of_cabinet_play_as_documented_in_the_rules() -> None:
    """A failure means that rules or bots have changed.

    In that case run scripts/trials/teams.py again for docs/play/rules/cabinet.md.
    """
    kept = json.loads((ROOT / "tests" / "data" / "cabinet_teams.json").read_text("ascii"))
    for match in kept["first"]:
        setting = teams.Setting(match["team"], match["seats"], match["target"])
        assert teams.play_match(setting, kept["seed"], match["match"]) == match


def test_a_passive_team_pays_no_challenge_and_loses() -> None:
    found = [teams.play_match(teams.Setting("sit", 3, "normal"), "sit", number) for number in range(3)]
    assert all(match["challenges"] == 2 and not match["won"] for match in found), "the limit of three seats"


def test_the_confidence_interval_is_wilsons_interval() -> None:
    assert teams.wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)  # Newcombe 1998, table I
    assert teams.wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert teams.wilson(20, 20)[1] == pytest.approx(1.0)
