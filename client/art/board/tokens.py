"""Units on the board: the medallions of Cohorts, the shields of Champions, their numbers and marks.

All sizes are in units of the board (a hex has size 64), times `detail` texels. The bodies have the seat's colour, hatch
and emblem. Numbers are separate pictures, so that a changed number needs no new body.
"""

from __future__ import annotations

from PIL import Image, ImageChops

from client.art import theme
from client.art.colour import RGB, darken, lighter, mix
from client.art.fonts import BOLD
from client.art.paint import (
    bevel,
    canvas,
    downscale,
    ellipse_mask,
    fill,
    glow,
    glyph_mask,
    gradient,
    grown,
    hatch,
    outline,
    paste_masked,
    polygon_mask,
    radial,
    rounded_mask,
    shadow,
    shrink_mask,
    text_mask,
)
from client.art.theme import SeatLook

COHORT_SIZE = (72, 76)
"""Width and height of a Cohort's picture, in world units: a medallion 58 wide and its base."""
CHAMPION = (80, 88)
NUMBER = (40, 32)
HEALTH = (76, 34)
MARK_SIZE = (28, 28)

_SS = 2


def cohort(look: SeatLook, emblem: str, detail: float = 1.0) -> Image.Image:
    """Draw the medallion of a seat's Cohorts."""
    k = detail * _SS
    size = round(COHORT_SIZE[0] * k), round(COHORT_SIZE[1] * k)
    image = canvas(*size)
    cx, cy, r, thick = size[0] / 2, 34 * k, 29 * k, 6 * k

    def disc(radius: float, dy: float = 0.0) -> Image.Image:
        return ellipse_mask(size, (cx - radius, cy - radius + dy, cx + radius, cy + radius + dy))

    body = ImageChops.lighter(disc(r, thick), disc(r))
    shadow(image, body, 4 * k, (0, round(3 * k)), 0.85)
    fill(image, grown(body, 1.6 * k), theme.NIGHT)
    fill(image, body, darken(look.colour, 0.62))
    paste_masked(
        image, gradient(size, ((0.0, lighter(look.colour, 0.45)), (0.55, look.colour), (1.0, look.deep))), disc(r)
    )
    bevel(image, disc(r), round(2 * k), 0.75, 0.35)
    inner = disc(r * 0.79)
    fill(image, disc(r * 0.82), theme.NIGHT, 0.8)
    paste_masked(image, gradient(size, ((0.0, look.dark), (1.0, mix(look.dark, look.colour, 0.35)))), inner)
    fill(image, ImageChops.multiply(inner, hatch(size, look.hatch, 7 * k)), look.colour, 0.30)
    sign = glyph_mask(size, emblem, (cx, cy), 37 * k)
    glow(image, sign, 2.2 * k, theme.NIGHT, 0.9)
    fill(image, sign, look.light)
    return downscale(image, COHORT_SIZE, detail)


def _shield_outline(k: float, cx: float, cy: float, grow: float = 0.0) -> list[tuple[float, float]]:
    w, top, low = (31 + grow) * k, (34 + grow) * k, (36 + grow) * k
    return [
        (cx, cy - top),
        (cx + w, cy - top * 0.62),
        (cx + w, cy + low * 0.32),
        (cx, cy + low),
        (cx - w, cy + low * 0.32),
        (cx - w, cy - top * 0.62),
    ]


def champion(look: SeatLook, portrait: str, detail: float = 1.0) -> Image.Image:
    """Draw the shield of a Champion: the glyph of its card in a frame of gold and the seat's colour."""
    k = detail * _SS
    size = round(CHAMPION[0] * k), round(CHAMPION[1] * k)
    image = canvas(*size)
    cx, cy = size[0] / 2, 40 * k
    body = polygon_mask(size, _shield_outline(k, cx, cy))
    base = ImageChops.offset(body, 0, round(5 * k))
    whole = ImageChops.lighter(body, base)
    shadow(image, whole, 4 * k, (0, round(3 * k)), 0.85)
    fill(image, grown(whole, 1.8 * k), theme.NIGHT)
    fill(image, base, darken(look.colour, 0.62))
    paste_masked(
        image, gradient(size, ((0.0, lighter(theme.GOLD, 0.35)), (0.5, theme.GOLD), (1.0, theme.GOLD_DEEP)), 60), body
    )
    bevel(image, body, round(1.5 * k), 0.7, 0.4)
    ring = polygon_mask(size, _shield_outline(k, cx, cy, -3.2))
    paste_masked(image, gradient(size, ((0.1, lighter(look.colour, 0.3)), (0.6, look.colour), (1.0, look.deep))), ring)
    field = polygon_mask(size, _shield_outline(k, cx, cy, -8.0))
    fill(image, polygon_mask(size, _shield_outline(k, cx, cy, -7.0)), theme.NIGHT, 0.85)
    paste_masked(
        image, gradient(size, ((0.1, mix(look.dark, look.colour, 0.45)), (0.9, darken(look.dark, 0.2)))), field
    )
    fill(image, ImageChops.multiply(field, hatch(size, look.hatch, 7 * k)), look.colour, 0.22)
    fill(image, ImageChops.multiply(field, radial(size, (cx, cy - 6 * k), 30 * k, 1.3)), look.light, 0.35)
    sign = glyph_mask(size, portrait, (cx, cy - 1.5 * k), 42 * k)
    glow(image, sign, 2.4 * k, theme.NIGHT, 0.95)
    fill(image, sign, mix(look.light, (255, 250, 235), 0.6))
    return downscale(image, CHAMPION, detail)


def number(value: int | str, look: SeatLook, detail: float = 1.0) -> Image.Image:
    """Draw the number of Cohorts: light digits on a dark pill, with a rim in the seat's colour."""
    k = detail * 3
    size = round(NUMBER[0] * k), round(NUMBER[1] * k)
    image = canvas(*size)
    text = str(value)
    half = (13.5 if len(text) == 1 else 17.5) * k
    cx, cy, r = size[0] / 2, size[1] / 2, 13.5 * k
    body = rounded_mask(size, (cx - half, cy - r, cx + half, cy + r), r)
    shadow(image, body, 2 * k, (0, round(1 * k)), 0.8)
    fill(image, body, theme.NIGHT)
    fill(image, outline(body, 2.2 * k), lighter(look.colour, 0.25))
    fill(image, text_mask(size, text, (cx, cy), BOLD, 21 * k), (255, 255, 255))
    return downscale(image, NUMBER, detail)


def health(hp: int, most: int, detail: float = 1.0, bar: bool = True) -> Image.Image:
    """Draw the HP of a Champion as a number on a red disc.

    Except in a crowded hex, also draw pips for the present and the lost HP.
    """
    k = detail * 3
    size = round(HEALTH[0] * k), round(HEALTH[1] * k)
    image = canvas(*size)
    cy = size[1] / 2
    number_at = size[0] - 19 * k
    if bar:
        _draw_hp_pips(image, hp, most, 4 * k, number_at - 9 * k, k)
    r = 14 * k
    wide = r if hp < 10 else r * 1.2
    disc = rounded_mask(size, (number_at - wide, cy - r, number_at + wide, cy + r), r)
    shadow(image, disc, 1.5 * k, (0, round(k)), 0.8)
    full = hp >= most
    paste_masked(image, gradient(size, ((0.1, (196, 40, 52) if full else (236, 92, 40)), (0.9, (112, 12, 26)))), disc)
    fill(image, outline(disc, 2 * k), theme.NIGHT)
    fill(image, outline(shrink_mask(disc, 2 * k), 1.4 * k), (255, 176, 170))
    fill(image, text_mask(size, str(hp), (number_at, cy), BOLD, 20 * k), (255, 255, 255))
    return downscale(image, HEALTH, detail)


def _draw_hp_pips(image: Image.Image, hp: int, most: int, left: float, right: float, k: float) -> None:
    """Draw one pip for each HP, or a bar if there are more than eight."""
    size, cy, half = image.size, image.height / 2, 5.5 * k
    ground = rounded_mask(size, (left - 2.5 * k, cy - half - 2.5 * k, right + 8 * k, cy + half + 2.5 * k), half)
    shadow(image, ground, 1.5 * k, (0, round(k)), 0.7)
    fill(image, ground, theme.NIGHT)
    lost = mix(theme.HEALTH, theme.NIGHT, 0.78)
    step = (right - left) / most
    gap = 0.7 * k if most <= 8 else 0.0
    for i in range(most):
        box = (left + i * step + gap, cy - half, left + (i + 1) * step - gap, cy + half)
        fill(image, rounded_mask(size, box, 1.5 * k if gap else 0.0), theme.HEALTH if i < hp else lost)


MARK_COLOURS: dict[str, RGB] = {
    "marked for coin": theme.GOLD,
    "slow": (150, 200, 255),
    "ward": (140, 255, 220),
    "frenzy": (255, 110, 90),
    "plated": (255, 220, 120),
    "hold the line": (140, 220, 255),
    "skirmish": (255, 200, 120),
    "breakthrough": (255, 160, 90),
    "trap": (255, 90, 70),
    "closed": (255, 214, 120),
    "temporary": (170, 240, 255),
}
"""Colours of the marks that the board shows on units."""


def mark(kind: str, detail: float = 1.0) -> Image.Image:
    """Draw a small sign for a lasting effect."""
    k = detail * 3
    size = round(MARK_SIZE[0] * k), round(MARK_SIZE[1] * k)
    image = canvas(*size)
    colour = MARK_COLOURS[kind]
    cx, cy, r = size[0] / 2, size[1] / 2, 12 * k
    disc = ellipse_mask(size, (cx - r, cy - r, cx + r, cy + r))
    shadow(image, disc, 1.5 * k, (0, round(k)), 0.8)
    fill(image, disc, theme.NIGHT)
    fill(image, outline(disc, 1.8 * k), colour)
    fill(image, glyph_mask(size, kind, (cx, cy), 16.5 * k), lighter(colour, 0.35))
    return downscale(image, MARK_SIZE, detail)
