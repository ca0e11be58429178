"""Links from the sentences of a game in one file to its cards."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from client.table.kit.animation import with_links
from client.ui.richtext import parse
from core.kit.step import Told

NAMES = {1: "Oak", 2: "Oak Gall", 3: "seat_2", 4: "card", 5: "gold", 6: "A: *B*", 7: "Oak", 8: "Ada"}


def links(words: str, *cards: int) -> list[tuple[str, str]]:
    """Return the linked words, with their links, of a sentence about these cards."""
    sentences = SimpleNamespace(kinds=lambda what: {"cards": "cards"})
    game: Any = SimpleNamespace(kit=SimpleNamespace(card=NAMES.__getitem__, sentences=sentences))
    runs = parse(with_links(game, Told("said", (("cards", cards),)), words))
    return [(run.text, run.link) for run in runs if run.link]


@pytest.mark.parametrize(
    ("words", "cards", "linked"),
    [
        ("Oak and Oak Gall fall.", (1, 2), [("Oak", "card 1"), ("Oak Gall", "card 2")]),
        ("Oak Gall and Oak fall.", (1, 2), [("Oak Gall", "card 2"), ("Oak", "card 1")]),
        ("{seat_2}Ben{/} plays seat_2.", (3,), [("seat_2", "card 3")]),
        ("{@card 9}Elm{/} beats a card.", (4,), [("Elm", "card 9"), ("card", "card 4")]),
        ("Ada pays :gold: for gold.", (5,), [("gold", "card 5")]),
        (r"It is A\: \*B\*.", (6,), [("A: *B*", "card 6")]),
        ("Oak, Oak and Oak.", (1, 7), [("Oak", "card 1"), ("Oak", "card 7")]),
        ("{seat_1}Ada{/} plays Ada.", (8,), [("Ada", "card 8")]),
        ("Card and card.", (4,), [("Card", "card 4")]),
        ("Oakum and Oaks.", (1,), []),
        ("Both Oak and Oak Gall: Oak.", (2, 1), [("Oak", "card 1"), ("Oak Gall", "card 2")]),
    ],
)
def test_whole_names_outside_the_markup_are_linked(
    words: str, cards: tuple[int, ...], linked: list[tuple[str, str]]
) -> None:
    assert links(words, *cards) == linked
