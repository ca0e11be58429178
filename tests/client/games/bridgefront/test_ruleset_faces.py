"""Faces, rulebook and card browser with a ruleset: they show its rules, and new cards have a generated face."""

from client.art.cards.card_layout import Face, card_prices, pick_name
from client.art.cards.cards import face
from client.games import book
from client.table.keys import KEYS
from client.ui.keys import Keymap
from core.games.bridgefront.catalogue import CARDS, find
from core.games.bridgefront.changes import RULESETS

TEXT = RULESETS.compose(
    [
        (("cards", "Zap", "mana"), "3"), (("numbers", "start_gold"), "9"), (("numbers", "rounds"), "12"),
        (("factions", "refiner", "mine_gold"), "3"),
        *((("new_cards", "Field Notes", key), value) for key, value in {
            "type": "order", "deck": "market1", "mana": "2", "initiative": "50/120", "effects": "draw 2, gold 1",
        }.items()),
    ]
)  # fmt: skip


def test_card_faces_show_changed_and_new_cards_of_a_ruleset() -> None:
    rules = RULESETS.of(TEXT)
    zap, new = find("Zap"), len(CARDS)
    assert card_prices(Face(zap, rules=rules)) == (3, "") != card_prices(Face(zap))
    assert pick_name(Face(new, rules=rules)) == "Field Notes" and card_prices(Face(new, rules=rules)) == (2, "")
    assert face(Face(zap, rules=rules), (124, 174)).tobytes() != face(Face(zap), (124, 174)).tobytes()
    assert face(Face(new, rules=rules), (124, 174)).size == (124, 174)


def test_the_rulebook_follows_the_ruleset() -> None:
    own, printed = book("bridgefront", TEXT), book("bridgefront")
    lines = [
        " ".join(line for chapter in each.chapters(Keymap(KEYS)) for line in chapter.lines) for each in (own, printed)
    ]
    for words in ("*9* :gold:", "After round *12*", "+3 Gold from each Mine"):
        assert words in lines[0] and words not in lines[1]
    assert [card.name for card in own.cards()][len(CARDS)] == "Field Notes" and len(printed.cards()) == len(CARDS)
