"""Results of bots in Outposts: the same seed plays the same matches, and the figures equal those in the rules."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from trials import leagues  # noqa: E402 - a script

KEPT = json.loads((ROOT / "tests" / "data" / "outposts_leagues.json").read_text("ascii"))


def told(*arguments: str) -> str:
    return subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "trials" / "leagues.py"), *arguments],
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def test_a_trial_of_leagues_is_reproducible_and_resumes(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    few = ("--seats", "2", "3", "--brisk", "off", "--seed", "same")
    told("--into", str(whole), "--matches", "2", *few)
    told("--into", str(parts), "--matches", "1", *few)
    told("--into", str(parts), "--matches", "2", *few)
    assert whole.read_text("ascii") == parts.read_text("ascii")
    played = [json.loads(line) for line in whole.read_text("ascii").splitlines()]
    figures = json.loads(told("--into", str(whole), "--sum"))
    assert [(line["seats"], line["matches"]) for line in figures] == [(2, 2), (3, 2)]
    for line in figures:
        of_it = [match for match in played if match["seats"] == line["seats"]]
        assert sum(code["matches"] for code in line["leagues"].values()) == 2 * line["seats"]
        won = sum(code["matches"] * code["share"] for code in line["leagues"].values() if code["matches"])
        assert won == pytest.approx(2, abs=0.01), "each match has one winner, or is shared"
        assert line["points_of_winners"] == sum(max(match["points"]) for match in of_it) / 2


@pytest.mark.parametrize(
    "match", KEPT["first"], ids=lambda match: f"{match['seats']}-{match['warden']}-{match['brisk']}"
)
def test_the_bots_of_outposts_play_as_documented_in_the_rules(match: dict) -> None:
    """A failure means that rules or bots have changed.

    In that case run scripts/trials/leagues.py again for docs/data/games.json.
    """
    setting = leagues.Setting(match["seats"], match["warden"], match["level"], match["brisk"])
    assert leagues.play_match(setting, KEPT["seed"], match["match"], leagues.GAME) == match


def test_the_rules_give_the_measured_league_figures() -> None:
    part = (ROOT / "docs" / "design" / "games-tables.md").read_text("utf-8").partition("## Outposts")[2]
    rows = [row for row in part.splitlines() if row.startswith("|")]
    for figures in KEPT["figures"]:
        row = next(row for row in rows if row.startswith(f"| {leagues_name(figures)} |"))
        assert f"| {figures['matches']:,} |" in row and f"| {figures['points']:.0f} |" in row
        shares = [figures["leagues"][code]["share"] for code in ("L1", "L2", "L3", "L4")]
        if figures["seats"] == 1:
            shares = [figures["share"]]
        assert ", ".join(f"{100 * share:.0f}" for share in shares) in row


def leagues_name(figures: dict) -> str:
    """Return the name of a row of the tables."""
    if figures["seats"] == 1:
        return f"{figures['level']}, {figures['warden']}"
    return f"{figures['seats']}{', brisk' if figures['brisk'] == 'on' else ''}"
