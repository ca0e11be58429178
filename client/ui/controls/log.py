"""A log of any length in rich text.

Only the lines in sight are drawn. Spans and lines react to the pointer, and tags filter.

    log = Log("Log", on_hover=board.flash, on_press=replay.go_to)
    log.append("{@card 12}Quick March{/}: Tomas crosses into {@hex 3,-2}Mine 6{/}", tags={"battle"}, link="step 41")
    log.only({"battle"}, "quick march")
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from math import ceil
from typing import Unpack

from pyglet.window import key as codes

from client.ui import richtext
from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.controls.scroll import BAR, Scroll
from client.ui.hexes import Rect
from client.ui.theme import Color
from client.ui.widget import LEFT, UNLIMITED, Live, Widget, WidgetOptions, say

PRESENT_LINE_POSITION = 0.7
"""The position of the present line in the visible part, as a fraction of the height from the top."""
ROW_MARGIN = 3.0
"""Design pixels of empty room above and below the letters of a row."""
FUTURE_OPACITY = 0.5
"""The opacity, from 0 to 1, of the lines that are still to come."""


@dataclass(slots=True, eq=False)
class LogLine:
    """One line of a log: its rich text, its tags, and the link of the whole line."""

    markup: str
    tags: frozenset[str] = frozenset()
    link: str = ""
    color: str | Color = "text"
    indent: float = 0.0
    rows: list[list[richtext.PlacedRun]] = field(default_factory=list)
    number: int = 0
    """The number of the line among all lines that the log has ever had."""
    broken: tuple[float, float] = (0.0, 0.0)
    """The width and the text size for which the line was broken into rows."""
    plain: str = ""
    """The words of the line in lower case, without markup, once they have been searched."""

    def says(self, words: str) -> bool:
        """Return True if all these words (in lower case) occur in the line."""
        if not self.plain:
            self.plain = richtext.plain(self.markup).lower()
        return all(word in self.plain for word in words.split())


class Log(Widget):
    """A widget with log lines from top to bottom.

    The newest line stays in sight, unless the player has scrolled away.
    """

    role = "log"
    focusable = True
    at = Live(-1)
    """The index, among the lines shown, of the line chosen by keys, or -1."""
    present: Live[LogLine | None] = Live(None)
    """The present line of a replay; the lines after it are still to come and are drawn paler."""
    _span = Live("")
    _under = Live(-1)

    def __init__(
        self,
        name: str,
        *,
        size: str | float = "small",
        on_hover: Callable[[str], object] | None = None,
        on_press: Callable[[str], object] | None = None,
        link_tip: Callable[[str], str | Widget | None] | None = None,
        on_line: Callable[[LogLine], object] | None = None,
        longest: int = 20_000,
        **rest: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(name, **rest)
        self.scroll: Scroll = Scroll(self, lambda: self._tops[-1], self.view, self._scrolled)
        self.size, self.longest = size, longest
        self.on_hover, self.press_action, self.link_tip = on_hover, on_press, link_tip
        self.on_line = on_line
        """A function that receives the line that was pressed, at whatever place in the line.

        If it is set, `on_press` is not called.
        """
        self.lines: list[LogLine] = []
        self.unseen = 0
        """The number of lines that arrived while the player was reading further up."""
        self._wanted: frozenset[str] | None = None
        self.aside: frozenset[str] = frozenset()
        """The tags of lines that are usually not shown.

        Such a line is shown only if the player filters by a tag or searches for words.
        """
        self._words = ""
        self.written = 0
        """The number of lines that have been appended up to now."""
        self._shown: list[LogLine] = []
        self._tops: list[float] = [0.0]
        self._flowed = self._high = self._pitch = 0.0
        self._hovered_link = ""
        self._following = True

    # Contents ---------------------------------------------------------------------------------------------------------

    def append(
        self,
        markup: str,
        tags: Collection[str] = (),
        link: str = "",
        color: str | Color = "text",
        indent: float = 0.0,
        quiet: bool = False,
    ) -> LogLine:
        """Add a line at the end.

        A `quiet` line is not news: the visible part does not move.
        """
        line = LogLine(markup, frozenset(tags), link, color, indent, number=self.written)
        self.written += 1
        self.lines.append(line)
        if len(self.lines) > self.longest:
            del self.lines[: self.longest // 10]
            self._reflow_lines()
        elif self._wants(line):
            self._shown.append(line)
            if self._flowed:
                self._measure_line(line)
        if quiet:
            pass
        elif self._following:
            self.scroll.to(self.scroll.farthest)
        elif self._wants(line):
            self.unseen += 1
        self.touch()
        return line

    def only(self, tags: Collection[str] | None, words: str = "") -> None:
        """Show only lines with one of these tags (None for all) that contain all these words."""
        self._wanted = frozenset(tags) if tags is not None else None
        self._words = words.lower().strip()
        self._reflow_lines()
        if self.present is not None:
            self.reveal_line(self.present)
        else:
            self.to_end()

    def cut(self, written: int = 0) -> None:
        """Remove all lines that were appended after the first `written` ones; by default, all lines."""
        self.lines = [line for line in self.lines if line.number < written]
        self.written = min(self.written, written)
        self._reflow_lines()
        if self.lines:
            self.to_end()
        else:
            self.scroll.to(0)

    def to_end(self) -> None:
        """Show the newest line."""
        self.unseen = 0
        self.scroll.to(self.scroll.farthest)

    def show_line(self, line: LogLine) -> None:
        """Scroll to a line and select it."""
        if line in self._shown:
            self.at = self._shown.index(line)
            self.scroll.reveal(self._tops[self.at], self._tops[self.at + 1] - self._tops[self.at])

    def reveal_line(self, line: LogLine) -> None:
        """Scroll to a line and its surroundings.

        If the filter hides the line, scroll to the last line before it that passes.
        """
        i = bisect_right(self._shown, line.number, key=lambda shown: shown.number) - 1
        if i >= 0:
            self.scroll.to(self._tops[min(i + 1, len(self._tops) - 1)] - self.view().h * PRESENT_LINE_POSITION)

    @property
    def shown(self) -> list[LogLine]:
        """The log lines that pass the filter."""
        return self._shown

    def _wants(self, line: LogLine) -> bool:
        wanted = (
            bool(line.tags & self._wanted) if self._wanted is not None else self._words or not line.tags & self.aside
        )
        return bool(wanted) and (not self._words or line.says(self._words))

    # Layout -----------------------------------------------------------------------------------------------------------

    def prefer(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the preferred size."""
        return 240, 160

    def view(self) -> Rect:
        """Return the area of the lines, with a margin at the sides."""
        return self.rect.inset(2, 2)

    def arrange(self) -> None:
        """Break the lines again if the width or the text size has changed."""
        wide, pitch = self.view().w - BAR - 8, typeset.line_height(self.size)
        if wide > 0 and (wide, pitch) != (self._flowed, self._pitch):
            self._flowed, self._pitch = wide, pitch
            self._reflow_lines()
        high, self._high = self._high, self.view().h
        if self.present is not None and high != self._high:
            self.reveal_line(self.present)
        else:
            self.scroll.to(self.scroll.farthest if self._following else self.scroll.offset)

    def _reflow_lines(self) -> None:
        self._shown = [line for line in self.lines if self._wants(line)]
        self._tops = [0.0]
        self.at = self._under = -1
        if self._flowed:
            for line in self._shown:
                self._measure_line(line)
        self.touch()

    def _measure_line(self, line: LogLine) -> None:
        room = (self._flowed - line.indent, typeset.line_height(self.size))
        if line.broken != room:
            line.rows, line.broken = richtext.flow(line.markup, room[0], self.size), room
        self._tops.append(self._tops[-1] + len(line.rows) * typeset.line_height(self.size) + 2)

    def line_at(self, x: float, y: float) -> int:
        """Return the index, among the lines shown, of the line under a point, or -1."""
        view = self.view()
        down = view.top - y + self.scroll.offset
        if not view.contains(x, y) or x >= view.right - BAR or down >= self._tops[-1]:
            return -1
        return bisect_right(self._tops, down) - 1

    def link_at(self, x: float, y: float) -> str:
        """Return the link of the span under a point, or else the link of its line, or ""."""
        i = self.line_at(x, y)
        if i < 0:
            return ""
        view, line = self.view(), self._shown[i]
        down = view.top - y + self.scroll.offset - self._tops[i]
        return richtext.link_at(line.rows, x - view.x - 6 - line.indent, down, self.size) or line.link

    # Pointer and keys -------------------------------------------------------------------------------------------------

    def on_move(self, x: float, y: float) -> None:
        """Report the link under the pointer."""
        self._under = self.line_at(x, y)
        self._span = self.link_at(x, y)
        self._tell(self._span)

    def on_pointer(self, over: bool) -> None:
        """Report that nothing is under the pointer when it leaves."""
        if not over:
            self._under, self._span = -1, ""
            self._tell("")

    def _tell(self, link: str) -> None:
        if link != self._hovered_link:
            self._hovered_link = link
            if self.on_hover is not None:
                self.on_hover(link)

    def on_release(self, x: float, y: float, button: int) -> None:
        """Follow the link of the pressed span or line."""
        link, at = self.link_at(x, y), self.line_at(x, y)
        if button != LEFT:
            return
        if self.on_line is not None and at >= 0:
            self.on_line(self._shown[at])
        elif link and self.press_action is not None:
            self.press_action(link)

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Choose a line with Up and Down; scroll with the page keys, Home and End."""
        if symbol in {codes.UP, codes.DOWN}:
            last = len(self._shown) - 1
            at = last if self.at < 0 else self.at + (1 if symbol == codes.DOWN else -1)
            if not 0 <= at <= last:
                return False
            self.show_line(self._shown[at])
            self._tell(self._shown[at].link)
            say(self, self._shown[at].markup)
            return True
        return super().on_key(symbol, modifiers)

    def on_focus(self, here: bool) -> None:
        """Clear the choice when the focus leaves."""
        if not here:
            self.at = -1
            self._tell("")

    def activate(self) -> None:
        """Follow the link of the chosen line."""
        if self.on_line is not None:
            if 0 <= self.at < len(self._shown):
                self.on_line(self._shown[self.at])
        elif 0 <= self.at < len(self._shown) and self._shown[self.at].link and self.press_action is not None:
            self.press_action(self._shown[self.at].link)

    def _scrolled(self) -> None:
        """Note that the visible part may have moved; at the end, all lines count as seen."""
        self._following = self.scroll.offset >= self.scroll.farthest - 2
        if self._following:
            self.unseen = 0

    def to_the_top(self) -> None:
        """Scroll to the first line and stay there, even before the height of the log is known."""
        self.scroll.to(0)
        self._following = False

    def tip_at(self, x: float, y: float) -> tuple[str | Widget | None, Rect]:
        """Return the tip of the link under the pointer."""
        link = self.link_at(x, y)
        if link and self.link_tip is not None:
            i = self.line_at(x, y)
            top = self.view().top + self.scroll.offset - self._tops[i]
            high = self._tops[i + 1] - self._tops[i]
            return self.link_tip(link), Rect(self.rect.x, top - high, self.rect.w, high)
        return super().tip_at(x, y)

    def _whole(self, rows: list[list[richtext.PlacedRun]], top: float) -> tuple[float, list[list[richtext.PlacedRun]]]:
        """Return the height of a line's rows above the visible part, and its rows that are fully visible."""
        view, step = self.view(), typeset.line_height(self.size)
        first = max(0, ceil((top - view.top - ROW_MARGIN) / step))
        last = max(first, int((top - view.y + ROW_MARGIN) / step))
        return first * step, rows[first:last]

    def paint(self, canvas: Canvas) -> None:
        """Draw the lines in sight, with the line under the pointer highlighted."""
        view = self.view()
        first = max(0, bisect_right(self._tops, self.scroll.offset) - 1)
        with canvas.clip(view):
            for i in range(first, len(self._shown)):
                line = self._shown[i]
                top = view.top + self.scroll.offset - self._tops[i]
                if top < view.y:
                    break
                high = self._tops[i + 1] - self._tops[i]
                lit = (line.link or self.on_line is not None) and i == self._under
                if i == self.at or lit or line is self.present:
                    mark = Rect(view.x, top - high + 1, view.w - BAR, high)
                    canvas.box("row.hover" if lit and i != self.at else "row.selected", mark)
                above, rows = self._whole(line.rows, top)
                room = Rect(view.x + 6 + line.indent, top - high, self._flowed - line.indent, high - above)
                span = self._span if i == self._under else ""
                later = self.present is not None and line.number > self.present.number
                with canvas.faded(FUTURE_OPACITY if later else 1.0):
                    richtext.paint_lines(canvas, rows, room, line.color, self.size, link=span)
                if line is self.present:
                    canvas.fill(Rect(view.x, top - high + 1, 3, high - 1), "accent")
        self.scroll.paint(canvas)
        if self.unseen:
            text = f"{self.unseen} new"
            wide = typeset.width(text, "bold", "small") + 34
            chip = Rect(view.x + (view.w - wide) / 2, view.y + 4, wide, 20)
            canvas.box("chip", chip)
            canvas.sign("down", Rect(chip.x + 8, chip.y + 4, 12, 12), "accent")
            canvas.label(text, Rect(chip.x + 20, chip.y, wide - 24, 20), "accent", "small", "bold")

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Scroll to the end if the sign for new lines is pressed."""
        view = self.view()
        if self.unseen and abs(x - view.center[0]) < 40 and y < view.y + 26:
            self.to_end()
            return True
        return super().on_press(x, y, button)

    def value(self) -> str:
        """Return the number of lines, and the text of the chosen or the last one."""
        if not self._shown:
            return "empty"
        line = self._shown[self.at if self.at >= 0 else -1]
        return f"{len(self._shown)} lines, {richtext.plain(line.markup)}"
