"""Pictures on hexes: keeps, badges, inlays of owners, highlights, arrows and links."""

from __future__ import annotations

from math import cos, pi, sin

from PIL import Image, ImageChops

from client.art import theme
from client.art.board.ground import GAP, HEX_SIZE, VERTICAL_SQUASH
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
)
from client.art.theme import SeatLook

FACE_SIZE = (124, 116)
"""Width and height of the picture of a hex's face, in world units; the face is in its middle."""
KEEP_SIZE = (112, 96)
BADGE = (84, 50)
DOT_SIZE = (40, 40)
PORTAL_SIZE = (96, 84)

_SS = 2


def _start(units: tuple[int, int], detail: float, ss: int = _SS) -> tuple[Image.Image, float, float, float]:
    k = detail * ss
    image = canvas(round(units[0] * k), round(units[1] * k))
    return image, k, image.width / 2, image.height / 2


def _face(image: Image.Image, k: float, share: float = 1.0) -> Image.Image:
    radius = HEX_SIZE * (1 - GAP) * share * k
    return polygon_mask(image.size, hexagon(image.width / 2, image.height / 2, radius, VERTICAL_SQUASH))


# Owners ---------------------------------------------------------------------------------------------------------------


def draw_inlay(look: SeatLook, part: str = "whole", detail: float = 1.0) -> Image.Image:
    """Draw a band of the seat's colour just inside the rim of a hex, and the seat's hatch over the face.

    `part` is whole, left or right.
    """
    image, k, cx, _ = _start(FACE_SIZE, detail)
    outer, inner = _face(image, k, 0.985), _face(image, k, 0.855)
    band = ImageChops.subtract(outer, inner)
    side = Image.new("L", image.size, 255)
    if part != "whole":
        side = Image.new("L", image.size, 0)
        left = part == "left"
        side.paste(255, (0, 0, round(cx), image.height) if left else (round(cx), 0, image.width, image.height))
    fill(image, ImageChops.multiply(outer, side), mix(look.colour, theme.NIGHT, 0.35), 0.34)
    pattern = ImageChops.multiply(hatch(image.size, look.hatch, 13 * k), ImageChops.multiply(inner, side))
    fill(image, pattern, look.colour, 0.34)
    band = ImageChops.multiply(band, side)
    fill(image, grown(band, 1.2 * k), theme.NIGHT, 0.75)
    fill(image, band, look.colour, 0.96)
    toward = ImageChops.subtract(band, ImageChops.offset(band, round(2 * k), round(2 * k)))
    fill(image, toward, (255, 255, 255), 0.35)
    return downscale(image, FACE_SIZE, detail)


# Places ---------------------------------------------------------------------------------------------------------------


def keep(look: SeatLook, emblem: str, detail: float = 1.0) -> Image.Image:
    """Draw the keep of a seat's Capital: three towers, banners, and the seat's emblem on a large flag."""
    image, k, cx, _ = _start(KEEP_SIZE, detail, 3)
    size = image.size
    foot = 88 * k
    stone = mix((150, 150, 156), look.colour, 0.16)
    parts: list[tuple[float, float, float, float]] = [
        (-40, -15, 36, 0),
        (15, 40, 36, 0),
        (-26, 26, 26, 0),
        (-15, 15, 54, 1),
    ]
    whole, brush = mask(size)
    for x1, x2, high, _ in parts:
        brush.rectangle((cx + x1 * k, foot - high * k, cx + x2 * k, foot), fill=255)
        step = (x2 - x1) / 5
        for i in (0, 2, 4):
            brush.rectangle(
                (cx + (x1 + i * step) * k, foot - (high + 6) * k, cx + (x1 + (i + 1) * step) * k, foot), fill=255
            )
    base = ellipse_mask(size, (cx - 44 * k, foot - 12 * k, cx + 44 * k, foot + 8 * k))
    glow(image, base, 5 * k, (0, 0, 0), 0.75)
    shadow(image, whole, 3 * k, (0, round(2 * k)), 0.8)
    fill(image, grown(whole, 1.6 * k), theme.NIGHT)
    for x1, x2, high, front in parts:
        tower, brush = mask(size)
        brush.rectangle((cx + x1 * k, foot - high * k, cx + x2 * k, foot), fill=255)
        step = (x2 - x1) / 5
        for i in (0, 2, 4):
            brush.rectangle(
                (cx + (x1 + i * step) * k, foot - (high + 6) * k, cx + (x1 + (i + 1) * step) * k, foot), fill=255
            )
        tone = lighter(stone, 0.12) if front else stone
        fill(image, grown(tower, 0.9 * k), theme.NIGHT, 0.85)
        shades = ((0.0, lighter(tone, 0.35)), (0.45, tone), (1.0, darken(tone, 0.55)))
        paste_masked(image, gradient(size, shades, 0.0).crop((0, 0, *size)), tower)
        paste_masked(image, gradient(size, ((0.0, darken(tone, 0.0)), (1.0, darken(tone, 0.6)))), tower, 0.45)
        strip, brush = mask(size)
        brush.rectangle((cx + x1 * k, foot - (high - 1) * k, cx + x2 * k, foot - (high - 5) * k), fill=255)
        fill(image, strip, look.colour)
    gate = rounded_mask(size, (cx - 7 * k, foot - 18 * k, cx + 7 * k, foot + 9 * k), 7 * k)
    fill(image, ImageChops.multiply(gate, whole), theme.NIGHT, 0.9)
    for x in (-27.5, 27.5):
        slit, brush = mask(size)
        brush.rectangle((cx + (x - 1.6) * k, foot - 27 * k, cx + (x + 1.6) * k, foot - 17 * k), fill=255)
        fill(image, slit, theme.rgb("#ffdf8a"))
    return downscale(image, KEEP_SIZE, detail)


def flag(look: SeatLook, emblem: str, detail: float = 1.0) -> Image.Image:
    """Draw the badge of a Capital: a banner in the seat's colour, with the seat's emblem.

    It is displayed above everything else in the Capital.
    """
    image, k, cx, _ = _start(BADGE, detail, 3)
    size = image.size
    w, top, low = 17 * k, 3 * k, 46 * k
    shape = [(cx - w, top), (cx + w, top), (cx + w, low - 9 * k), (cx, low), (cx - w, low - 9 * k)]
    body = polygon_mask(size, shape)
    shadow(image, body, 2.5 * k, (0, round(1.5 * k)), 0.85)
    fill(image, grown(body, 1.8 * k), theme.NIGHT)
    paste_masked(image, gradient(size, ((0.0, lighter(look.colour, 0.3)), (0.5, look.colour), (1.0, look.deep))), body)
    inner = shrink_mask(body, 3 * k)
    fill(image, inner, look.dark, 0.92)
    fill(image, ImageChops.multiply(inner, hatch(size, look.hatch, 6 * k)), look.colour, 0.28)
    sign = glyph_mask(size, emblem, (cx, 21 * k), 25 * k)
    fill(image, sign, look.light)
    bar = rounded_mask(size, (cx - 20 * k, 1 * k, cx + 20 * k, 6.5 * k), 2.7 * k)
    fill(image, grown(bar, 1.2 * k), theme.NIGHT)
    fill(image, bar, theme.GOLD)
    return downscale(image, BADGE, detail)


def draw_mine_badge(value: int, detail: float = 1.0) -> Image.Image:
    """Draw the badge of a Mine: a pickaxe and the Mine Value on gold."""
    image, k, cx, cy = _start(BADGE, detail, 3)
    size = image.size
    half, r = 33 * k, 16.5 * k
    body = rounded_mask(size, (cx - half, cy - r, cx + half, cy + r), r)
    shadow(image, body, 2.5 * k, (0, round(2 * k)), 0.85)
    fill(image, grown(body, 2 * k), theme.rgb("#1a1206"))
    paste_masked(
        image,
        gradient(size, ((0.2, theme.rgb("#ffe9a6")), (0.5, theme.rgb("#f0c050")), (0.85, theme.rgb("#a8701c")))),
        body,
    )
    bevel(image, body, round(1.5 * k), 0.6, 0.4)
    dark = theme.rgb("#2a1a04")
    field = rounded_mask(size, (cx - half + 3.5 * k, cy - r + 3.5 * k, cx + 0.5 * k, cy + r - 3.5 * k), r - 3.5 * k)
    fill(image, field, dark, 0.92)
    fill(image, glyph_mask(size, "mine", (cx - 14.5 * k, cy), 21 * k), theme.rgb("#ffdf8a"))
    number = text_mask(size, str(value), (cx + 16.5 * k, cy), BOLD, 27 * k)
    fill(image, grown(number, 0.9 * k), theme.rgb("#fff2c4"), 0.7)
    fill(image, number, dark)
    return downscale(image, BADGE, detail)


def _draw_medal(sign: str, rim: RGB, field: tuple[RGB, RGB], ink: RGB, detail: float, points: int) -> Image.Image:
    image, k, cx, cy = _start(BADGE, detail, 3)
    size = image.size
    if points:
        body = polygon_mask(
            size,
            [
                (
                    cx + (24 if i % 2 == 0 else 19) * k * sin(i * pi / points),
                    cy - (24 if i % 2 == 0 else 19) * k * cos(i * pi / points),
                )
                for i in range(2 * points)
            ],
        )
    else:
        body = polygon_mask(size, hexagon(cx, cy, 23 * k, 1.0, pointy=False))
    shadow(image, body, 2.5 * k, (0, round(2 * k)), 0.85)
    fill(image, grown(body, 2 * k), theme.NIGHT)
    paste_masked(image, gradient(size, ((0.1, lighter(rim, 0.5)), (0.5, rim), (0.9, darken(rim, 0.45)))), body)
    inner = (
        ellipse_mask(size, (cx - 16 * k, cy - 16 * k, cx + 16 * k, cy + 16 * k))
        if points
        else shrink_mask(body, 3.4 * k)
    )
    fill(image, grown(inner, 1 * k), theme.NIGHT, 0.7)
    paste_masked(image, gradient(size, ((0.15, field[0]), (0.85, field[1]))), inner)
    mark = glyph_mask(size, sign, (cx, cy), 25 * k)
    glow(image, mark, 1.6 * k, (0, 0, 0), 0.6)
    fill(image, mark, ink)
    return downscale(image, BADGE, detail)


def draw_forge_badge(detail: float = 1.0) -> Image.Image:
    """Draw the badge of a Forge: an anvil on embers."""
    return _draw_medal(
        "forge", theme.rgb("#ff8a3c"), (theme.rgb("#a3320c"), theme.rgb("#3a0d04")), theme.rgb("#ffe9c8"), detail, 0
    )


def draw_axis_badge(detail: float = 1.0) -> Image.Image:
    """Draw the badge of the Axis Mundi: a crown on a golden sun."""
    return _draw_medal(
        "vp", theme.rgb("#ffd76e"), (theme.rgb("#6a4a12"), theme.rgb("#2c1c05")), theme.rgb("#fff3c9"), detail, 10
    )


def _corner_mask(image: Image.Image, k: float) -> Image.Image:
    """Return a mask of only the corners of a hex: brackets that look unlike any owner's band."""
    radius = HEX_SIZE * (1 - GAP) * 1.075 * k
    shape, brush = mask(image.size)
    reach = 24 * k
    for x, y in hexagon(image.width / 2, image.height / 2, radius, VERTICAL_SQUASH):
        brush.ellipse((x - reach, y - reach, x + reach, y + reach), fill=255)
    return shape


# Lights ---------------------------------------------------------------------------------------------------------------


def light(kind: str, detail: float = 1.0, colour: RGB | None = None) -> Image.Image:
    """Draw the highlight of a hex; see `theme.HIGHLIGHT_COLOURS`, and `dim` for hexes that cannot be chosen."""
    image, k, cx, cy = _start(FACE_SIZE, detail)
    size = image.size
    face = _face(image, k, 1.02)
    if kind == "dim":
        fill(image, face, theme.NIGHT, 0.58)
        return downscale(image, FACE_SIZE, detail)
    tint = colour or theme.HIGHLIGHT_COLOURS[kind]
    if kind == "illegal":
        fill(image, face, theme.NIGHT, 0.45)
        fill(image, ImageChops.multiply(face, hatch(size, "falling", 12 * k)), tint, 0.75)
        fill(image, outline(face, 2.5 * k), tint, 0.9)
        return downscale(image, FACE_SIZE, detail)
    width = {"chosen": 6.0, "hover": 2.8, "focus": 3.2, "battle": 6.0, "legal": 5.6}.get(kind, 4.0)
    around = _face(image, k, 1.075 if kind in ("legal", "hover", "focus") else 1.03)
    rim = outline(around, width * k)
    if kind == "legal":
        rim = ImageChops.multiply(rim, _corner_mask(image, k))
    strength = {"hover": 0.12, "focus": 0.06, "legal": 0.24, "battle": 0.42, "chosen": 0.30}.get(kind, 0.26)
    hollow = ImageChops.multiply(face, ImageChops.invert(radial(size, (round(cx), round(cy)), 60 * k, 0.8)))
    fill(image, hollow, tint, strength)
    glow(image, rim, 3.5 * k, tint, 0.9 if kind != "hover" else 0.4)
    fill(image, grown(rim, 1.1 * k), theme.NIGHT, 0.8)
    fill(image, rim, lighter(tint, 0.15))
    if kind == "focus":
        fill(image, outline(shrink_mask(around, 6 * k), 2 * k), theme.NIGHT)
        fill(image, outline(shrink_mask(around, 8 * k), 2 * k), tint)
    if kind == "battle":
        sign = glyph_mask(size, "battle", (cx, cy), 54 * k)
        glow(image, sign, 4 * k, (0, 0, 0), 0.8)
        fill(image, sign, theme.rgb("#ffe1d6"), 0.9)
    return downscale(image, FACE_SIZE, detail)


def dot(colour: RGB, head: bool = False, detail: float = 1.0) -> Image.Image:
    """Draw a piece of a path or arrow that points to the right: a chevron or an arrowhead."""
    image, k, cx, cy = _start(DOT_SIZE, detail, 3)
    if head:
        shape = [(-13.0, -17.0), (17.0, 0.0), (-13.0, 17.0), (-6.0, 0.0)]
    else:
        shape = [(-10.0, -10.0), (-2.0, -10.0), (8.0, 0.0), (-2.0, 10.0), (-10.0, 10.0), (-1.0, 0.0)]
    body = polygon_mask(image.size, [(cx + x * k, cy + y * k) for x, y in shape])
    shadow(image, body, 2 * k, (0, round(k)), 0.8)
    fill(image, grown(body, 2.2 * k), theme.NIGHT)
    fill(image, body, colour)
    return downscale(image, DOT_SIZE, detail)


def spark(colour: RGB, detail: float = 1.0) -> Image.Image:
    """Draw a point of light for links and dust, and for coins in effects."""
    image, k, cx, cy = _start(DOT_SIZE, detail, 2)
    halo = radial(image.size, (cx, cy), 16 * k, 2.0)
    fill(image, halo, colour, 0.9)
    fill(image, ellipse_mask(image.size, (cx - 4 * k, cy - 4 * k, cx + 4 * k, cy + 4 * k)), lighter(colour, 0.7))
    return downscale(image, DOT_SIZE, detail)


def draw_portal(detail: float = 1.0) -> Image.Image:
    """Draw the entrance of a link: rings of violet light on the ground."""
    image, k, cx, cy = _start(PORTAL_SIZE, detail)
    size = image.size
    for i, r in enumerate((43, 35, 27)):
        ring = ImageChops.subtract(
            ellipse_mask(size, (cx - r * k, cy - r * k * VERTICAL_SQUASH, cx + r * k, cy + r * k * VERTICAL_SQUASH)),
            ellipse_mask(
                size,
                (
                    cx - (r - 4) * k,
                    cy - (r - 4) * k * VERTICAL_SQUASH,
                    cx + (r - 4) * k,
                    cy + (r - 4) * k * VERTICAL_SQUASH,
                ),
            ),
        )
        glow(image, ring, 3 * k, theme.LINK, 0.9)
        fill(image, ring, lighter(theme.LINK, 0.2 + 0.2 * i), 0.9)
    return downscale(image, PORTAL_SIZE, detail)
