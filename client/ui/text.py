"""Text as pictures of single letters.

Pillow draws each letter once into a page of the atlas. Afterwards the letter is only placed. A line of text costs a few
microseconds per letter, is part of the one draw call, and may be cut anywhere. Letters are placed at quarters of a
pixel across and at whole pixels upwards. They stay sharp and evenly spaced at every scale. Widths are measured without
a window and do not depend on the scale.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from client.ui.textures import Textures
from client.ui.theme import theme

MEASURING_SIZE = 512
"""The font size at which widths are measured."""
PHASES = 4
SUPERSAMPLING = 8
"""The factor by which letters are drawn larger before they are reduced to their size."""
PAGE_SIZE = (1020, 252)
"""The size of a page in pixels; two fit side by side into an atlas of 2048, with its borders."""
MIN_SHRINK = 0.88
"""The fraction of its size to which text may shrink if there is too little room."""
FITTED_LINE_HEIGHT = 1.05
"""The height of a line that just fits, as a multiple of its text size."""
MAX_CACHED_RUNS = 1500
"""The maximum number of lines of text whose placed letters are cached."""


@lru_cache(maxsize=32)
def _measuring_font(path: Path) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), MEASURING_SIZE, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=20_000)
def _advance(path: Path, letter: str, following: str) -> float:
    """Return the advance of a letter before the following one, at size 1."""
    ruler = _measuring_font(path)
    if not following:
        return ruler.getlength(letter) / MEASURING_SIZE
    return (ruler.getlength(letter + following) - ruler.getlength(following)) / MEASURING_SIZE


@lru_cache(maxsize=64)
def _font_metrics(path: Path) -> tuple[float, float, float]:
    """Return the ascent, the descent and the height of capitals, at size 1."""
    ruler = _measuring_font(path)
    ascent, descent = ruler.getmetrics()
    return ascent / MEASURING_SIZE, descent / MEASURING_SIZE, -ruler.getbbox("H", anchor="ls")[1] / MEASURING_SIZE


def font_path(role: str) -> Path:
    """Return the font file of a role; an unknown role uses the plain text font."""
    fonts = theme().fonts
    return fonts.get(role) or fonts["text"]


def width(text: str, role: str = "text", size: str | float = "body") -> float:
    """Return the width of a line, in design pixels."""
    return _unit_width(font_path(role), text) * theme().size(size)


@lru_cache(maxsize=20_000)
def _unit_width(path: Path, text: str) -> float:
    """Return the width of a line at size 1.

    It is cached, because the same words are measured again at every size and place.
    """
    return sum(_advance(path, a, b) for a, b in zip(text, [*text[1:], ""]))


def ascent(role: str = "text", size: str | float = "body") -> float:
    """Return the height of the highest letters above the base line, in design pixels."""
    return _font_metrics(font_path(role))[0] * theme().size(size)


def cap_height(role: str = "text", size: str | float = "body") -> float:
    """Return the height of capitals, in design pixels; buttons use it to centre their text."""
    return _font_metrics(font_path(role))[2] * theme().size(size)


def line_height(size: str | float = "body") -> float:
    """Return the distance between two base lines, in design pixels."""
    return theme().size(size) * 1.32


def wrap(text: str, limit: float, role: str = "text", size: str | float = "body") -> list[str]:
    """Return the lines of a text, none wider than the limit; a word that is too long is cut."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if not line or width(longer, role, size) <= limit:
                line = longer
            else:
                lines.append(line)
                line = word
            while len(line) > 1 and width(line, role, size) > limit:
                cut = count_fitting(line, limit, role, size)
                lines.append(line[:cut])
                line = line[cut:]
        lines.append(line)
    return lines


def count_fitting(text: str, limit: float, role: str = "text", size: str | float = "body") -> int:
    """Return the number of letters that fit into the limit, but at least one."""
    path, px, used = font_path(role), theme().size(size), 0.0
    for i, letter in enumerate(text):
        used += _advance(path, letter, "") * px
        if used > limit and i:
            return i
    return len(text)


def shorten(text: str, limit: float, role: str = "text", size: str | float = "body") -> str:
    """Return the text if it fits into the limit, or else its beginning and an ellipsis."""
    if width(text, role, size) <= limit:
        return text
    room = limit - width("…", role, size)
    return text[: count_fitting(text, room, role, size)].rstrip() + "…"


def min_size(size: str | float = "body") -> float:
    """Return the smallest size, in design pixels, to which a text of this size may shrink.

    It shrinks only if there is too little room.
    """
    return theme().size(size) / max(1.0, theme().text_scale) * MIN_SHRINK


def fit_size(text: str, wide: float, high: float, role: str = "text", size: str | float = "body") -> float:
    """Return the size at which a line fits into this room, for the other functions here.

    Texts that the player has enlarged first shrink to the usual size. Then every text shrinks a little more. Text is
    left out only if it still does not fit.
    """
    wished, used = theme().size(size), width(text, role, size)
    px = min(wished, wished * wide / used * 0.999 if used > max(wide, 0.0) else wished, high / FITTED_LINE_HEIGHT)
    return max(px, min_size(size)) / theme().text_scale


def letter_index_at(text: str, x: float, role: str = "text", size: str | float = "body") -> int:
    """Return the index of the letter at which a pointer sets the caret.

    The pointer is x design pixels from the beginning of the line.
    """
    best, least = 0, abs(x)
    for i in range(1, len(text) + 1):
        far = abs(width(text[:i], role, size) - x)
        if far < least:
            best, least = i, far
    return best


class Glyph(NamedTuple):
    """A letter in the atlas.

    It has its lower left corner relative to the pen, its size in pixels, and its texture coordinates.
    """

    dx: int
    dy: int
    w: int
    h: int
    uv: tuple[float, float, float, float]


@dataclass(slots=True)
class _Page:
    """A picture in the atlas that is filled with letters, row by row."""

    content: tuple[str, int]
    origin: tuple[float, float]
    x: int = 0
    y: int = 0
    row: int = 0

    def reserve(self, w: int, h: int) -> tuple[int, int] | None:
        if self.x + w > PAGE_SIZE[0]:
            self.x, self.y, self.row = 0, self.y + self.row, 0
        if self.y + h > PAGE_SIZE[1]:
            return None
        spot = self.x, self.y
        self.x += w
        self.row = max(self.row, h)
        return spot


@dataclass(slots=True)
class GlyphCache:
    """A cache of the letters in the atlas, which turns a line of text into placed letters."""

    textures: Textures
    _glyphs: dict[tuple[Path, float, str, int], Glyph | None] = field(default_factory=dict)
    _runs: dict[tuple[str, Path, float, int, float], tuple[Glyph, ...]] = field(default_factory=dict)
    _page: _Page | None = None
    _pages: int = 0
    _generation: int = 0

    def layout_run(
        self, text: str, path: Path, px: float, x: float, y: int, tail: float = 0.0
    ) -> tuple[int, int, tuple[Glyph, ...]]:
        """Return the origin of a line, and its letters relative to this origin.

        The pen begins at x (in window pixels) on the base line y.
        """
        if self._generation != self.textures.generation:
            self._glyphs.clear()
            self._runs.clear()
            self._page = None
            self._generation = self.textures.generation
        phases = PHASES if px < 30 else 1
        whole, phase = divmod(int(x * phases + 0.5), phases)
        key = (text, path, px, phase, tail)
        run = self._runs.get(key)
        if run is None:
            if len(self._runs) > MAX_CACHED_RUNS:
                self._runs.clear()
            run = self._runs[key] = tuple(self._layout_letters(text, path, px, phase / phases, phases, tail))
        return whole, y, run

    def _layout_letters(self, text: str, path: Path, px: float, x: float, phases: int, tail: float) -> Iterator[Glyph]:
        drawn = round(px * 4) / 4
        for letter, following in zip(text, [*text[1:], ""]):
            whole, phase = divmod(int(x * phases + 0.5), phases)
            key = (path, drawn, letter, phase)
            glyph = self._glyphs[key] if key in self._glyphs else self._draw_letter(key, phases)
            if glyph is not None:
                yield glyph._replace(dx=glyph.dx + whole)
            x += _advance(path, letter, following) * px + tail

    def _draw_letter(self, key: tuple[Path, float, str, int], phases: int) -> Glyph | None:
        drawn = _render_letter(*key, phases)
        glyph = None
        if drawn is not None:
            dx, dy, picture = drawn
            glyph = Glyph(dx, dy, picture.width - 2, picture.height - 2, self._store(picture))
        self._glyphs[key] = glyph
        return glyph

    def _store(self, picture: Image.Image) -> tuple[float, float, float, float]:
        """Store a letter on the page."""
        w, h = picture.size
        if w > PAGE_SIZE[0] or h > PAGE_SIZE[1]:
            raise ValueError(f"a letter of {w - 2}x{h - 2} pixels is larger than a page")
        spot = self._page.reserve(w, h) if self._page is not None else None
        if spot is None:
            self._pages += 1
            content = ("letters", self._pages)
            blank = Image.new("RGBA", PAGE_SIZE, (255, 255, 255, 0))
            uv = self.textures.uv(self.textures.replace(content, blank, LETTERS_SCALE))
            self._page = _Page(content, (uv.left, uv.top))
            spot = self._page.reserve(w, h)
            assert spot is not None
        assert self._page is not None
        page = self.textures.get(self._page.content, lambda: picture, LETTERS_SCALE)
        self.textures.write(page, picture, *spot)
        size = self.textures.size
        u, v = self._page.origin[0] + (spot[0] + 1) / size, self._page.origin[1] + (spot[1] + 1) / size
        return u, v, u + (w - 2) / size, v + (h - 2) / size


@lru_cache(maxsize=4096)
def _render_letter(path: Path, px: float, letter: str, phase: int, phases: int) -> tuple[int, int, Image.Image] | None:
    """Return the offset of a letter from the pen, and its picture with an empty pixel around it.

    Return None if the letter is invisible. The result is cached for other scales and windows.
    """
    font = _drawing_font(path, px)
    # Pillow itself places letters at whole pixels only: draw larger, shift there, then make it small.
    shift = SUPERSAMPLING * phase // phases
    left, top, right, bottom = (round(v) for v in font.getbbox(letter, anchor="ls"))
    x0, y0 = (left + shift) // SUPERSAMPLING, top // SUPERSAMPLING
    x1, y1 = -(-(right + shift) // SUPERSAMPLING), -(-bottom // SUPERSAMPLING)
    if x1 <= x0 or y1 <= y0:
        return None
    large = Image.new("L", ((x1 - x0) * SUPERSAMPLING, (y1 - y0) * SUPERSAMPLING))
    ImageDraw.Draw(large).text((shift - x0 * SUPERSAMPLING, -y0 * SUPERSAMPLING), letter, 255, font, "ls")
    mask = large.reduce(SUPERSAMPLING)
    picture = Image.new("RGBA", (mask.width + 2, mask.height + 2), (255, 255, 255, 0))
    picture.paste(Image.merge("RGBA", [Image.new("L", mask.size, 255)] * 3 + [mask]), (1, 1))
    return x0, -y1, picture


@lru_cache(maxsize=64)
def _drawing_font(path: Path, px: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), px * SUPERSAMPLING, layout_engine=ImageFont.Layout.BASIC)


LETTERS_SCALE = -1.0
"""The scale in the key of the pages of letters.

It equals no real scale, so that a change of scale drops the pages.
"""
