"""Marks on content invented for Tether, in card lists, rulebooks and rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.engine.text.catalogue import INVENTED_TEXT_NOTE
from core.games.ambition.cards import ARMAGEDDON, DEATH, INTRIGUES, NUCLEAR_ARMS, PACTS
from tests.support.records import CATALOGUES
from tests.support.sources import ROOT

INVENTED = ("ambition", "cabinet", "outposts")
DESIGNERS = ("bridgefront", "midnight")
"""Games all of whose cards are the designer's."""


@pytest.mark.parametrize("game", INVENTED)
def test_invented_cards_are_marked(game: str) -> None:
    catalogue = CATALOGUES[game]
    marked = {card.name for card in catalogue.cards if card.face.endswith(INVENTED_TEXT_NOTE)}
    designers = set()
    if game == "ambition":
        designers = {INTRIGUES[face].name for face in (DEATH, NUCLEAR_ARMS, ARMAGEDDON)} | {pact.name for pact in PACTS}
        designers |= {"Tecmed", "Bunker"}
    assert {card.name for card in catalogue.cards} - marked == designers
    assert catalogue.note.startswith("Invented for Tether:")


@pytest.mark.parametrize("game", INVENTED)
def test_the_rules_of_each_game_have_a_section_on_invented_content(game: str) -> None:
    assert "**What is ours.**" in Path(ROOT, "docs", "play", "rules", f"{game}.md").read_text("utf-8")


@pytest.mark.parametrize("game", DESIGNERS)
def test_the_cards_of_the_designer_are_not_marked(game: str) -> None:
    assert not CATALOGUES[game].note and not any(INVENTED_TEXT_NOTE in card.face for card in CATALOGUES[game].cards)
