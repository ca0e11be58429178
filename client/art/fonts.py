"""Fonts that come with the client: their paths, as Pillow fonts and as arcade families."""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

_HERE = Path(getattr(sys, "_MEIPASS", Path(__file__).parents[2]))
ASSETS = _HERE / "client" / "assets"
"""Folder of everything that is not code; PyInstaller unpacks it beside the program."""
FONT_FOLDER = ASSETS / "fonts"

TITLE, TEXT, BOLD, ICONS = "Tether Title", "Tether Text", "Tether Text Bold", "Tether Icons"
"""Family names for arcade; each weight is a family of its own."""
FILES = {TITLE: "title.ttf", TEXT: "text.ttf", BOLD: "text-bold.ttf", ICONS: "icons.ttf"}


@lru_cache(maxsize=32)
def font(family: str, size: float) -> ImageFont.FreeTypeFont:
    """Return a Pillow font; sizes may be fractions of a pixel.

    Few are cached: one takes 200 kB, and is opened in 0.1 ms.
    """
    return ImageFont.truetype(str(FONT_FOLDER / FILES[family]), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1)
def load_fonts() -> None:
    """Register the families with arcade; call it once before the first text."""
    import arcade

    for file in FILES.values():
        arcade.load_font(FONT_FOLDER / file)
