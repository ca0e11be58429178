"""Pictures of mana gems, of coins and of the sign of the game."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from client.art import theme
from client.art.colour import mix
from client.art.fonts import BOLD
from client.art.paint import (
    bevel,
    canvas,
    ellipse_mask,
    fill,
    glow,
    gradient,
    grown,
    hexagon,
    mask,
    outline,
    paste_masked,
    polygon_mask,
    rounded_mask,
    shadow,
    shrink_mask,
    text_mask,
)


def draw_mana_gem(amount: int | str, radius: float, hollow: bool = False) -> Image.Image:
    """Draw a blue gem with the amount of mana; a hollow gem is spent or reserved."""
    k = 3
    side = round(radius * 2.3)
    size = side * k, side * k
    image = canvas(*size)
    c, r = side * k / 2, radius * k
    body = polygon_mask(size, hexagon(c, c, r))
    shadow(image, body, r / 9, (0, round(r / 14)), 0.9)
    fill(image, grown(body, r / 14), theme.NIGHT)
    if hollow:
        fill(image, body, mix(theme.MANA_DEEP, theme.NIGHT, 0.75))
        fill(image, outline(body, r / 9), mix(theme.MANA, theme.NIGHT, 0.35))
    else:
        paste_masked(
            image,
            gradient(size, ((0.05, theme.rgb("#a8d4ff")), (0.45, theme.rgb("#3b7fe0")), (1.0, theme.rgb("#123a86")))),
            body,
        )
        bevel(image, body, max(1, round(r / 9)), 0.7, 0.45)
        inner = polygon_mask(size, hexagon(c, c, r * 0.74))
        paste_masked(image, gradient(size, ((0.1, theme.rgb("#2c66c4")), (0.9, theme.rgb("#1a4a9e")))), inner)
    text = str(amount)
    if text:
        number = text_mask(size, text, (c, c), BOLD, r * 1.18)
        glow(image, number, r / 9, theme.NIGHT, 0.8)
        fill(image, number, (255, 255, 255))
    return image.resize((side, side), Image.Resampling.LANCZOS)


def coin(amount: int | str, radius: float) -> Image.Image:
    """Draw a gold coin with a number; a longer coin shows several prices."""
    k = 3
    text = str(amount)
    long = len(text) > 2
    wide = radius * (2.3 if not long else 2.3 + 0.60 * (len(text) - 2))
    size = round(wide) * k, round(radius * 2.3) * k
    image = canvas(*size)
    cy, r = size[1] / 2, radius * k
    body = rounded_mask(size, (size[0] / 2 - size[0] / 2 + r * 0.15, cy - r, size[0] - r * 0.15, cy + r), r)
    shadow(image, body, r / 9, (0, round(r / 14)), 0.9)
    fill(image, grown(body, r / 12), theme.rgb("#2a1a04"))
    paste_masked(
        image,
        gradient(size, ((0.1, theme.rgb("#fff0b8")), (0.5, theme.rgb("#f0bf48")), (0.95, theme.rgb("#9c6514")))),
        body,
    )
    bevel(image, body, max(1, round(r / 9)), 0.6, 0.4)
    inner = shrink_mask(body, r / 6)
    paste_masked(image, gradient(size, ((0.1, theme.rgb("#e0a83a")), (0.9, theme.rgb("#c98a26")))), inner)
    number = text_mask(size, text, (size[0] / 2, cy), BOLD, r * (1.25 if not long else 1.08))
    fill(image, grown(number, r / 14), theme.rgb("#ffe9ae"), 0.55)
    fill(image, number, theme.rgb("#2a1703"))
    return image.resize((size[0] // k, size[1] // k), Image.Resampling.LANCZOS)


@lru_cache(maxsize=16)
def draw_game_emblem(side: int) -> Image.Image:
    """Draw the sign of Tether: six stones in a ring around a seventh, connected by golden bridges."""
    k = 3
    size = side * k, side * k
    image = canvas(*size)
    c, r = side * k / 2, side * k * 0.155
    ring = [
        (c + side * k * 0.335 * cos(pi / 3 * i + pi / 2), c + side * k * 0.335 * sin(pi / 3 * i + pi / 2))
        for i in range(6)
    ]
    lines, brush = mask(size)
    for i, (x, y) in enumerate(ring):
        brush.line([(x, y), ring[(i + 1) % 6]], fill=255, width=round(r * 0.26))
        brush.line([(x, y), (c, c)], fill=255, width=round(r * 0.26))
    glow(image, lines, r / 4, theme.GOLD, 0.5)
    fill(image, grown(lines, r / 12), theme.rgb("#2a1a04"))
    paste_masked(image, gradient(size, ((0.1, theme.rgb("#ffeebb")), (0.9, theme.rgb("#b9832c")))), lines)
    for i, (x, y) in enumerate([*ring, (c, c)]):
        stone = polygon_mask(size, hexagon(x, y, r if i < 6 else r * 1.15))
        fill(image, grown(stone, r / 9), theme.rgb("#1c1204"))
        metal = ((0.1, theme.rgb("#ffe9ae")), (0.5, theme.rgb("#d9a441")), (0.95, theme.rgb("#8a5a1a")))
        paste_masked(image, gradient(size, metal), stone)
        bevel(image, stone, max(1, round(r / 8)), 0.5, 0.4)
        if i < 6:
            inside = polygon_mask(size, hexagon(x, y, r * 0.62))
            paste_masked(image, gradient(size, ((0.0, theme.rgb("#232b38")), (1.0, theme.rgb("#0f141c")))), inside)
        else:
            inside = ellipse_mask(size, (x - r * 0.5, y - r * 0.5, x + r * 0.5, y + r * 0.5))
            glow(image, inside, r / 3, (255, 246, 214), 0.9)
            fill(image, inside, (255, 250, 232))
    return image.resize((side, side), Image.Resampling.LANCZOS)
