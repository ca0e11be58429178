"""Faces of bots: each name has its own metal head, which always looks the same."""

from __future__ import annotations

import colorsys
from hashlib import blake2b

from PIL import Image, ImageDraw

SUPERSAMPLING = 4
"""Factor by which faces are drawn too large before they are reduced, for smooth edges."""
SALT = (4677).to_bytes(4, "big")
"""Salt of the hash that chooses colours; it gives the bots' default names very different colours."""
Ink = tuple[int, int, int, int]


def face(name: str, side: int) -> Image.Image:
    """Return the face that belongs to a name, `side` pixels wide and high, on a transparent background."""
    return _Face(name, side * SUPERSAMPLING).picture.resize((side, side), Image.Resampling.LANCZOS)


def _ink_of_hue(hue: float, light: float, strong: float = 0.45) -> Ink:
    r, g, b = colorsys.hls_to_rgb(hue % 1, light, strong)
    return round(r * 255), round(g * 255), round(b * 255), 255


class _Face:
    """Drawing of a face, in a square of 100 units with y downwards."""

    def __init__(self, name: str, side: int) -> None:
        traits = blake2b(name.encode(), digest_size=6, salt=SALT).digest()
        hue = traits[0] / 256
        self.picture = Image.new("RGBA", (side, side), (0, 0, 0, 0))
        self._draw, self._one = ImageDraw.Draw(self.picture), side / 100
        self.edge, self.dark, self.lamp = (
            _ink_of_hue(hue, 0.36),
            _ink_of_hue(hue, 0.1),
            _ink_of_hue(hue + 0.5, 0.72, 0.9),
        )
        self._draw_dot(50, 50, 49, _ink_of_hue(hue, 0.17))
        self._draw_antenna(traits[1] % 3)
        if traits[2] % 2:
            for x in (10, 78):
                self._draw_rounded_box(x, 46, 12, 22, 5, self.edge)
        radius = (8, 16, 26)[traits[3] % 3]
        self._draw_rounded_box(17, 26, 66, 58, radius, self.edge)
        self._draw_rounded_box(20, 29, 60, 50, max(4, radius - 3), _ink_of_hue(hue, 0.62))
        self._draw_eyes(traits[4] % 3)
        self._draw_mouth(traits[5] % 3)

    def _draw_rounded_box(self, x: float, y: float, w: float, h: float, radius: float, fill: Ink) -> None:
        one = self._one
        self._draw.rounded_rectangle((x * one, y * one, (x + w) * one, (y + h) * one), radius * one, fill)

    def _draw_dot(self, x: float, y: float, radius: float, fill: Ink) -> None:
        box = (x - radius, y - radius, x + radius, y + radius)
        self._draw.ellipse([at * self._one for at in box], fill)

    def _draw_antenna(self, which: int) -> None:
        """Draw one antenna with a lamp, two antennas, or a crest."""
        if which == 2:
            self._draw_rounded_box(38, 14, 24, 16, 6, self.edge)
            return
        for x in (50,) if which == 0 else (36, 64):
            self._draw_rounded_box(x - 2, 12, 4, 18, 2, self.edge)
            self._draw_dot(x, 13, 5.5, self.lamp)

    def _draw_eyes(self, which: int) -> None:
        """Draw two round eyes, a visor, or two narrow eyes."""
        if which == 1:
            self._draw_rounded_box(27, 42, 46, 15, 7, self.dark)
            self._draw_rounded_box(34, 46, 14, 7, 3, self.lamp)
            return
        for x in (37, 63):
            if which == 0:
                self._draw_dot(x, 49, 10, self.dark)
                self._draw_dot(x, 49, 6, self.lamp)
            else:
                self._draw_rounded_box(x - 9, 44, 18, 9, 4, self.dark)
                self._draw_rounded_box(x - 5, 46, 10, 5, 2, self.lamp)

    def _draw_mouth(self, which: int) -> None:
        """Draw a line, a grille, or three lamps."""
        if which == 0:
            self._draw_rounded_box(36, 67, 28, 5, 2, self.dark)
            return
        self._draw_rounded_box(33, 63, 34, 12, 4, self.dark)
        for i in range(3):
            if which == 1:
                self._draw_rounded_box(40 + 9 * i, 63, 3, 12, 1, self.lamp)
            else:
                self._draw_rounded_box(37.5 + 9.5 * i, 66.5, 5.5, 5, 2, self.lamp)
