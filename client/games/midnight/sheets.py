"""Sheets of Midnight to print: the decks, the clock with the dice, the nations' dials, and tokens of Worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import cos, pi, sin

from client.art.cards import war_cards
from client.art.cards.war_cards import Face
from client.art.colour import lighter, rgb
from client.art.fonts import BOLD, TITLE
from client.art.theme import seat_look
from client.games.midnight.art.geometry import DEGREES_PER_MINUTE
from client.games.midnight.art.pictures import PACT_CARD, TENSION_DIE_FACES, printed, printed_escalation
from client.games.midnight.rulebook import red_die_effects
from client.games.midnight.text.names import DIAL_ICONS, DIAL_TIPS
from client.sheets import components, typeset
from client.sheets.components import Back, Board, CardFace, GameSheets, Paint, Token
from client.sheets.paper import Box, Size
from client.sheets.pen import BLACK, GREY, WHITE, Pen
from core.engine.text.catalogue import CatalogueCard
from core.engine.text.words import format_count
from core.games.midnight.cards import CARDS, DIAL_NAMES, NATION_NAMES
from core.games.midnight.changes import RULESETS
from core.games.midnight.escalations import ESCALATIONS
from core.games.midnight.ruleset import Rules
from core.games.midnight.text.catalogue import DECK, ESCALATION
from core.games.midnight.text.narration import FACES

AMBER = war_cards.LOOKS["amber"].tint
WORTH = ((1, 6), (5, 5), (10, 4))
"""Values of the Worth tokens, and the number of each for every nation."""
MAT, FIELD = Size(180.0, 84.0), 17.0
"""Size of a nation's mat, and side of a field of a dial, in millimetres."""
CLOCK = Size(180.0, 170.0)


def _front(rules: Rules, card: CatalogueCard) -> Face | None:
    """Return the content of a card, by its deck and its name."""
    names = [each.name for each in (CARDS if card.row[0] == DECK else ESCALATIONS)]
    if card.row[0] not in (DECK, ESCALATION) or card.name not in names:
        return PACT_CARD if card.row[0] == "Pacts" else None
    number = names.index(card.name)
    return printed(number, True, rules=rules) if card.row[0] == DECK else printed_escalation(number, rules)


def _face(rules: Rules, card: CatalogueCard) -> CardFace:
    """Return the typeset face of a card, with the step of a dispute in which it counts."""
    shown = _front(rules, card)
    if shown is None:
        return components.default_face(card)
    badges = [("", shown.band)] + ([(shown.foot_icon, shown.foot)] if shown.foot else [])
    return components.default_face(card, shown.icon, war_cards.LOOKS[shown.look].tint, badges)


def _paint(rules: Rules, card: CatalogueCard) -> Paint | None:
    """Return the picture of a card."""
    shown = _front(rules, card)
    return None if shown is None else partial(war_cards.face, shown, k=1)


def back(card: CatalogueCard, seat: int) -> Back:
    """Return the back of a card: the nation's, or that of the Escalations."""
    if not seat:
        return Back(ESCALATION, None, "warning", AMBER)
    look = seat_look(seat)
    return Back(NATION_NAMES[seat - 1], partial(war_cards.back, look=look), look.emblem, look.deep)


def _boards(rules: Rules, seats: int) -> Sequence[Board]:
    """Return the clock, and a mat for each nation."""
    mats = (Board("nations", MAT, partial(_draw_mat, rules, seat)) for seat in range(1, seats + 1))
    return (Board("the clock", CLOCK, partial(_draw_clock, rules)), *mats)


def _draw_mat(rules: Rules, seat: int, pen: Pen, box: Box) -> None:
    """Draw a nation's mat: its name, its four dials, and places for its Worth."""
    look, inner = seat_look(seat), box.inset(2.0)
    pen.rectangle(inner, None if pen.ink else lighter(look.colour, 0.82), GREY if pen.ink else look.deep, 0.6, 3.0)
    head = Box(inner.x, inner.y, inner.w, 10.0)
    pen.icon(look.emblem, head.x + 7, head.center[1] + 0.5, 7.0, BLACK)
    pen.text(head.x + 13, head.center[1] + 2.6, NATION_NAMES[seat - 1], 15, BLACK, TITLE)
    start = f"start with {rules.numbers.start_worth} Worth, dials at the left"
    pen.text(head.right - 4, head.center[1] + 2.0, start, 7.5, GREY, align=1.0)
    for dial, (icon, name, tip, values) in enumerate(zip(DIAL_ICONS, DIAL_NAMES, DIAL_TIPS, rules.dials, strict=True)):
        y = inner.y + 11.0 + dial * 17.0
        pen.icon(icon, inner.x + 7, y + 7.5, 7.0, BLACK)
        pen.text(inner.x + 13, y + 7.5, name, 11, BLACK, BOLD)
        pen.text(inner.x + 13, y + 11.5, tip, 7, GREY)
        for step, value in enumerate(values):
            cell = Box(inner.x + 52 + step * (FIELD + 1), y, FIELD, FIELD - 1.0)
            pen.rectangle(cell, WHITE if not pen.ink else None, GREY, 0.3, 1.5)
            pen.text(cell.center[0], cell.center[1] + 2.0, str(value), 15, BLACK, BOLD, 0.5)
    store = Box(inner.right - 30, inner.y + 11.0, 27.0, 66.0)
    pen.rectangle(store, WHITE if not pen.ink else None, GREY, 0.3, 1.5)
    pen.text(store.center[0], store.y + 5.0, "Worth", 10, BLACK, BOLD, 0.5)
    at = f"Ruin at 0, back at {rules.numbers.recovery_worth}"
    pen.text(store.center[0], store.bottom - 2.5, at, typeset.fit_text_size(at, store.w - 2, 7, False), GREY, align=0.5)


def _draw_clock(rules: Rules, pen: Pen, box: Box) -> None:
    """Draw the last five minutes of the clock with their costs, and the faces of the dice."""
    cx, cy, far = box.center[0], box.y + 92.0, 84.0
    minutes = range(rules.numbers.minutes + 1)
    for ring, width in ((far, 1.0), (far - 26.0, 0.3)):
        pen.arc(cx, cy, ring, -DEGREES_PER_MINUTE * (rules.numbers.minutes + 0.5), DEGREES_PER_MINUTE / 2, GREY, width)
    for minute in minutes:
        angle = -minute * DEGREES_PER_MINUTE * pi / 180
        x, y = cx + (far - 13.0) * sin(angle), cy - (far - 13.0) * cos(angle)
        red = minute == 0 and not pen.ink
        pen.circle(x, y, 9.0, rgb("#d8402f") if red else WHITE, BLACK, 0.5)
        pen.text(x, y + 2.4, str(minute) if minute else "XII", 16, WHITE if red else BLACK, BOLD, 0.5)
    pen.text(box.x + 97, box.y + 42, "Minutes to Midnight", 17, BLACK, TITLE)
    y = box.y + 50
    for minute in range(rules.numbers.minutes, 0, -1):
        to = str(minute - 1) if minute > 1 else "Midnight"
        steps = format_count(rules.sunset_steps[minute], "step")
        pen.text(box.x + 98, y, f"{minute} to {to}: each loses {rules.sunset_loss[minute]} Worth,", 9, BLACK, BOLD)
        pen.text(box.x + 98, y + 4, f"then turns dials up by {steps}", 8, GREY)
        y += 10.0
    y = box.y + 112.0
    pen.text(box.x, y, f"Black die: 1 to {rules.numbers.calm_faces} calm, else tense. In Ruin always calm.", 9, BLACK)
    effects = red_die_effects(rules)
    for face_ in dict.fromkeys(rules.red):
        y += 13.0
        rolled = [number for number, each in enumerate(rules.red, 1) if each == face_]
        pen.icon(TENSION_DIE_FACES[face_][0], box.x + 5.5, y - 1.4, 7.0, BLACK)
        numbers = ", ".join(map(str, rolled))
        pen.text(box.x + 13, y - 2.0, f"Red die {numbers}: {FACES[face_]}", 10, BLACK, BOLD)
        pen.text(box.x + 13, y + 2.2, effects[face_], 8, GREY)


def tokens(seats: int) -> Sequence[Token]:
    """Return Worth, markers for the dials of each nation, and the marker of the clock."""
    looks = [seat_look(seat) for seat in range(1, seats + 1)]
    return (
        *(Token("Worth", "worth", str(value), rgb("#f2c65a"), number * seats) for value, number in WORTH),
        *(Token(NATION_NAMES[look.seat - 1], look.emblem, "", look.colour, len(DIAL_NAMES)) for look in looks),
        Token("Ruin", "ruin", "", rgb("#b9b2a6"), seats - 1),
        Token("clock", "doomsday", "", rgb("#ff8f7a"), 1),
    )


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
