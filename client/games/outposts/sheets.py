"""Sheets of Outposts to print: its cards, the leagues, the Shelf with its nine Territories, and the tokens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from client.art.colour import rgb
from client.art.fonts import BOLD, TITLE
from client.art.theme import seat_look
from client.games.outposts.art import GOODS_COLOURS, TINTS, card_face, draw_card_picture
from client.games.outposts.tooltips import SIGNS, gain_words
from client.sheets import components, typeset
from client.sheets.components import Back, Badge, Board, CardFace, GameSheets, Paint, Token
from client.sheets.paper import Box, Size
from client.sheets.pen import BLACK, GREY, Pen
from core.engine.text.catalogue import CatalogueCard
from core.games.outposts import cards
from core.games.outposts.board import (
    DIRECTIONS,
    LEAGUES,
    OUTPOSTS_PER_PLAYER,
    PLACES,
    TERRITORY_TABLE,
    Territory,
)
from core.games.outposts.changes import RULESETS
from core.games.outposts.goods import CREW, GOODS, IRON, NAMES, OIL, SALT, SURVEY, TIMBER, VP, WALL, WRIT, Gain
from core.games.outposts.ruleset import Rules

COPIES = {cards.name_of(copy): copy for copy in reversed((*cards.COPIES, *cards.LINKS))}
"""The first copy of each card, by its name."""
LEAGUE_ICONS = {league.name: league.code.lower() for league in LEAGUES}
WOOD, SEA = rgb("#6b4a34"), rgb("#5f78a8")
FIELD = 60.0
"""Side of a Territory in millimetres."""
GOODS_FOR_SEAT = {CREW: 8, TIMBER: 5, IRON: 5, SALT: 5, OIL: 4, SURVEY: 4, SURVEY + 1: 4, SURVEY + 2: 4, WRIT: 3,
                  WALL: 4}  # fmt: skip
"""Number of tokens of each good for every player."""
POINTS = ((1, 5), (5, 4), (10, 2))
"""Values of the VP tokens, and the number of each for every player."""


def _face(rules: Rules, card: CatalogueCard) -> CardFace:
    """Return the typeset face of a card, with its distance, its types, its Deal and its spoils as icons."""
    copy = COPIES.get(card.name)
    if copy is None:
        icon = LEAGUE_ICONS.get(card.name, "outpost")
        return components.default_face(card, icon, WOOD)
    shown = card_face(copy, rules)
    badges: list[Badge] = [("", str(shown.dist))] if shown.dist else []
    badges += [(sign, "") for sign in shown.types]
    if shown.deal:
        badges += [("parley mark", ""), *_badges(shown.deal), ("raid mark", ""), *_badges(shown.spoils)]
    return components.default_face(card, shown.types[0], TINTS[shown.kind], badges)


def _badges(gain: Gain) -> list[Badge]:
    return [(SIGNS[kind], str(number)) for kind, number in gain]


def _paint(rules: Rules, card: CatalogueCard) -> Paint | None:
    """Return the picture of a card; leagues and Territories have none."""
    copy = COPIES.get(card.name)
    return None if copy is None else partial(draw_card_picture, card_face(copy, rules), k=1)


def back(card: CatalogueCard, seat: int) -> Back:
    """Return the back of a card, which is that of its deck."""
    if "Connection" in card.row[0]:
        return Back(card.row[0], None, "connection", rgb("#9c4038") if card.row[0].startswith("Red") else SEA)
    return Back("League", None, "outpost", WOOD) if card.name in LEAGUE_ICONS else Back("Outposts", None, "hulk", WOOD)


def _boards(rules: Rules, seats: int) -> Sequence[Board]:
    """Return the map of the Shelf."""
    return (Board("the Shelf", Size(3 * FIELD, 3 * FIELD), partial(_draw_shelf, rules)),)


def _draw_shelf(rules: Rules, pen: Pen, box: Box) -> None:
    for place in PLACES:
        row, column = divmod(place - 1, 3)
        field = Box(box.x + column * FIELD, box.y + row * FIELD, FIELD, FIELD)
        _draw_territory(rules, pen, rules.territory(place), field.inset(0.8))


def _draw_territory(rules: Rules, pen: Pen, place: Territory, box: Box) -> None:
    """Draw a Territory: its name and directions, its three levels, and room for an Outpost."""
    pen.rectangle(box, None if pen.ink else rgb("#f4ead6"), GREY if pen.ink else rgb("#8a6a3c"), 0.5, 2.0)
    inner = box.inset(3.0)
    pen.text(inner.x, inner.y + 4.0, place.name, typeset.fit_text_size(place.name, inner.w, 12.0), BLACK, TITLE)
    ways = ", ".join(DIRECTIONS[way] for way in place.ways)
    pen.text(inner.x, inner.y + 8.0, ways, typeset.fit_text_size(ways, inner.w, 7.0, False), GREY)
    pen.line((inner.x, inner.y + 9.6, inner.right, inner.y + 9.6), GREY, 0.2)
    costs = "distance 1", place.type or "any card", "distance 2 or 3"
    for level, (gain, cost) in enumerate(zip(place.gives, costs, strict=True), 1):
        y = inner.y + 11.0 + (level - 1) * 7.8
        pen.circle(inner.x + 2.6, y + 3.0, 2.6, None, BLACK, 0.3)
        pen.text(inner.x + 2.6, y + 4.2, str(level), 9.5, BLACK, BOLD, 0.5)
        words = typeset.fit(typeset.rich(gain_words(gain)), inner.w - 7.0, 4.6, 10.5, 6.0)
        pen.paragraph(words, Box(inner.x + 7.0, y, inner.w - 7.0, 4.6), centred=False)
        pen.text(inner.x + 7.0, y + 6.9, f"for {cost} · Defence {rules.level_defence[level]}", 6.0, GREY)
    spot = Box(inner.center[0] - 8.2, inner.bottom - 16.6, 16.4, 16.4)
    pen.rectangle(spot, None, GREY, 0.25, 1.5)
    pen.icon("outpost", *spot.center, 7.0, rgb("#d5c8ae") if not pen.ink else rgb("#dddddd"))


def tokens(seats: int) -> Sequence[Token]:
    """Return every player's Outposts and goods, VP, levels of Outposts, and markers."""
    looks = [seat_look(seat) for seat in range(1, seats + 1)]
    return (
        *(Token(f"Outpost of player {look.seat}", "outpost", str(look.seat), look.colour, OUTPOSTS_PER_PLAYER)
          for look in looks),
        *(Token(f"level {level}", "upgrade", str(level), rgb("#efe6d2"), len(TERRITORY_TABLE)) for level in (2, 3)),
        *(Token(NAMES[kind], SIGNS[kind], "", GOODS_COLOURS[kind][:3], number * seats)
          for kind, number in GOODS_FOR_SEAT.items() if kind in GOODS),
        *(Token("VP", SIGNS[VP], str(value), rgb("#ffd76e"), number * seats) for value, number in POINTS),
        Token("first player", "play", "1st", rgb("#e8eef6"), 1),
        Token("passed", "safe", "", rgb("#c9ced6"), seats),
    )  # fmt: skip


def _sheets(ruleset: str) -> GameSheets:
    """Return the sheets of a ruleset of this content."""
    rules = RULESETS.of(ruleset)
    return GameSheets(
        face=partial(_face, rules),
        paint=partial(_paint, rules),
        back=back,
        boards=partial(_boards, rules),
        tokens=tokens,
        by_rules=_sheets,
    )


SHEETS = _sheets("")
