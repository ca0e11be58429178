"""Medallion that shows a seat's emblem."""

from __future__ import annotations

from functools import lru_cache

from client.art.board import tokens
from client.art.theme import seat_look
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import Color, make_readable, theme

PLATE: Color = (52, 58, 64, 255)
"""Brightest colour that a plate in a seat's colour may have, as RGBA."""


def paint_emblem(canvas: Canvas, seat: int, palette: str, rect: Rect, sign: str = "") -> None:
    """Paint the medallion of a seat in a rectangle.

    The seat's number determines the emblem on it, unless the game has one for the seat's role.
    """
    look = seat_look(seat, palette)
    sign = sign or look.emblem
    px = max(8, round(rect.w * canvas.scale))
    texture = canvas.textures.get(
        ("emblem", seat, sign, px), lambda: tokens.cohort(look, sign, px / 60), canvas.scale, palette
    )
    w, h = rect.w * 72 / 60, rect.w * 76 / 60
    canvas.image(texture, Rect(rect.x + (rect.w - w) / 2, rect.y + (rect.h - h) / 2, w, h))


@lru_cache(maxsize=64)
def _text_color(colour: Color) -> Color:
    return make_readable(colour, PLATE, 5.0)


def seat_ink(seat: int) -> Color:
    """Return the colour of a seat's name on a plate of the seat's colour."""
    return _text_color(theme().color(f"seat_{seat}"))
