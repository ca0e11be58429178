"""Pages of the rules: the chapters of the rulebook in two columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from client.art.fonts import TITLE
from client.art.paragraph import Paragraph, lay_out
from client.sheets import typeset
from client.sheets.paper import Box, Size
from client.sheets.pen import BLACK, GREY, PALE, Pen
from client.sheets.typeset import POINT, SAFE
from client.table.book import Chapter

ON_SCREEN = ("Keys", "Options", "Fair play")
"""Chapters about the program, which a printed game does not need."""
MARGIN, GUTTER, HEAD = 14.0, 7.0, 14.0
"""Margin of a page, space between the columns, and height of the title of the first page."""
TYPE, CHAPTER = 8.5, 13.0
"""Sizes of the text and of the titles of chapters, in points."""
AFTER, BEFORE_CHAPTER, AFTER_CHAPTER = 1.3, 3.0, 7.0
"""Space after a paragraph, before the title of a chapter, and from its top to the text, in millimetres."""


class Part(NamedTuple):
    """Title of a chapter, or a paragraph; its height includes the space after it."""

    height: float
    title: str = ""
    text: Paragraph | None = None


def printed(chapters: Sequence[Chapter]) -> list[Chapter]:
    """Return the chapters that belong to a printed game."""
    return [chapter for chapter in chapters if chapter.title not in ON_SCREEN]


def draw(pen: Pen, title: str, chapters: Sequence[Chapter], paper: Size) -> None:
    """Draw the chapters on as many pages as they need."""
    wide = (paper.w - 2 * MARGIN - GUTTER) / 2
    columns = [
        Box(MARGIN, MARGIN, wide, paper.h - 2 * MARGIN),
        Box(MARGIN + wide + GUTTER, MARGIN, wide, paper.h - 2 * MARGIN),
    ]
    pages = list(_iter_pages(list(_parts(chapters, wide)), columns[0].h))
    for number, page in enumerate(pages):
        with pen.page(paper, "" if number else "Rules"):
            top = 0.0 if number else HEAD
            if not number:
                pen.text(
                    MARGIN, MARGIN + 6, title, typeset.fit_text_size(title, paper.w - 2 * MARGIN, 20.0), BLACK, TITLE
                )
            for column, parts in zip(columns, page):
                _draw_column(pen, parts, Box(column.x, column.y + top, column.w, column.h - top))
            pen.text(paper.w / 2, paper.h - 7, f"{title}: rules, page {number + 1} of {len(pages)}", 6, GREY, align=0.5)


def _parts(chapters: Sequence[Chapter], wide: float) -> Iterator[Part]:
    for chapter in chapters:
        yield Part(BEFORE_CHAPTER + AFTER_CHAPTER, title=chapter.title)
        for line in chapter.lines:
            shown = lay_out(typeset.rich(line), wide / POINT * SAFE, TYPE)
            yield Part(shown.height * POINT + AFTER, text=shown)


def _iter_pages(parts: list[Part], high: float) -> Iterator[list[list[Part]]]:
    """Yield pages of two columns; a title stays with the paragraph after it."""
    page: list[list[Part]] = [[]]
    room = high - HEAD
    used = 0.0
    for part, after in zip(parts, (*parts[1:], None)):
        needed = part.height + (after.height if part.title and after is not None else 0.0)
        if used and used + needed > room:
            if len(page) == 2:
                yield page
                page, room = [], high
            page.append([])
            used = 0.0
        page[-1].append(part)
        used += part.height
    yield page


def _draw_column(pen: Pen, parts: Sequence[Part], box: Box) -> None:
    y = box.y
    for number, part in enumerate(parts):
        if part.title:
            top = y + (BEFORE_CHAPTER if number else 0.0)
            pen.text(box.x, top + 4.2, part.title, CHAPTER, BLACK, TITLE)
            pen.line((box.x, top + 5.6, box.right, top + 5.6), PALE, 0.3)
        elif part.text is not None:
            pen.paragraph(part.text, Box(box.x, y, box.w, part.height), centred=False)
        y += part.height
