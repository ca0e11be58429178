"""Scores of bots: which cards they see."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.bots.heuristic import HeuristicBot
from core.engine.local_match import LocalMatch
from core.kit import KitError
from tests.core.kit.test_mistakes import BASE
from tests.support.kit import loaded

LAID = """
@kit.together("lay", hand_down)
def lay(step: Step, s: State, laid: dict[int, int]) -> None:
    step.ask_all(guess)

@kit.together("guess", numbers(lambda s, seat: (1, 2)))
def guess(step: Step, s: State, guessed: dict[int, int]) -> None:
    step.then(begin)

@kit.bot(guess)
def worth(s: State, seat: int, number: int, own: Cards, down: Cards) -> int:
    raise ValueError(f"seat {seat} own {own} down {down}")

kit.says("""


def test_a_score_with_five_values_sees_the_own_cards_that_lie_face_down(tmp_path: Path) -> None:
    text = BASE.replace("hand, hand_cards", "hand, hand_cards, hand_down").replace(
        "step.ask_all(play)", "step.ask_all(lay)"
    )
    with loaded(text.replace("kit.says(", LAID), tmp_path) as game:
        table = LocalMatch(game, {seat: HeuristicBot("", seat) for seat in (1, 2)}, "down")
        with pytest.raises(KitError) as raised:
            table.play(limit=50)
    found = re.search(
        r"seat 1 own \((\d), (\d)\) down \((\d),\)|seat 1 own \((\d),\) down \((\d),\)", str(raised.value)
    )
    assert found is not None, raised.value
    cards = [each for each in found.groups() if each]
    assert len(set(cards)) == len(cards) == 2 and set(cards) <= set("12345")
