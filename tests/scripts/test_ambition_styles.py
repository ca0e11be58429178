"""Styles of Ambition: each plays legally and by its own rule, and the same seed plays the same matches."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from trials import ambition_styles as styles

from core.engine.hidden.contracts import PaperOpening


@pytest.mark.parametrize("style", styles.STYLES)
def test_each_style_of_ambition_plays_a_match_without_a_conviction(style: str) -> None:
    setting = styles.Setting(style, 3, "")
    match = styles.play_match(setting, "style", 0)
    assert match["won"] and match["convicted"] == 0 and match["place"] == 1


def test_a_survey_of_styles_resumes_and_reports_shares(tmp_path: Path) -> None:
    setting = styles.Setting("truth", 3, "bluffs=narrow")
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    styles.play_missing([setting], 3, "same", whole, 1)
    styles.play_missing([setting], 1, "same", parts, 1)
    styles.play_missing([setting], 3, "same", parts, 1)
    assert whole.read_text() == parts.read_text() and whole.read_text().count("\n") == 3
    matches = styles.matches_by_setting(whole, "same")[setting]
    won = sum((match["place"] in match["won"]) / len(match["won"]) for match in matches)
    assert f"| truth bluffs=narrow | {100 * won / 3:.1f} +- " in styles.styles_table(whole, "same")


def test_a_lying_style_claims_less_truthfully_than_an_honest_style() -> None:
    liar, honest = (styles.play_match(styles.Setting(style, 3, ""), "words", 1) for style in ("six", "truth"))
    assert liar["counts"]["true"] / liar["counts"]["claims"] < honest["counts"]["true"] / honest["counts"]["claims"]


def test_a_survey_tries_every_other_value_of_each_option_once() -> None:
    others = styles.option_variants()
    more = sum(len(option.values) - 1 for option in styles.GAME.options.table.values())
    assert others[0] == "" and len(others) == len(set(others)) == 1 + more
    assert {one.partition("=")[0] for one in others[1:]} == set(styles.GAME.options.table)


def test_a_style_skips_an_opening_that_would_forbid_its_action(monkeypatch: pytest.MonkeyPatch) -> None:
    opens = {styles.turn.LAUNCH: lambda a: styles.Launch(opens=(PaperOpening(99, (), b""),))}
    monkeypatch.setitem(styles.STYLES, "opens", opens)  # type: ignore[arg-type]
    assert styles.play_match(styles.Setting("opens", 3, ""), "style", 0)["won"]
