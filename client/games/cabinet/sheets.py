"""Sheets of Cabinet to print: its four decks, and the track of the team's points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from client.art.colour import rgb
from client.art.fonts import BOLD, TITLE
from client.games.cabinet.art import BAND_TINTS, SIGNS, draw_back_picture, draw_card_picture, printed
from client.sheets import components
from client.sheets.components import Back, Board, CardFace, GameSheets, Paint
from client.sheets.paper import Box, Size
from client.sheets.pen import BLACK, GREY, Pen
from core.engine.text.catalogue import CatalogueCard
from core.games.cabinet import cards
from core.games.cabinet.cards import LEVELS
from core.games.cabinet.changes import RULESETS
from core.games.cabinet.ruleset import Rules

COPIES = {(cards.DECK_NAMES[cards.deck_of(copy)], cards.name_of(copy)): copy for copy in reversed(cards.COPIES)}
"""The first copy of each card, by its deck and its name."""
GREEN = rgb("#3b6b4f")
CELL, COLUMNS = 18.0, 10
"""Side of a field of the track in millimetres, and the number of fields in a row."""


def _face(rules: Rules, card: CatalogueCard) -> CardFace:
    """Return the typeset face of a card, with the places of its cost as icons."""
    copy = COPIES.get((card.row[0], card.name))
    if copy is None:
        return components.default_face(card, tint=GREEN)
    shown = printed(copy, rules)
    return components.default_face(card, shown.icon, shown.tint, [(SIGNS[kind], "") for kind in shown.cost])


def _paint(rules: Rules, card: CatalogueCard) -> Paint | None:
    """Return the picture of a card."""
    copy = COPIES.get((card.row[0], card.name))
    return None if copy is None else partial(draw_card_picture, printed(copy, rules), k=1)


def back(card: CatalogueCard, seat: int) -> Back:
    """Return the back of a card, which is that of its deck."""
    if card.row[0] not in cards.DECK_NAMES:
        return components.default_back(card, seat)
    deck = cards.DECK_NAMES.index(card.row[0])
    return Back(card.row[0], partial(draw_back_picture, deck), "goodwill", BAND_TINTS.get(deck, GREEN))


def _boards(rules: Rules, seats: int) -> Sequence[Board]:
    """Return the track of the team's points, with the targets of each level."""
    rows = -(-(max(rules.targets[seats]) + 1) // COLUMNS)
    return (
        Board("the team's points", Size(COLUMNS * CELL, rows * CELL + 24.0), partial(_draw_track, rules, seats, rows)),
    )


def _draw_track(rules: Rules, seats: int, rows: int, pen: Pen, box: Box) -> None:
    pen.text(box.x, box.y + 8, "Points of the team", 16, BLACK, TITLE)
    goals = ", ".join(f"{level} {goal}" for level, goal in zip(LEVELS, rules.targets[seats], strict=True))
    pen.text(box.x, box.y + 14, f"{seats} players. Target: {goals}.", 9, BLACK)
    limit = f"Challenges in play at which no more are turned up: {rules.limits[seats]}."
    pen.text(box.x, box.y + 19, limit, 9, BLACK)
    levels = dict(zip(rules.targets[seats], LEVELS, strict=True))
    for points in range(max(rules.targets[seats]) + 1):
        row, column = divmod(points, COLUMNS)
        cell = Box(box.x + column * CELL, box.y + 24 + row * CELL, CELL, CELL).inset(0.6)
        tint = rgb("#d7e6dc") if points in levels and not pen.ink else None
        pen.rectangle(cell, tint, BLACK if points in levels else GREY, 0.6 if points in levels else 0.25, 1.5)
        pen.text(cell.center[0], cell.center[1] + 2.2, str(points), 16, BLACK, BOLD, 0.5)
        if points in levels:
            pen.text(cell.center[0], cell.bottom - 1.6, levels[points], 6.5, BLACK, align=0.5)


def _sheets(ruleset: str) -> GameSheets:
    """Return the sheets of a ruleset of this content."""
    rules = RULESETS.of(ruleset)
    return GameSheets(
        face=partial(_face, rules),
        paint=partial(_paint, rules),
        back=back,
        boards=partial(_boards, rules),
        by_rules=_sheets,
    )


SHEETS = _sheets("")
