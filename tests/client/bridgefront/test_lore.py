"""The story stands where players look: rulebook, ages, the choice of a faction."""

from __future__ import annotations

from client.bridgefront import lore
from client.bridgefront.names import FACTIONS_TO_CHOOSE
from client.bridgefront.rulebook import BOOK
from client.kit.keys import Keymap
from client.table.keys import KEYS
from core.bridgefront.factions import FACTIONS
from core.bridgefront.telling.words import AGES


def test_the_rulebook_tells_the_story_the_ages_and_the_factions() -> None:
    chapters = {chapter.title: "\n".join(chapter.lines) for chapter in BOOK.chapters(Keymap(KEYS))}
    assert all(part in chapters["The story"] for part in (*lore.STORY, *lore.AGES, *AGES))
    assert all(lore.FACTIONS[faction.code] in chapters["Factions"] for faction in FACTIONS)


def test_whoever_chooses_a_faction_reads_what_it_is() -> None:
    assert [option.value for option in FACTIONS_TO_CHOOSE] == [*lore.FACTIONS]
    for option in FACTIONS_TO_CHOOSE:
        assert option.tip.startswith(lore.FACTIONS[option.value])
        assert "Force" not in option.tip and "VP" not in option.tip
