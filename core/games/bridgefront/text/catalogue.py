"""The cards of Bridgefront as players read them, in the words on screen."""

from __future__ import annotations

from core.engine.text.catalogue import Catalogue, CatalogueCard, CopyCounts
from core.engine.text.words import capitalise
from core.games.bridgefront.card import CHAMPION, Card
from core.games.bridgefront.changes import RULESETS
from core.games.bridgefront.text.words import screen_name, to_screen_text

STARTER = "Starter"
"""Section of the cards with which every player starts."""


def _make_card(section: str, card: Card) -> CatalogueCard:
    name, where = screen_name(card), section.replace("Market", "Archive")
    row = (where, capitalise(card.type), str(card.mana), _gold(card), _initiative(card))
    also = (card.name.lower(), card.id, section.lower(), where.lower())
    return CatalogueCard(name, row, also, _face(name, where, card), _copies(section, card))


def _copies(section: str, card: Card) -> CopyCounts:
    return (
        CopyCounts(0, per_deck=card.copies)
        if section == STARTER
        else CopyCounts(card.copies, min_seats=card.from_seats)
    )


def _gold(card: Card) -> str:
    return "/".join(str(price) for price in card.gold) if card.type == CHAMPION else str(card.gold[0])


def _initiative(card: Card) -> str:
    low, high = card.initiative
    return str(low) if low == high else f"{low}-{high}"


def _face(name: str, where: str, card: Card) -> str:
    lines = [f"{name} (printed: {card.name})" if name != card.name else name]
    cost = f"{card.mana} mana, {_gold(card)} Gold, initiative {_initiative(card)}"
    lines.append(f"{where} · {capitalise(card.type)} · {cost}{' · goes to Entropy' if card.burn else ''}")
    if card.stats is not None:
        stats = card.stats
        on = "1" if stats.hits_on == 1 else f"1-{stats.hits_on}"
        lines.append(
            f"{stats.hp} HP, {stats.dice} {'die' if stats.dice == 1 else 'dice'} hitting on {on}, bounty {stats.bounty}"
        )
    return "\n".join([*lines, to_screen_text(card.text())])


def make_catalogue(text: str = "") -> Catalogue:
    """Return the catalogue of the ruleset with this content."""
    rules = RULESETS.of(text)
    cards = tuple(_make_card(section, card) for section, card in zip(rules.sections, rules.cards))
    return Catalogue(("Where", "Type", "Mana", "Gold", "Initiative"), cards, with_rules=make_catalogue)


CATALOGUE = make_catalogue()
