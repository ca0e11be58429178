"""Words on the cards: a form of sentence has the same meaning on all cards, and the designer's terms are used."""

from __future__ import annotations

import re

from core.games.bridgefront.catalogue import CARDS
from core.games.bridgefront.effects.conditions import ConditionalEffect
from core.games.bridgefront.text.words import screen_name, to_screen_text


def test_an_effect_that_follows_an_if_but_does_not_depend_on_it_says_in_any_case() -> None:
    """After an If, every effect depends on it, except those marked "in any case"."""
    met = set()
    for card in CARDS:
        for before, effect in zip(card.effects, card.effects[1:]):
            if isinstance(before, ConditionalEffect) and effect.text():
                assert f"In any case: {effect.text()}" in card.text(), card.name
                met.add(card.name)
        assert card.text().count("In any case:") == sum(
            isinstance(before, ConditionalEffect) and bool(effect.text())
            for before, effect in zip(card.effects, card.effects[1:])
        )
    assert "Foundry Heist" in met and "Forge Relic" not in met


def test_cards_on_screen_use_the_designers_terms() -> None:
    for card in CARDS:
        for words in (screen_name(card), to_screen_text(card.text())):
            assert not re.search(r"\b(Market|VP|Forces?|Center|Burn)\b", words), f"{card.name}: {words}"
