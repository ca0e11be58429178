"""The games' entries for the window, whose named parts must exist."""

from __future__ import annotations

import pytest

from client.games import entry_of, with_tables
from core.games.entry import load_object


@pytest.mark.parametrize("name", with_tables())
def test_every_part_named_by_a_client_entry_exists(name: str) -> None:
    window = entry_of(name)
    parts = [window.table, window.rulebook, window.factions, window.sheets, window.words, window.backdrop]
    assert window.lesson is not None and all(
        load_object(part) is not None for part in [*parts, window.lesson.plan] if part
    )
