"""Pictures of Cabinet: the room, paper cards, the tokens of the five resources and of Goodwill."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache, partial
from math import cos, pi, sin
from typing import NamedTuple

import arcade
from PIL import Image, ImageDraw

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
    hexagon,
    noise,
    paste_masked,
    polygon_mask,
    radial,
    rounded_mask,
    shadow,
    text_width,
    write,
)
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.textures import Textures
from core.games.cabinet import cards
from core.games.cabinet.cards import ACTIVE, CHALLENGE, GOODWILL, MILESTONE, MINISTRY, MOST, RESOURCE, TEAM
from core.games.cabinet.changes import RULESETS
from core.games.cabinet.ruleset import Rules
from core.games.cabinet.text.catalogue import action, assist

PAPER, PAPER_LOW, INK, SOFT_INK = rgb("#f6eeda"), rgb("#e2d3ac"), rgb("#2b2118"), rgb("#6b5a44")
TINTS = tuple(map(rgb, ("#d99a1c", "#3f86d0", "#7348bf", "#c7622a", "#2f9a70", "#8d929c")))
"""Colour of each resource, in the order of the resources."""
SIGNS = ("funds", "votes", "expertise", "works", "trust", "goodwill")
"""Icon of each resource, in the order of the resources."""
MINISTRY_SIGNS = ("finance", "interior", "science", "public works", "information", "foreign affairs", "justice",
                  "defence", "health", "cabinet office")  # fmt: skip
BAND_TINTS = {MINISTRY: rgb("#3c4a63"), MILESTONE: rgb("#2c5d8f"), CHALLENGE: rgb("#a8322b")}
"""Colour of the band above a card, by deck."""
LOSER_WORDS = {TEAM: "team", ACTIVE: "active player", MOST: "fullest hand"}
"""Words for the players who lose cards when a Challenge is not paid."""
LASTING_NOTES = {
    cards.NONE: "",
    cards.FLEETING: "does not stay",
    cards.DRAW_LESS: "draw 1 less",
    cards.SMALL_HANDS: "hand limit −2",
    cards.DEAR_UPKEEP: "Upkeep +1",
    cards.NO_ASSIST: "no Assists",
    cards.NO_MINISTRY: "no Ministries",
    cards.DEAR_MILESTONES: "Milestones +1 {resource}",
    cards.SPREADING: "new crises +1 {resource}",
    cards.FAST_CLOCK: "the clock runs faster",
}
"""Short words on the card for each lasting effect."""
_SS = 2

Draw = Callable[[tuple[int, int]], Image.Image]


class Printed(NamedTuple):
    """Printed content of a card: its name, icon, band colour, effect, cost, footer and a note above it."""

    name: str
    icon: str
    tint: RGB
    text: str = ""
    cost: tuple[int, ...] = ()
    foot: str = ""
    note: str = ""
    token: int = -1
    """Number of the card's resource, or -1 if the card has none."""


@lru_cache(maxsize=128)
def printed(copy: int, rules: Rules = RULESETS.printed) -> Printed:
    """Return the printed content of a card."""
    deck, kind = cards.deck_of(copy), cards.kind_of(copy)
    name = cards.name_of(copy)
    if deck == RESOURCE:
        text = "Pays any one" if kind == GOODWILL else f"Pays {name}"
        return Printed(name, SIGNS[kind], darken(TINTS[kind], 0.35), text, token=kind)
    if deck == MINISTRY:
        ministry = rules.ministries[kind]
        text = action(rules, kind).replace(" Then discard this.", "")
        return Printed(name, MINISTRY_SIGNS[kind], BAND_TINTS[MINISTRY], text, foot=f"Assist: {assist(ministry)}")
    if deck == MILESTONE:
        milestone = rules.milestone(copy)
        points = f"{milestone.points} point{'s' * (milestone.points > 1)}"
        foot = points if milestone.calm == cards.NO_CALM else f"{points}, calm {milestone.calm}"
        return Printed(name, milestone.code.lower(), BAND_TINTS[MILESTONE], cost=milestone.cost, foot=foot)
    challenge = rules.challenges[kind]
    foot = f"Unpaid: {LOSER_WORDS[challenge.who]} −{challenge.penalty}"
    note = lasting_note(challenge)
    if note and challenge.lasting != cards.FLEETING:
        note = f"stays: {note}"
    return Printed(name, challenge.code.lower(), BAND_TINTS[CHALLENGE], cost=challenge.cost, foot=foot, note=note)


def lasting_note(challenge: cards.Challenge) -> str:
    """Return a Challenge's lasting effect in a few words, or "" if it has none."""
    return LASTING_NOTES[challenge.lasting].format(resource=cards.RESOURCES[challenge.cost[0]])


# Pixel drawing --------------------------------------------------------------------------------------------------------


def _star_outline(cx: float, cy: float, r: float) -> list[tuple[float, float]]:
    return [
        (cx + (r if i % 2 == 0 else r * 0.46) * sin(i * pi / 5), cy - (r if i % 2 == 0 else r * 0.46) * cos(i * pi / 5))
        for i in range(10)
    ]


def _shape(kind: int, size: tuple[int, int]) -> Image.Image:
    """Return the mask of a resource's shape; the shapes differ, for colour-blind players."""
    w, h = size
    cx, cy, r = w / 2, h / 2, min(w, h) * 0.47
    if kind == 0:
        return ellipse_mask(size, (cx - r, cy - r, cx + r, cy + r))
    if kind == 1:
        return rounded_mask(size, (cx - r * 0.9, cy - r * 0.9, cx + r * 0.9, cy + r * 0.9), r * 0.26)
    if kind == 2:
        return polygon_mask(size, hexagon(cx, cy, r))
    if kind == 3:
        teeth = [
            (cx + (r if i // 2 % 2 == 0 else r * 0.82) * cos(i * pi / 10 - 0.08),
             cy + (r if i // 2 % 2 == 0 else r * 0.82) * sin(i * pi / 10 - 0.08))
            for i in range(20)
        ]  # fmt: skip
        return polygon_mask(size, teeth)
    if kind == 4:
        return polygon_mask(size, [(cx, cy - r), (cx + r, cy), (cx, cy + r), (cx - r, cy)])
    return polygon_mask(size, _star_outline(cx, cy, r * 1.06))


def draw_token_picture(kind: int, size: tuple[int, int]) -> Image.Image:
    """Draw the token of a resource."""
    k = 3
    large = size[0] * k, size[1] * k
    image, tint = canvas(*large), TINTS[kind]
    shape = _shape(kind, large)
    shadow(image, shape, large[0] * 0.03, (0, round(large[1] * 0.02)), 0.5)
    paste_masked(
        image, gradient(large, ((0.0, lighter(tint, 0.45)), (0.5, tint), (1.0, darken(tint, 0.35))), 60), shape
    )
    bevel(image, shape, max(1, round(large[0] * 0.03)), 0.6, 0.5)
    sign = glyph_mask(
        large, ICON_GLYPHS[SIGNS[kind]], (large[0] / 2, large[1] / 2), large[1] * (0.36 if kind > 3 else 0.46)
    )
    fill(image, sign, INK if kind in (0, 5) else (255, 252, 244), 0.95)
    return image.resize(size, Image.Resampling.LANCZOS)


def _paper(size: tuple[int, int], radius: float) -> tuple[Image.Image, Image.Image]:
    """Draw a sheet of paper with a dark edge; return the sheet and its mask."""
    w, h = size
    image = canvas(w, h)
    whole = rounded_mask(size, (0, 0, w - 1, h - 1), radius)
    fill(image, whole, (24, 17, 10))
    edge = max(1.0, w * 0.012)
    inner = rounded_mask(size, (edge, edge, w - 1 - edge, h - 1 - edge), radius * 0.9)
    paste_masked(image, gradient(size, ((0.0, PAPER), (1.0, PAPER_LOW)), 80), inner)
    fill(image, Image.composite(noise(size, max(2.0, w / 14), 5), Image.new("L", size, 0), inner), SOFT_INK, 0.05)
    return image, inner


def draw_card_picture(shown: Printed, size: tuple[int, int], k: int = _SS) -> Image.Image:
    """Draw a readable card; `size` is in pixels, and the card is drawn `k` times as large."""
    w, h = large = size[0] * k, size[1] * k
    image, inner = _paper(large, w * 0.06)
    band = rounded_mask(large, (0, 0, w, h * 0.165), 0)
    band = Image.composite(band, Image.new("L", large, 0), inner)
    paste_masked(image, gradient(large, ((0.0, lighter(shown.tint, 0.12)), (1.0, darken(shown.tint, 0.2))), 90), band)
    pixels = h * 0.088
    while text_width(shown.name, BOLD, pixels) > w * 0.9 and pixels > 4:
        pixels *= 0.95
    write(image, (w / 2, h * 0.088), shown.name, BOLD, pixels, (255, 250, 236), anchor="mm")
    if shown.token >= 0:
        side = round(w * 0.62)
        image.alpha_composite(draw_token_picture(shown.token, (side, side)), (round((w - side) / 2), round(h * 0.23)))
        write(image, (w / 2, h * 0.78), shown.text, TEXT, h * 0.068, SOFT_INK, anchor="mm")
        write(image, (w / 2, h * 0.9), cards.LETTERS[shown.token], BOLD, h * 0.085, shown.tint, anchor="mm")
        return image.resize(size, Image.Resampling.LANCZOS)
    picture = rounded_mask(large, (w * 0.1, h * 0.2, w * 0.9, h * 0.46), w * 0.03)
    paste_masked(image, gradient(large, ((0.2, darken(shown.tint, 0.72)), (0.5, darken(shown.tint, 0.4))), 90), picture)
    sign = glyph_mask(large, ICON_GLYPHS[shown.icon], (w / 2, h * 0.33), h * 0.2)
    glow(image, sign, max(1.0, w / 30), mix(shown.tint, (255, 240, 200), 0.5), 0.5)
    fill(image, sign, PAPER)
    if shown.cost:
        _write_cost(image, shown.cost, h * 0.58)
    size_of = h * 0.056
    found = lines_of(shown.text, TEXT, size_of, w * 0.86) if shown.text else []
    while len(found) > 6:
        size_of *= 0.94
        found = lines_of(shown.text, TEXT, size_of, w * 0.86)
    for i, line in enumerate(found):
        write(image, (w / 2, h * 0.535 + i * size_of * 1.16), line, TEXT, size_of, INK, anchor="mm")
    for words, y in ((shown.note, 0.845), (shown.foot, 0.93)):
        pixels = h * 0.056
        while text_width(words, BOLD, pixels) > w * 0.9 and pixels > 4:
            pixels *= 0.95
        if words:
            write(image, (w / 2, h * y), words, BOLD, pixels, darken(shown.tint, 0.2), anchor="mm")
    return image.resize(size, Image.Resampling.LANCZOS)


def _write_cost(image: Image.Image, cost: tuple[int, ...], y: float) -> None:
    """Draw the places of a card's cost in one or two rows."""
    w, h = image.size
    rows = [cost] if len(cost) <= 4 else [cost[: (len(cost) + 1) // 2], cost[(len(cost) + 1) // 2 :]]
    side = round(min(w * 0.2, h * 0.15))
    for n, row in enumerate(rows):
        x = w / 2 - (len(row) * side * 1.06) / 2
        for kind in row:
            image.alpha_composite(draw_token_picture(kind, (side, side)), (round(x), round(y + n * side * 1.04)))
            x += side * 1.06


def draw_back_picture(deck: int, size: tuple[int, int]) -> Image.Image:
    """Draw the back of a deck's cards."""
    k = _SS
    w, h = large = size[0] * k, size[1] * k
    tint = BAND_TINTS.get(deck, rgb("#3b6b4f"))
    image = canvas(w, h)
    whole = rounded_mask(large, (0, 0, w - 1, h - 1), w * 0.08)
    paste_masked(image, gradient(large, ((0.0, lighter(tint, 0.15)), (1.0, darken(tint, 0.45))), 70), whole)
    rim = rounded_mask(large, (w * 0.07, w * 0.07, w * 0.93, h - w * 0.07), w * 0.05)
    fill(image, Image.composite(rim, Image.new("L", large, 0), rim), (255, 255, 255), 0.05)
    sign = {RESOURCE: "goodwill", MINISTRY: "cabinet office", MILESTONE: "milestone", CHALLENGE: "challenge"}[deck]
    fill(image, glyph_mask(large, ICON_GLYPHS[sign], (w / 2, h * 0.45), w * 0.5), PAPER, 0.92)
    bevel(image, whole, max(1, round(w * 0.02)), 0.5, 0.5)
    return image.resize(size, Image.Resampling.LANCZOS)


def draw_room_picture(size: tuple[int, int]) -> Image.Image:
    """Draw the room: a panelled wall in lamplight above, a table of dark wood below."""
    w, h = size
    wall, table = rgb("#5b3a20"), rgb("#2a1a10")
    image = gradient(size, ((0.0, darken(wall, 0.5)), (0.36, wall), (0.58, darken(wall, 0.35)))).convert("RGBA")
    lines = canvas(w, h)
    rnd, brush = random.Random("cabinet"), ImageDraw.Draw(lines)
    for i in range(9):
        x = w * i / 8
        brush.line((x, 0, x, h * 0.45), fill=(20, 11, 5, 120), width=max(1, w // 300))
        brush.line((x + w // 300 + 1, 0, x + w // 300 + 1, h * 0.45), fill=(255, 214, 150, 22), width=1)
    fill(image, radial(size, (w * 0.6, h * 0.06), w * 0.5, 1.5), rgb("#ffd48a"), 0.32)
    image.alpha_composite(lines)
    lines = canvas(w, h)
    brush = ImageDraw.Draw(lines)
    low = rounded_mask(size, (0, h * 0.44, w, h), 0)
    paste_masked(image, gradient(size, ((0.42, lighter(table, 0.16)), (1.0, darken(table, 0.45)))), low)
    for _ in range(160):
        y, x = rnd.uniform(h * 0.45, h), rnd.uniform(-w * 0.2, w)
        long, dark = rnd.uniform(0.1, 0.5) * w, rnd.random() < 0.6
        brush.line(
            (x, y, x + long, y + rnd.uniform(-2, 2)), fill=(0, 0, 0, 42) if dark else (255, 200, 140, 13), width=1
        )
    brush.line((0, h * 0.44, w, h * 0.44), fill=(255, 200, 130, 90), width=max(1, h // 300))
    image.alpha_composite(lines)
    return image


def draw_cork_picture(size: tuple[int, int]) -> Image.Image:
    """Draw the cork board on which the crises are pinned."""
    w, h = size
    image = canvas(w, h)
    frame = rounded_mask(size, (0, 0, w - 1, h - 1), w * 0.012)
    paste_masked(image, gradient(size, ((0.0, rgb("#c99a55")), (1.0, rgb("#7d5426"))), 60), frame)
    edge = w * 0.014
    inner = rounded_mask(size, (edge, edge, w - edge, h - edge), w * 0.006)
    paste_masked(image, gradient(size, ((0.0, rgb("#5a3f22")), (1.0, rgb("#3a2714")))), inner)
    fill(image, Image.composite(noise(size, 5.0, 3), Image.new("L", size, 0), inner), rgb("#d0a565"), 0.16)
    return image


def draw_desk_picture(size: tuple[int, int]) -> Image.Image:
    """Draw the green leather of the desk, on which payments are made."""
    w, h = size
    image = canvas(w, h)
    whole = rounded_mask(size, (0, 0, w - 1, h - 1), w * 0.014)
    paste_masked(image, gradient(size, ((0.0, rgb("#1f4a35")), (1.0, rgb("#12301f")))), whole)
    rim = w * 0.008
    inside = rounded_mask(size, (rim, rim, w - rim, h - rim), w * 0.012)
    line = rounded_mask(size, (rim * 1.4, rim * 1.4, w - rim * 1.4, h - rim * 1.4), w * 0.012)
    fill(image, Image.composite(Image.new("L", size, 0), inside, line), rgb("#d8b061"), 0.8)
    return image


# Canvas ---------------------------------------------------------------------------------------------------------------


def _sheet(canvas: Canvas, key: object, box: Rect, draw: Draw, detail: float = 1.0) -> None:
    scale = canvas.scale * detail
    px = max(8, round(box.w * scale)), max(8, round(box.h * scale))
    canvas.image(canvas.textures.get(("cabinet", key, px), lambda: draw(px), scale, "cabinet"), box)


def card_texture(
    textures: Textures, copy: int, size: tuple[float, float], scale: float, rules: Rules = RULESETS.printed
) -> arcade.Texture:
    """Return the texture of a card's face; `size` is in design pixels."""
    px = max(8, round(size[0] * scale)), max(8, round(size[1] * scale))
    shown = printed(copy, rules)
    return textures.get(("cabinet", shown, px), partial(draw_card_picture, shown, px), scale, "cabinet")


def paint_card(canvas: Canvas, copy: int, box: Rect, rules: Rules = RULESETS.printed) -> None:
    """Paint a card face up."""
    shown = printed(copy, rules)
    _sheet(canvas, shown, box, partial(draw_card_picture, shown))


def paint_back(canvas: Canvas, deck: int, box: Rect) -> None:
    """Paint the back of a deck's cards."""
    _sheet(canvas, ("back", deck), box, partial(draw_back_picture, deck))


def paint_token(canvas: Canvas, kind: int, box: Rect) -> None:
    """Paint the token of a resource."""
    _sheet(canvas, ("token", kind), box, partial(draw_token_picture, kind))


def paint_room(canvas: Canvas, box: Rect) -> None:
    """Paint the room at half the resolution, because the picture is soft."""
    _sheet(canvas, "room", box, draw_room_picture, 0.5)


def paint_cork(canvas: Canvas, box: Rect) -> None:
    """Paint the cork board of the crises."""
    _sheet(canvas, "cork", box, draw_cork_picture)


def paint_desk(canvas: Canvas, box: Rect) -> None:
    """Paint the leather of the desk."""
    _sheet(canvas, "desk", box, draw_desk_picture)


__all__ = [
    "SIGNS", "TINTS", "TITLE", "card_texture", "lasting_note", "paint_back", "paint_card", "paint_cork", "paint_desk",
    "paint_room", "paint_token", "printed",
]  # fmt: skip
