"""Typeset rules text: bold numbers and keywords, icons for things of the game, and fitting lines.

The text is the result of `card.text()` in the words on screen; no text is written twice. Amounts always have an icon.
In a *short* paragraph, for cards in the hand, icons replace the words for units. In other paragraphs the icons precede
the words, so that players learn them by reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from client.art import theme
from client.art.colour import RGB
from client.art.fonts import BOLD, ICONS, TEXT, font
from client.art.icons import glyph
from client.art.paint import TEXT_SUPERSAMPLING


@dataclass(frozen=True, slots=True)
class InlineIcon:
    """Icon in a text: the thing that it represents, and its colour.

    An `alone` icon always replaces its word. A `spelt` icon never does: short texts use the word instead.
    """

    icon: str
    colour: RGB
    alone: bool = False
    spelt: bool = False


SIGNS: dict[str, InlineIcon] = {
    "gold": InlineIcon("gold", theme.GOLD, True),
    "mana": InlineIcon("mana", theme.MANA, True),
    "hp": InlineIcon("hp", theme.HEALTH, True),
    "permanence": InlineIcon("vp", theme.GOLD, True),
    "cohort": InlineIcon("cohort", theme.rgb("#dfe6f0")),
    "champion": InlineIcon("champion", theme.rgb("#ff9f95")),
    "capital": InlineIcon("capital", theme.rgb("#dfe6f0"), spelt=True),
    "axis mundi": InlineIcon("axis", theme.rgb("#ffe9a8"), spelt=True),
    "mine": InlineIcon("mine", theme.rgb("#ffd27a"), spelt=True),
    "forge": InlineIcon("forge", theme.rgb("#ffa066"), spelt=True),
    "bridge": InlineIcon("bridge", theme.rgb("#e8c48a"), spelt=True),
    "entropy": InlineIcon("entropy", theme.ENTROPY_COLOUR, spelt=True),
}
"""Icons of words, which are in lower case and in the singular.

"Aurum" is another word for gold.
"""

_WORD_PATTERN = re.compile(
    r"(?P<sign>\b(?:Gold|Aurum|mana|HP|Permanence|Cohorts?|Champions?|Capitals?|Axis Mundi|Mines?|Forges?|Bridges?"
    r"|Entropy)\b)"
    r"(?P<rest>'s?)?(?! Value)|(?P<number>(?<![\w-])[+-]?\d+(?:-\d+)?(?![\w])|\b(?:one|two|three|four|twice)\b)"
)
_KEYWORD_PATTERN = re.compile(r"^(?:[A-Z][\w']*(?: [A-Z]?[\w']+){0,2}|\d+-?\d*):(?= |$)")


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a text: a word, a part of a word, or an icon.

    A `glued` piece follows the previous one without a space or a line break.
    """

    text: str
    bold: bool = False
    icon: str = ""
    colour: RGB = theme.INK
    glued: bool = False
    lead: float = 0.0
    """Small space before the piece, relative to the text size; words that follow their icon have one."""


@lru_cache(maxsize=512)
def pieces(text: str, short: bool = False) -> tuple[Piece, ...]:
    """Split a text into pieces: words, parts of words and icons.

    >>> [p.icon or p.text for p in pieces("Put 4 Cohorts into your Capital.", short=True)]
    ['Put', '4', 'cohort', 'into', 'your', 'Capital', '.']
    """
    out: list[Piece] = []
    for sentence in re.split(r"(?<=[.:;]) (?=[A-Z0-9])", text):
        keyword = _KEYWORD_PATTERN.match(sentence)
        if keyword:
            out += [Piece(word, bold=True, colour=theme.GOLD) for word in keyword.group(0).split()]
            sentence = sentence[keyword.end() :].strip()
        out += _sentence(sentence, short)
    return tuple(out)


def _sentence(sentence: str, short: bool) -> Iterator[Piece]:
    at = 0
    for found in _WORD_PATTERN.finditer(sentence):
        yield from _plain(sentence[at : found.start()], at == 0)
        glued = found.start() > 0 and not sentence[found.start() - 1].isspace()
        at = found.end()
        if found.group("number"):
            yield Piece(found.group("number"), bold=True, colour=(255, 255, 255), glued=glued)
            continue
        word = found.group("sign")
        sign = SIGNS[_singular_of(word)]
        if short and sign.spelt:
            yield Piece(word, glued=glued)
        else:
            # an amount and its sign stay on one line
            held = bool(re.search(r"(?:\d|one|two|three|four|no) $", sentence[: found.start()]))
            lead = 0.24 if held and not glued else 0.0
            yield Piece("", icon=sign.icon, colour=sign.colour, glued=glued or held, lead=lead)
            if not (short or sign.alone):
                yield Piece(word, glued=True, lead=0.14)
        if found.group("rest"):
            yield Piece(found.group("rest"), glued=True)
    yield from _plain(sentence[at:], at == 0)


def _singular_of(word: str) -> str:
    low = word.lower()
    if low == "aurum":
        return "gold"
    return low if low in SIGNS else low.removesuffix("s")


def _plain(text: str, first: bool) -> Iterator[Piece]:
    for i, word in enumerate(re.split(r"\s+", text)):
        if word:
            yield Piece(word, glued=i == 0 and not first)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Typeset text: its lines of (x, piece), font size in pixels, line height, and total size."""

    lines: tuple[tuple[tuple[float, Piece], ...], ...]
    widths: tuple[float, ...]
    size: float
    leading: float

    @property
    def height(self) -> float:
        """Distance from the top of the first line to the bottom of the last."""
        return self.leading * len(self.lines)

    def fits(self, width: float, height: float) -> bool:
        """Return True if the paragraph fits into this size without being clipped."""
        return self.height <= height + 0.01 and all(w <= width + 0.01 for w in self.widths)


LINE_HEIGHT_RATIO = 1.22
ICON_SIZE_RATIO = 1.12
"""Height of an icon, relative to the size of the text."""


def _piece_width(piece: Piece, size: float) -> float:
    if piece.icon:
        return size * (ICON_SIZE_RATIO + piece.lead)
    return size * (piece.lead + _unit_width(piece.text, piece.bold))


@lru_cache(maxsize=8192)
def _unit_width(text: str, bold: bool) -> float:
    """Return the width of a word in type of size 1.

    The word is measured at a large size, because Pillow rounds each letter to whole pixels at small sizes.
    """
    return float(font(BOLD if bold else TEXT, 200).getlength(text)) / 200


@lru_cache(maxsize=512)
def lay_out(content: tuple[Piece, ...], width: float, size: float) -> Paragraph:
    """Return the paragraph that results from breaking the pieces into lines of at most this width."""
    gap = size * 0.26
    groups: list[list[Piece]] = []
    for piece in content:
        if piece.glued and groups:
            groups[-1].append(piece)
        else:
            groups.append([piece])
    lines: list[list[tuple[float, Piece]]] = [[]]
    widths: list[float] = [0.0]
    for group in groups:
        wide = sum(_piece_width(piece, size) for piece in group)
        x = widths[-1] + gap if lines[-1] else 0.0
        if lines[-1] and x + wide > width:
            lines.append([])
            widths.append(0.0)
            x = 0.0
        for piece in group:
            lines[-1].append((x, piece))
            x += _piece_width(piece, size)
        widths[-1] = x
    return Paragraph(tuple(tuple(line) for line in lines), tuple(widths), size, size * LINE_HEIGHT_RATIO)


def fit(
    content: tuple[Piece, ...], width: float, height: float, largest: float, smallest: float, step: float = 0.25
) -> Paragraph:
    """Return the paragraph in the largest type between two sizes with which it fits.

    If no size fits, it has the smallest type.
    """
    size = largest
    while size > smallest:
        found = lay_out(content, width, size)
        if found.fits(width, height):
            return balanced(content, found, width)
        size -= step
    return balanced(content, lay_out(content, width, smallest), width)


def balanced(content: tuple[Piece, ...], found: Paragraph, width: float) -> Paragraph:
    """Return the paragraph with lines of similar length, so that no single word is left on the last line.

    The type and the number of lines do not change.
    """
    low, high, best = width * 0.5, width, found
    for _ in range(6):
        middle = (low + high) / 2
        narrower = lay_out(content, middle, found.size)
        if len(narrower.lines) == len(found.lines) and max(narrower.widths) <= middle:
            best, high = narrower, middle
        else:
            low = middle
    return best


def draw(
    image: Image.Image,
    paragraph: Paragraph,
    x: float,
    y: float,
    width: float,
    centred: bool = True,
    ink: RGB = theme.INK,
) -> None:
    """Draw a paragraph with its upper left corner at (x, y)."""
    k = TEXT_SUPERSAMPLING
    size = paragraph.size
    box = round(width) + 8, round(paragraph.height + size) + 4
    layer = Image.new("RGBA", (box[0] * k, box[1] * k), (*ink, 0))
    brush = ImageDraw.Draw(layer)
    x0, y0 = round(x) - 4, round(y) - 2
    for i, (line, wide) in enumerate(zip(paragraph.lines, paragraph.widths)):
        left = (x - x0 + ((width - wide) / 2 if centred else 0.0)) * k
        base = round(y - y0 + i * paragraph.leading + size * 0.92) * k
        for dx, piece in line:
            if piece.icon:
                middle = (left + (dx + size * (piece.lead + ICON_SIZE_RATIO / 2)) * k, base - size * 0.36 * k)
                brush.text(
                    middle,
                    glyph(piece.icon),
                    font=font(ICONS, size * ICON_SIZE_RATIO * k),
                    fill=piece.colour,
                    anchor="mm",
                )
            else:
                colour = ink if piece.colour == theme.INK else piece.colour
                face = font(BOLD if piece.bold else TEXT, size * k)
                brush.text((left + (dx + piece.lead * size) * k, base), piece.text, font=face, fill=colour, anchor="ls")
    image.alpha_composite(layer.resize(box, Image.Resampling.LANCZOS), (max(0, x0), max(0, y0)))


def plain_text(content: Sequence[Piece]) -> str:
    """Return the text of the pieces, with the names of icons in brackets, for tests and for speech."""
    out = ""
    for piece in content:
        out += ("" if piece.glued or not out else " ") + (f"[{piece.icon}]" if piece.icon else piece.text)
    return out
