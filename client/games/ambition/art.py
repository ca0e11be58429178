"""Pictures of Ambition: the room with its table, the dark cards, and the chips of two colours."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache, partial
from math import cos, pi, sin
from typing import NamedTuple

import arcade
from PIL import Image, ImageDraw, ImageFilter

from client.art.cards.war_cards import lines_of
from client.art.colour import RGB, darken, lighter, mix, rgb
from client.art.fonts import BOLD, TEXT, TITLE
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
    outline,
    paste_masked,
    radial,
    rounded_mask,
    shadow,
    text_width,
    write,
)
from client.art.theme import seat_look
from client.games.ambition import faces
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.textures import Textures
from core.games.ambition.cards import INDUSTRIES, PACTS
from core.games.ambition.changes import RULESETS
from core.games.ambition.ruleset import Rules

PAPER = rgb("#efe7d3")
TINTS = rgb("#41567e"), rgb("#a5343a"), rgb("#23765a")
"""Colours of the cards, by their kind: Elites, Intrigue and industry."""
BACK_SIGNS = "elite", "eye", "industry"
BAIZE, BAIZE_LOW, RIM, DARK = rgb("#2f7a55"), rgb("#123a2b"), rgb("#5a3820"), rgb("#14100e")
PACT_SIGNS = tuple(f"al{number}" for number in range(1, len(PACTS) + 1))
SECRET_SIGN = "secret"
TABLE_OVAL_SHARES = (0.215, 0.145, 0.995, 0.80)
"""Left, top, right and bottom of the table, as fractions of the size of the room."""
_SS = 2

Draw = Callable[[tuple[int, int]], Image.Image]


class Printed(NamedTuple):
    """Printed content of a card: its name, sign, frame colour, effect, footer, and value if it has one."""

    name: str
    icon: str
    tint: RGB
    text: str
    foot: str
    value: int = 0


@lru_cache(maxsize=128)
def printed(number: int, rules: Rules = RULESETS.printed) -> Printed:
    """Return the printed content of the card with a code."""
    sort, face = faces.sort_of(number), faces.face_of(number)
    tint = TINTS[sort]
    if sort == faces.ELITE:
        elite = rules.elites[face]
        return Printed(elite.name, f"el{face + 1:02}", tint, "", faces.end_value_text(number, rules), elite.value)
    if sort == faces.INDUSTRY:
        return Printed(
            INDUSTRIES[face].name, INDUSTRIES[face].name.lower(), tint, rules.industries[face].text, "Industry"
        )
    card = rules.intrigues[face]
    return Printed(card.name, card.code.lower(), tint, card.text, faces.end_value_text(number, rules))


# Pixel drawing --------------------------------------------------------------------------------------------------------


def _frame(size: tuple[int, int], tint: RGB) -> tuple[Image.Image, Image.Image]:
    """Return the picture of a dark card with a frame of this colour, and the mask of the card."""
    w, h = size
    image = canvas(w, h)
    whole = rounded_mask(size, (0, 0, w - 1, h - 1), w * 0.07)
    paste_masked(image, gradient(size, ((0.0, lighter(tint, 0.35)), (1.0, darken(tint, 0.25))), 80), whole)
    edge = w * 0.028
    inner = rounded_mask(size, (edge, edge, w - 1 - edge, h - 1 - edge), w * 0.05)
    paste_masked(image, gradient(size, ((0.0, darken(tint, 0.62)), (1.0, darken(tint, 0.82))), 80), inner)
    return image, inner


def _write_fitted_text(image: Image.Image, text: str, y: float, pixels: float, colour: RGB) -> None:
    w = image.size[0]
    while text_width(text, BOLD, pixels) > w * 0.88 and pixels > 4:
        pixels *= 0.95
    write(image, (w / 2, y), text, BOLD, pixels, colour, anchor="mm")


def draw_card_picture(shown: Printed, size: tuple[int, int], k: int = _SS) -> Image.Image:
    """Draw a readable card; `size` is in pixels, and the card is drawn `k` times as large."""
    w, h = large = size[0] * k, size[1] * k
    image, inner = _frame(large, shown.tint)
    _write_fitted_text(image, shown.name, h * 0.085, h * 0.082, PAPER)
    if shown.value:
        _draw_elite(image, shown, inner)
    else:
        picture = rounded_mask(large, (w * 0.06, h * 0.155, w * 0.94, h * 0.445), w * 0.03)
        paste_masked(
            image, gradient(large, ((0.15, darken(shown.tint, 0.7)), (0.45, darken(shown.tint, 0.1))), 90), picture
        )
        sign = glyph_mask(large, ICON_GLYPHS[shown.icon], (w / 2, h * 0.3), h * 0.2)
        glow(image, sign, max(1.0, w / 26), mix(shown.tint, (255, 230, 190), 0.5), 0.6)
        fill(image, sign, PAPER)
    size_of = h * 0.058
    found = lines_of(shown.text, TEXT, size_of, w * 0.86) if shown.text else []
    while len(found) * size_of * 1.16 > h * 0.38:
        size_of *= 0.94
        found = lines_of(shown.text, TEXT, size_of, w * 0.86)
    for i, line in enumerate(found):
        write(image, (w / 2, h * 0.505 + i * size_of * 1.16), line, TEXT, size_of, PAPER, anchor="mm")
    ImageDraw.Draw(image).line((w * 0.12, h * 0.875, w * 0.88, h * 0.875), fill=(*lighter(shown.tint, 0.4), 120))
    bad = shown.foot.startswith("−")
    _write_fitted_text(image, shown.foot, h * 0.93, h * 0.058, rgb("#ff8f84") if bad else lighter(shown.tint, 0.6))
    return image.resize(size, Image.Resampling.LANCZOS)


def _draw_elite(image: Image.Image, shown: Printed, inner: Image.Image) -> None:
    """Draw a person against the light, with the sign of the office and the value on a coin."""
    w, h = image.size
    lit = Image.composite(radial((w, h), (w * 0.5, h * 0.36), w * 0.55, 1.4), Image.new("L", (w, h), 0), inner)
    fill(image, lit, lighter(shown.tint, 0.3), 0.8)
    body = rounded_mask((w, h), (w * 0.22, h * 0.47, w * 0.78, h * 0.95), w * 0.2)
    head = ellipse_mask((w, h), (w * 0.36, h * 0.19, w * 0.64, h * 0.42))
    for part in (body, head):
        fill(image, Image.composite(part, Image.new("L", (w, h), 0), inner), (10, 12, 20), 0.96)
    tie = glyph_mask((w, h), ICON_GLYPHS["down"], (w / 2, h * 0.55), h * 0.1)
    fill(image, tie, rgb("#c9443c"), 0.9)
    fill(image, glyph_mask((w, h), ICON_GLYPHS[shown.icon], (w * 0.16, h * 0.24), h * 0.11), PAPER, 0.95)
    r = w * 0.17
    coin = ellipse_mask((w, h), (w / 2 - r, h * 0.66 - r, w / 2 + r, h * 0.66 + r))
    shadow(image, coin, w * 0.03, (0, round(w * 0.02)), 0.6)
    paste_masked(image, gradient((w, h), ((0.55, rgb("#ffe08a")), (0.75, rgb("#c98a1e"))), 80), coin)
    bevel(image, coin, max(1, round(w * 0.02)), 0.6, 0.5)
    write(image, (w / 2, h * 0.66), str(shown.value), TITLE, r * 1.35, (40, 24, 6), anchor="mm")


def draw_back_picture(sort: int, size: tuple[int, int]) -> Image.Image:
    """Draw the back of a card of this kind (Elites, Intrigue or industry)."""
    w, h = large = size[0] * _SS, size[1] * _SS
    image, inner = _frame(large, TINTS[sort])
    lines = canvas(w, h)
    brush = ImageDraw.Draw(lines)
    step = max(4, round(w * 0.09))
    for at in range(-h, w + h, step):
        brush.line((at, 0, at + h, h), fill=(*lighter(TINTS[sort], 0.35), 46), width=max(1, w // 90))
        brush.line((at, h, at + h, 0), fill=(*lighter(TINTS[sort], 0.35), 46), width=max(1, w // 90))
    image.paste(Image.alpha_composite(image, lines), (0, 0), inner)
    sign = glyph_mask(large, ICON_GLYPHS[BACK_SIGNS[sort]], (w / 2, h / 2), w * 0.5)
    glow(image, sign, max(1.0, w / 30), (0, 0, 0), 0.6)
    fill(image, sign, rgb("#e5c67e"), 0.95)
    return image.resize(size, Image.Resampling.LANCZOS)


def _draw_silhouette(image: Image.Image, x: float, y: float, high: float) -> None:
    """Draw a person in the smoke behind the table."""
    size = image.size
    wide = high * 0.62
    body = rounded_mask(size, (x - wide / 2, y - high * 0.55, x + wide / 2, y + high * 0.5), wide * 0.36)
    head = ellipse_mask(size, (x - high * 0.17, y - high, x + high * 0.17, y - high * 0.58))
    for part in (body, head):
        glow(image, part, high * 0.05, rgb("#6f8f6a"), 0.35)
        fill(image, part, (9, 9, 11), 0.92)


def draw_room_picture(size: tuple[int, int]) -> Image.Image:
    """Draw a dark room with people in smoke, and the lit oval table with a red telephone on it."""
    w, h = size
    image = gradient(size, ((0.0, rgb("#2b1c18")), (0.5, DARK), (1.0, rgb("#0a0807")))).convert("RGBA")
    fill(image, radial(size, (w * 0.6, h * 0.3), w * 0.55, 1.3), rgb("#8f5f3a"), 0.35)
    rnd = random.Random("ambition")
    for i in range(5):
        _draw_silhouette(image, w * (0.34 + 0.13 * i), h * 0.16 + rnd.uniform(0, h * 0.02), h * 0.2)
    left, top, right, bottom = (share * (w, h, w, h)[i] for i, share in enumerate(TABLE_OVAL_SHARES))
    rim = ellipse_mask(size, (left, top, right, bottom))
    shadow(image, rim, w * 0.02, (0, round(h * 0.02)), 0.8)
    paste_masked(image, gradient(size, ((0.1, lighter(RIM, 0.3)), (0.8, darken(RIM, 0.5)))), rim)
    bevel(image, rim, max(1, round(w * 0.004)), 0.5, 0.5)
    edge = w * 0.022
    baize = ellipse_mask(size, (left + edge, top + edge, right - edge, bottom - edge))
    paste_masked(image, gradient(size, ((0.1, BAIZE), (0.8, BAIZE_LOW))), baize)
    lamp = Image.composite(radial(size, (w * 0.6, h * 0.42), w * 0.36, 1.2), Image.new("L", size, 0), baize)
    fill(image, lamp, rgb("#a9d9a0"), 0.3)
    fill(image, Image.composite(noise(size, max(2.0, w / 160), 8), Image.new("L", size, 0), baize), (0, 0, 0), 0.1)
    fill(image, outline(baize, max(1.0, w * 0.002)), rgb("#e0c27a"), 0.35)
    phone = glyph_mask(size, ICON_GLYPHS["phone"], (w * 0.605, h * 0.566), h * 0.075)
    shadow(image, phone, w * 0.008, (0, round(h * 0.01)), 0.8)
    paste_masked(image, gradient(size, ((0.54, rgb("#ef5a4b")), (0.63, rgb("#9c1f1c")))), phone)
    bevel(image, phone, max(1, round(w * 0.002)), 0.7, 0.5)
    smoke = noise(size, w / 5, 17).filter(ImageFilter.GaussianBlur(w / 90)).point(lambda level: max(0, level - 120))
    fill(image, smoke, rgb("#c9b9a8"), 0.16)
    return image


def draw_token_picture(has: bool, size: tuple[int, int]) -> Image.Image:
    """Draw the armament token, or the empty place for a token."""
    w, h = large = size[0] * 3, size[1] * 3
    image = canvas(w, h)
    corners = [(w / 2 + w * 0.47 * sin(i * pi / 3), h / 2 - h * 0.47 * cos(i * pi / 3)) for i in range(6)]
    shape = Image.new("L", large, 0)
    ImageDraw.Draw(shape).polygon(corners, fill=255)
    low, high = (rgb("#b87c12"), rgb("#ffd35c")) if has else (rgb("#17191d"), rgb("#2c3138"))
    paste_masked(image, gradient(large, ((0.0, high), (1.0, low)), 80), shape)
    fill(image, outline(shape, w * 0.05), rgb("#3a2506") if has else rgb("#6b737e"), 1.0)
    sign = glyph_mask(large, ICON_GLYPHS["token" if has else "minus"], (w / 2, h / 2), h * (0.56 if has else 0.4))
    fill(image, sign, rgb("#2a1a03") if has else rgb("#7b838f"))
    return image.resize(size, Image.Resampling.LANCZOS)


AMBITION_DIE_PIPS = ((0, 0),), ((-1, -1), (1, 1)), ((-1, -1), (0, 0), (1, 1)), ((-1, -1), (1, 1), (-1, 1), (1, -1)), \
    ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)), ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0))  # fmt: skip
"""Positions of the pips on each face of the die."""


def draw_die_picture(face: int, size: tuple[int, int]) -> Image.Image:
    """Draw the die with this face up."""
    w, h = large = size[0] * 3, size[1] * 3
    image = canvas(w, h)
    whole = rounded_mask(large, (w * 0.05, h * 0.05, w * 0.95, h * 0.95), w * 0.18)
    shadow(image, whole, w * 0.03, (0, round(w * 0.02)), 0.6)
    paste_masked(image, gradient(large, ((0.1, rgb("#fdf6e3")), (0.9, rgb("#d8c49a"))), 80), whole)
    bevel(image, whole, max(1, round(w * 0.02)), 0.6, 0.5)
    r = w * 0.085
    for dx, dy in AMBITION_DIE_PIPS[face - 1]:
        x, y = w * (0.5 + 0.25 * dx), h * (0.5 + 0.25 * dy)
        fill(image, ellipse_mask(large, (x - r, y - r, x + r, y + r)), rgb("#221a12"))
    return image.resize(size, Image.Resampling.LANCZOS)


def draw_chip_picture(a: int, b: int, sign: str, palette: str, size: tuple[int, int]) -> Image.Image:
    """Draw the chip of an alliance: one half in each ally's colour, with its sign in the middle."""
    w, h = large = size[0] * 3, size[1] * 3
    image = canvas(w, h)
    whole = ellipse_mask(large, (1, 1, w - 2, h - 2))
    shadow(image, whole, w * 0.03, (0, round(w * 0.02)), 0.6)
    for start, seat in ((90, a), (270, b)):
        half = Image.new("L", large, 0)
        ImageDraw.Draw(half).pieslice((1, 1, w - 2, h - 2), start, start + 180, fill=255)
        fill(image, half, seat_look(seat, palette).colour)
    bevel(image, whole, max(1, round(w * 0.03)), 0.6, 0.5)
    edge = w * 0.17
    inner = ellipse_mask(large, (edge, edge, w - edge, h - edge))
    fill(image, inner, rgb("#1a2230") if sign == SECRET_SIGN else rgb("#f2ead6"))
    mark = glyph_mask(large, ICON_GLYPHS[sign], (w / 2, h / 2), h * 0.42)
    fill(image, mark, rgb("#f0c667") if sign == SECRET_SIGN else rgb("#20262e"))
    return image.resize(size, Image.Resampling.LANCZOS)


# Canvas ---------------------------------------------------------------------------------------------------------------


def _paint_sheet(canvas: Canvas, key: object, box: Rect, draw: Draw, detail: float = 1.0) -> None:
    scale = canvas.scale * detail
    px = max(8, round(box.w * scale)), max(8, round(box.h * scale))
    canvas.image(canvas.textures.get(("ambition", key, px), lambda: draw(px), scale, "ambition"), box)


def card_texture(
    textures: Textures,
    number: int,
    size: tuple[float, float],
    scale: float,
    rules: Rules = RULESETS.printed,
) -> arcade.Texture:
    """Return the texture of the card with a code, at this size in design pixels."""
    px = max(8, round(size[0] * scale)), max(8, round(size[1] * scale))
    return textures.get(
        ("ambition", _content(number, rules), px), partial(_picture(number, rules), px), scale, "ambition"
    )


def _content(number: int, rules: Rules) -> object:
    """Return the key of a card's picture."""
    return number if number < 0 else printed(number, rules)


def _picture(number: int, rules: Rules) -> Draw:
    if number < 0:
        return partial(draw_back_picture, faces.sort_of(number))
    return partial(draw_card_picture, printed(number, rules))


def paint_card(canvas: Canvas, number: int, box: Rect, rules: Rules = RULESETS.printed) -> None:
    """Paint the card with a code."""
    _paint_sheet(canvas, _content(number, rules), box, _picture(number, rules))


def paint_token(canvas: Canvas, has: bool, box: Rect) -> None:
    """Paint an armament token, or the empty place for one."""
    _paint_sheet(canvas, ("token", has), box, partial(draw_token_picture, has))


def paint_die(canvas: Canvas, face: int, box: Rect) -> None:
    """Paint the die with this face up."""
    _paint_sheet(canvas, ("die", face), box, partial(draw_die_picture, face))


def paint_chip(canvas: Canvas, a: int, b: int, pact: int, palette: str, box: Rect) -> None:
    """Paint the chip of an alliance between two seats; `pact` is its type, or -1 if it is secret."""
    sign = PACT_SIGNS[pact] if pact >= 0 else SECRET_SIGN
    _paint_sheet(canvas, ("chip", a, b, sign, palette), box, partial(draw_chip_picture, a, b, sign, palette))


def paint_room(canvas: Canvas, box: Rect) -> None:
    """Paint the room behind the table."""
    _paint_sheet(canvas, "room", box, draw_room_picture)
