"""Pictures for the screens: stretchable frames, emblems, dice, envelopes, rings, logo and pointer.

Every picture is drawn for its exact size in pixels on screen. Only the middle of a `Patch` is stretched: `cut` pixels
at each side keep their size.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from client.art import theme
from client.art.colour import RGB, darken, lighter, mix
from client.art.fonts import BOLD, TITLE
from client.art.gems import coin, draw_game_emblem, draw_mana_gem
from client.art.paint import (
    bevel,
    canvas,
    ellipse_mask,
    fill,
    glow,
    glyph_mask,
    gradient,
    grown,
    hatch,
    hexagon,
    mask,
    outline,
    paste_masked,
    polygon_mask,
    radial,
    rounded_mask,
    shadow,
    shrink_mask,
    text_mask,
    text_width,
    write,
)
from client.art.theme import SeatLook

__all__ = [
    "FRAMES",
    "Patch",
    "banner",
    "coin",
    "crown",
    "cursor",
    "die",
    "draw_game_emblem",
    "draw_logo",
    "draw_mana_gem",
    "draw_window_icon",
    "emblem",
    "envelope",
    "frame",
    "heart",
    "ring",
]


class Patch(NamedTuple):
    """Stretchable frame: its picture, the width of its fixed sides in pixels, and the reach of its glow."""

    image: Image.Image
    cut: int
    margin: int


class _Frame(NamedTuple):
    top: RGB
    bottom: RGB
    rim: RGB
    radius: float = 7.0
    line: float = 1.2
    alpha: float = 0.94
    glow: RGB | None = None
    corners: bool = False
    sunk: bool = False


FRAMES: dict[str, _Frame] = {
    "panel": _Frame(theme.PANEL_HIGH, theme.PANEL_LOW, theme.EDGE),
    "gilded": _Frame(theme.rgb("#1d2330"), theme.PANEL_LOW, theme.EDGE_LIT, corners=True),
    "dialog": _Frame(theme.rgb("#202736"), theme.rgb("#0f141d"), theme.rgb("#a9853c"), 10, 1.6, 0.97, corners=True),
    "slot": _Frame(theme.rgb("#0a0e14"), theme.rgb("#10161f"), theme.rgb("#2c3543"), 5, 1, 0.9, sunk=True),
    "prompt": _Frame(theme.rgb("#1c232f"), theme.rgb("#141a24"), theme.rgb("#516072"), 14, 1.2, 0.95),
    "prompt.you": _Frame(
        theme.rgb("#443413"), theme.rgb("#2a1f0b"), theme.rgb("#f0c050"), 14, 1.6, 0.97, (240, 190, 80)
    ),
    "button": _Frame(theme.rgb("#3a4558"), theme.rgb("#252d3b"), theme.rgb("#6b7a92"), 6),
    "button.hover": _Frame(theme.rgb("#4b5970"), theme.rgb("#303a4c"), theme.rgb("#a9b8d0"), 6),
    "button.press": _Frame(theme.rgb("#1d2431"), theme.rgb("#2a3343"), theme.rgb("#6b7a92"), 6, sunk=True),
    "commit": _Frame(theme.rgb("#3a9a5c"), theme.rgb("#1d6238"), theme.rgb("#8be0a8"), 7, 1.6, 1.0, (70, 210, 120)),
    "commit.hover": _Frame(
        theme.rgb("#48b36d"), theme.rgb("#257545"), theme.rgb("#b5f5c8"), 7, 1.6, 1.0, (90, 240, 140)
    ),
    "commit.press": _Frame(theme.rgb("#1d6238"), theme.rgb("#2a7f4a"), theme.rgb("#8be0a8"), 7, 1.6, 1.0, sunk=True),
    "danger": _Frame(theme.rgb("#9c3f38"), theme.rgb("#642420"), theme.rgb("#e08a80"), 6),
}
"""Designs of the frames, by name."""


@lru_cache(maxsize=128)
def frame(name: str, scale: float = 1.0, tint: RGB | None = None) -> Patch:
    """Return a frame of `FRAMES`; with `tint`, its rim and slightly its inside have the colour of a seat."""
    look = FRAMES[name]
    if tint is not None:
        look = look._replace(
            top=mix(look.top, tint, 0.20), bottom=mix(look.bottom, tint, 0.08), rim=mix(look.rim, tint, 0.75)
        )
    k = scale * 3
    margin = 8.0 if look.glow else 4.0
    cut = round((margin + max(look.radius, 12.0 if look.corners else 0.0) + 3) * scale)
    side = 2 * cut + 16
    size = side * 3, side * 3
    image = canvas(*size)
    pad = margin * k
    body = rounded_mask(size, (pad, pad, size[0] - 1 - pad, size[1] - 1 - pad), look.radius * k)
    if look.glow:
        glow(image, body, 3.0 * k, look.glow, 0.45)
    shadow(image, body, 1.6 * k, (0, round(0.8 * k)), 0.65)
    inside = canvas(*size)
    fill(inside, body, look.rim)
    field = shrink_mask(body, look.line * k)
    paste_masked(inside, gradient(size, ((0.2, look.top), (0.8, look.bottom))), field)
    if look.sunk:
        edge = ImageChops.subtract(field, ImageChops.offset(field, 0, round(2 * k)))
        fill(inside, edge, (0, 0, 0), 0.5)
    else:
        edge = ImageChops.subtract(field, ImageChops.offset(field, 0, round(0.9 * k)))
        fill(inside, edge, (255, 255, 255), 0.16)
    if look.corners:
        _draw_corners(inside, size, pad, k, look.rim)
    inside.putalpha(inside.getchannel("A").point([round(i * look.alpha) for i in range(256)]))
    image.alpha_composite(inside)
    return Patch(image.resize((side, side), Image.Resampling.LANCZOS), cut, round(margin * scale))


def _draw_corners(image: Image.Image, size: tuple[int, int], pad: float, k: float, rim: RGB) -> None:
    """Draw small gilded brackets in the corners of a frame."""
    lines, brush = mask(size)
    a, b = pad + 3.4 * k, 10.5 * k
    for sx in (0, 1):
        for sy in (0, 1):
            x, y = (size[0] - 1 - a if sx else a), (size[1] - 1 - a if sy else a)
            dx, dy = (-b if sx else b), (-b if sy else b)
            brush.line([(x + dx, y), (x, y), (x, y + dy)], fill=255, width=round(1.1 * k), joint="curve")
            r = 1.7 * k
            brush.ellipse((x - r, y - r, x + r, y + r), fill=255)
    fill(image, lines, lighter(rim, 0.35), 0.9)


# Seats ----------------------------------------------------------------------------------------------------------------


def emblem(look: SeatLook, sign: str, pixels: int) -> Image.Image:
    """Draw the round emblem of a seat: its colour, its hatch and its sign."""
    k = 3
    size = pixels * k, pixels * k
    image = canvas(*size)
    c, r = pixels * k / 2, pixels * k * 0.46

    def disc(share: float) -> Image.Image:
        return ellipse_mask(size, (c - r * share, c - r * share, c + r * share, c + r * share))

    fill(image, disc(1.06), theme.NIGHT)
    paste_masked(
        image, gradient(size, ((0.0, lighter(look.colour, 0.5)), (0.55, look.colour), (1.0, look.deep))), disc(1.0)
    )
    fill(image, disc(0.86), theme.NIGHT, 0.8)
    paste_masked(image, gradient(size, ((0.1, look.dark), (0.95, mix(look.dark, look.colour, 0.4)))), disc(0.82))
    fill(image, ImageChops.multiply(disc(0.82), hatch(size, look.hatch, r * 0.26)), look.colour, 0.30)
    mark = glyph_mask(size, sign, (c, c), r * 1.22)
    glow(image, mark, r * 0.08, theme.NIGHT, 0.9)
    fill(image, mark, look.light)
    return image.resize((pixels, pixels), Image.Resampling.LANCZOS)


def banner(look: SeatLook, sign: str, width: int, height: int) -> Image.Image:
    """Draw a hanging banner of a seat, for the score and the winner's screen."""
    k = 2
    size = width * k, height * k
    image = canvas(*size)
    w, h = size
    body = polygon_mask(
        size, [(w * 0.06, 0), (w * 0.94, 0), (w * 0.94, h * 0.86), (w * 0.5, h * 0.99), (w * 0.06, h * 0.86)]
    )
    shadow(image, body, w * 0.03, (0, round(w * 0.01)), 0.7)
    paste_masked(image, gradient(size, ((0.0, lighter(look.colour, 0.2)), (0.6, look.deep), (1.0, look.dark))), body)
    fill(image, ImageChops.multiply(shrink_mask(body, w * 0.05), hatch(size, look.hatch, w * 0.11)), look.colour, 0.32)
    fill(image, outline(body, w * 0.025), theme.GOLD)
    mark = glyph_mask(size, sign, (w / 2, h * 0.42), w * 0.62)
    glow(image, mark, w * 0.03, theme.NIGHT, 0.9)
    fill(image, mark, look.light)
    return image.resize((width, height), Image.Resampling.LANCZOS)


def envelope(look: SeatLook, width: int, opened: bool = False, text: str = "") -> Image.Image:
    """Draw a sealed bid: a parchment with a seal in the seat's colour.

    An opened bid shows a text.
    """
    height = round(width * 0.66)
    k = 3
    size = width * k, height * k
    image = canvas(*size)
    w, h = size
    top = h * (0.30 if opened else 0.06)
    body = rounded_mask(size, (w * 0.03, top, w * 0.97, h * 0.96), w * 0.035)
    shadow(image, body, w * 0.02, (0, round(w * 0.01)), 0.75)
    fill(image, grown(body, w * 0.012), theme.rgb("#2a1d0c"))
    if opened:
        sheet = rounded_mask(size, (w * 0.12, h * 0.02, w * 0.88, h * 0.80), w * 0.02)
        fill(image, grown(sheet, w * 0.01), theme.rgb("#2a1d0c"))
        paste_masked(image, gradient(size, ((0.0, theme.rgb("#fff7e2")), (1.0, theme.rgb("#e8d6ae")))), sheet)
        if text:
            fill(image, text_mask(size, text, (w / 2, h * 0.30), BOLD, h * 0.40), theme.rgb("#2a1a06"))
    paper = canvas(*size)
    paste_masked(paper, gradient(size, ((0.0, theme.rgb("#f3e4c0")), (1.0, theme.rgb("#c7a972")))), body)
    if opened:
        notch = polygon_mask(size, [(0, 0), (w, 0), (w * 0.97, top), (w * 0.5, h * 0.72), (w * 0.03, top)])
        paper.putalpha(ImageChops.subtract(paper.getchannel("A"), notch))
    image.alpha_composite(paper)
    folds, brush = mask(size)
    thick = max(1, round(w * 0.012))
    if opened:
        brush.line([(w * 0.03, top), (w * 0.5, h * 0.72), (w * 0.97, top)], fill=255, width=thick)
    else:
        flap = polygon_mask(size, [(w * 0.04, h * 0.07), (w * 0.96, h * 0.07), (w * 0.5, h * 0.60)])
        shadow(image, flap, w * 0.015, (0, round(w * 0.012)), 0.35)
        paste_masked(image, gradient(size, ((0.0, theme.rgb("#fff2d2")), (0.7, theme.rgb("#d9bf88")))), flap)
        brush.line([(w * 0.04, h * 0.08), (w * 0.5, h * 0.60), (w * 0.96, h * 0.08)], fill=255, width=thick)
    fill(image, folds, theme.rgb("#6b4f22"), 0.8)
    if not opened:
        r = h * 0.19
        seal = ellipse_mask(size, (w * 0.5 - r, h * 0.58 - r, w * 0.5 + r, h * 0.58 + r))
        shadow(image, seal, w * 0.012, (0, round(w * 0.008)), 0.6)
        fill(image, grown(seal, w * 0.008), theme.NIGHT, 0.8)
        paste_masked(image, gradient(size, ((0.3, lighter(look.colour, 0.25)), (0.9, look.deep))), seal)
        fill(image, polygon_mask(size, hexagon(w * 0.5, h * 0.58, r * 0.55)), look.dark, 0.75)
    return image.resize((width, height), Image.Resampling.LANCZOS)


# Dice and signs -------------------------------------------------------------------------------------------------------

_DIE_PIP_POSITIONS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.27, 0.27), (0.73, 0.73)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.28, 0.28), (0.72, 0.28), (0.28, 0.72), (0.72, 0.72)),
    5: ((0.26, 0.26), (0.74, 0.26), (0.5, 0.5), (0.26, 0.74), (0.74, 0.74)),
    6: ((0.28, 0.23), (0.72, 0.23), (0.28, 0.5), (0.72, 0.5), (0.28, 0.77), (0.72, 0.77)),
}


def die(value: int, pixels: int, hit: bool = False, look: SeatLook | None = None) -> Image.Image:
    """Draw a die with the value 1 to 6, or 0 while it tumbles; a hit glows.

    Without a seat the die is the colour of bone; otherwise its rim has the seat's colour.
    """
    k = 3
    size = pixels * k, pixels * k
    image = canvas(*size)
    s = size[0]
    body = rounded_mask(size, (s * 0.09, s * 0.07, s * 0.91, s * 0.89), s * 0.17)
    if hit:
        glow(image, body, s * 0.05, theme.rgb("#ffb648"), 1.0)
    shadow(image, body, s * 0.03, (0, round(s * 0.03)), 0.8)
    rim = look.colour if look is not None else theme.rgb("#8d8369")
    fill(image, grown(body, s * 0.02), theme.NIGHT)
    paste_masked(image, gradient(size, ((0.0, lighter(rim, 0.4)), (1.0, darken(rim, 0.45)))), body)
    face = shrink_mask(body, s * 0.055)
    tones = ("#fff0c2", "#f2bd55") if hit else ("#f7f0df", "#cfc3a6")
    paste_masked(image, gradient(size, ((0.1, theme.rgb(tones[0])), (0.9, theme.rgb(tones[1]))), 60), face)
    bevel(image, face, max(1, round(s * 0.02)), 0.6, 0.25)
    r = s * (0.085 if value != 1 else 0.12)
    pips, brush = mask(size)
    for x, y in _DIE_PIP_POSITIONS.get(value, ()):
        px, py = s * (0.09 + 0.82 * x), s * (0.07 + 0.82 * y)
        brush.ellipse((px - r, py - r, px + r, py + r), fill=255)
    if value == 0:
        fill(image, text_mask(size, "?", (s / 2, s * 0.48), BOLD, s * 0.5), theme.rgb("#2b2418"))
    fill(image, pips, theme.rgb("#7c1e14") if hit else theme.rgb("#241f16"))
    return image.resize((pixels, pixels), Image.Resampling.LANCZOS)


def _draw_sign(name: str, pixels: int, upper: str, lower: str, rim: str) -> Image.Image:
    k = 3
    size = pixels * k, pixels * k
    image = canvas(*size)
    shape = glyph_mask(size, name, (size[0] / 2, size[1] / 2), size[0] * 0.92)
    shadow(image, shape, size[0] * 0.03, (0, round(size[0] * 0.02)), 0.8)
    fill(image, grown(shape, size[0] * 0.022), theme.rgb(rim))
    paste_masked(image, gradient(size, ((0.15, theme.rgb(upper)), (0.85, theme.rgb(lower)))), shape)
    return image.resize((pixels, pixels), Image.Resampling.LANCZOS)


def crown(pixels: int) -> Image.Image:
    """Draw the icon of Permanence."""
    return _draw_sign("vp", pixels, "#fff0b8", "#d99a2c", "#2a1904")


def heart(pixels: int, full: bool = True) -> Image.Image:
    """Draw the heart for a hit point, which is full or lost."""
    if full:
        return _draw_sign("hp", pixels, "#ff9aa0", "#c9202f", "#2a0509")
    return _draw_sign("hp", pixels, "#4a3136", "#33191d", "#14080a")


def ring(share: float, pixels: int, colour: RGB = theme.WARN) -> Image.Image:
    """Draw the ring of a timer with the remaining share of the time, clockwise from the top."""
    k = 3
    size = pixels * k, pixels * k
    image = canvas(*size)
    s = size[0]
    box = (s * 0.08, s * 0.08, s * 0.92, s * 0.92)
    brush = ImageDraw.Draw(image)
    brush.arc(box, 0, 360, fill=(*mix(colour, theme.NIGHT, 0.78), 255), width=round(s * 0.15))
    if share > 0:
        brush.arc(box, -90, -90 + 360 * min(1.0, share), fill=(*colour, 255), width=round(s * 0.15))
    return image.resize((pixels, pixels), Image.Resampling.LANCZOS)


# Logo -----------------------------------------------------------------------------------------------------------------


def draw_logo(width: int, title: str = "The Last Tether") -> Image.Image:
    """Draw the name of the game in gold, with its sign above it and light behind it."""
    k = 2
    height = round(width * 0.52)
    size = width * k, height * k
    image = canvas(*size)
    w, h = size
    fill(image, radial(size, (round(w / 2), round(h * 0.36)), w * 0.42, 1.8), theme.rgb("#ffcf70"), 0.30)
    beams, brush = mask(size)
    for i in range(18):
        a = 2 * pi * i / 18
        b = 0.045
        x, y, far = w / 2, h * 0.36, w * 0.40
        brush.polygon(
            [(x, y), (x + far * cos(a - b), y + far * sin(a - b)), (x + far * cos(a + b), y + far * sin(a + b))],
            fill=255,
        )
    fill(
        image,
        ImageChops.multiply(beams, radial(size, (round(w / 2), round(h * 0.36)), w * 0.40, 1.3)),
        theme.GOLD,
        0.16,
    )
    sign = draw_game_emblem(round(h * 0.60))
    image.alpha_composite(sign, (round(w / 2 - sign.width / 2), round(h * 0.06)))
    pixels = w * 0.118
    pixels = min(pixels, pixels * w * 0.94 / text_width(title, TITLE, pixels))
    letters = text_mask(size, title, (w / 2, h * 0.84), TITLE, pixels)
    glow(image, letters, w * 0.012, (0, 0, 0), 0.95)
    fill(image, grown(letters, w * 0.0035), theme.rgb("#2a1a05"))
    paste_masked(
        image,
        gradient(size, ((0.74, theme.rgb("#fff3cd")), (0.84, theme.rgb("#f0c25c")), (0.95, theme.rgb("#a06a1c")))),
        letters,
    )
    return image.resize((width, height), Image.Resampling.LANCZOS)


def draw_window_icon(pixels: int = 64) -> Image.Image:
    """Draw the icon of the window."""
    image = canvas(pixels, pixels)
    ground = rounded_mask(image.size, (0, 0, pixels - 1, pixels - 1), pixels * 0.2)
    paste_masked(image, gradient(image.size, ((0.0, theme.rgb("#233042")), (1.0, theme.NIGHT))), ground)
    side = round(pixels * 0.86)
    image.alpha_composite(draw_game_emblem(side), ((pixels - side) // 2, (pixels - side) // 2))
    return image


def cursor(pixels: int = 28) -> Image.Image:
    """Draw the mouse pointer, whose tip is in the upper left corner."""
    k = 3
    size = pixels * k, pixels * k
    image = canvas(*size)
    s = size[0]
    points = [(0.04, 0.03), (0.04, 0.80), (0.24, 0.62), (0.37, 0.92), (0.52, 0.86), (0.39, 0.57), (0.66, 0.56)]
    shape = polygon_mask(size, [(x * s, y * s) for x, y in points])
    shadow(image, shape, s * 0.03, (round(s * 0.02), round(s * 0.03)), 0.6)
    fill(image, shape, theme.rgb("#2a1a05"))
    paste_masked(
        image, gradient(size, ((0.0, theme.rgb("#fff3cd")), (0.9, theme.rgb("#d49a37")))), shrink_mask(shape, s * 0.03)
    )
    return image.resize((pixels, pixels), Image.Resampling.LANCZOS)


def caption(text: str, pixels: float, colour: RGB = theme.GOLD) -> Image.Image:
    """Draw a title in golden capitals on a transparent background."""
    width = round(text_width(text, TITLE, pixels)) + 6
    image = canvas(width, round(pixels * 1.5))
    write(image, (3 + pixels * 0.05, pixels * 1.1 + pixels * 0.06), text, TITLE, pixels, (0, 0, 0), alpha=0.8)
    write(image, (3, pixels * 1.1), text, TITLE, pixels, colour)
    return image
