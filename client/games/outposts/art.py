"""Art of Outposts: the dry seabed at dusk, cards of tarred wood, lamps."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache, partial
from typing import NamedTuple

import arcade
from PIL import Image, ImageDraw

from client.art.cards.war_cards import lines_of
from client.art.colour import RGB, darken, lighter, mix, rgb
from client.art.fonts import BOLD, TEXT
from client.art.icons import ICON_GLYPHS
from client.art.paint import (
    bevel,
    canvas,
    ellipse_mask,
    fill,
    glow,
    glyph_mask,
    gradient,
    noise,
    paste_masked,
    polygon_mask,
    radial,
    rounded_mask,
    text_width,
    write,
)
from client.games.outposts.tooltips import SIGNS
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.textures import Textures
from client.ui.theme import Color
from core.games.outposts import cards
from core.games.outposts.cards import ACTION, FEATURE, PRODUCTION
from core.games.outposts.changes import RULESETS
from core.games.outposts.goods import CREW, OIL, PARLEY, RAID, SALT, SURVEY, TIMBER, VP, WALL, WRIT, Gain
from core.games.outposts.ruleset import Rules

TINTS: dict[str, RGB] = {PRODUCTION: rgb("#3f8f63"), FEATURE: rgb("#b98a2f"), ACTION: rgb("#a8503a"),
                         "Connection": rgb("#5f78a8")}  # fmt: skip
"""Colour of a card's rim, by its kind."""
GOODS_COLOURS: dict[int, Color] = {
    CREW: (240, 236, 226, 255), TIMBER: (128, 200, 110, 255), 2: (150, 178, 204, 255), SALT: (236, 240, 244, 255),
    OIL: (232, 158, 66, 255), SURVEY: (92, 214, 180, 255), RAID: (255, 118, 100, 255), PARLEY: (120, 176, 255, 255),
    WRIT: (196, 156, 255, 255), WALL: (224, 140, 112, 255), VP: (255, 210, 110, 255), 11: (230, 224, 210, 255),
    12: (170, 160, 146, 255), 13: (230, 224, 210, 255),
}  # fmt: skip
"""Colour of the icon of each good."""
SAND, DUSK = rgb("#e7a860"), rgb("#5d3f46")
PAPER = rgb("#f2e6cc")
EVENING_SKY_COLOURS = ("#3a2b3f", "#a8584a", "#f0b060", "#8a6a4c", "#55453c", "#2b2422")
"""Colours of the evening picture, from the sky down to the ground in the foreground."""
_SS = 2

Draw = Callable[[tuple[int, int]], Image.Image]


class CardFace(NamedTuple):
    """Printed face of a card.

    It has the distance (0 for none), the name, the icons of its types, the kind, the words, the Deal and the spoils.
    """

    dist: int
    name: str
    types: tuple[str, ...]
    kind: str
    text: str
    deal: Gain = ()
    spoils: Gain = ()


@lru_cache(maxsize=256)
def card_face(copy: int, rules: Rules = RULESETS.printed) -> CardFace:
    """Return the printed face of a card."""
    if copy in cards.LINKS:
        link = rules.connection(copy)
        return CardFace(0, link.name, ("connection",), "Connection", f"1 crew: {_short(link.gain)}")
    card = rules.card(copy)
    text = card.text + (f" Bonus: {_short(card.bonus)}." if card.bonus else "")
    return CardFace(card.dist, card.name, tuple(each.lower() for each in card.types), card.kind, text, card.deal,
                   card.spoils)  # fmt: skip


def _short(gain: Gain) -> str:
    from core.games.outposts.text.words import printed_text as words

    return str(words(gain))


# Pixel drawing --------------------------------------------------------------------------------------------------------


def _draw_wreck_scene(tint: RGB, sign: str, size: tuple[int, int]) -> Image.Image:
    """Return a picture of a wreck's silhouette against the evening sky."""
    w, h = size
    image = gradient(size, ((0.0, darken(DUSK, 0.25)), (0.55, mix(SAND, tint, 0.25)), (0.66, lighter(SAND, 0.25)),
                            (0.68, darken(SAND, 0.5)), (1.0, darken(SAND, 0.7))), 90).convert("RGBA")  # fmt: skip
    fill(image, radial(size, (w * 0.7, h * 0.62), h * 0.7, 1.4), (255, 226, 160), 0.55)
    mark = glyph_mask(size, ICON_GLYPHS[sign], (w / 2, h * 0.5), h * 0.74)
    glow(image, mark, max(1.0, w / 40), (255, 220, 150), 0.35)
    fill(image, mark, (24, 16, 14))
    return image


def draw_card_picture(shown: CardFace, size: tuple[int, int], k: int = _SS) -> Image.Image:
    """Return the picture of a readable card; `size` is in pixels, and the card is drawn `k` times as large."""
    w, h = large = size[0] * k, size[1] * k
    tint = TINTS[shown.kind]
    image = canvas(w, h)
    whole = rounded_mask(large, (0, 0, w - 1, h - 1), w * 0.06)
    paste_masked(image, gradient(large, ((0.0, lighter(tint, 0.1)), (1.0, darken(tint, 0.35))), 80), whole)
    edge = w * 0.028
    inner = rounded_mask(large, (edge, edge, w - edge, h - edge), w * 0.045)
    paste_masked(image, gradient(large, ((0.0, rgb("#332722")), (1.0, rgb("#1d1613")))), inner)
    fill(image, Image.composite(noise(large, max(2.0, w / 10), 7), Image.new("L", large, 0), inner), PAPER, 0.04)
    left = w * 0.07
    if shown.dist:
        r = h * 0.062
        at = (w * 0.045 + r, h * 0.085)
        circle = ellipse_mask(large, (at[0] - r, at[1] - r, at[0] + r, at[1] + r))
        fill(image, circle, PAPER)
        write(image, at, str(shown.dist), BOLD, r * 1.45, (30, 20, 14), anchor="mm")
        left = at[0] + r + w * 0.03
    pixels = h * 0.072
    while text_width(shown.name, BOLD, pixels) > w * 0.95 - left and pixels > 4:
        pixels *= 0.95
    write(image, (left, h * 0.085), shown.name, BOLD, pixels, (255, 246, 226), anchor="lm")
    x0, y0, x1, y1 = round(edge), round(h * 0.16), round(w - edge), round(h * 0.43)
    image.alpha_composite(_draw_wreck_scene(tint, shown.types[0], (x1 - x0, y1 - y0)), (x0, y0))
    for i, sign in enumerate(shown.types[1:]):
        mark = glyph_mask(large, ICON_GLYPHS[sign], (w * (0.87 - 0.14 * i), h * 0.385), h * 0.075)
        fill(image, mark, (24, 16, 14))
    write(image, (w * 0.06, h * 0.395), shown.kind, BOLD, h * 0.042, (30, 20, 14), anchor="lm")
    low = 0.86 if shown.deal else 0.95
    size_of = h * 0.06
    found = lines_of(shown.text, TEXT, size_of, w * 0.88)
    while len(found) * size_of * 1.18 > h * (low - 0.46) and size_of > 4:
        size_of *= 0.95
        found = lines_of(shown.text, TEXT, size_of, w * 0.88)
    top = h * (0.455 + (low - 0.46) / 2) - len(found) * size_of * 0.59
    for i, line in enumerate(found):
        write(image, (w / 2, top + (i + 0.5) * size_of * 1.18), line, TEXT, size_of, PAPER, anchor="mm")
    if shown.deal:
        rule = rounded_mask(large, (edge * 2, h * 0.868, w - edge * 2, h * 0.874), 1)
        fill(image, rule, tint, 0.8)
        x = _write_gain(image, "parley mark", shown.deal, w * 0.055, h * 0.925)
        _write_gain(image, "raid mark", shown.spoils, max(x + w * 0.05, w * 0.46), h * 0.925)
    bevel(image, whole, max(1, round(w * 0.012)), 0.5, 0.5)
    return image.resize(size, Image.Resampling.LANCZOS)


def _write_gain(image: Image.Image, sign: str, gain: Gain, x: float, y: float) -> float:
    """Draw an icon and then a gain as numbers with icons; return the right end."""
    size, h = image.size, image.size[1]
    side = h * 0.068
    kind = RAID if sign == "raid mark" else PARLEY
    fill(image, glyph_mask(size, ICON_GLYPHS[sign], (x + side / 2, y), side), GOODS_COLOURS[kind][:3])
    x += side * 1.25
    for each, number in gain:
        write(image, (x, y), str(number), BOLD, side * 0.95, (255, 246, 226), anchor="lm")
        x += text_width(str(number), BOLD, side * 0.95) + side * 0.1
        fill(image, glyph_mask(size, ICON_GLYPHS[SIGNS[each]], (x + side / 2, y), side * 0.95), GOODS_COLOURS[each][:3])
        x += side * 1.2
    return x


def draw_seabed_picture(size: tuple[int, int]) -> Image.Image:
    """Return the Shelf at dusk: wrecks on the horizon, cracked salt below."""
    w, h = size
    stops = zip((0.0, 0.06, 0.12, 0.125, 0.5, 1.0), map(rgb, EVENING_SKY_COLOURS), strict=True)
    image = gradient(size, tuple(stops), 90).convert("RGBA")
    fill(image, radial(size, (w * 0.62, h * 0.1), w * 0.4, 1.6), (255, 220, 150), 0.4)
    rnd = random.Random("shelf")
    cracks = canvas(w, h)
    brush = ImageDraw.Draw(cracks)
    for _ in range(150):
        x, y = rnd.uniform(0, w), h * (0.13 + 0.87 * rnd.random() ** 1.3)
        near = (y / h) * w * 0.05
        points = [(x, y)]
        for _ in range(4):
            x, y = x + rnd.uniform(-near, near), y + rnd.uniform(0, near * 0.6)
            points.append((x, y))
        brush.line(points, fill=(20, 14, 12, 80), width=max(1, round(w / 700 + near / 30)))
        brush.line([(a + 1, b + 1) for a, b in points], fill=(255, 226, 180, 18), width=1)
    image.alpha_composite(cracks)
    for place, wide, tip in ((0.06, 0.07, 0.4), (0.3, 0.05, -0.3), (0.79, 0.08, 0.25), (0.93, 0.05, -0.5)):
        x, y = w * place, h * 0.122
        hull = [
            (x, y),
            (x + w * wide, y - h * 0.004),
            (x + w * wide * 0.84, y + h * 0.024),
            (x + w * wide * 0.2, y + h * 0.026),
        ]
        fill(image, polygon_mask(size, hull), (28, 18, 18), 0.92)
        mast = x + w * wide * 0.5
        dark = ImageDraw.Draw(image)
        dark.line((mast, y, mast + w * wide * 0.2 * tip, y - h * 0.07), fill=(28, 18, 18, 235), width=max(1, w // 500))
        dark.line(
            (mast + w * 0.01, y - h * 0.045, mast - w * 0.014, y - h * 0.04),
            fill=(28, 18, 18, 220),
            width=max(1, w // 600),
        )
    return image


# Canvas ---------------------------------------------------------------------------------------------------------------


def _sheet(canvas: Canvas, key: object, box: Rect, draw: Draw, detail: float = 1.0) -> None:
    scale = canvas.scale * detail
    px = max(8, round(box.w * scale)), max(8, round(box.h * scale))
    canvas.image(canvas.textures.get(("outposts", key, px), lambda: draw(px), scale, "outposts"), box)


def card_texture(
    textures: Textures, copy: int, size: tuple[float, float], scale: float, rules: Rules = RULESETS.printed
) -> arcade.Texture:
    """Return the texture of a card's face; `size` is in design pixels."""
    px = max(8, round(size[0] * scale)), max(8, round(size[1] * scale))
    shown = card_face(copy, rules)
    return textures.get(("outposts", shown, px), partial(draw_card_picture, shown, px), scale, "outposts")


def paint_card(canvas: Canvas, copy: int, box: Rect, rules: Rules = RULESETS.printed) -> None:
    """Paint a card face up."""
    shown = card_face(copy, rules)
    _sheet(canvas, shown, box, partial(draw_card_picture, shown))


def paint_seabed(canvas: Canvas, box: Rect) -> None:
    """Paint the Shelf at half the resolution, because the picture is soft."""
    _sheet(canvas, "seabed", box, draw_seabed_picture, 0.5)


def paint_gain(canvas: Canvas, gain: Gain, x: float, y: float, size: float = 13.0, right: float = 1e9) -> float:
    """Paint a gain as numbers with the icons of their goods, and return the right end.

    The drawing begins at `x`; `y` is its vertical middle.
    """
    for kind, number in gain:
        x += canvas.text(str(number), x, y - size * 0.36, "text", size, "bold") + 2
        canvas.icon(SIGNS[kind], Rect(x, y - size * 0.55, size * 1.1, size * 1.1), GOODS_COLOURS[kind])
        x += size * 1.1 + 5
        if x > right:
            break
    return x
