"""The story where players look: in the rulebook, at the ages, and at the choice of a faction."""

from __future__ import annotations

from client.games.bridgefront.names import FACTIONS_TO_CHOOSE
from client.games.bridgefront.panels.dialogs import FactionButton
from client.games.bridgefront.rulebook import lore
from client.games.bridgefront.rulebook.chapters import BOOK
from client.table.keys import KEYS
from client.ui.keys import Keymap
from client.ui.widget import walk
from core.games.bridgefront.factions import FACTIONS
from core.games.bridgefront.text.words import AGES
from tests.support.client.bridgefront.players import MousePerson, sit_down
from tests.support.client.driver import Driver


def test_the_rulebook_tells_the_story_the_ages_and_the_factions() -> None:
    chapters = {chapter.title: "\n".join(chapter.lines) for chapter in BOOK.chapters(Keymap(KEYS))}
    assert all(part in chapters["The story"] for part in (*lore.STORY_PARAGRAPHS, *lore.AGES, *AGES))
    assert all(lore.FACTIONS[faction.code] in chapters["Factions"] for faction in FACTIONS)


def test_the_faction_choice_shows_its_story() -> None:
    assert [option.value for option in FACTIONS_TO_CHOOSE] == [*lore.FACTIONS]
    for option in FACTIONS_TO_CHOOSE:
        assert option.tip.startswith(lore.FACTIONS[option.value])
        assert "Force" not in option.tip and "VP" not in option.tip


def test_the_faction_buttons_and_the_age_at_the_table_show_their_story(driver: Driver) -> None:
    screen = sit_down(driver, "lore", seats=2)
    person = MousePerson(driver, screen, "lore")
    person.play(lambda s: any(isinstance(widget, FactionButton) for widget in s.ui.widgets()))
    buttons = [widget for widget in screen.ui.widgets() if isinstance(widget, FactionButton)]
    assert buttons
    for button in buttons:
        story = lore.FACTIONS[FACTIONS[button.number].code]
        assert story in [getattr(widget, "text", "") for widget in walk(button._cards())]
        assert story in button.value_text()
    person.play(lambda s: s.table.model.table.round == 1)
    assert screen.table.top._age_tip() == f"*{AGES[0]}*\n{lore.AGES[0]}"
    assert screen.table.top.age.tip == screen.table.top._age_tip
