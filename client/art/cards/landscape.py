"""Illustrations of cards: basalt country under a sky, in a scene that fits the effects of the card.

`SCENES` declares the scene of each effect. The colours depend on the type of the card, with a small shift for each
card. The card's name is the seed of everything random. Therefore a card always looks the same, and no two cards look
alike.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from hashlib import blake2b
from math import pi, sin

from PIL import Image, ImageChops, ImageDraw

from client.art import theme
from client.art.cards.landscape_parts import Colours, country, haze, ridge, sky, sun
from client.art.colour import darken, lighter, mix
from client.art.icons import CARD_GLYPHS
from client.art.paint import fill, glow, glyph_mask, gradient, grown, mask, noise, paste_masked, radial
from core.games.bridgefront.card import CHAMPION, VICTORY, Card

SCENES: dict[str, str] = {
    # effect: scene
    "Move": "road",
    "OneForce": "road",
    "Lift": "sky",
    "LiftHome": "sky",
    "DrawOnContact": "road",
    "Breakthrough": "road",
    "Deploy": "camp",
    "DeployTo": "camp",
    "DeployBy": "camp",
    "DeployCounter": "camp",
    "DeployOnMines": "mine",
    "DeployPerCard": "camp",
    "RandomChampion": "camp",
    "Gold": "vault",
    "Squeeze": "vault",
    "RaiseMine": "mine",
    "Mana": "sky",
    "Draw": "stars",
    "Discard": "stars",
    "Named": "stars",
    "Scout": "stars",
    "Look": "stars",
    "LayOnTop": "stars",
    "DrawForSpell": "stars",
    "AllDraw": "stars",
    "GainRandom": "stars",
    "Swap": "vault",
    "Damage": "storm",
    "Strike": "storm",
    "Mortar": "fire",
    "FocusFire": "storm",
    "MarkSelf": "storm",
    "MarkChampion": "storm",
    "MarkHex": "storm",
    "DoubleLoneChampion": "hall",
    "Heal": "dawn",
    "HealAll": "dawn",
    "Recall": "sky",
    "Build": "span",
    "Destroy": "span",
    "OnBridge": "span",
    "PivotBridge": "span",
    "Link": "stars",
    "LinkHome": "stars",
    "RollDie": "fire",
    "NextChampionFree": "hall",
    "Nothing": "dawn",
    "NeedsMana": "dawn",
}
"""Scene of a card's illustration, by the class of the first listed effect.

`PickOne` and `If` count as the effects that they offer.
"""


Brush = Callable[[Image.Image, random.Random, "Colours"], None]


def scene_for(card: Card) -> str:
    """Return the scene of a card's illustration."""
    if card.type == CHAMPION:
        return "hall"
    for effect in _flatten_effects(card.effects):
        found = SCENES.get(type(effect).__name__)
        if found:
            return "dawn" if card.type == VICTORY and found in ("stars", "sky") else found
    return "dawn"


def _flatten_effects(effects: object) -> list[object]:
    """Return effects together with their nested effects, in order."""
    out: list[object] = []
    for effect in effects if isinstance(effects, tuple) else ():
        out.append(effect)
        for name in getattr(effect, "__slots__", ()) or getattr(type(effect), "__dataclass_fields__", ()):
            inner = getattr(effect, name, None)
            if isinstance(inner, tuple) and inner:
                flat = inner if not isinstance(inner[0], tuple) else tuple(x for part in inner for x in part)
                out += _flatten_effects(tuple(x for x in flat if hasattr(x, "resolve")))
    return out


def draw_illustration(card: Card, width: int, height: int) -> Image.Image:
    """Draw the picture of a card with its glyph, at this width and height."""
    ss = 2 if width < 320 else 1
    size = width * ss, height * ss
    seed = int.from_bytes(blake2b(card.id.encode(), digest_size=4).digest(), "big")
    rnd = random.Random(seed)
    colours = Colours(card, rnd)
    image = sky(size, rnd, colours)
    _SCENE_PAINTERS[scene_for(card)](image, rnd, colours)
    _paint_card_glyph(image, card, colours)
    return image.resize((width, height), Image.Resampling.LANCZOS)


# Parts ----------------------------------------------------------------------------------------------------------------


# Scenes ---------------------------------------------------------------------------------------------------------------


def _paint_road(image: Image.Image, rnd: random.Random, c: Colours) -> None:
    w, h = image.size
    sun(image, c, w * rnd.uniform(0.15, 0.85), h * rnd.uniform(0.42, 0.55), h * rnd.uniform(0.05, 0.09))
    country(image, rnd, c, 0.14)
    road, brush = mask(image.size)
    end = rnd.uniform(0.3, 0.7)
    left, right = [], []
    for i in range(21):
        t = i / 20
        middle = w * (end + (0.5 - end) * t + 0.10 * sin(t * 5 + rnd.uniform(-0.04, 0.04)) * (1 - t * 0.4))
        wide = w * (0.004 + 0.13 * t * t)
        y = h * (0.70 + 0.32 * t)
        left.append((middle - wide, y))
        right.append((middle + wide, y))
    brush.polygon(left + right[::-1], fill=255)
    fill(image, road, mix(c.light, c.near, 0.25), 0.75)


def _paint_camp(image: Image.Image, rnd: random.Random, c: Colours) -> None:
    w, h = image.size
    sun(image, c, w * rnd.uniform(0.2, 0.8), h * 0.5, h * 0.06)
    country(image, rnd, c, 0.10, columns=False)
    shape, brush = mask(image.size)
    for i in range(7):
        x = w * (i + rnd.uniform(0.1, 0.9)) / 7
        high = h * rnd.uniform(0.10, 0.20)
        base = h * rnd.uniform(0.84, 0.92)
        brush.polygon([(x - high * 0.8, base), (x, base - high), (x + high * 0.8, base)], fill=255)
        pole = high * rnd.uniform(1.2, 2.0)
        brush.line([(x, base - high), (x, base - pole)], fill=255, width=max(1, round(w / 240)))
        brush.polygon([(x, base - pole), (x + high * 0.55, base - pole * 0.93), (x, base - pole * 0.84)], fill=255)
    fill(image, shape, darken(c.near, 0.25))
    rim = ImageChops.subtract(shape, ImageChops.offset(shape, max(1, w // 200), max(1, w // 200)))
    fill(image, rim, c.lower, 0.55)


def _paint_vault(image: Image.Image, rnd: random.Random, c: Colours) -> None:
    w, h = image.size
    sun(image, c, w * 0.5, h * 0.62, h * 0.10, rays=rnd.choice((14, 18, 22)))
    ridge(image, rnd, 0.80, 0.08, mix(c.far, c.near, 0.55))
    pile, brush = mask(image.size)
    for _ in range(150):
        x, y = rnd.gauss(w / 2, w * 0.22), h * rnd.uniform(0.80, 1.02)
        if abs(x - w / 2) / (w * 0.5) + (1.0 - y / h) * 3.2 > 1.0:
            continue
        r = w * 0.016
        brush.ellipse((x - r, y - r * 0.55, x + r, y + r * 0.55), fill=rnd.randrange(120, 256))
    fill(image, grown(pile, w / 260), c.near, 0.9)
    fill(image, pile, theme.rgb("#f2c45a"))


def _paint_mine(image: Image.Image, rnd: random.Random, c: Colours) -> None:
    w, h = image.size
    country(image, rnd, c, 0.08)
    for _ in range(16):
        x, y, r = w * rnd.random(), h * rnd.uniform(0.62, 0.98), w * rnd.uniform(0.008, 0.026)
        gem, brush = mask(image.size)
        brush.polygon([(x, y - r * 1.7), (x + r, y), (x, y + r), (x - r, y)], fill=255)
        glow(image, gem, r, theme.rgb("#ffc860"), 0.8)
        fill(image, gem, theme.rgb("#ffe2a0"))
    fill(image, radial(image.size, (w // 2, round(h * 0.95)), w * 0.5, 1.4), theme.rgb("#ffb040"), 0.35)


def _paint_stars(image: Image.Image, rnd: random.Random, c: Colours) -> None:
    w, h = image.size
    brush = ImageDraw.Draw(image)
    points = [(w * rnd.random(), h * rnd.uniform(0.02, 0.62)) for _ in range(46)]
    for x, y in points:
        r = w * rnd.choice((0.0022, 0.003, 0.0045))
        brush.ellipse((x - r, y - r, x + r, y + r), fill=(*lighter(c.light, 0.4), rnd.randrange(120, 255)))
    chosen = sorted(rnd.sample(points, 7))
    links, pen = mask(image.size)
    pen.line(chosen, fill=255, width=max(1, w // 230))
    fill(image, links, c.light, 0.45)
    for x, y in chosen:
        r = w * 0.008
        star, pen = mask(image.size)
        pen.ellipse((x - r, y - r, x + r, y + r), fill=255)
        glow(image, star, r, c.light, 0.9)
        fill(image, star, (255, 255, 255))
    moon = w * rnd.uniform(0.1, 0.9), h * rnd.uniform(0.12, 0.3)
    sun(image, c, *moon, h * 0.055)
    country(image, rnd, c, 0.09)


def _draw_sky_scene(image: Image.Image, rnd: random.Random, c: Colours) -> None:
    w, h = image.size
    sun(image, c, w * 0.5, h * 0.40, h * 0.05, rays=rnd.choice((10, 12, 16)))
    for _ in range(4):
        x, y, wide = w * rnd.random(), h * rnd.uniform(0.55, 0.78), w * rnd.uniform(0.10, 0.22)
        isle, brush = mask(image.size)
        brush.polygon(
            [
                (x - wide / 2, y),
                (x + wide / 2, y),
                (x + wide * 0.12, y + wide * 0.42),
                (x - wide * 0.2, y + wide * 0.3),
            ],
            fill=255,
        )
        tones = gradient(image.size, ((0.4, mix(c.far, c.near, 0.4)), (1.0, c.near)))
        paste_masked(image, tones, isle)
        rim = ImageChops.subtract(isle, ImageChops.offset(isle, 0, max(1, h // 50)))
        fill(image, rim, c.lower, 0.75)
    haze(image, 0.80, c, 0.40)
    ridge(image, rnd, 0.92, 0.06, c.near, columns=True)


def _paint_storm(image: Image.Image, rnd: random.Random, c: Colours) -> None:
    w, h = image.size
    heavy = noise(image.size, w / 3, rnd.randrange(1 << 30), 4).point(
        [max(0, min(255, (i - 90) * 3)) for i in range(256)]
    )
    top = Image.linear_gradient("L").resize(image.size).point([max(0, 255 - i * 2) for i in range(256)])
    fill(image, ImageChops.multiply(heavy, top), darken(c.upper, 0.35), 0.85)
    for _ in range(2):
        x, y = w * rnd.choice((rnd.uniform(0.04, 0.28), rnd.uniform(0.72, 0.96))), 0.0
        bolt = [(x, y)]
        while y < h * 0.72:
            x += w * rnd.uniform(-0.07, 0.07)
            y += h * rnd.uniform(0.07, 0.14)
            bolt.append((x, y))
        line, brush = mask(image.size)
        brush.line(bolt, fill=255, width=max(1, w // 120), joint="curve")
        glow(image, line, w / 45, c.light, 0.95)
        fill(image, line, (255, 255, 255))
    country(image, rnd, c, 0.20)


def _draw_span(image: Image.Image, rnd: random.Random, c: Colours) -> None:
    w, h = image.size
    sun(image, c, w * rnd.uniform(0.25, 0.75), h * 0.45, h * 0.07)
    ridge(image, rnd, 0.68, 0.12, mix(c.far, c.near, 0.3))
    haze(image, 0.72, c, 0.8)
    cliffs, brush = mask(image.size)
    deck = h * rnd.uniform(0.72, 0.78)
    left, right = w * rnd.uniform(0.16, 0.24), w * rnd.uniform(0.76, 0.84)
    brush.polygon([(0, deck), (left, deck), (left - w * 0.05, h), (0, h)], fill=255)
    brush.polygon([(w, deck), (right, deck), (right + w * 0.05, h), (w, h)], fill=255)
    arch = h * 0.13
    upper = [(left + (right - left) * i / 20, deck - arch * sin(pi * i / 20)) for i in range(21)]
    lower = [(x, y + h * 0.055) for x, y in reversed(upper)]
    brush.polygon(upper + lower, fill=255)
    for x, y in upper[1:-1:2]:
        brush.line([(x, y), (x, y - h * 0.05)], fill=255, width=max(1, w // 220))
    brush.line([(x, y - h * 0.05) for x, y in upper], fill=255, width=max(1, w // 260))
    fill(image, cliffs, c.near)
    rim = ImageChops.subtract(cliffs, ImageChops.offset(cliffs, 0, max(1, h // 70)))
    fill(image, rim, c.lower, 0.7)


def _paint_fire(image: Image.Image, rnd: random.Random, c: Colours) -> None:
    w, h = image.size
    ember = theme.rgb("#ff9a3c")
    x = w * rnd.uniform(0.25, 0.75)
    fill(image, radial(image.size, (round(x), round(h * 0.5)), w * 0.5, 1.4), ember, 0.7)
    cone, brush = mask(image.size)
    brush.polygon([(x - w * 0.5, h), (x - w * 0.07, h * 0.46), (x + w * 0.07, h * 0.46), (x + w * 0.5, h)], fill=255)
    paste_masked(image, gradient(image.size, ((0.4, mix(c.near, ember, 0.2)), (1.0, c.near))), cone)
    lava, brush = mask(image.size)
    way = [(x, h * 0.46)]
    while way[-1][1] < h:
        way.append((way[-1][0] + w * rnd.uniform(-0.05, 0.05), way[-1][1] + h * 0.09))
    brush.line(way, fill=255, width=max(2, w // 60), joint="curve")
    glow(image, lava, w / 50, ember, 0.9)
    fill(image, lava, theme.rgb("#ffe08a"))
    pen = ImageDraw.Draw(image)
    for _ in range(40):
        sx, sy, r = rnd.gauss(x, w * 0.22), h * rnd.uniform(0.05, 0.7), w * rnd.uniform(0.002, 0.006)
        pen.ellipse((sx - r, sy - r, sx + r, sy + r), fill=(255, rnd.randrange(150, 230), 90, 230))
    ridge(image, rnd, 0.90, 0.06, c.near, columns=True)


def _paint_dawn(image: Image.Image, rnd: random.Random, c: Colours) -> None:
    w, h = image.size
    sun(image, c, w * 0.5, h * 0.60, h * 0.11, rays=rnd.choice((16, 20, 24)))
    country(image, rnd, c, 0.09)
    stones, brush = mask(image.size)
    for side in (-1, 1):
        for i in range(3):
            x = w * (0.5 + side * (0.24 + 0.12 * i + rnd.uniform(-0.02, 0.02)))
            high, wide = h * (0.30 - 0.06 * i), w * 0.045
            brush.polygon(
                [
                    (x - wide / 2, h),
                    (x - wide / 2, h * 0.92 - high),
                    (x + wide / 2, h * 0.89 - high),
                    (x + wide / 2, h),
                ],
                fill=255,
            )
    fill(image, stones, c.near)
    rim = ImageChops.subtract(stones, ImageChops.offset(stones, max(1, w // 220), max(1, h // 90)))
    fill(image, rim, c.lower, 0.7)


def _draw_hall(image: Image.Image, rnd: random.Random, c: Colours) -> None:
    w, h = image.size
    sun(image, c, w * 0.5, h * 0.42, h * 0.12, rays=rnd.choice((12, 16, 20, 26)))
    ridge(image, rnd, 0.80, 0.16, mix(c.far, c.near, 0.5))
    pillars, brush = mask(image.size)
    for i, x in enumerate((0.03, 0.15, 0.85, 0.97)):
        wide = w * (0.055 if i in (0, 3) else 0.04)
        brush.rectangle((w * x - wide / 2, 0, w * x + wide / 2, h), fill=255)
        brush.rectangle((w * x - wide * 0.8, h * 0.06, w * x + wide * 0.8, h * 0.11), fill=255)
        brush.rectangle((w * x - wide * 0.8, h * 0.88, w * x + wide * 0.8, h * 0.94), fill=255)
    fill(image, pillars, c.near, 0.92)
    rim = ImageChops.subtract(pillars, ImageChops.offset(pillars, max(1, w // 160), 0))
    fill(image, rim, c.lower, 0.55)
    ridge(image, rnd, 0.95, 0.03, darken(c.near, 0.2), columns=True)


_SCENE_PAINTERS: dict[str, Brush] = {
    "road": _paint_road,
    "camp": _paint_camp,
    "vault": _paint_vault,
    "mine": _paint_mine,
    "stars": _paint_stars,
    "sky": _draw_sky_scene,
    "storm": _paint_storm,
    "span": _draw_span,
    "fire": _paint_fire,
    "dawn": _paint_dawn,
    "hall": _draw_hall,
}


def _paint_card_glyph(image: Image.Image, card: Card, c: Colours) -> None:
    w, h = image.size
    big = min(h * (0.80 if card.type == CHAMPION else 0.66), w * 0.5)
    sign = glyph_mask(image.size, CARD_GLYPHS.get(card.id, card.type), (w / 2, h * 0.47), big)
    glow(image, sign, big / 7, darken(c.upper, 0.5), 0.95)
    fill(image, grown(sign, max(1.0, big / 45)), darken(c.near, 0.3), 0.9)
    paste_masked(
        image, gradient(image.size, ((0.15, (255, 252, 240)), (0.80, mix(c.light, (255, 240, 205), 0.5)))), sign
    )
