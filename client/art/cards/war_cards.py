"""Cards of a war table, drawn by Pillow: a night scene with a sign, the effect and the treaty effect.

The module also draws small cards for the board, and backs in the colour and hatch of their owner.
"""

from __future__ import annotations

import random
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from client.art import theme
from client.art.colour import RGB, darken, lighter, mix, rgb
from client.art.fonts import BOLD, TEXT
from client.art.icons import ICON_GLYPHS
from client.art.paint import (
    bevel,
    canvas,
    fill,
    glow,
    glyph_mask,
    gradient,
    hatch,
    mask,
    outline,
    paste_masked,
    polygon_mask,
    radial,
    rounded_mask,
    shadow,
    text_width,
    write,
)
from client.art.theme import SeatLook

_SS = 2
PAPER = rgb("#f4efe2")
MAX_LINES = 4.2
"""Number of lines of the usual size that fit on a card."""


class Look(NamedTuple):
    """Colours of a kind of card: its rim, and the sky above its land."""

    tint: RGB
    sky: RGB
    land: RGB


LOOKS: dict[str, Look] = {
    "red": Look(rgb("#d9564b"), rgb("#8c2f2a"), rgb("#2a0f10")),
    "green": Look(rgb("#3fae74"), rgb("#2c7a52"), rgb("#0c2319")),
    "olive": Look(rgb("#7fae4a"), rgb("#5f7d34"), rgb("#151f0d")),
    "blue": Look(rgb("#7d84c9"), rgb("#4a4f8c"), rgb("#11142c")),
    "gold": Look(rgb("#d9a441"), rgb("#8f6425"), rgb("#241606")),
    "violet": Look(rgb("#a06cd0"), rgb("#5f3a8c"), rgb("#170d26")),
    "amber": Look(rgb("#e08a2c"), rgb("#8a4a12"), rgb("#241203")),
}


class Face(NamedTuple):
    """Content of a card."""

    name: str
    icon: str
    look: str
    text: str = ""
    band: str = ""
    """Time or place at which the card counts, shown on the lower edge of the picture."""
    foot: str = ""
    foot_icon: str = ""
    foot_tint: RGB = theme.INK_SOFT


def lines_of(text: str, family: str, pixels: float, width: float) -> list[str]:
    """Break a text into lines of at most this width."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", family, pixels) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


@lru_cache(maxsize=64)
def scene(look: str, icon: str, size: tuple[int, int]) -> Image.Image:
    """Draw a landscape at night under a sky of the card's colour, with the sign of the card above it."""
    w, h = size
    colours = LOOKS[look]
    rnd = random.Random(f"{look} {icon}")
    image = gradient(size, ((0.0, darken(colours.sky, 0.55)), (0.62, colours.sky), (1.0, lighter(colours.sky, 0.25))))
    image = image.convert("RGBA")
    brush = ImageDraw.Draw(image)
    for _ in range(26):
        x, y = rnd.uniform(0, w), rnd.uniform(0, h * 0.5)
        r = rnd.uniform(0.3, 0.9) * w / 120
        brush.ellipse((x - r, y - r, x + r, y + r), fill=(255, 255, 255, 150))
    fill(image, radial(size, (w * 0.5, h * 0.62), w * 0.6, 1.6), lighter(colours.sky, 0.55), 0.5)
    for deep in range(3):
        base, rough, phase = h * (0.62 + 0.13 * deep), h * 0.09, rnd.uniform(0, 6)
        points = [(0.0, float(h))]
        points += [(x * w / 24, base - rough * (sin(x * 0.9 + phase) + rnd.uniform(-0.5, 0.6))) for x in range(25)]
        fill(
            image,
            polygon_mask(size, [*points, (float(w), float(h))]),
            mix(colours.sky, colours.land, 0.45 + 0.25 * deep),
        )
    for _ in range(9 if look in ("gold", "red") else 5):
        x, high = rnd.uniform(0, w), rnd.uniform(0.06, 0.2) * h
        brush.rectangle((x, h - high, x + w * 0.05, h), fill=(*colours.land, 255))
    sign = glyph_mask(size, ICON_GLYPHS[icon], (w / 2, h * 0.46), min(h * 0.62, w * 0.5))
    glow(image, sign, max(1.0, w / 40), theme.NIGHT, 0.9)
    fill(image, sign, PAPER)
    return image


def _make_body(size: tuple[int, int], tint: RGB, rim: float) -> tuple[Image.Image, Image.Image]:
    """Return a framed card at the enlarged size, and the mask of the area inside its rim."""
    w, h = size
    image = canvas(w, h)
    whole = rounded_mask(size, (0, 0, w - 1, h - 1), w * 0.065)
    fill(image, whole, theme.NIGHT)
    edge = max(1.0, w * 0.008)
    inner = rounded_mask(size, (edge, edge, w - 1 - edge, h - 1 - edge), w * 0.06)
    paste_masked(image, gradient(size, ((0.0, lighter(tint, 0.35)), (0.4, tint), (1.0, darken(tint, 0.4))), 70), inner)
    bevel(image, inner, max(1, round(w * 0.012)), 0.4, 0.4)
    field = rounded_mask(size, (rim, rim, w - rim, h - rim), w * 0.045)
    paste_masked(image, gradient(size, ((0.0, mix(theme.PANEL_HIGH, tint, 0.12)), (1.0, theme.PANEL_LOW))), field)
    return image, field


def face(shown: Face, size: tuple[int, int], k: int = _SS) -> Image.Image:
    """Draw a readable card; `size` is in pixels, and the card is drawn `k` times as large."""
    large = size[0] * k, size[1] * k
    tint, rim = LOOKS[shown.look].tint, size[0] * 0.026 * k
    image, _ = _make_body(large, tint, rim)
    top, low = round(large[1] * 0.135), round(large[1] * 0.46)
    picture = scene(shown.look, shown.icon, (round(large[0] - 2 * rim), low - top))
    image.paste(picture, (round(rim), top))
    brush = ImageDraw.Draw(image)
    for y in (top, low):
        brush.line((rim, y, large[0] - rim, y), fill=(*lighter(tint, 0.25), 255), width=max(1, k))
    image = image.resize(size, Image.Resampling.LANCZOS)
    w, h = size
    pixels = min(h * 0.088, w * 0.128)
    wide = text_width(shown.name, BOLD, pixels)
    write(image, (w / 2, h * 0.1), shown.name, BOLD, pixels * min(1.0, w * 0.88 / wide), theme.INK, "ms")
    if shown.band:
        _draw_text_band(image, shown.band, tint, (w / 2, h * 0.46))
    usual = text = min(h * 0.0745, w * 0.1075)
    lines = lines_of(shown.text, TEXT, text, w * 0.87)
    while len(lines) * text > (MAX_LINES - 0.6 * bool(shown.foot)) * usual:
        text *= 0.96
        lines = lines_of(shown.text, TEXT, text, w * 0.87)
    middle = h * (0.715 if shown.foot else 0.745)
    for i, line in enumerate(lines):
        at = middle + (i - (len(lines) - 1) / 2) * text * 1.19 + text * 0.35
        write(image, (w / 2, at), line, TEXT, text, theme.INK, "ms")
    if shown.foot:
        _foot(image, shown, min(h * 0.067, w * 0.094))
    return image


def _draw_text_band(image: Image.Image, words: str, tint: RGB, at: tuple[float, float]) -> None:
    w = image.width
    pixels = w * 0.078
    wide, high = text_width(words, BOLD, pixels) + pixels * 1.6, pixels * 1.75
    size = round(wide * _SS) + 8, round(high * _SS) + 8
    part = canvas(*size)
    body = rounded_mask(size, (4, 3, size[0] - 4, size[1] - 5), high)
    shadow(part, body, 3, (0, 2), 0.8)
    paste_masked(part, gradient(size, ((0.1, mix(tint, theme.NIGHT, 0.5)), (0.9, mix(tint, theme.NIGHT, 0.78)))), body)
    fill(part, outline(body, 2), lighter(tint, 0.3))
    part = part.resize((size[0] // _SS, size[1] // _SS), Image.Resampling.LANCZOS)
    image.alpha_composite(part, (round(at[0] - part.width / 2), round(at[1] - part.height / 2)))
    write(image, (at[0], at[1] + pixels * 0.34), words, BOLD, pixels, PAPER, "ms")


def _foot(image: Image.Image, shown: Face, pixels: float) -> None:
    w, h = image.size
    sign = pixels * 1.35 if shown.foot_icon else 0.0
    wide = text_width(shown.foot, BOLD, pixels) + sign
    pixels *= min(1.0, w * 0.9 / wide)
    x = (w - min(wide, w * 0.9)) / 2
    if shown.foot_icon:
        at = x + pixels * 0.5, h * 0.938
        fill(image, glyph_mask(image.size, ICON_GLYPHS[shown.foot_icon], at, pixels * 1.1), shown.foot_tint)
    write(image, (x + sign, h * 0.938 + pixels * 0.35), shown.foot, BOLD, pixels, shown.foot_tint, "ls")


def small(shown: Face, size: tuple[int, int]) -> Image.Image:
    """Draw a card for the board: its name, its picture, and room for a figure below."""
    k = _SS
    large = size[0] * k, size[1] * k
    tint, rim = LOOKS[shown.look].tint, max(1.0, size[0] * 0.03) * k
    image, _ = _make_body(large, tint, rim)
    top, low = round(large[1] * 0.2), round(large[1] * 0.74)
    image.paste(scene(shown.look, shown.icon, (round(large[0] - 2 * rim), low - top)), (round(rim), top))
    image = image.resize(size, Image.Resampling.LANCZOS)
    pixels = size[1] * 0.155
    wide = text_width(shown.name, BOLD, pixels)
    write(
        image,
        (size[0] / 2, size[1] * 0.155),
        shown.name,
        BOLD,
        pixels * min(1.0, size[0] * 0.9 / wide),
        theme.INK,
        "ms",
    )
    return image


def back(size: tuple[int, int], look: SeatLook) -> Image.Image:
    """Draw the back of a card: the colour, the hatch and the emblem of its owner."""
    k = _SS
    large = size[0] * k, size[1] * k
    image, field = _make_body(large, look.colour, large[0] * 0.05)
    fill(image, field, mix(look.dark, look.colour, 0.25))
    fill(image, ImageChops.multiply(field, hatch(large, look.hatch, large[0] * 0.11)), look.colour, 0.35)
    sign = glyph_mask(large, look.emblem, (large[0] / 2, large[1] / 2), large[0] * 0.5)
    glow(image, sign, large[0] * 0.03, theme.NIGHT, 0.9)
    fill(image, sign, look.light)
    return image.resize(size, Image.Resampling.LANCZOS)


def draw_dashed_frame(size: tuple[int, int], colour: RGB, radius: float, dash: float) -> Image.Image:
    """Draw a rounded frame of dashes; the sizes are in pixels."""
    k = _SS
    large = size[0] * k, size[1] * k
    rim, brush = mask(large)
    brush.rounded_rectangle(
        (0, 0, large[0] - 1, large[1] - 1), radius * k, outline=255, width=max(2, round(dash * k / 3))
    )
    gaps, brush = mask(large)
    step = max(4, round(dash * k))
    for at in range(-large[1], large[0] + large[1], 2 * step):
        brush.polygon([(at, 0), (at + step, 0), (at + step + large[1], large[1]), (at + large[1], large[1])], fill=255)
    image = canvas(*large)
    fill(image, ImageChops.multiply(rim, gaps), colour)
    return image.resize(size, Image.Resampling.LANCZOS)


def seal(side: int, whole: bool = True) -> Image.Image:
    """Draw a wax seal with a handshake; the two halves of a broken seal are apart."""
    k = _SS
    n = side * k
    image = canvas(n, n)
    points = []
    for i in range(48):
        far = n * 0.44 * (1 + 0.05 * sin(i * 2.6) + 0.03 * sin(i * 1.3))
        points.append((n / 2 + far * sin(i * pi / 24), n / 2 - far * cos(i * pi / 24)))
    body = polygon_mask((n, n), points)
    shadow(image, body, n * 0.03, (0, round(n * 0.02)), 0.8)
    paste_masked(image, gradient((n, n), ((0.1, rgb("#49c07f")), (0.9, rgb("#14522f"))), 60), body)
    bevel(image, body, max(1, round(n * 0.02)), 0.6, 0.6)
    sign = glyph_mask((n, n), ICON_GLYPHS["pact"], (n / 2, n / 2), n * 0.5)
    fill(image, sign, PAPER)
    if not whole:
        half, brush = mask((n, n))
        crack = [(0.46, 0.0), (0.56, 0.22), (0.42, 0.4), (0.58, 0.6), (0.44, 0.8), (0.52, 1.0)]
        brush.polygon([(0, 0), *((x * n, y * n) for x, y in crack), (0, n)], fill=255)
        left, right = image.copy(), image.copy()
        left.putalpha(ImageChops.multiply(image.getchannel("A"), half))
        right.putalpha(ImageChops.multiply(image.getchannel("A"), ImageChops.invert(half)))
        image = canvas(n, n)
        image.alpha_composite(left.rotate(14, center=(n * 0.3, n * 0.6)).crop((round(n * 0.04), 0, n, n)))
        image.alpha_composite(right.rotate(-14, center=(n * 0.7, n * 0.6)), (round(n * 0.04), 0))
    return image.resize((side, side), Image.Resampling.LANCZOS)
