"""Cards of Outposts as players read them: Locations, Connections, leagues and Territories."""

from __future__ import annotations

from collections import Counter

from core.engine.text.catalogue import Catalogue, Copies, Printed, ours
from core.engine.text.words import count
from core.games.outposts.board import DIRECTIONS, League, Territory
from core.games.outposts.cards import CONNECTION_COPIES, PILES, Card, Connection, kind_of
from core.games.outposts.changes import RULESETS
from core.games.outposts.ruleset import Rules
from core.games.outposts.text.words import printed


def _card(rules: Rules, card: Card) -> Printed:
    head = f"{', '.join(card.types)} · distance {card.dist} · {count(card.copies, 'copy', 'copies')}"
    lines = [
        card.name,
        f"{card.kind} · {head}",
        card.text,
        f"Bonus: {printed(card.bonus)}" if card.bonus else "",
        f"As a Deal: {printed(card.deal)}, now and in every Production phase.",
        f"Razed: {printed(card.spoils)}. Defence {rules.defence[card.kind]}.",
    ]
    where = f"{card.kind}, {', '.join(card.types)}"
    also = (card.kind.lower(), card.code.lower(), *(type_.lower() for type_ in card.types))
    row = (where, str(card.copies), card.text)
    return Printed(card.name, row, also, "\n".join(filter(None, lines)), Copies(card.copies))


def _print_connection(card: Connection) -> Printed:
    pile = f"{PILES[card.pile]} Connection"
    text = f"Gain {printed(card.gain)}."
    face = f"{card.name}\n{pile} · {CONNECTION_COPIES} copies\n{text}"
    row = (pile, str(CONNECTION_COPIES), text)
    return Printed(card.name, row, ("connection", card.code.lower()), face, Copies(CONNECTION_COPIES))


def _print_league(league: League) -> Printed:
    action = f"Once per round, pay {printed(league.pays)}: {printed(league.gives)}."
    text = f"Production: {printed(league.produces)}. {action}"
    face = f"{league.name}\nLeague\n{text}"
    return Printed(league.name, ("League", "1", text), ("league", league.code.lower()), face)


def _territory(place: Territory) -> Printed:
    one, two, three = map(printed, place.gives)
    text = (
        f"Level 1: {one}. Level 2, for {f'a {place.type} card' if place.type else 'any card'}: {two}. Level 3: {three}."
    )
    ways = " and ".join(DIRECTIONS[way] for way in place.ways)
    face = f"{place.name}\nTerritory · {ways}\n{text}"
    return Printed(place.name, ("Territory", "1", text), ("territory",), face, Copies(0))  # printed on the map


NOTE = (
    "Invented for Tether: all cards, leagues and goods with their names and numbers, the names and effects of the "
    "Territories, and the Warden's levels. The map and what Outposts do are the designer's."
)
"""Note shown below the list of cards and in the rulebook."""


def _catalogue(text: str = "") -> Catalogue:
    """Return the catalogue of the ruleset with this content."""
    rules = RULESETS.of(text)
    copies = Counter(map(kind_of, rules.deck))
    found = (
        *(_card(rules, card._replace(copies=copies[number])) for number, card in enumerate(rules.cards)),
        *map(_print_connection, rules.connections),
        *map(_print_league, rules.leagues),
        *map(_territory, rules.territories),
    )
    return Catalogue(("Where", "Copies", "What it does"), tuple(map(ours, found)), NOTE, _catalogue)


CATALOGUE = _catalogue()
assert len({each.name for each in CATALOGUE.cards}) == len(CATALOGUE.cards)
