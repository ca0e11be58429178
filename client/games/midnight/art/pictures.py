"""Pictures of the things on Midnight's table, each drawn once for its size on screen."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial

import arcade
from PIL import Image

from client.art import theme as art
from client.art.cards import war_cards
from client.art.cards.war_cards import Face
from client.art.theme import seat_look
from client.games.midnight.text.names import CARD_ICONS, PACT_SHORT, short_effect
from client.table.seats import emblem
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.textures import Textures
from core.games.midnight.cards import (
    AVERTED,
    BUILD,
    CANNON,
    CONFLICT,
    INTELLIGENCE,
    JAM,
    LARGE_CANNON,
    RISE,
    SHIELD,
    SIREN,
    TICK,
    UPGRADE,
    kind_of,
)
from core.games.midnight.changes import RULESETS
from core.games.midnight.ruleset import Rules
from core.games.midnight.text.catalogue import STAYS

LOOKS = {CANNON: "red", LARGE_CANNON: "red", SHIELD: "green", BUILD: "olive", JAM: "green", INTELLIGENCE: "blue",
         UPGRADE: "gold", SIREN: "violet"}  # fmt: skip
DISPUTE_STEP_NAMES = {
    CANNON: "FIRE!",
    LARGE_CANNON: "FIRE!",
    SHIELD: "AIM!",
    JAM: "AIM!",
    BUILD: "READY!",
    INTELLIGENCE: "READY!",
}
"""Step of a dispute in which each kind of card counts; the other kinds belong in the Capital."""
PACT_MARK_FOOTERS = {"red": ("breaks a Pact", "pact", art.BAD), "green": ("+1 under a Pact", "pact", art.GOOD)}
WILD = ("wild in sets", "", art.INK_SOFT)
TENSION_DIE_FACES = {
    AVERTED: ("hand", "#1f6b46"),
    RISE: ("planning", "#8a6a1c"),
    CONFLICT: ("hit", "#8a2a26"),
    TICK: ("doomsday", "#d8402f"),
}
"""Icon and background colour of each face of the tension die."""
NARROW = 12.0
"""Width below which a turning card shows no content."""

Draw = Callable[[tuple[int, int]], Image.Image]


def _sheet(textures: Textures, key: Hashable, size: tuple[float, float], scale: float, draw: Draw) -> arcade.Texture:
    px = max(8, round(size[0] * scale)), max(8, round(size[1] * scale))
    return textures.get(("midnight", key, px), lambda: draw(px), scale, "midnight")


def printed(what: int, pacts: bool, text: str = "", rules: Rules = RULESETS.printed) -> Face:
    """Return the printed content of a kind of card.

    `pacts` is True if the match uses Pacts. `text` is the current effect of the card.
    """
    card = rules.cards[what]
    foot = PACT_MARK_FOOTERS.get(card.mark) if pacts else None
    if foot and card.mark == "green":
        foot = (f"+{rules.numbers.pact_worth} under a Pact", *foot[1:])
    foot = foot or (WILD if card.wild else ("", "", art.INK_SOFT))
    return Face(
        card.name,
        CARD_ICONS[what],
        LOOKS[what],
        text or short_effect(rules, what),
        DISPUTE_STEP_NAMES.get(what, "CAPITAL"),
        *foot,
    )


def printed_escalation(number: int, rules: Rules = RULESETS.printed) -> Face:
    """Return the printed content of an Escalation."""
    law = rules.escalations[number]
    return Face(law.name, "warning", "amber", law.text, "LAW", STAYS[law.stays])


PACT_CARD = Face("Pact", "pact", "green", PACT_SHORT, "BORDER", "one for each nation")
"""Printed content of a Pact card."""


def card_texture(
    textures: Textures,
    copy: int,
    size: tuple[float, float],
    scale: float,
    pacts: bool = True,
    text: str = "",
    rules: Rules = RULESETS.printed,
) -> arcade.Texture:
    """Return the texture of an action card's face; `size` is in design pixels."""
    shown = printed(kind_of(copy), pacts, text, rules)
    return _sheet(textures, shown, size, scale, partial(war_cards.face, shown))


def escalation_texture(
    textures: Textures, number: int, size: tuple[float, float], scale: float, rules: Rules = RULESETS.printed
) -> arcade.Texture:
    """Return the texture of an Escalation's face."""
    shown = printed_escalation(number, rules)
    return _sheet(textures, shown, size, scale, partial(war_cards.face, shown))


def pact_texture(textures: Textures, size: tuple[float, float], scale: float) -> arcade.Texture:
    """Return the texture of a Pact card."""
    return _sheet(textures, PACT_CARD, size, scale, partial(war_cards.face, PACT_CARD))


def paint_card(canvas: Canvas, copy: int, box: Rect, words: str = "") -> None:
    """Paint a card face up on the board, with a figure below.

    `box` may be narrower while the card is turning.
    """
    shown = printed(kind_of(copy), False)
    size = box.h * 0.72, box.h
    picture = _sheet(canvas.textures, ("small", shown), size, canvas.scale, partial(war_cards.small, shown))
    canvas.image(picture, box)
    if words and box.w > size[0] * 0.9:
        canvas.label(words, Rect(box.x, box.y + box.h * 0.03, box.w, box.h * 0.22), "text", box.h * 0.185, "bold")


def paint_back(canvas: Canvas, model: ViewModel, seat: int, box: Rect) -> None:
    """Paint a card face down, in its owner's colour."""
    look = seat_look(seat, model.palette)
    px = max(8, round(box.h * 0.72 * canvas.scale)), max(8, round(box.h * canvas.scale))
    picture = canvas.textures.get(
        ("midnight back", seat, px), lambda: war_cards.back(px, look), canvas.scale, model.palette
    )
    canvas.image(picture, box)


def paint_emblem(canvas: Canvas, model: ViewModel, seat: int, rect: Rect) -> None:
    """Paint the medallion of a seat."""
    emblem.paint_emblem(canvas, seat, model.palette, rect)


def paint_dashes(canvas: Canvas, box: Rect, colour: str = "#8d97a8") -> None:
    """Paint a dashed frame around a place that a card may fill, or around an unavailable place."""
    px = max(8, round(box.w * canvas.scale)), max(8, round(box.h * canvas.scale))
    s = canvas.scale
    picture = canvas.textures.get(
        ("dashes", px, colour), lambda: war_cards.draw_dashed_frame(px, art.rgb(colour), 6 * s, 4 * s), s
    )
    canvas.image(picture, box)


def paint_lifted(copy: int, figure: str, canvas: Canvas, box: Rect) -> None:
    """Paint a lifted card with its figure below."""
    paint_card(canvas, copy, box, figure)


def paint_offered(copy: int, canvas: Canvas, r: Rect) -> None:
    """Paint an offered card in the middle of a room."""
    high = min(r.h - 12, (r.w - 8) / 0.72)
    paint_card(canvas, copy, Rect(r.center[0] - high * 0.36, r.center[1] - high / 2, high * 0.72, high))
