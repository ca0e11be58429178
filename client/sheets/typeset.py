"""Texts on printed sheets: pieces of rich text, and fitting lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from client.art import paragraph
from client.art.fonts import BOLD, TEXT
from client.art.paint import text_width
from client.art.paragraph import Paragraph, Piece
from client.ui.richtext import parse

POINT = 25.4 / 72
"""Millimetres of a point, in which sizes of type are given."""
SAFE = 0.985
"""Share of a line's width that text may fill, because printed fonts have no kerning."""


def words(text: str) -> tuple[Piece, ...]:
    """Return the words of a plain text; a name before a colon at the beginning of a line is bold.

    >>> [(piece.text, piece.bold) for piece in words("Bonus: 1 crew")]
    [('Bonus:', True), ('1', False), ('crew', False)]
    """
    head, colon, rest = text.partition(": ")
    if colon and len(head.split()) <= MOST_HEAD:
        return (*(Piece(word, bold=True) for word in f"{head}:".split()), *map(Piece, rest.split()))
    return tuple(map(Piece, text.split()))


MOST_HEAD = 3
"""Maximum number of words before a colon that are bold."""


def rich(markup: str) -> tuple[Piece, ...]:
    """Return the pieces of a text in the window's markup; colours are left out.

    >>> [piece.icon or piece.text for piece in rich("Pay *3* :gold:, {bad}now{/}.")]
    ['Pay', '3', 'gold', ',', 'now', '.']
    """
    found: list[Piece] = []
    glued = False
    for run in parse(markup):
        if run.icon:
            found.append(Piece("", icon=run.text, glued=glued))
            glued = True
            continue
        for part in re.findall(r"\s+|\S+", run.text):
            if part.isspace():
                glued = False
            else:
                found.append(Piece(part, bold=run.bold, glued=glued and bool(found)))
                glued = True
    return tuple(found)


def fit(content: Sequence[Piece], width: float, height: float, largest: float, smallest: float) -> Paragraph:
    """Return a paragraph that fits into a box of this size in millimetres; the type is given in points.

    The type becomes smaller than `smallest` if the text would otherwise leave the box.
    """
    pieces, w, h = tuple(content), width / POINT * SAFE, height / POINT
    found = paragraph.fit(pieces, w, h, largest, smallest)
    while not found.fits(w, h) and found.size > LEAST:
        found = paragraph.lay_out(pieces, w, max(LEAST, found.size * 0.93))
    return found


LEAST = 3.0
"""Smallest type, in points, to which a text is reduced."""


def fit_text_size(text: str, width: float, largest: float, bold: bool = True) -> float:
    """Return the size, in points, at which a line fits into a width in millimetres."""
    wide = text_width(text, BOLD if bold else TEXT, 100) / 100
    return min(largest, width * SAFE / POINT / wide) if wide else largest


def width(text: str, size: float, bold: bool = True) -> float:
    """Return the width of a line in millimetres."""
    return text_width(text, BOLD if bold else TEXT, 100) / 100 * size * POINT / SAFE
