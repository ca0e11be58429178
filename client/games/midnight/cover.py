"""Picture of Midnight for lists of games: the clock over a dark land."""

from __future__ import annotations

from PIL import Image

from client.art import paint
from client.art.colour import rgb
from client.art.war_map import clock


def cover(size: tuple[int, int]) -> Image.Image:
    """Draw the picture at this size in pixels."""
    ground = paint.gradient(size, ((0.0, rgb("#3a1420")), (0.55, rgb("#1a1420")), (1.0, rgb("#0b1a22"))), 60.0)
    image = ground.convert("RGBA")
    side = round(min(size) * 1.15)
    image.alpha_composite(clock(side, 2, 60.0), ((size[0] - side) // 2, max(0, (size[1] - side) // 2)))
    return image
