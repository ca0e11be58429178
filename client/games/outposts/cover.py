"""Picture of Outposts for lists of games: the dry seabed with its wrecks."""

from __future__ import annotations

from PIL import Image

from client.games.outposts.art import draw_seabed_picture


def cover(size: tuple[int, int]) -> Image.Image:
    """Draw the picture at this size in pixels."""
    wide, high = size
    left = round(1.9 * wide)  # the corner of a larger picture with a wreck on the horizon
    return draw_seabed_picture((3 * wide, 3 * high)).convert("RGBA").crop((left, 0, left + wide, high))
