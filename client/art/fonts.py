"""Fonts of the client: their paths, the Pillow fonts, and the families in arcade."""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

_BUNDLE_FOLDER = Path(getattr(sys, "_MEIPASS", Path(__file__).parents[2]))
ASSETS_FOLDER = _BUNDLE_FOLDER / "client" / "assets"
"""Folder of all files that are not code; PyInstaller unpacks it beside the program."""
FONT_FOLDER = ASSETS_FOLDER / "fonts"

TITLE, TEXT, BOLD, ICONS = "Tether Title", "Tether Text", "Tether Text Bold", "Tether Icons"
"""Family names of the fonts in arcade; each weight is a separate family."""
FILES = {TITLE: "title.ttf", TEXT: "text.ttf", BOLD: "text-bold.ttf", ICONS: "icons.ttf"}


@lru_cache(maxsize=32)
def font(family: str, size: float) -> ImageFont.FreeTypeFont:
    """Return a Pillow font; the size may be a fraction of a pixel.

    Only a few fonts are cached, because one takes 200 kB and is opened in 0.1 ms.
    """
    return ImageFont.truetype(str(FONT_FOLDER / FILES[family]), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1)
def load_fonts() -> None:
    """Register the font families with arcade; call this function once before drawing any text."""
    import arcade

    for file in FILES.values():
        arcade.load_font(FONT_FOLDER / file)
