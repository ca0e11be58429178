"""Rays of light behind a moment of a match."""

from __future__ import annotations

from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw

from client.art.paint import radial

RAYS = 18
RAY_PART = 0.46
"""Part of each turn between two rays that the ray fills."""
OVERSAMPLING = 2


def draw_burst(pixels: int) -> Image.Image:
    """Draw white rays from the middle of a square, which fade towards its edges, around a soft light."""
    big = pixels * OVERSAMPLING
    rays = Image.new("L", (big, big), 0)
    pen, middle = ImageDraw.Draw(rays), big / 2
    for ray in range(RAYS):
        start = 2 * pi * ray / RAYS
        reach = middle * 1.1
        corners = [
            (middle + reach * cos(angle), middle + reach * sin(angle))
            for angle in (start, start + 2 * pi / RAYS * RAY_PART)
        ]
        pen.polygon([(middle, middle), *corners], fill=230)
    rays = rays.resize((pixels, pixels), Image.Resampling.BOX)
    fade = radial((pixels, pixels), (pixels / 2, pixels / 2), pixels / 2, 1.7)
    light = radial((pixels, pixels), (pixels / 2, pixels / 2), pixels * 0.34, 1.6).point(
        [v * 3 // 4 for v in range(256)]
    )
    image = Image.new("RGBA", (pixels, pixels), (255, 255, 255, 0))
    image.putalpha(ImageChops.lighter(ImageChops.multiply(rays, fade), light))
    return image
