"""Map and clock of a war table, drawn by Pillow: lands around a clock, in their nations' colours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, cos, pi, sin
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from client.art import theme
from client.art.colour import RGB, darken, lighter, mix, rgb
from client.art.fonts import TITLE
from client.art.icons import ICON_GLYPHS
from client.art.paint import (
    canvas,
    ellipse_mask,
    fill,
    glow,
    glyph_mask,
    gradient,
    hatch,
    mask,
    noise,
    outline,
    paste_masked,
    polygon_mask,
    radial,
    rounded_mask,
    smooth,
    write,
)

GREY = rgb("#6d7078")
AMBER, EMBER = rgb("#f0a63a"), rgb("#d8402f")
BONE_COLOUR = rgb("#f6ead0")
BRASS = ((0.0, rgb("#ffe2a0")), (0.35, rgb("#c98f2e")), (0.7, rgb("#6b4510")), (1.0, rgb("#d9a441")))


class Land(NamedTuple):
    """Land of a nation: its bounding angles (radians counter-clockwise), colour, hatch and state of ruin."""

    start: float
    end: float
    colour: RGB
    hatch: str
    ruined: bool = False


def _winding_border(centre: tuple[float, float], turn: float, far: float) -> list[tuple[float, float]]:
    """Return the points of a border from the centre outwards, with y downwards.

    The border winds, but always in the same way at the same angle.
    """
    x, y = centre
    points = []
    for i in range(41):
        along = far * i / 40
        off = far * 0.012 * (sin(i * 0.55 + turn * 7) + 0.6 * sin(i * 1.27 + turn * 3)) * min(1.0, i / 5)
        points.append((x + cos(turn) * along - sin(turn) * off, y - sin(turn) * along - cos(turn) * off))
    return points


@lru_cache(maxsize=4)
def _relief(size: tuple[int, int]) -> tuple[Image.Image, Image.Image]:
    """Return the heights of the map and its contour lines, as two masks."""
    heights = noise(size, size[0] / 7, 11, 3).filter(ImageFilter.GaussianBlur(size[0] / 220))
    lines = heights.point([255 if i % 13 == 0 else 0 for i in range(256)])
    return heights, lines


def lands(size: tuple[int, int], centre: tuple[float, float], all_lands: Sequence[Land]) -> Image.Image:
    """Draw the map, whose lands meet at the centre; sizes are in pixels, with y downwards."""
    far = float(size[0] + size[1])
    heights, lines = _relief(size)
    image = canvas(*size, (*theme.NIGHT, 255))
    rims = []
    for land in all_lands:
        colour = GREY if land.ruined else land.colour
        span = (land.end - land.start) % (2 * pi)
        steps = ceil(span / 0.1)
        turns = [land.start + span * i / steps for i in range(1, steps)]
        edge = [(centre[0] + cos(turn) * far, centre[1] - sin(turn) * far) for turn in turns]
        points = [*_winding_border(centre, land.start, far), *edge, *reversed(_winding_border(centre, land.end, far))]
        shape = polygon_mask(size, points)
        ground = gradient(size, ((0.0, mix(colour, theme.NIGHT, 0.76)), (1.0, mix(colour, theme.NIGHT, 0.62))))
        paste_masked(image, ground, shape)
        fill(image, ImageChops.multiply(shape, heights.point([max(0, i - 110) for i in range(256)])), colour, 0.32)
        fill(image, ImageChops.multiply(shape, lines), lighter(colour, 0.2), 0.16)
        pattern = hatch(size, "falling" if land.ruined else land.hatch, size[0] / 62)
        fill(
            image,
            ImageChops.multiply(shape, pattern),
            colour if not land.ruined else (0, 0, 0),
            0.09 + 0.25 * land.ruined,
        )
        rims.append((outline(shape, 1.6), colour))
    for rim, colour in rims:
        glow(image, rim, 3.0, colour, 0.8)
        fill(image, rim, lighter(colour, 0.45), 0.8)
    fill(image, radial(size, centre, size[1] * 0.42, 1.5), EMBER, 0.35)
    _draw_rays(image, centre, size[1] * 0.55)
    shade = ImageChops.invert(radial(size, (size[0] / 2, size[1] / 2), size[0] * 0.78, 0.6))
    fill(image, shade, (0, 0, 0), 0.45)
    return image


def _draw_rays(image: Image.Image, centre: tuple[float, float], far: float) -> None:
    shape, brush = mask(image.size)
    for i in range(0, 72, 2):
        a, b = i * pi / 36, (i + 0.9) * pi / 36
        brush.polygon([centre, *((centre[0] + cos(t) * far, centre[1] + sin(t) * far) for t in (a, b))], fill=255)
    fill(image, ImageChops.multiply(shape, radial(image.size, centre, far, 1.2)), AMBER, 0.13)


# Clock ----------------------------------------------------------------------------------------------------------------


def wedge_colour(minute: int, left: int) -> RGB:
    """Return the colour of the wedge that ends at the tick of this minute.

    The colour shows whether the minute is past, next or still to come.
    """
    return (
        rgb("#2b2c31")
        if minute > left
        else rgb("#ffe9c2")
        if minute == left
        else mix(EMBER, theme.NIGHT, 0.06 * minute)
    )


def clock(side: int, left: int, degrees: float) -> Image.Image:
    """Draw the clock with `left` remaining minutes, but without its minute hand.

    The wedge at each tick has this number of degrees.
    """

    def draw(image: Image.Image, k: int) -> None:
        n = image.size[0]
        c, r = n / 2, n * 0.47
        size = image.size

        def disc(share: float) -> Image.Image:
            return ellipse_mask(size, (c - r * share, c - r * share, c + r * share, c + r * share))

        glow(image, disc(1.0), n * 0.02, EMBER if left <= 2 else AMBER, 0.55)
        paste_masked(image, gradient(size, BRASS, 60), disc(1.0))
        fill(image, disc(0.925), rgb("#1a1006"))
        paste_masked(image, gradient(size, ((0.0, rgb("#17181d")), (1.0, rgb("#08090c")))), disc(0.905))
        brush = ImageDraw.Draw(image)
        box = (c - r * 0.86, c - r * 0.86, c + r * 0.86, c + r * 0.86)
        for minute in range(5, 0, -1):
            start = 270 - minute * degrees
            brush.pieslice(box, start + 0.8, start + degrees - 0.8, fill=(*wedge_colour(minute, left), 255))
        fill(image, disc(0.5), rgb("#0d0e12"))
        for mark in range(60):
            turn, long = mark * pi / 30, mark % 5 == 0
            if mark > 45 or 24 < mark < 36:
                continue
            inner, outer = r * (0.76 if long else 0.81), r * 0.87
            points = (c + sin(turn) * inner, c - cos(turn) * inner, c + sin(turn) * outer, c - cos(turn) * outer)
            brush.line(points, fill=(*(AMBER if long else rgb("#6a6455")), 255), width=(3 if long else 1) * k)
        sides = ((-0.06, 0.0), (-0.045, 0.4), (0.0, 0.52), (0.045, 0.4), (0.06, 0.0))
        hour = polygon_mask(size, [(c + r * x, c - r * y) for x, y in sides])
        glow(image, hour, n * 0.01, (0, 0, 0), 0.8)
        fill(image, hour, rgb("#b9a98a"))
        plate = rounded_mask(size, (c - r * 0.18, n * 0.005, c + r * 0.18, n * 0.005 + r * 0.2), r * 0.04)
        fill(image, plate, rgb("#a8281c"))
        fill(image, outline(plate, 1.2 * k), rgb("#ffcf8a"))

    image = smooth(side, side, draw, 2)
    write(image, (side / 2, side * 0.082), "XII", TITLE, side * 0.075, BONE_COLOUR, "ms")
    return image


def hand(side: int) -> Image.Image:
    """Draw the minute hand, which points up, on a square as large as the clock."""

    def draw(image: Image.Image, k: int) -> None:
        n = image.size[0]
        c, r = n / 2, n * 0.47
        sides = ((-0.03, -0.16), (-0.045, 0.0), (-0.012, 0.82), (0.012, 0.82), (0.045, 0.0), (0.03, -0.16))
        points = [(c + r * x, c - r * y) for x, y in sides]
        shape = polygon_mask(image.size, points)
        glow(image, shape, n * 0.018, rgb("#ff7a3c"), 0.9)
        fill(image, shape, BONE_COLOUR)
        hub = ellipse_mask(image.size, (c - r * 0.085, c - r * 0.085, c + r * 0.085, c + r * 0.085))
        fill(image, hub, rgb("#2a1a08"))
        fill(image, ellipse_mask(image.size, (c - r * 0.06, c - r * 0.06, c + r * 0.06, c + r * 0.06)), rgb("#f0c667"))

    return smooth(side, side, draw, 2)


def burst(size: tuple[int, int], centre: tuple[float, float]) -> Image.Image:
    """Draw the red background for the moment when the clock strikes; sizes are in pixels, y downwards."""
    image = gradient(size, ((0.0, rgb("#2a0b0b")), (1.0, rgb("#120506")))).convert("RGBA")
    shape, brush = mask(size)
    far = float(size[0])
    for i in range(0, 64, 2):
        a, b = i * pi / 32, (i + 0.8) * pi / 32
        brush.polygon([centre, *((centre[0] + cos(t) * far, centre[1] + sin(t) * far) for t in (a, b))], fill=255)
    fill(image, ImageChops.multiply(shape, radial(size, centre, far * 0.62, 1.1)), EMBER, 0.5)
    fill(image, radial(size, centre, size[1] * 0.6, 1.4), rgb("#ff8a4c"), 0.4)
    return image


def ring(side: int) -> Image.Image:
    """Draw a ring of light; `side` is in pixels."""

    def draw(image: Image.Image, k: int) -> None:
        n = image.size[0]
        shape = outline(ellipse_mask(image.size, (n * 0.06, n * 0.06, n * 0.94, n * 0.94)), n * 0.012)
        glow(image, shape, n * 0.02, rgb("#ffb070"), 1.0)
        fill(image, shape, rgb("#fff0d0"), 0.9)

    return smooth(side, side, draw, 1)


def stripes(side: int, colour: RGB) -> Image.Image:
    """Draw seamless hatching for the share that a gauge is about to lose; `side` is in pixels."""
    image = canvas(side, side, (*darken(colour, 0.45), 255))
    brush = ImageDraw.Draw(image)
    wide = side / 4
    for at in range(-2, 6):
        x = at * 2 * wide
        brush.polygon([(x, side), (x + wide, side), (x + wide + side, 0), (x + side, 0)], fill=(*colour, 255))
    return image


def die(side: int, icon: str, ground: RGB, ink: RGB) -> Image.Image:
    """Draw a face of the tension die."""

    def draw(image: Image.Image, k: int) -> None:
        n = image.size[0]
        body = rounded_mask(image.size, (0, 0, n - 1, n - 1), n * 0.2)
        paste_masked(image, gradient(image.size, ((0.0, lighter(ground, 0.2)), (1.0, darken(ground, 0.35)))), body)
        fill(image, outline(body, 1.5 * k), lighter(ground, 0.5))
        fill(image, glyph_mask(image.size, ICON_GLYPHS[icon], (n / 2, n / 2), n * 0.62), ink)

    return smooth(side, side, draw, 3)
