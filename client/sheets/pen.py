"""The pen that draws on the pages of a PDF file: lines, areas, pictures and embedded type.

It is the only module that knows the library, ReportLab. The same calls give the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import cos, pi, sin

from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from client.art.colour import RGB
from client.art.fonts import BOLD, FILES, FONT_FOLDER, ICONS, TEXT
from client.art.icons import glyph
from client.art.paragraph import ICON_SIZE_RATIO, Paragraph
from client.sheets.paper import Box, Line, Size
from client.sheets.typeset import POINT

BLACK, GREY, PALE, WHITE = (0, 0, 0), (110, 110, 110), (205, 205, 205), (255, 255, 255)
HAIR = 0.15
"""Width of the finest line, in millimetres."""
BASELINE = 0.92
"""Distance from the top of a line of text to its baseline, relative to the size of the type."""

Points = Sequence[tuple[float, float]]


class Pen:
    """A PDF file that grows page by page; `ink` is True if it saves ink."""

    def __init__(self, title: str, ink: bool = False) -> None:
        _register_fonts()
        self.ink = ink
        self._file = io.BytesIO()
        self._canvas = Canvas(self._file, pageCompression=1, invariant=1, initialFontName=TEXT)
        self._canvas.setTitle(title)
        self._canvas.setCreator("Tether")
        self._canvas.setAuthor("")
        self._canvas.setSubject("")
        self._stamps: dict[str, str] = {}
        self._high = 0.0
        self.pages = 0

    # Pages ------------------------------------------------------------------------------------------------------------

    @contextmanager
    def page(self, size: Size, entry: str = "") -> Iterator[None]:
        """Draw on a new page; `entry` is its line in the table of contents of the reader program."""
        canvas = self._canvas
        self._high = size.h
        canvas.setPageSize((size.w / POINT, size.h / POINT))
        if entry:
            key = f"page {self.pages}"
            canvas.bookmarkPage(key)
            canvas.addOutlineEntry(entry, key)
        yield
        canvas.showPage()
        self.pages += 1

    def finish(self) -> bytes:
        """Return the bytes of the file."""
        self._canvas.save()
        return self._file.getvalue()

    @contextmanager
    def within(self, box: Box) -> Iterator[None]:
        """Show what is drawn only inside a box."""
        canvas = self._canvas
        canvas.saveState()
        path = canvas.beginPath()
        path.rect(*self._corner(box), box.w / POINT, box.h / POINT)
        canvas.clipPath(path, stroke=0, fill=0)
        yield
        canvas.restoreState()

    def stamp(self, key: str, box: Box, draw: Callable[[Box], None]) -> None:
        """Draw something that appears in many boxes of one size; the file contains it once.

        `draw` receives a box of this size. It runs only for the first stamp with this key.
        """
        canvas, high = self._canvas, self._high
        if key not in self._stamps:
            self._stamps[key] = f"stamp{len(self._stamps)}"
            self._high = box.h
            canvas.beginForm(self._stamps[key], 0, 0, box.w / POINT, box.h / POINT)
            draw(Box(0.0, 0.0, box.w, box.h))
            canvas.endForm()
            self._high = high
        canvas.saveState()
        canvas.translate(*self._corner(box))
        canvas.doForm(self._stamps[key])
        canvas.restoreState()

    # Areas and lines --------------------------------------------------------------------------------------------------

    def rectangle(
        self, box: Box, fill: RGB | None = None, edge: RGB | None = None, width: float = HAIR, radius: float = 0.0
    ) -> None:
        """Draw a rectangle; `radius` rounds its corners."""
        self._colours(fill, edge, width)
        x, y = self._corner(box)
        shown = {"fill": int(fill is not None), "stroke": int(edge is not None)}
        if radius:
            self._canvas.roundRect(x, y, box.w / POINT, box.h / POINT, radius / POINT, **shown)
        else:
            self._canvas.rect(x, y, box.w / POINT, box.h / POINT, **shown)

    def polygon(self, points: Points, fill: RGB | None = None, edge: RGB | None = None, width: float = HAIR) -> None:
        """Draw a polygon."""
        self._colours(fill, edge, width)
        path = self._canvas.beginPath()
        for i, (x, y) in enumerate(points):
            (path.lineTo if i else path.moveTo)(*self._point(x, y))
        path.close()
        self._canvas.drawPath(path, fill=int(fill is not None), stroke=int(edge is not None))

    def circle(
        self, x: float, y: float, radius: float, fill: RGB | None = None, edge: RGB | None = None, width: float = HAIR
    ) -> None:
        """Draw a circle."""
        self._colours(fill, edge, width)
        at = self._point(x, y)
        self._canvas.circle(*at, radius / POINT, fill=int(fill is not None), stroke=int(edge is not None))

    def line(self, line: Line, colour: RGB = BLACK, width: float = HAIR, dash: float = 0.0) -> None:
        """Draw a line; `dash` is the length of its dashes, 0 for none."""
        canvas = self._canvas
        self._colours(None, colour, width)
        if dash:
            canvas.setDash(dash / POINT)
        canvas.line(*self._point(*line[:2]), *self._point(*line[2:]))
        canvas.setDash()

    def arc(self, x: float, y: float, radius: float, start: float, end: float, colour: RGB, width: float) -> None:
        """Draw a part of a circle, between two angles in degrees, clockwise from the top."""
        steps = max(2, round(abs(end - start) / 3))
        turn = [(start + (end - start) * i / steps) * pi / 180 for i in range(steps + 1)]
        self._colours(None, colour, width)
        path = self._canvas.beginPath()
        for i, angle in enumerate(turn):
            at = self._point(x + radius * sin(angle), y - radius * cos(angle))
            (path.lineTo if i else path.moveTo)(*at)
        self._canvas.drawPath(path, fill=0, stroke=1)

    def picture(self, encode_jpeg: bytes, box: Box) -> None:
        """Draw a JPEG picture over the whole box."""
        self._canvas.drawImage(ImageReader(io.BytesIO(encode_jpeg)), *self._corner(box), box.w / POINT, box.h / POINT)

    # Type -------------------------------------------------------------------------------------------------------------

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        colour: RGB = BLACK,
        font: str = TEXT,
        align: float = 0.0,
        turn: float = 0.0,
    ) -> None:
        """Write a line with its baseline at y; the size is in points.

        `align` is 0 if the line begins at x, 0.5 if x is its middle, and 1 if it ends at x. `turn` turns it by these
        degrees counter-clockwise around (x, y).
        """
        canvas = self._canvas
        canvas.saveState()
        canvas.setFillColorRGB(*_fractions(colour))
        canvas.setFont(font, size)
        canvas.translate(*self._point(x, y))
        canvas.rotate(turn)
        canvas.drawString(-align * pdfmetrics.stringWidth(words, font, size), 0, words)
        canvas.restoreState()

    def icon(self, name: str, x: float, y: float, size: float, colour: RGB = BLACK) -> None:
        """Draw an icon, `size` millimetres high, around its middle (x, y)."""
        self.text(x, y + size * ICON_DROP, glyph(name), size / POINT, colour, ICONS, 0.5)

    def paragraph(
        self, shown: Paragraph, box: Box, colour: RGB = BLACK, centred: bool = True, visible: bool = True
    ) -> None:
        """Write a paragraph from the top of a box.

        If it is not visible, it can only be searched and copied, as the text over a scanned page.
        """
        text = self._canvas.beginText()
        text.setFillColorRGB(*_fractions(colour))
        text.setTextRenderMode(0 if visible else 3)
        x, top = self._point(box.x, box.y)
        for i, (line, wide) in enumerate(zip(shown.lines, shown.widths)):
            left = x + ((box.w / POINT - wide) / 2 if centred else 0.0)
            base = top - i * shown.leading - shown.size * BASELINE
            for dx, piece in line:
                start = left + dx + piece.lead * shown.size
                if piece.icon and visible:
                    text.setFont(ICONS, shown.size * ICON_SIZE_RATIO)
                    text.setTextOrigin(start, base - shown.size * (ICON_SIZE_RATIO * ICON_DROP - CAP_MIDDLE))
                    text.textOut(glyph(piece.icon))
                else:
                    text.setFont(BOLD if piece.bold else TEXT, shown.size)
                    text.setTextOrigin(start, base)
                    text.textOut(piece.text or piece.icon)
        self._canvas.drawText(text)

    # Coordinates ------------------------------------------------------------------------------------------------------

    def _point(self, x: float, y: float) -> tuple[float, float]:
        return x / POINT, (self._high - y) / POINT

    def _corner(self, box: Box) -> tuple[float, float]:
        """Return the lower left corner of a box, in points."""
        return self._point(box.x, box.bottom)

    def _colours(self, fill: RGB | None, edge: RGB | None, width: float) -> None:
        if fill is not None:
            self._canvas.setFillColorRGB(*_fractions(fill))
        if edge is not None:
            self._canvas.setStrokeColorRGB(*_fractions(edge))
            self._canvas.setLineWidth(width / POINT)


ICON_DROP = 0.39
"""Distance from the middle of an icon down to its baseline, relative to its size."""
CAP_MIDDLE = 0.36
"""Height of the middle of a capital letter above the baseline, relative to the size of the type."""


def _fractions(colour: RGB) -> tuple[float, float, float]:
    return colour[0] / 255, colour[1] / 255, colour[2] / 255


@lru_cache(maxsize=1)
def _register_fonts() -> None:
    """Register the fonts of the window, and have pictures stored as they are."""
    rl_config.useA85 = 0
    for name, file in FILES.items():
        pdfmetrics.registerFont(TTFont(name, str(FONT_FOLDER / file)))
