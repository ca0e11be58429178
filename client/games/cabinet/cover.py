"""Picture of Cabinet for lists of games: the room of the government, with its resources on the table."""

from __future__ import annotations

from PIL import Image

from client.games.cabinet.art import draw_room_picture, draw_token_picture

KINDS = 5


def cover(size: tuple[int, int]) -> Image.Image:
    """Draw the picture at this size in pixels."""
    image = draw_room_picture(size).convert("RGBA")
    side = round(min(size[1] * 0.34, size[0] / (KINDS + 1)))
    for kind in range(KINDS):
        x = round(size[0] * (kind + 0.5) / KINDS - side / 2)
        image.alpha_composite(draw_token_picture(kind, (side, side)), (max(0, x), round(size[1] * 0.52)))
    return image
