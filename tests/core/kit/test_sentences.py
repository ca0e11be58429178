"""The sentences of the log: all begin with a capital letter and have an end mark."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.bots.random_bot import RandomBot
from core.engine.local_match import LocalMatch
from tests.support.kit import EXAMPLES, ROOT, loaded_file


@pytest.mark.parametrize(
    "path", [EXAMPLES / "flotsam.py", ROOT / "tests" / "support" / "games" / "smugglers.py"], ids=lambda path: path.stem
)
def test_sentences_begin_and_end_alike(path: Path) -> None:
    with loaded_file(path) as game:
        match = LocalMatch(game, {seat: RandomBot("", seat) for seat in (1, 2, 3)}, "words")
        told = set[str]()
        match.play(lambda state, _, events: told.update(game.narrate(state, event) for event in events))
    assert any(words.startswith("The match is over after ") for words in told)
    assert not [words for words in told if words[0].islower() or words[-1] not in ".!?"]
