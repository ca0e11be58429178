"""Declared cards compared with the card file (rules 12.6), and cards compared with their tests."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import core.games.bridgefront.cards as cards_package
from core.games.bridgefront.card import CHAMPION, VICTORY, Card
from core.games.bridgefront.catalogue import CARDS, DECKS, FACTION_CARDS, SECTIONS, STARTER_CARDS, find
from core.games.bridgefront.effects.base import Effect
from core.games.bridgefront.effects.economy import Discard, LayOnTop, PickFromOffer, Scout, Scry
from core.games.bridgefront.factions import FACTIONS

HERE = Path(__file__).parent
FILE = json.loads((HERE.parents[3] / "data" / "bridgefront_cards.json").read_text(encoding="utf-8"))
BY_NAME = {entry["name"]: entry for entry in FILE}
AGES = ("", "I", "II", "III")
MOST_LINES = 6
ASKING = (Discard, LayOnTop, PickFromOffer, Scout, Scry)
"""The effects that stop for a choice in the middle of a resolution (8.5)."""


def declared(name: str) -> Card:
    return CARDS[find(name)]


def section(entry: dict) -> str:
    """Return the section of a card, in the catalogue's words."""
    if entry["deck"] == "starter":
        return "Starter"
    if entry["deck"] == "faction":
        return next(faction.name for faction in FACTIONS if faction.code == entry["faction"])
    return f"{entry['deck'].capitalize()} {AGES[entry['age']]}"


def all_effects(effects: tuple[Effect, ...]) -> Iterator[Effect]:
    for effect in effects:
        yield effect
        yield from all_effects(effect.parts)


# The card file --------------------------------------------------------------------------------------------------------


def by_deck(entries: list[dict]) -> list[str]:
    """Return the names in the order of the decks; the card file separates a faction's spell and Champion."""
    place = {faction.code: i for i, faction in enumerate(FACTIONS)}
    return [e["name"] for e in sorted(entries, key=lambda e: place.get(e.get("faction"), -1 if not e["age"] else 9))]


def test_the_catalogue_lists_the_designers_cards_in_the_order_of_the_card_file():
    """Starter and faction cards come first, in file order (H).

    The card file has the designer's 182 cards; later cards may stand between them.
    """
    assert len(FILE) == 182
    assert [card.name for card in CARDS if card.name in BY_NAME] == by_deck(FILE)
    assert all(declared(name).id == entry["id"] for name, entry in BY_NAME.items())
    assert len({card.id for card in CARDS}) == len({card.name for card in CARDS}) == len(CARDS)


@pytest.mark.parametrize("name", BY_NAME)
def test_a_cards_declaration_equals_the_card_file(name):
    """A card's declaration equals the card file.

    Compared are screen name, deck, age, faction, copies, type, price, initiative, Burn, VP, and a Champion's numbers.
    """
    entry, card, index = BY_NAME[name], declared(name), find(name)
    assert card.shown_name("permanence") == entry["screen_name"]
    assert card.shown_name("printed") == (name if card.type == VICTORY else card.shown_name("permanence"))
    assert SECTIONS[index] == section(entry)
    assert (card.copies, card.type, card.mana) == (entry["copies"], entry["type"], entry["mana"])
    gold = entry["gold"]
    assert card.gold == (tuple(gold) if isinstance(gold, list) else (gold,) * 3)
    assert card.initiative == tuple(entry["initiative"])
    assert (card.burn, card.vp) == (entry["burn"], entry["permanent_vp_on_gain"])
    if card.type == CHAMPION:
        assert card.stats is not None
        assert tuple(getattr(card.stats, field) for field in ("hp", "dice", "hits_on", "bounty")) == tuple(
            entry[field] for field in ("hp", "dice", "hits_on_up_to", "bounty")
        )
    else:
        assert card.stats is None


def test_each_card_belongs_to_exactly_one_deck():
    """The places of the catalogue name every card once, in the deck of its section."""
    lists = [STARTER_CARDS, *FACTION_CARDS, *DECKS]
    assert sorted(i for cards in lists for i in cards) == list(range(len(CARDS)))
    for faction, cards in zip(FACTIONS, FACTION_CARDS):
        assert [SECTIONS[i] for i in cards] == [faction.name] * 2
        assert CARDS[cards[1]].type == CHAMPION


def test_only_victory_cards_are_worth_vp():
    """Only Victory cards are worth VP, once, when gained (12.1)."""
    assert all((card.vp > 0) == (card.type == VICTORY) for card in CARDS)


@pytest.mark.parametrize("name", BY_NAME)
def test_a_card_asks_during_resolution_as_in_the_card_file(name):
    """A card asks in the middle of its resolution exactly where the file says so (8.5, A25).

    A choice that needs no new knowledge is locked.
    """
    asks = any(isinstance(effect, ASKING) for effect in all_effects(declared(name).effects))
    assert asks == bool(BY_NAME[name]["mid"])


@pytest.mark.parametrize("name", BY_NAME)
def test_a_card_locks_choices_as_in_the_card_file(name):
    """A card locks its choices when played exactly where the file says so (8.4).

    The place for Wings and the Logistics Officer comes last (12.6).
    """
    card = declared(name)
    choices = len(card.choices) - card.deploys_home
    assert bool(choices) == bool(BY_NAME[name]["locked"])


def test_cards_are_found_by_printed_name_id_and_screen_name():
    """The letter case does not matter."""
    assert find("swam logistics") == find("swam_logistics") == find("Swarm Logistics")
    with pytest.raises(KeyError):
        find("Pot of Greed")


# What a card says -----------------------------------------------------------------------------------------------------


SPELLED = {"three": "3", "four": "4"}
UNSAID = {"Scout Report": {"2"}, "Sergeant": {"1"}, "Reliable Veteran": {"1", "5"}}
"""Numbers that follow from the rest of the text, or are printed on a Champion's face."""


def numbers(text: str) -> set[str]:
    """Return the amounts and distances that a text names."""
    return {SPELLED.get(word, word) for word in re.findall(r"\d+|three|four", text)}


@pytest.mark.parametrize("name", BY_NAME)
def test_a_cards_text_names_every_amount_of_the_card_file(name):
    """The generated text of a card names every amount of the card file."""
    text = declared(name).text()
    assert text.strip() and text[-1] == "."
    effect = re.split(r" Locked when played:| Chosen mid-resolution:", BY_NAME[name]["effect"])[0]
    assert numbers(effect) - UNSAID.get(name, set()) <= numbers(text), text


# The card files and the tests -----------------------------------------------------------------------------------------


def declarations() -> list[tuple[str, int]]:
    """Return (name, lines) of every card in the card files."""
    found = []
    for path in sorted(Path(cards_package.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            cards: list[ast.expr] = []
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id == "add" and isinstance(node.args[2], ast.List):
                    cards = node.args[2].elts
                elif node.func.id == "_faction":
                    cards = node.args[1:]
            for card in cards:
                assert card.end_lineno is not None
                found.append((ast.unparse(card), card.end_lineno - card.lineno + 1))
    return found


def test_a_cards_declaration_has_one_to_six_lines():
    """A card has one to six lines, as on the printed card; longer cards need an effect of their own."""
    cards = declarations()
    assert len(cards) == len(CARDS)
    assert not [card for card, lines in cards if lines > MOST_LINES]


def test_every_card_has_a_test_with_its_name():
    """Every card has a test in this package whose name begins with it: test_zap_deals_1_damage..."""
    functions = set()
    for path in HERE.glob("test_*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        functions |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    ids = sorted((card.id for card in CARDS), key=len, reverse=True)  # of "recruit" and "recruit_detachment" the longer
    tested = {next((id for id in ids if f"{name}_".startswith(f"test_{id}_")), "") for name in functions}
    assert not [card.name for card in CARDS if card.id not in tested]
