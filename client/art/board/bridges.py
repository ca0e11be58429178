"""Pictures of bridges: wooden decks on brass over the chasm, in three directions and every condition."""

from __future__ import annotations

import random
from math import cos, pi, sin

from PIL import Image, ImageChops

from client.art import theme
from client.art.board.ground import VERTICAL_SQUASH
from client.art.colour import RGB, lighter, mix
from client.art.paint import canvas, downscale, fill, glow, grown, mask

SIZE = (128, 124)
"""Width and height of a bridge's picture, in world units; its middle is the middle of the edge."""
LENGTH, WIDTH, ARCH, THICK = 82.0, 36.0, 7.0, 7.0
BRIDGE_ANGLES = (0, 60, 120)
"""Directions of bridges on the ground, in degrees: level, rising to the right, rising to the left."""
KINDS = ("bridge", "temporary", "planned", "ghost", "legal", "broken")

_WOOD_TONES = (theme.rgb("#d8ab66"), theme.rgb("#c49350"), theme.rgb("#e6bf7e"), theme.rgb("#cda05c"))
_BRASS_COLOUR = theme.rgb("#ffdf94")
_SS = 3


class _Plane:
    """Projection of a bridge's coordinates (along, across, up) to pixels."""

    def __init__(self, angle: float, scale: float, size: tuple[int, int]) -> None:
        self.c, self.s = cos(angle * pi / 180), sin(angle * pi / 180)
        self.scale = scale
        self.cx, self.cy = size[0] / 2, size[1] / 2

    def at(self, u: float, v: float, up: float | None = None) -> tuple[float, float]:
        lift = ARCH * max(0.0, 1 - (2 * u / LENGTH) ** 2) if up is None else up
        x = u * self.c - v * self.s
        y = (u * self.s + v * self.c) * VERTICAL_SQUASH + lift
        return self.cx + x * self.scale, self.cy - y * self.scale

    def strip(self, v1: float, v2: float, u1: float, u2: float, steps: int = 10) -> list[tuple[float, float]]:
        us = [u1 + (u2 - u1) * i / steps for i in range(steps + 1)]
        return [self.at(u, v1) for u in us] + [self.at(u, v2) for u in reversed(us)]

    def side(self, v: float, u1: float, u2: float, thick: float, steps: int = 10) -> list[tuple[float, float]]:
        us = [u1 + (u2 - u1) * i / steps for i in range(steps + 1)]
        top = [self.at(u, v) for u in us]
        return top + [(x, y + thick * self.scale) for x, y in reversed(top)]


def bridge(kind: str, angle: int, detail: float = 1.0, colour: RGB | None = None) -> Image.Image:
    """Draw a bridge of one of `KINDS` in one of `BRIDGE_ANGLES`.

    `colour` is used for planned and ghost bridges.
    """
    k = detail * _SS
    size = round(SIZE[0] * k), round(SIZE[1] * k)
    image = canvas(*size)
    plane = _Plane(angle, k, size)
    half, wide = LENGTH / 2, WIDTH / 2
    deck, brush = mask(size)
    brush.polygon(plane.strip(-wide, wide, -half, half), fill=255)
    front = -wide if plane.at(0, -wide)[1] > plane.at(0, wide)[1] else wide
    side, brush = mask(size)
    brush.polygon(plane.side(front, -half, half, THICK), fill=255)
    if kind == "bridge":
        _draw_solid_bridge(image, plane, deck, side, front, k, angle)
    elif kind == "broken":
        _draw_broken(image, plane, k, angle)
    elif kind == "temporary":
        _draw_spectral_bridge(image, plane, deck, k, (150, 235, 255), 0.62)
    elif kind == "planned":
        _draw_spectral_bridge(image, plane, deck, k, colour or theme.HIGHLIGHT_COLOURS["chosen"], 0.70)
    elif kind == "ghost":
        _draw_spectral_bridge(image, plane, deck, k, colour or theme.HIGHLIGHT_COLOURS["legal"], 0.34)
    else:
        _draw_slot(image, plane, k, colour or theme.HIGHLIGHT_COLOURS["legal"])
    return downscale(image, SIZE, detail)


def _plank_spans(count: int, angle: int) -> list[tuple[float, float, int]]:
    rnd = random.Random(angle + 7)
    step = LENGTH / count
    return [(-LENGTH / 2 + i * step, -LENGTH / 2 + (i + 1) * step, rnd.randrange(4)) for i in range(count)]


def _draw_solid_bridge(
    image: Image.Image, plane: _Plane, deck: Image.Image, side: Image.Image, front: float, k: float, angle: int
) -> None:
    size = image.size
    whole = ImageChops.lighter(deck, side)
    # the shadow falls straight down, deepest in the middle under the high arch
    below, brush = mask(size)
    brush.polygon(
        [(x, y + 15 * k) for x, y in plane.strip(-WIDTH / 2, WIDTH / 2, -LENGTH / 2 + 8, LENGTH / 2 - 8)], fill=255
    )
    glow(image, below, 4 * k, (0, 0, 0), 0.75)
    glow(image, whole, 3.2 * k, (0, 0, 0), 0.9)
    rim = grown(whole, 1.4 * k)
    fill(image, rim, theme.rgb("#160d05"))
    fill(image, side, theme.rgb("#6b4520"))
    inner, brush = mask(size)
    brush.polygon(plane.side(front, -LENGTH / 2 + 16, LENGTH / 2 - 16, THICK * 0.45), fill=255)
    fill(image, inner, theme.rgb("#9a6a34"))
    fill(image, deck, theme.rgb("#4a2f14"))
    wide = WIDTH / 2 - 3.2
    for u1, u2, tone in _plank_spans(9, angle):
        plank, brush = mask(size)
        brush.polygon(plane.strip(-wide, wide, u1 + 0.9, u2 - 0.9, 2), fill=255)
        wood = _WOOD_TONES[tone]
        fill(image, plank, wood)
        shine, brush = mask(size)
        brush.polygon(plane.strip(-wide, wide, u2 - 3.4, u2 - 0.9, 2), fill=255)
        fill(image, shine, lighter(wood, 0.55), 0.75)
        shade, brush = mask(size)
        brush.polygon(plane.strip(-wide, wide, u1 + 0.9, u1 + 2.6, 2), fill=255)
        fill(image, shade, (60, 34, 12), 0.35)
    for v in (WIDTH / 2, -WIDTH / 2) if front < 0 else (-WIDTH / 2, WIDTH / 2):
        _draw_rail(image, plane, v, k)


def _draw_rail(image: Image.Image, plane: _Plane, v: float, k: float) -> None:
    size = image.size
    toward = 1 if v < 0 else -1
    rail, brush = mask(size)
    brush.polygon(plane.strip(v, v + toward * 4.6, -LENGTH / 2, LENGTH / 2), fill=255)
    fill(image, grown(rail, 0.8 * k), theme.rgb("#2b1a08"))
    fill(image, rail, theme.rgb("#e2ad4b"))
    lit, brush = mask(size)
    brush.polygon(plane.strip(v + toward * 1.0, v + toward * 2.6, -LENGTH / 2, LENGTH / 2), fill=255)
    fill(image, lit, _BRASS_COLOUR)
    for u in (-LENGTH / 2 + 3, 0.0, LENGTH / 2 - 3):
        x, y = plane.at(u, v + toward * 2.3)
        post, brush = mask(size)
        r = (4.6 if u else 3.6) * k
        brush.ellipse((x - r, y - r - 2 * k, x + r, y + r - 2 * k), fill=255)
        fill(image, grown(post, 0.9 * k), theme.rgb("#2b1a08"))
        fill(image, post, theme.rgb("#f2c25c"))
        spot, brush = mask(size)
        r *= 0.5
        brush.ellipse((x - r * 1.4, y - r * 1.4 - 2 * k, x + r * 0.5, y + r * 0.5 - 2 * k), fill=255)
        fill(image, spot, (255, 246, 214))


def _draw_spectral_bridge(
    image: Image.Image, plane: _Plane, deck: Image.Image, k: float, colour: RGB, alpha: float
) -> None:
    size = image.size
    glow(image, deck, 3 * k, (0, 0, 0), 0.8)
    glow(image, deck, 5 * k, colour, 0.55)
    fill(image, deck, mix(colour, theme.NIGHT, 0.75), min(1.0, alpha + 0.2))
    wide = WIDTH / 2 - 4.5
    for u1, u2, _ in _plank_spans(7, 0):
        plank, brush = mask(size)
        brush.polygon(plane.strip(-wide, wide, u1 + 1.8, u2 - 1.8, 2), fill=255)
        fill(image, plank, colour, alpha)
    for v in (-WIDTH / 2, WIDTH / 2 - 3.4):
        for i in range(6):
            u1 = -LENGTH / 2 + i * LENGTH / 6
            dash, brush = mask(size)
            brush.polygon(plane.strip(v, v + 3.4, u1 + 1.5, u1 + LENGTH / 6 - 1.5, 3), fill=255)
            fill(image, dash, lighter(colour, 0.45), min(1.0, alpha + 0.3))


def _draw_slot(image: Image.Image, plane: _Plane, k: float, colour: RGB) -> None:
    """Draw a place where a bridge can be built: a bright bar over the chasm, with a post at each end."""
    size = image.size
    half, wide = LENGTH / 2 - 20, 3.4
    bar, brush = mask(size)
    brush.polygon(plane.strip(-wide, wide, -half, half), fill=255)
    for end in (-half, half):
        brush.polygon(plane.strip(-8.5, 8.5, end - 2.6, end + 2.6), fill=255)
    glow(image, bar, 3 * k, (0, 0, 0), 0.9)
    glow(image, bar, 5 * k, colour, 0.35)
    fill(image, bar, colour)


def _draw_broken(image: Image.Image, plane: _Plane, k: float, angle: int) -> None:
    """Draw the remains of a falling bridge: stumps and a few planks in the air."""
    size = image.size
    rnd = random.Random(angle + 31)
    wide = WIDTH / 2 - 3
    for u1, u2, tone in _plank_spans(9, angle):
        gone = abs((u1 + u2) / 2) < LENGTH * 0.24
        drop = rnd.uniform(6, 20) if gone else rnd.uniform(0, 3)
        turn = rnd.uniform(-7, 7) if gone else rnd.uniform(-1, 1)
        plank, brush = mask(size)
        points = [
            (x, y + drop * k)
            for x, y in (
                plane.at(u1 + 1, -wide + turn),
                plane.at(u2 - 1, -wide),
                plane.at(u2 - 1, wide - turn),
                plane.at(u1 + 1, wide),
            )
        ]
        brush.polygon(points, fill=255)
        fill(image, grown(plank, 0.9 * k), theme.rgb("#160d05"))
        fill(image, plank, mix(_WOOD_TONES[tone], (40, 24, 12), 0.35 if gone else 0.1))


def draw_lock_bar(angle: int, detail: float = 1.0) -> Image.Image:
    """Draw the overlay for a closed bridge: two crossed chains."""
    return _over(angle, detail, theme.rgb("#eef3fb"), theme.rgb("#1b2330"), spikes=False)


def spikes(angle: int, detail: float = 1.0) -> Image.Image:
    """Draw the overlay of a trapped bridge: a row of red spikes."""
    return _over(angle, detail, theme.rgb("#ff5a46"), theme.rgb("#3a0a06"), spikes=True)


def _over(angle: int, detail: float, bright: RGB, dark: RGB, spikes: bool) -> Image.Image:
    k = detail * _SS
    size = round(SIZE[0] * k), round(SIZE[1] * k)
    image = canvas(*size)
    plane = _Plane(angle, k, size)
    shape, brush = mask(size)
    if spikes:
        for u in (-26, -13, 13, 26):
            for v in (-8, 8):
                x, y = plane.at(u, v)
                brush.polygon([(x - 4.5 * k, y + 4 * k), (x, y - 9 * k), (x + 4.5 * k, y + 4 * k)], fill=255)
    else:
        for end in (-1, 1):
            points = [plane.at(-LENGTH / 2 + 10, -end * WIDTH / 2), plane.at(LENGTH / 2 - 10, end * WIDTH / 2)]
            for i in range(11):
                t = i / 10
                x = points[0][0] + (points[1][0] - points[0][0]) * t
                y = points[0][1] + (points[1][1] - points[0][1]) * t
                r = (3.9 if i % 2 else 3.0) * k
                brush.ellipse((x - r, y - r, x + r, y + r), fill=255)
    fill(image, grown(shape, 1.3 * k), dark)
    fill(image, shape, bright)
    return downscale(image, SIZE, detail)
