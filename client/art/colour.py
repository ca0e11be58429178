"""Colours as hex strings and tuples: mixing, contrast, and perceived distance for each kind of sight.

Contrast is computed as in WCAG 2, and distance as CIEDE2000. Colour-blindness follows Machado, Oliveira and Fernandes
(2009) at full severity, in linear light.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

RGB = tuple[int, int, int]
RGBA = tuple[int, int, int, int]
Matrix = tuple[tuple[float, float, float], ...]

COLOUR_BLINDNESS_MATRICES: dict[str, Matrix] = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def rgb(colour: str) -> RGB:
    """Return the colour of a hex string as a tuple of red, green and blue.

    >>> rgb("#56b4e9")
    (86, 180, 233)
    """
    digits = colour.lstrip("#")
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def with_alpha(colour: Sequence[int], alpha: float) -> RGBA:
    """Return the colour with an opacity of 0..1."""
    return colour[0], colour[1], colour[2], round(255 * alpha)


def mix(a: Sequence[int], b: Sequence[int], share: float) -> RGB:
    """Mix the colours a and b; `share` is the share of b.

    >>> mix((0, 0, 0), (200, 100, 50), 0.5)
    (100, 50, 25)
    """
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def lighter(colour: Sequence[int], share: float) -> RGB:
    """Return the colour moved towards white by a share."""
    return mix(colour, (255, 255, 255), share)


def darken(colour: Sequence[int], share: float) -> RGB:
    """Return the colour moved towards black by a share."""
    return mix(colour, (0, 0, 0), share)


def _srgb_to_linear(channel: float) -> float:
    c = channel / 255
    return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


def _linear_to_srgb(light: float) -> int:
    c = min(1.0, max(0.0, light))
    return round(255 * (c * 12.92 if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055))


def luminance(colour: Sequence[int]) -> float:
    """Return the relative luminance of a colour, 0..1."""
    r, g, b = (_srgb_to_linear(c) for c in colour[:3])
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: Sequence[int], b: Sequence[int]) -> float:
    """Return the contrast ratio of two opaque colours, 1..21.

    >>> round(contrast((0, 0, 0), (255, 255, 255)))
    21
    """
    la, lb = luminance(a), luminance(b)
    return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)


def readable(colour: Sequence[int], ground: Sequence[int], ratio: float = 4.5) -> RGB:
    """Return the colour, moved towards white or black just enough to be readable on the ground."""
    end = (255, 255, 255) if contrast((255, 255, 255), ground) >= contrast((0, 0, 0), ground) else (0, 0, 0)
    for i in range(51):
        found = mix(colour, end, i / 50)
        if contrast(found, ground) >= ratio:
            return found
    return end


def simulate_colour_blindness(colour: Sequence[int], kind: str) -> RGB:
    """Return a colour as it looks with this kind of colour-blindness; "" stands for normal sight."""
    if not kind:
        return colour[0], colour[1], colour[2]
    r, g, b = (_srgb_to_linear(c) for c in colour[:3])
    rows = COLOUR_BLINDNESS_MATRICES[kind]
    return (
        _linear_to_srgb(rows[0][0] * r + rows[0][1] * g + rows[0][2] * b),
        _linear_to_srgb(rows[1][0] * r + rows[1][1] * g + rows[1][2] * b),
        _linear_to_srgb(rows[2][0] * r + rows[2][1] * g + rows[2][2] * b),
    )


@lru_cache(maxsize=4096)
def lab(colour: RGB) -> tuple[float, float, float]:
    """Return the colour in CIELAB under D65."""
    r, g, b = (_srgb_to_linear(c) for c in colour)
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883

    def f(t: float) -> float:
        return t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116

    return 116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))


def distance(a: Sequence[int], b: Sequence[int]) -> float:
    """Return the perceived distance of two colours (CIEDE2000).

    Below 2, hardly anyone sees a difference.

    >>> round(distance((255, 0, 0), (0, 0, 255)), 1)
    52.9
    """
    l1, a1, b1 = lab((a[0], a[1], a[2]))
    l2, a2, b2 = lab((b[0], b[1], b[2]))
    c_mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = 0.5 * (1 - sqrt(c_mean**7 / (c_mean**7 + 25.0**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    dl, dc = l2 - l1, c2 - c1
    dh = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    dhh = 2 * sqrt(c1 * c2) * sin(radians(dh / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = h1 + h2 if c1 * c2 == 0 else (h1 + dh / 2) % 360
    t = (
        1
        - 0.17 * cos(radians(hm - 30))
        + 0.24 * cos(radians(2 * hm))
        + 0.32 * cos(radians(3 * hm + 6))
        - 0.20 * cos(radians(4 * hm - 63))
    )
    sl = 1 + 0.015 * (lm - 50) ** 2 / sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    turn = -sin(radians(60 * exp(-(((hm - 275) / 25) ** 2)))) * 2 * sqrt(cm**7 / (cm**7 + 25.0**7))
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dhh / sh) ** 2 + turn * (dc / sc) * (dhh / sh))


def min_distance(colours: Sequence[RGB], kind: str = "") -> float:
    """Return the distance between the two most similar colours, as seen with this colour-blindness."""
    seen = [simulate_colour_blindness(c, kind) for c in colours]
    return min(distance(a, b) for i, a in enumerate(seen) for b in seen[i + 1 :])
