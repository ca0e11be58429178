"""Cards of Outposts as players read them: Locations, Connections, leagues and Territories."""

from __future__ import annotations

from collections import Counter

from core.engine.text.catalogue import Catalogue, CatalogueCard, CopyCounts, mark_as_ours
from core.engine.text.words import format_count
from core.games.outposts.board import DIRECTIONS, League, Territory
from core.games.outposts.cards import CONNECTION_COPIES, PILES, Card, Connection, kind_of
from core.games.outposts.changes import RULESETS
from core.games.outposts.ruleset import Rules
from core.games.outposts.text.words import printed_text


def _make_card(rules: Rules, card: Card) -> CatalogueCard:
    head = f"{', '.join(card.types)} · distance {card.dist} · {format_count(card.copies, 'copy', 'copies')}"
    lines = [
        card.name,
        f"{card.kind} · {head}",
        card.text,
        f"Bonus: {printed_text(card.bonus)}" if card.bonus else "",
        f"As a Deal: {printed_text(card.deal)}, now and in every Production phase.",
        f"Razed: {printed_text(card.spoils)}. Defence {rules.defence[card.kind]}.",
    ]
    where = f"{card.kind}, {', '.join(card.types)}"
    also = (card.kind.lower(), card.code.lower(), *(type_.lower() for type_ in card.types))
    row = (where, str(card.copies), card.text)
    return CatalogueCard(card.name, row, also, "\n".join(filter(None, lines)), CopyCounts(card.copies))


def _print_connection(card: Connection) -> CatalogueCard:
    pile = f"{PILES[card.pile]} Connection"
    text = f"Gain {printed_text(card.gain)}."
    face = f"{card.name}\n{pile} · {CONNECTION_COPIES} copies\n{text}"
    row = (pile, str(CONNECTION_COPIES), text)
    return CatalogueCard(card.name, row, ("connection", card.code.lower()), face, CopyCounts(CONNECTION_COPIES))


def _print_league(league: League) -> CatalogueCard:
    action = f"Once per round, pay {printed_text(league.pays)}: {printed_text(league.gives)}."
    text = f"Production: {printed_text(league.produces)}. {action}"
    face = f"{league.name}\nLeague\n{text}"
    return CatalogueCard(league.name, ("League", "1", text), ("league", league.code.lower()), face)


def _make_territory(place: Territory) -> CatalogueCard:
    one, two, three = map(printed_text, place.gives)
    text = (
        f"Level 1: {one}. Level 2, for {f'a {place.type} card' if place.type else 'any card'}: {two}. Level 3: {three}."
    )
    ways = " and ".join(DIRECTIONS[way] for way in place.ways)
    face = f"{place.name}\nTerritory · {ways}\n{text}"
    return CatalogueCard(
        place.name, ("Territory", "1", text), ("territory",), face, CopyCounts(0)
    )  # printed on the map


NOTE = (
    "Invented for Tether: all cards, leagues and goods with their names and numbers, the names and effects of the "
    "Territories, and the Warden's levels. The map and what Outposts do are the designer's."
)
"""Note shown below the list of cards and in the rulebook."""


def make_catalogue(text: str = "") -> Catalogue:
    """Return the catalogue of the ruleset with this content."""
    rules = RULESETS.of(text)
    copies = Counter(map(kind_of, rules.deck))
    found = (
        *(_make_card(rules, card._replace(copies=copies[number])) for number, card in enumerate(rules.cards)),
        *map(_print_connection, rules.connections),
        *map(_print_league, rules.leagues),
        *map(_make_territory, rules.territories),
    )
    return Catalogue(("Where", "Copies", "What it does"), tuple(map(mark_as_ours, found)), NOTE, make_catalogue)


CATALOGUE = make_catalogue()
assert len({each.name for each in CATALOGUE.cards}) == len(CATALOGUE.cards)
