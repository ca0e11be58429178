"""Sheets of Bridgefront to print: the cards, the factions, the board of hexes, the round track and the tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from math import sqrt

from PIL import Image

from client.art import paragraph, theme
from client.art.cards import cards
from client.art.cards.card_layout import Face, card_prices
from client.art.colour import rgb
from client.art.fonts import BOLD, TITLE
from client.art.icons import CARD_GLYPHS
from client.art.paint import hexagon
from client.art.theme import seat_look
from client.sheets import components, typeset
from client.sheets.components import Back, Badge, Board, CardFace, GameSheets, Paint, Token
from client.sheets.paper import Box, Size
from client.sheets.pen import BLACK, GREY, PALE, Pen
from core.engine.text.catalogue import CatalogueCard, CopyCounts
from core.games.bridgefront.board import FORGE_COUNTS, capital_slots, radius
from core.games.bridgefront.card import CHAMPION, Card
from core.games.bridgefront.changes import RULESETS
from core.games.bridgefront.factions import Faction
from core.games.bridgefront.geometry import grid
from core.games.bridgefront.ruleset import Numbers, Rules
from core.games.bridgefront.text.words import AGES, screen_name, to_screen_text

FACTION = "Faction"
BOARD_SIZE = "compact"
HEXES = {3: 16.8, 4: 18.2}
"""Distance from the middle of a hex to its corners, in millimetres, by the radius of the board."""
FACE_SHARE = 0.93
"""Share of a hex that its face takes; Bridges lie across the gaps."""
STONE, CAPITAL, AXIS = rgb("#e6e4de"), rgb("#cfd8e6"), rgb("#f6e3a8")
GOLD, PERMANENCE = ((1, 6), (5, 4), (10, 2)), ((1, 5), (5, 2))
"""Values of the tokens, and the number of each for every player."""
COHORTS, BRIDGES, WOUNDS = 14, 8, 6
"""Number of tokens for every player."""


@lru_cache(maxsize=8)
def _numbers(rules: Rules) -> dict[str, int]:
    """Return the numbers of the cards, by their name on screen."""
    return {screen_name(card): number for number, card in enumerate(rules.cards)}


def _face(rules: Rules, card: CatalogueCard) -> CardFace:
    """Return the typeset face of a card, with its price, its initiative and a Champion's numbers."""
    number = _numbers(rules).get(card.name)
    if number is None:
        icon = next((faction.code for faction in rules.factions if faction.name == card.name), "card")
        return components.default_face(card, icon, theme.CARD_TYPES["basic"])
    known = rules.cards[number]
    lines = card.face.split("\n")[2 + (known.type == CHAMPION) :]
    effect = tuple(paragraph.pieces(line) for line in lines)
    return CardFace(card.name, _facts(card, known), CARD_GLYPHS.get(known.id, known.type),
                    theme.CARD_TYPES[known.type], tuple(_badges(rules, number)), effect, card.row[0])  # fmt: skip


def _facts(card: CatalogueCard, known: Card) -> str:
    return f"{card.row[0]} · {card.row[1]}{' · goes to Entropy' if known.burn else ''}"


def _badges(rules: Rules, number: int) -> list[Badge]:
    card = rules.cards[number]
    mana, gold = card_prices(Face(number, rules=rules))
    low, high = card.initiative
    found = [("mana", str(mana))]
    if gold:
        found.append(("gold", gold))
    found.append(("initiative", str(low) if low == high else f"{low}-{high}"))
    if card.vp:
        found.append(("vp", str(card.vp)))
    if card.stats is not None:
        stats = card.stats
        on = "1" if stats.hits_on == 1 else f"1-{stats.hits_on}"
        found += [("hp", str(stats.hp)), ("die", str(stats.dice)), ("hit", on), ("bounty", str(stats.bounty))]
    return found


def _painter(rules: Rules, card: CatalogueCard) -> Paint | None:
    """Return the picture of a card; factions have none."""
    number = _numbers(rules).get(card.name)
    return None if number is None else partial(_paint, Face(number, rules=rules))


def _paint(face: Face, size: tuple[int, int]) -> Image.Image:
    return cards.face(face, *_layout(size))


def _layout(size: tuple[int, int]) -> tuple[tuple[int, int], float]:
    """Return the size in design pixels, and the scale, that give a picture of this size."""
    scale = size[0] / theme.CARD_FULL[0]
    return (theme.CARD_FULL[0], round(size[1] / scale)), scale


def _back(card: CatalogueCard, seat: int) -> Back:
    """Return the back of a card: one for factions, and one that all other cards share."""
    if card.row[0] == FACTION:
        return Back(FACTION, None, "capital", theme.CARD_TYPES["basic"])
    return Back("Bridgefront", lambda size: cards.back(*_layout(size)), "axis", theme.GOLD_DEEP)


def _factions(factions: Iterable[Faction]) -> tuple[CatalogueCard, ...]:
    return tuple(
        CatalogueCard(
            faction.name,
            (FACTION, "1"),
            (FACTION.lower(), faction.code),
            "\n".join([faction.name, FACTION, *(f"{p.name}: {to_screen_text(p.words)}" for p in faction.passives)]),
            CopyCounts(1),
        )
        for faction in factions
    )


# Boards ---------------------------------------------------------------------------------------------------------------


def _boards(numbers: Numbers, seats: int) -> Sequence[Board]:
    """Return the board of hexes for this number of players, and the track of rounds."""
    e = radius(seats, BOARD_SIZE)
    size = HEXES[e]
    whole = Size((2 * e + 1) * sqrt(3) * size, (3 * e + 2) * size)
    return (
        Board("the board", whole, partial(_draw_board, seats)),
        Board("rounds", Size(180.0, 30.0), partial(_draw_rounds, numbers)),
    )


def _draw_board(seats: int, pen: Pen, box: Box) -> None:
    e = radius(seats, BOARD_SIZE)
    size, board = HEXES[e], grid(e)
    homes = {hex_: number for number, hex_ in enumerate(capital_slots(seats, BOARD_SIZE), 1)}
    for hex_, (q, r) in enumerate(board.hexes):
        x, y = box.center[0] + sqrt(3) * (q + r / 2) * size, box.center[1] + 1.5 * r * size
        tint = AXIS if hex_ == board.center else CAPITAL if hex_ in homes else STONE
        pen.polygon(hexagon(x, y, size * FACE_SHARE), None if pen.ink else tint, GREY, 0.35)
        if hex_ == board.center:
            pen.icon("axis", x, y, 12.0, rgb("#8a6a1c") if not pen.ink else GREY)
        if hex_ in homes:
            pen.icon("capital", x, y - 2.0, 11.0, rgb("#4a5d80") if not pen.ink else GREY)
            pen.text(x, y + 8.5, f"Capital {homes[hex_]}", 7.0, BLACK, BOLD, 0.5)


def _draw_rounds(numbers: Numbers, pen: Pen, box: Box) -> None:
    wide, ends = box.w / numbers.rounds, (numbers.age_1_ends, numbers.age_2_ends, numbers.rounds)
    for number in range(1, numbers.rounds + 1):
        age = next(i for i, last in enumerate(ends) if number <= last)
        cell = Box(box.x + (number - 1) * wide, box.y + 8.0, wide, box.h - 8.0).inset(0.5)
        pen.rectangle(cell, None if pen.ink else (STONE, CAPITAL, AXIS)[age], GREY, 0.3, 1.5)
        pen.text(cell.center[0], cell.center[1] + 2.4, str(number), 16, BLACK, BOLD, 0.5)
    for first, last, name in zip((0, *ends), ends, AGES):
        size = typeset.fit_text_size(name, wide * (last - first) - 4, 10.0)
        pen.text(box.x + first * wide + 0.5, box.y + 5.5, name, size, BLACK, TITLE)


# Tokens ---------------------------------------------------------------------------------------------------------------


def _tokens(rules: Rules, seats: int) -> Sequence[Token]:
    """Return units, Bridges, places, gold, Permanence, wounds and marks."""
    looks = [seat_look(seat) for seat in range(1, seats + 1)]
    champions = [card for card in rules.cards if card.type == CHAMPION]
    return (
        *(Token(f"Cohort of player {look.seat}", "cohort", str(look.seat), look.colour, COHORTS) for look in looks),
        *(Token(card.name, "champion", screen_name(card), rgb("#f0b7a8"), 1) for card in champions),
        *(Token(f"player {look.seat}", f"seat {look.seat}", "", look.colour, 4) for look in looks),
        Token("Bridge", "bridge", "", rgb("#e8c48a"), BRIDGES * seats),
        *(Token("Mine", "mine", str(value), rgb("#ffd27a"), seats + 1 if value < 7 else 2) for value in (4, 5, 6, 7)),
        Token("Forge", "forge", "", rgb("#ffb080"), FORGE_COUNTS[seats]),
        *(Token("gold", "gold", str(value), theme.GOLD, number * seats) for value, number in GOLD),
        *(Token("Permanence", "vp", str(value), rgb("#ffe9a8"), number * seats) for value, number in PERMANENCE),
        Token("wound", "hp", "1", rgb("#ffb3b8"), WOUNDS * seats),
        Token("mana", "mana", "", rgb("#a9ccff"), 5 * seats),
        Token("trap", "trap", "", PALE, 4),
        Token("closed Bridge", "closed", "", PALE, 4),
        Token("Temporary Bridge", "temporary", "", PALE, 4),
        Token("Lead", "lead", "", rgb("#f0d890"), 1),
        Token("round", "clock", "", rgb("#d9e2ec"), 1),
    )


def _sheets(rules: Rules) -> GameSheets:
    """Return the sheets of these rules."""
    return GameSheets(
        face=partial(_face, rules),
        paint=partial(_painter, rules),
        back=_back,
        extra=_factions(rules.factions),
        boards=partial(_boards, rules.numbers),
        tokens=partial(_tokens, rules),
        by_rules=_sheets_of,
    )


def _sheets_of(ruleset: str) -> GameSheets:
    """Return the sheets of a ruleset of this content."""
    return _sheets(RULESETS.of(ruleset))


SHEETS = _sheets(RULESETS.printed)
