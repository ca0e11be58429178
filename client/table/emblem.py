"""The medallion of a seat."""

from __future__ import annotations

from functools import lru_cache

from client.art import tokens
from client.art.theme import seat_look
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import Color, readable, theme

PLATE: Color = (52, 58, 64, 255)
"""As light as a plate tinted in the colour of a seat can be."""


def paint_emblem(canvas: Canvas, seat: int, palette: str, rect: Rect, sign: str = "") -> None:
    """The medallion in a rectangle; its sign is that of the seat's number unless the game has one for what it plays."""
    look = seat_look(seat, palette)
    sign = sign or look.emblem
    px = max(8, round(rect.w * canvas.scale))
    texture = canvas.textures.get(
        ("emblem", seat, sign, px), lambda: tokens.cohort(look, sign, px / 60), canvas.scale, palette
    )
    w, h = rect.w * 72 / 60, rect.w * 76 / 60
    canvas.image(texture, Rect(rect.x + (rect.w - w) / 2, rect.y + (rect.h - h) / 2, w, h))


@lru_cache(maxsize=64)
def _ink(colour: Color) -> Color:
    return readable(colour, PLATE, 5.0)


def seat_ink(seat: int) -> Color:
    """The colour of a seat's name, where it stands on a plate of the seat's colour."""
    return _ink(theme().color(f"seat_{seat}"))
