"""Cards of games in one file, drawn by Pillow: paper faces in the colour of their kind, and backs of common decks."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw

from client.art import theme
from client.art.cards.war_cards import lines_of
from client.art.colour import RGB, darken, lighter, mix, rgb
from client.art.fonts import BOLD, TEXT, TITLE
from client.art.paint import (
    bevel,
    canvas,
    fill,
    gradient,
    hatch,
    mask,
    outline,
    paste_masked,
    polygon_mask,
    rounded_mask,
    text_width,
    write,
)
from client.table.kit.looks import CardLook

_SS = 2
PAPER, PAPER_LOW, INK = rgb("#fbf6e9"), rgb("#e9dfc6"), rgb("#221c14")
RIM = rgb("#15120d")
SMALL = 56
"""Pixels: cards narrower than this have only their number and their sign."""


def sign_mask(name: str, size: tuple[int, int], centre: tuple[float, float], r: float) -> Image.Image:
    """Return the mask of a sign of radius `r`."""
    x, y = centre
    shape, brush = mask(size)
    if name in ("circle", "drop", "moon"):
        brush.ellipse((x - r * 0.86, y - r * 0.86, x + r * 0.86, y + r * 0.86), fill=255)
        if name == "drop":
            brush.polygon([(x - r * 0.72, y - r * 0.46), (x, y - r * 1.5), (x + r * 0.72, y - r * 0.46)], fill=255)
        if name == "moon":
            brush.ellipse((x - r * 0.36, y - r * 1.02, x + r * 1.3, y + r * 0.62), fill=0)
    elif name == "wave":
        thick = max(1, round(r * 0.34))
        for row in (-0.62, 0.0, 0.62):
            line = [(x + r * t / 12, y + r * (row + 0.2 * sin(t * pi / 6))) for t in range(-12, 13)]
            brush.line(line, fill=255, width=thick, joint="curve")
    elif name == "cross":
        for dx, dy in ((0.34, 0.98), (0.98, 0.34)):
            brush.rectangle((x - r * dx, y - r * dy, x + r * dx, y + r * dy), fill=255)
    else:
        corners = {"diamond": 4, "triangle": 3, "square": 4, "star": 10, "hexagon": 6}[name]
        turn = pi / 4 if name == "square" else 0.0
        points = []
        for i in range(corners):
            far = r * (1.05 if name != "star" else 1.1 if i % 2 == 0 else 0.48)
            points.append((x + far * sin(2 * pi * i / corners + turn), y - far * cos(2 * pi * i / corners + turn)))
        down = r * 0.2 if name == "triangle" else 0.0
        return polygon_mask(size, [(px, py + down) for px, py in points])
    return shape


def _draw_body(size: tuple[int, int], tint: RGB) -> Image.Image:
    """Return an empty paper card with a coloured rim."""
    w, h = size
    image = canvas(w, h)
    fill(image, rounded_mask(size, (0, 0, w - 1, h - 1), w * 0.085), RIM)
    edge = max(1.0, w * 0.012)
    rim = rounded_mask(size, (edge, edge, w - 1 - edge, h - 1 - edge), w * 0.078)
    paste_masked(image, gradient(size, ((0.0, lighter(tint, 0.3)), (1.0, darken(tint, 0.25)))), rim)
    inner = w * 0.042
    paper = rounded_mask(size, (inner, inner, w - 1 - inner, h - 1 - inner), w * 0.055)
    paste_masked(image, gradient(size, ((0.0, PAPER), (1.0, PAPER_LOW))), paper)
    return image


def draw_face(look: CardLook, size: tuple[int, int]) -> Image.Image:
    """Draw a card face up; `size` is in pixels."""
    if size[0] < SMALL:
        return _draw_small(look, size)
    k = _SS
    w, h = size[0] * k, size[1] * k
    image, tint = _draw_body((w, h), look.tint), look.tint
    inner, head = w * 0.042, h * 0.175
    band = ImageChops.multiply(
        rounded_mask((w, h), (inner, inner, w - 1 - inner, h - 1 - inner), w * 0.055),
        polygon_mask((w, h), [(0, 0), (w, 0), (w, head), (0, head)]),
    )
    paste_masked(image, gradient((w, h), ((0.0, tint), (0.3, darken(tint, 0.25)))), band)
    middle, r = h * _sign_height(look), w * (0.24 if look.text or look.notes else 0.315)
    sign = sign_mask(look.sign, (w, h), (w / 2, middle), r)
    fill(image, sign, tint, 0.26 if look.number else 0.92)
    fill(image, outline(sign, max(1.0, w * 0.012)), tint, 0.75)
    image = image.resize(size, Image.Resampling.LANCZOS)
    _write_face(image, look)
    return image


def _sign_height(look: CardLook) -> float:
    """Return the height of the sign, from the upper edge, as a share of the card's height."""
    return 0.43 if look.text else 0.49 if look.notes else 0.575


def _write_face(image: Image.Image, look: CardLook) -> None:
    """Write the number, the title, the other numbers and the text."""
    w, h = image.size
    left = w * 0.09
    if look.number:
        pixels = h * 0.125
        write(image, (left, h * 0.142), look.number, TITLE, pixels, PAPER, "ls")
        left += text_width(look.number, TITLE, pixels) + w * 0.05
        large = h * (0.24 if look.text or look.notes else 0.34)
        large *= min(1.0, w * 0.62 / text_width(look.number, TITLE, large))
        middle = h * _sign_height(look)
        write(image, (w / 2, middle + large * 0.345), look.number, TITLE, large, INK, "ms")
    if look.title != look.number:
        room = w * 0.93 - left
        pixels = min(h * 0.098, h * 0.098 * room / max(1.0, text_width(look.title, BOLD, h * 0.098)))
        write(image, ((left + w * 0.93) / 2, h * 0.1085 + pixels * 0.33), look.title, BOLD, pixels, PAPER, "ms")
    low = h * 0.94
    for note in reversed(look.notes[:2]):
        pixels = h * 0.082
        pixels *= min(1.0, w * 0.84 / text_width(note, BOLD, pixels))
        write(image, (w / 2, low), note, BOLD, pixels, darken(look.tint, 0.35), "ms")
        low -= pixels * 1.2
    if look.text:
        pixels = h * 0.072
        lines = lines_of(look.text, TEXT, pixels, w * 0.86)
        while len(lines) * pixels * 1.16 > low - h * 0.63 and pixels > 4:
            pixels *= 0.94
            lines = lines_of(look.text, TEXT, pixels, w * 0.86)
        for i, line in enumerate(lines):
            write(image, (w / 2, h * 0.66 + i * pixels * 1.16 + pixels * 0.5), line, TEXT, pixels, INK, "ms")


def _draw_small(look: CardLook, size: tuple[int, int]) -> Image.Image:
    """Draw a card that is too small for its title."""
    k = 2 * _SS
    w, h = size[0] * k, size[1] * k
    image, tint = _draw_body((w, h), look.tint), look.tint
    shown = look.number or look.title[:1]
    sign = sign_mask(look.sign, (w, h), (w / 2, h * 0.3), w * 0.23)
    fill(image, sign, tint)
    image = image.resize(size, Image.Resampling.LANCZOS)
    w, h = size
    pixels = h * 0.46
    pixels *= min(1.0, w * 0.78 / text_width(shown, BOLD, pixels))
    write(image, (w / 2, h * 0.72 + pixels * 0.34), shown, BOLD, pixels, INK, "ms")
    return image


def draw_back(look: CardLook, size: tuple[int, int]) -> Image.Image:
    """Draw the back of a common deck: dark, with the sign of its first kind."""
    k = _SS
    w, h = size[0] * k, size[1] * k
    image = canvas(w, h)
    tint = mix(look.tint, theme.NIGHT, 0.35)
    body = rounded_mask((w, h), (0, 0, w - 1, h - 1), w * 0.085)
    fill(image, body, RIM)
    edge = w * 0.045
    field = rounded_mask((w, h), (edge, edge, w - 1 - edge, h - 1 - edge), w * 0.06)
    paste_masked(image, gradient((w, h), ((0.0, lighter(tint, 0.12)), (1.0, darken(tint, 0.4)))), field)
    fill(image, ImageChops.multiply(field, hatch((w, h), "cross", w * 0.12)), PAPER, 0.10)
    fill(image, outline(field, max(1.0, w * 0.014)), PAPER, 0.55)
    sign = sign_mask(look.sign, (w, h), (w / 2, h / 2), w * 0.2)
    fill(image, sign, PAPER, 0.85)
    bevel(image, body, max(1, round(w * 0.012)), 0.3, 0.4)
    return image.resize(size, Image.Resampling.LANCZOS)


@lru_cache(maxsize=4)
def draw_cloth(size: tuple[int, int]) -> Image.Image:
    """Draw the cloth of the table, darker at its edges."""
    image = gradient(size, ((0.0, rgb("#234a46")), (0.55, rgb("#1a3a3a")), (1.0, rgb("#11282b")))).convert("RGBA")
    shade = Image.new("L", (64, 64), 0)
    brush = ImageDraw.Draw(shade)
    for i in range(32):
        brush.rectangle((i, i, 63 - i, 63 - i), fill=max(0, 130 - i * 7))
    dark = Image.new("RGBA", size, (4, 10, 12, 255))
    dark.putalpha(shade.resize(size, Image.Resampling.BICUBIC))
    image.alpha_composite(dark)
    image.putalpha(rounded_mask(size, (0, 0, size[0] - 1, size[1] - 1), 9))
    return image
