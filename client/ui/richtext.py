"""Text with bold parts, icons, colours and spans.

An example: `Move *1* :gold: over {@hex 3,-2}Mine 6{/} for {bad}2 losses{/}`. `parse` splits it into runs, and
`flow_lines` breaks the runs into lines. `paint` draws the lines on a canvas. `render_image` draws them with Pillow, for
cards, which turn and grow as one picture. A backslash keeps the next character as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

from client.ui import text as typeset
from client.ui.hexes import Rect
from client.ui.theme import Color, rgb, theme

if TYPE_CHECKING:
    from client.ui.canvas import Canvas

_MARKUP_PATTERN = re.compile(
    r"\\(.)|(\*)|:([a-z][a-z0-9_ -]*):|\{(/|#[0-9a-fA-F]{6}|[a-z_][a-z0-9_]*|@[^{}]*)\}|(\n)", re.DOTALL
)


ICON_GAP = 2.0
"""The gap after an icon, in design pixels; there is none before a full stop or a bracket."""
CLOSING_PUNCTUATION = ".,;:)!?"
MIN_WORD_BREAK_WIDTH = 60.0
"""The smallest line width, in design pixels, at which a long word is broken."""
LINE_GAP_PART = 0.3
"""The part of the last line's height that is only a gap between lines.

It is a fraction of the text size.
"""


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text in one style, or an icon, whose text is then its name."""

    text: str
    bold: bool = False
    color: str | Color | None = None
    icon: bool = False
    link: str = ""
    """The link of a span, `{@link}text{/}`; a log reports when the pointer is over it."""

    def with_text(self, text: str) -> Run:
        """Return a run with another text in the same style."""
        return Run(text, self.bold, self.color, self.icon, self.link)

    def has_same_style(self, other: Run) -> bool:
        """Return True if both runs have the same style."""
        return (self.bold, self.color, self.icon, self.link) == (other.bold, other.color, other.icon, other.link)


@dataclass(frozen=True, slots=True)
class PlacedRun:
    """A run at its place in a line; x is its distance from the left of the line."""

    x: float
    run: Run


@lru_cache(maxsize=2048)
def parse(markup: str) -> tuple[Run, ...]:
    """Return the runs of a text in order; a line break is a separate run.

    >>> [(r.text, r.bold, r.icon) for r in parse("Pay *3* :gold:")]
    [('Pay ', False, False), ('3', True, False), (' ', False, False), ('gold', False, True)]
    """
    runs: list[Run] = []
    styles: list[Run] = []
    style, at, pending = Run(""), 0, ""

    def flush(end: str) -> None:
        nonlocal pending
        if pending + end:
            runs.append(style.with_text(pending + end))
        pending = ""

    for mark in _MARKUP_PATTERN.finditer(markup):
        pending += markup[at : mark.start()]
        at = mark.end()
        kept, star, icon, color, newline = mark.groups()
        if kept is not None:
            pending += kept
            continue
        flush("")
        if star:
            style = replace(style, bold=not style.bold)
        elif icon:
            runs.append(replace(style, text=icon, icon=True))
        elif newline:
            runs.append(Run("\n"))
        elif color == "/":
            before = styles.pop() if styles else Run("")
            style = replace(style, color=before.color, link=before.link)
        else:
            styles.append(style)
            if color.startswith("@"):
                style = replace(style, link=color[1:])
            else:
                style = replace(style, color=rgb(color) if color.startswith("#") else color)
    pending += markup[at:]
    flush("")
    return tuple(runs)


def plain_text(markup: str) -> str:
    """Return only the words, as a screen reader speaks them, with each icon replaced by its name.

    >>> plain_text("Pay *3* :gold: {bad}now{/}")
    'Pay 3 gold now'
    """
    return "".join(run.text for run in parse(markup))


def escape(text: str) -> str:
    """Return a text, such as a player's name, with all markup characters escaped.

    >>> plain_text(escape("*Rex* {bad} :x:"))
    '*Rex* {bad} :x:'
    """
    return re.sub(r"([\\*:{}])", r"\\\1", text)


def flow_lines(markup: str, limit: float, size: str | float = "body", role: str = "text") -> list[list[PlacedRun]]:
    """Return lines of runs that are no wider than the limit, in design pixels.

    Lines break at spaces and beside icons. A word that is too long for a line, such as a path, is broken too.
    """
    lines: list[list[PlacedRun]] = [[]]
    x = 0.0
    word: list[tuple[Run, float]] = []

    def newline() -> None:
        nonlocal x
        lines.append([])
        x = 0.0

    def end_word() -> None:
        nonlocal x
        total = sum(w for _, w in word)
        if x and x + total > limit:
            newline()
        for run, wide in word:
            lines[-1].append(PlacedRun(x, run))
            x += wide
        word.clear()

    for run in parse(markup):
        if run.text == "\n":
            end_word()
            newline()
        elif run.icon:
            word.append((run, _icon_width(size)))
        else:
            for part in re.findall(r" +|[^ ]+", run.text):
                piece = run.with_text(part)
                wide = typeset.width(part, _font_role(run, role), size)
                if part[0] != " ":
                    if word and word[-1][0].icon and part[0] in CLOSING_PUNCTUATION:
                        word[-1] = word[-1][0], word[-1][1] - ICON_GAP
                    if wide > limit >= MIN_WORD_BREAK_WIDTH:
                        end_word()
                        *pieces, part = _split_word(part, limit, _font_role(run, role), size)
                        for each in pieces:
                            word.append((run.with_text(each), limit))
                            end_word()
                        piece, wide = run.with_text(part), typeset.width(part, _font_role(run, role), size)
                    word.append((piece, wide))
                    continue
                end_word()
                if x and x + wide <= limit:
                    x += wide
                elif x:
                    newline()
    end_word()
    return [_join_runs(line, size, role) for line in lines]


def _split_word(word: str, limit: float, role: str, size: str | float) -> Iterator[str]:
    """Yield the parts of a word that each fit into a line.

    If possible, cut a path at its slashes.
    """
    while typeset.width(word, role, size) > limit:
        fits = typeset.count_fitting(word, limit, role, size)
        cut = max(word.rfind(slash, 0, fits) for slash in "/\\") + 1 or fits
        yield word[:cut]
        word = word[cut:]
    yield word


def measure(markup: str, limit: float, size: str | float = "body", role: str = "text") -> tuple[float, float]:
    """Return the width and the height of flowing text, in design pixels."""
    lines = flow_lines(markup, limit, size, role)
    return max((_line_width(line, size, role) for line in lines), default=0.0), len(lines) * typeset.line_height(size)


def fit_size(markup: str, wide: float, high: float, size: str | float = "body", role: str = "text") -> float:
    """Return the size at which flowing text fits into this room.

    `text.fitted` does the same for one line.
    """
    px, least = theme().size(size), typeset.min_size(size)
    while px > least and measure(markup, wide, px / theme().text_scale, role)[1] > high + px * LINE_GAP_PART:
        px = max(least, px * 0.95)
    return px / theme().text_scale


def paint(
    canvas: Canvas,
    markup: str,
    rect: Rect,
    color: str | Color = "text",
    size: str | float = "body",
    align: float = 0.0,
    role: str = "text",
) -> float:
    """Draw text from the top of the rectangle, and return the height used.

    The text shrinks if it does not fit (see `text.fitted`).
    """
    size = fit_size(markup, rect.w, rect.h, size, role)
    return paint_lines(canvas, flow_lines(markup, rect.w, size, role), rect, color, size, align, role)


def paint_lines(
    canvas: Canvas,
    lines: list[list[PlacedRun]],
    rect: Rect,
    color: str | Color = "text",
    size: str | float = "body",
    align: float = 0.0,
    role: str = "text",
    link: str = "",
) -> float:
    """Draw the lines from `flow_lines`, and underline the span of this link."""
    step = typeset.line_height(size)
    y = rect.top - (step + typeset.cap_height(role, size)) / 2
    side = theme().size(size) * 1.15
    for line in lines:
        x = rect.x + (rect.w - _line_width(line, size, role)) * align if align else rect.x
        for placed in line:
            run, ink = placed.run, placed.run.color or color
            if run.icon:
                middle = y + typeset.cap_height(role, size) / 2
                tint = ink if run.color else theme().tints.get(run.text, ink)
                canvas.icon(run.text, Rect(x + placed.x + 1, middle - side / 2, side, side), tint)
            else:
                wide = canvas.text(run.text, x + placed.x, y, ink, size, _font_role(run, role))
                if link and run.link == link:
                    canvas.fill(Rect(x + placed.x, y - 3, wide, 1), ink)
        y -= step
    return len(lines) * step


def link_at(lines: list[list[PlacedRun]], x: float, down: float, size: str | float = "body", role: str = "text") -> str:
    """Return the link of the span at a point, or "".

    The point is measured from the upper left corner of the text.
    """
    number = int(down // typeset.line_height(size))
    for placed in lines[number] if 0 <= number < len(lines) else ():
        if placed.run.link and placed.x <= x < placed.x + _run_width(placed.run, size, role):
            return placed.run.link
    return ""


def render_image(
    markup: str,
    wide: float,
    size: float,
    scale: float,
    color: str | Color = "text",
    align: float = 0.0,
    role: str = "text",
) -> Image.Image:
    """Return a picture of the text, as high as the text needs, for drawing with Pillow.

    Lengths are in design pixels.
    """
    lines = flow_lines(markup, wide, size, role)
    step = typeset.line_height(size)
    picture = Image.new("RGBA", (max(1, round(wide * scale)), max(1, round(len(lines) * step * scale))))
    px, side = theme().size(size) * scale, theme().size(size) * 1.15
    cap = typeset.cap_height(role, size)
    pen = ImageDraw.Draw(picture)
    for i, line in enumerate(lines):
        x = (wide - _line_width(line, size, role)) * align
        base = (i * step + (step + cap) / 2) * scale
        for placed in line:
            run, ink = placed.run, theme().color(placed.run.color or color)
            at = (x + placed.x) * scale
            if run.icon:
                sign = theme().icons.get(run.text)
                if sign is not None and "icons" in theme().fonts:
                    font = ImageFont.truetype(str(theme().fonts["icons"]), side * scale)
                    pen.text((at + side * scale / 2, base - cap * scale / 2), sign, ink, font, "mm")
            else:
                font = ImageFont.truetype(
                    str(typeset.font_path(_font_role(run, role))), px, layout_engine=ImageFont.Layout.BASIC
                )
                pen.text((at, base), run.text, ink, font, "ls")
    return picture


def _font_role(run: Run, role: str) -> str:
    return "bold" if run.bold and role == "text" else role


def _icon_width(size: str | float) -> float:
    return theme().size(size) * 1.15 + ICON_GAP


def _run_width(run: Run, size: str | float, role: str) -> float:
    return _icon_width(size) if run.icon else typeset.width(run.text, _font_role(run, role), size)


def _line_width(line: list[PlacedRun], size: str | float, role: str) -> float:
    return line[-1].x + _run_width(line[-1].run, size, role) if line else 0.0


def _join_runs(line: list[PlacedRun], size: str | float, role: str) -> list[PlacedRun]:
    """Join adjacent words of the same style into one run."""
    out: list[PlacedRun] = []
    for placed in line:
        if out and not placed.run.icon and not out[-1].run.icon:
            before = out[-1]
            same = before.run.has_same_style(placed.run)
            gap = placed.x - before.x - _run_width(before.run, size, role)
            space = typeset.width(" ", _font_role(placed.run, role), size)
            if same and gap < 0.01:
                out[-1] = PlacedRun(before.x, before.run.with_text(before.run.text + placed.run.text))
                continue
            if same and abs(gap - space) < space * 0.6:
                out[-1] = PlacedRun(before.x, before.run.with_text(f"{before.run.text} {placed.run.text}"))
                continue
        out.append(placed)
    return out
