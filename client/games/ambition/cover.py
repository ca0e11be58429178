"""Picture of Ambition for lists of games: the dark room with an armament token and a die."""

from __future__ import annotations

from PIL import Image

from client.games.ambition.art import draw_die_picture, draw_room_picture, draw_token_picture


def cover(size: tuple[int, int]) -> Image.Image:
    """Draw the picture at this size in pixels."""
    image = draw_room_picture(size).convert("RGBA")
    side = round(size[1] * 0.5)
    image.alpha_composite(draw_token_picture(True, (side, side)), (round(size[0] * 0.2), round(size[1] * 0.26)))
    image.alpha_composite(draw_die_picture(5, (side, side)), (round(size[0] * 0.54), round(size[1] * 0.3)))
    return image
