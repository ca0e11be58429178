"""The records of the games in the window name parts that are there."""

from __future__ import annotations

import pytest

from client.games import entry_of, with_tables
from core.games.entry import load


@pytest.mark.parametrize("name", with_tables())
def test_every_part_that_a_record_of_the_window_names_is_there(name: str) -> None:
    window = entry_of(name)
    parts = [window.screen, window.replay, window.live, window.rulebook, window.factions, window.words, window.backdrop]
    assert window.lesson is not None and all(load(part) is not None for part in [*parts, window.lesson.screen] if part)
