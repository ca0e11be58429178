"""Sheets of Ambition to print: its cards, and tokens for Influence and armament."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from client.art.colour import rgb
from client.games.ambition import faces
from client.games.ambition.art import BACK_SIGNS, PACT_SIGNS, TINTS, draw_back_picture, draw_card_picture, printed
from client.sheets import components
from client.sheets.components import Back, CardFace, GameSheets, Paint, Token
from core.engine.text.catalogue import CatalogueCard
from core.games.ambition.cards import ELITES, INDUSTRIES, INTRIGUES, PACTS
from core.games.ambition.changes import RULESETS
from core.games.ambition.ruleset import Rules
from core.games.ambition.text.catalogue import ELITE, INDUSTRY, INTRIGUE, PACT

SORTS = {ELITE: faces.ELITE, INTRIGUE: faces.INTRIGUE, INDUSTRY: faces.INDUSTRY}
"""Kind of the cards of each deck of the catalogue."""
CODES = {
    **{(ELITE, elite.name): faces.code(faces.ELITE, number) for number, elite in enumerate(ELITES)},
    **{(INTRIGUE, card.name): faces.code(faces.INTRIGUE, number) for number, card in enumerate(INTRIGUES)},
    **{(INDUSTRY, card.name): faces.code(faces.INDUSTRY, number) for number, card in enumerate(INDUSTRIES)},
}
"""Codes of the cards, by their deck and their name."""
PACT_ICONS = {pact.name: sign for pact, sign in zip(PACTS, PACT_SIGNS, strict=True)}
PACT_TINT, GOLD = rgb("#7a5a2a"), rgb("#f2c65a")
INFLUENCE = ((1, 6), (5, 4), (10, 2))
"""Values of the Influence tokens, and the number of each for every player."""


def _face(rules: Rules, card: CatalogueCard) -> CardFace:
    """Return the typeset face of a card."""
    code = CODES.get((card.row[0], card.name))
    if code is None:
        badges = (("chips", card.row[2]),) if card.row[0] == PACT else ()
        return components.default_face(card, PACT_ICONS.get(card.name, "card"), PACT_TINT, badges)
    shown = printed(code, rules)
    badges = (("chips", str(shown.value)),) if shown.value else (("", card.row[2]),)
    return components.default_face(card, shown.icon, shown.tint, badges)


def _paint(rules: Rules, card: CatalogueCard) -> Paint | None:
    """Return the picture of a card; alliances have none."""
    code = CODES.get((card.row[0], card.name))
    return None if code is None else partial(draw_card_picture, printed(code, rules), k=1)


def back(card: CatalogueCard, seat: int) -> Back:
    """Return the back of a card, which is that of its deck."""
    sort = SORTS.get(card.row[0])
    if sort is None:
        return Back("Alliance", None, "secret", PACT_TINT)
    return Back(card.row[0], partial(draw_back_picture, sort), BACK_SIGNS[sort], TINTS[sort])


def tokens(seats: int) -> Sequence[Token]:
    """Return Influence tokens, and an armament token for each player."""
    return (
        *(Token("Influence", "chips", str(value), GOLD, number * seats) for value, number in INFLUENCE),
        Token("Armament", "token", "", rgb("#e8a33a"), seats),
        Token("Active player", "play", "", rgb("#d9e2ec"), 1),
    )


def _sheets(ruleset: str) -> GameSheets:
    """Return the sheets of a ruleset of this content."""
    rules = RULESETS.of(ruleset)
    return GameSheets(
        face=partial(_face, rules), paint=partial(_paint, rules), back=back, tokens=tokens, by_rules=_sheets
    )


SHEETS = _sheets("")
