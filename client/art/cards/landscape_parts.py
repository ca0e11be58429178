"""Parts of landscapes: sky, sun, ridges and haze, in the colours of a card."""

from __future__ import annotations

import colorsys
import random
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageFilter

from client.art import theme
from client.art.colour import RGB, darken, lighter, mix
from client.art.paint import fill, glow, gradient, mask, noise, paste_masked, radial
from core.games.bridgefront.card import Card

SKY_COLOURS: dict[str, tuple[str, str, str]] = {
    "order": ("#06262c", "#0f6f70", "#9fe0c8"),
    "spell": ("#170b33", "#5a2fa8", "#e0b0ff"),
    "victory": ("#2a1604", "#a8691a", "#ffe7a6"),
    "champion": ("#2a070d", "#a02833", "#ffc29a"),
    "basic": ("#10161f", "#44536a", "#c8d3e2"),
}
"""Upper, middle and lower colours of the sky, by card type."""


class Colours:
    """Colours of one picture."""

    def __init__(self, card: Card, rnd: random.Random) -> None:
        turn = rnd.uniform(-0.045, 0.045)
        upper, middle, lower = (shift_hue(theme.rgb(c), turn) for c in SKY_COLOURS[card.type])
        self.upper, self.middle, self.lower = upper, middle, lower
        self.light = lighter(lower, 0.35)
        self.far = mix(middle, lower, 0.25)
        self.near = darken(mix(upper, (8, 10, 14), 0.55), 0.15)


def shift_hue(colour: RGB, by: float) -> RGB:
    """Turn the hue of a colour by a fraction of the circle."""
    h, s, v = colorsys.rgb_to_hsv(*(c / 255 for c in colour))
    r, g, b = colorsys.hsv_to_rgb((h + by) % 1.0, s, v)
    return round(r * 255), round(g * 255), round(b * 255)


def sky(size: tuple[int, int], rnd: random.Random, c: Colours) -> Image.Image:
    w, _ = size
    image = gradient(size, ((0.0, c.upper), (0.55, c.middle), (0.9, c.lower))).convert("RGBA")
    clouds = noise(size, w / 2.6, rnd.randrange(1 << 30), 4).point(
        [max(0, min(255, (i - 118) * 3)) for i in range(256)]
    )
    fade = Image.linear_gradient("L").resize(size).point([255 - i for i in range(256)])
    fill(image, ImageChops.multiply(clouds, fade), c.light, 0.30)
    dark = noise(size, w / 2.0, rnd.randrange(1 << 30), 3).point([max(0, min(255, (i - 120) * 3)) for i in range(256)])
    fill(image, ImageChops.multiply(dark, fade), c.upper, 0.55)
    return image


def sun(image: Image.Image, c: Colours, x: float, y: float, r: float, rays: int = 0) -> None:
    w, _ = image.size
    if rays:
        beams, brush = mask(image.size)
        for i in range(rays):
            a = 2 * pi * i / rays
            far = w * 1.2
            b = pi / rays * 0.42
            points = [
                (x, y),
                (x + far * cos(a - b), y + far * sin(a - b)),
                (x + far * cos(a + b), y + far * sin(a + b)),
            ]
            brush.polygon(points, fill=255)
        soft = beams.filter(ImageFilter.GaussianBlur(w / 90))
        fill(image, ImageChops.multiply(soft, radial(image.size, (round(x), round(y)), w * 0.75, 1.0)), c.light, 0.55)
    fill(image, radial(image.size, (round(x), round(y)), r * 5, 1.6), c.light, 0.65)
    disc, brush = mask(image.size)
    brush.ellipse((x - r, y - r, x + r, y + r), fill=255)
    glow(image, disc, r / 3, c.light, 0.9)
    fill(image, disc, lighter(c.light, 0.5))


def ridge(
    image: Image.Image, rnd: random.Random, base: float, rough: float, colour: RGB, columns: bool = False
) -> list[tuple[float, float]]:
    """Draw a line of hills or of basalt columns, filled down to the bottom; return the line of its crest."""
    w, h = image.size
    n = 2 ** (5 if not columns else 4)
    heights = [0.0] * (n + 1)
    heights[0], heights[n] = rnd.uniform(-rough, rough), rnd.uniform(-rough, rough)
    step, amount = n, rough
    while step > 1:
        for i in range(0, n, step):
            middle = (heights[i] + heights[i + step]) / 2 + rnd.uniform(-amount, amount)
            heights[i + step // 2] = middle
        step //= 2
        amount *= 0.55
    crest: list[tuple[float, float]] = []
    for i, value in enumerate(heights):
        x, y = w * i / n, (base - value) * h
        if columns:
            crest += [
                (x, y),
                (w * (i + 0.92) / n, y),
                (w * (i + 0.92) / n, y + h * 0.03),
                (w * (i + 1) / n, y + h * 0.03),
            ]
        else:
            crest.append((x, y))
    shape, brush = mask(image.size)
    brush.polygon([(0, h), *crest, (w, h)], fill=255)
    tones = gradient(
        image.size, ((0.0, lighter(colour, 0.16)), (min(0.99, base + 0.05), colour), (1.0, darken(colour, 0.45)))
    )
    paste_masked(image, tones, shape)
    rim = ImageChops.subtract(shape, ImageChops.offset(shape, 0, max(1, h // 60)))
    fill(image, rim, lighter(colour, 0.4), 0.5)
    return crest


def haze(image: Image.Image, y: float, c: Colours, alpha: float) -> None:
    w, h = image.size
    band, brush = mask(image.size)
    brush.rectangle((0, y * h, w, (y + 0.13) * h), fill=255)
    fill(image, band.filter(ImageFilter.GaussianBlur(h / 11)), c.lower, alpha)


def country(image: Image.Image, rnd: random.Random, c: Colours, rough: float = 0.12, columns: bool = True) -> None:
    ridge(image, rnd, 0.66, rough, mix(c.far, c.near, 0.25))
    haze(image, 0.64, c, 0.45)
    ridge(image, rnd, 0.76, rough * 0.8, mix(c.far, c.near, 0.62))
    haze(image, 0.76, c, 0.28)
    ridge(image, rnd, 0.88, rough * 0.55, c.near, columns=columns)
