"""The story stands where players look: rulebook, ages, the choice of a faction."""

from __future__ import annotations

from client.games.bridgefront import lore
from client.games.bridgefront.names import FACTIONS_TO_CHOOSE
from client.games.bridgefront.rulebook import BOOK
from client.table.keys import KEYS
from client.ui.keys import Keymap
from core.games.bridgefront.factions import FACTIONS
from core.games.bridgefront.text.words import AGES


def test_the_rulebook_tells_the_story_the_ages_and_the_factions() -> None:
    chapters = {chapter.title: "\n".join(chapter.lines) for chapter in BOOK.chapters(Keymap(KEYS))}
    assert all(part in chapters["The story"] for part in (*lore.STORY, *lore.AGES, *AGES))
    assert all(lore.FACTIONS[faction.code] in chapters["Factions"] for faction in FACTIONS)


def test_whoever_chooses_a_faction_reads_what_it_is() -> None:
    assert [option.value for option in FACTIONS_TO_CHOOSE] == [*lore.FACTIONS]
    for option in FACTIONS_TO_CHOOSE:
        assert option.tip.startswith(lore.FACTIONS[option.value])
        assert "Force" not in option.tip and "VP" not in option.tip
