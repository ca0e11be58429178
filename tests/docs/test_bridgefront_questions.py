"""The page of Bridgefront's open questions: 46 of them, each with a command that works and an answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.games.registry import find_game
from lab.run.rulesets import game_with
from lab.studies.questions import any_question
from net.cli.games.shipped_rules import find_shipped_ruleset

ROOT = Path(__file__).resolve().parents[2]
[TABLE] = json.loads((ROOT / "docs" / "data" / "bridgefront-questions.json").read_text("utf-8"))["tables"]
ROWS: list[list[str]] = TABLE["rows"]
GAME = find_game("bridgefront")


def named(pattern: str) -> Iterator[str]:
    """Yield what the pattern finds in the commands of all rows."""
    for row in ROWS:
        yield from re.findall(pattern, row[2])


def test_the_page_has_all_questions_with_a_way_to_ask_and_an_answer() -> None:
    assert [row[0] for row in ROWS] == [str(number) for number in range(1, 47)]
    assert all(all(cell.strip() for cell in row) and "@" not in row[3] for row in ROWS)
    assert all("`lab " in row[2] for row in ROWS if "matches would do" in row[3] and "a ruleset" not in row[2])


@pytest.mark.parametrize("name", sorted(set(named(r"lab ask ([\w.]+)"))))
def test_each_question_can_be_asked(name: str) -> None:
    found = any_question(GAME, name)
    assert found is not None and found.others


@pytest.mark.parametrize(
    "change", sorted({each for each in named(r"lab compare usual ([\w.=]+)") if "NAME" not in each})
)
def test_each_variant_can_be_compared(change: str) -> None:
    name, _, value = change.partition("=")
    option = GAME.options.table.get(name)
    assert game_with("bridgefront", [change]) is not GAME if option is None else value in map(str, option.values)


def test_the_balanced_ruleset_changes_six_numbers_at_most() -> None:
    path = find_shipped_ruleset("bridgefront/balanced")
    assert path is not None
    lines = path.read_text("utf-8").split("\n")
    assert 0 < sum(" = " in line and not line.startswith(("game", "name", "#")) for line in lines) <= 6
