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
from client.ui.controls.scroll import BAR_WIDTH, Scroll
from client.ui.hexes import Rect
from client.ui.theme import Color
from client.ui.widget import LEFT, UNLIMITED, Reactive, Widget, WidgetOptions, announce

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
    wrapped_for: tuple[float, float] = (0.0, 0.0)
    """The width and the text size for which the line was broken into rows."""
    plain_text: str = ""
    """The words of the line in lower case, without markup, once they have been searched."""

    def contains_words(self, words: str) -> bool:
        """Return True if all these words (in lower case) occur in the line."""
        if not self.plain_text:
            self.plain_text = richtext.plain_text(self.markup).lower()
        return all(word in self.plain_text for word in words.split())


class Log(Widget):
    """A widget with log lines from top to bottom.

    The newest line stays in sight, unless the player has scrolled away.
    """

    role = "log"
    focusable = True
    chosen_row = Reactive(-1)
    """The index, among the lines shown, of the line chosen by keys, or -1."""
    current_line: Reactive[LogLine | None] = Reactive(None)
    """The present line of a replay; the lines after it are still to come and are drawn paler."""
    _hovered_span = Reactive("")
    _hovered_row = Reactive(-1)

    def __init__(
        self,
        name: str,
        *,
        size: str | float = "small",
        on_hover: Callable[[str], object] | None = None,
        on_press: Callable[[str], object] | None = None,
        link_tip: Callable[[str], str | Widget | None] | None = None,
        on_line: Callable[[LogLine], object] | None = None,
        max_lines: int = 20_000,
        **rest: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(name, **rest)
        self.scroll: Scroll = Scroll(self, lambda: self._tops[-1], self.content_rect, self._on_scroll)
        self.size, self.max_lines = size, max_lines
        self.on_hover, self.press_action, self.link_tip = on_hover, on_press, link_tip
        self.on_line = on_line
        """A function that receives the line that was pressed, at whatever place in the line.

        If it is set, `on_press` is not called.
        """
        self.lines: list[LogLine] = []
        self.unseen_count = 0
        """The number of lines that arrived while the player was reading further up."""
        self._filter_tags: frozenset[str] | None = None
        self.hidden_tags: frozenset[str] = frozenset()
        """The tags of lines that are usually not shown.

        Such a line is shown only if the player filters by a tag or searches for words.
        """
        self._filter_words = ""
        self.appended_count = 0
        """The number of lines that have been appended up to now."""
        self._visible_lines: list[LogLine] = []
        self._tops: list[float] = [0.0]
        self._flow_width = self._view_height = self._pitch = 0.0
        self._hovered_link = ""
        self._follows_end = True

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
        line = LogLine(markup, frozenset(tags), link, color, indent, number=self.appended_count)
        self.appended_count += 1
        self.lines.append(line)
        if len(self.lines) > self.max_lines:
            del self.lines[: self.max_lines // 10]
            self._reflow_lines()
        elif self._passes_filter(line):
            self._visible_lines.append(line)
            if self._flow_width:
                self._measure_line(line)
        if quiet:
            pass
        elif self._follows_end:
            self.scroll.scroll_to(self.scroll.max_offset)
        elif self._passes_filter(line):
            self.unseen_count += 1
        self.touch()
        return line

    def set_filter(self, tags: Collection[str] | None, words: str = "") -> None:
        """Show only lines with one of these tags (None for all) that contain all these words."""
        self._filter_tags = frozenset(tags) if tags is not None else None
        self._filter_words = words.lower().strip()
        self._reflow_lines()
        if self.current_line is not None:
            self.reveal_line(self.current_line)
        else:
            self.scroll_to_end()

    def truncate(self, written: int = 0) -> None:
        """Remove all lines that were appended after the first `written` ones; by default, all lines."""
        self.lines = [line for line in self.lines if line.number < written]
        self.appended_count = min(self.appended_count, written)
        self._reflow_lines()
        if self.lines:
            self.scroll_to_end()
        else:
            self.scroll.scroll_to(0)

    def scroll_to_end(self) -> None:
        """Show the newest line."""
        self.unseen_count = 0
        self.scroll.scroll_to(self.scroll.max_offset)

    def show_line(self, line: LogLine) -> None:
        """Scroll to a line and select it."""
        if line in self._visible_lines:
            self.chosen_row = self._visible_lines.index(line)
            self.scroll.reveal(
                self._tops[self.chosen_row], self._tops[self.chosen_row + 1] - self._tops[self.chosen_row]
            )

    def reveal_line(self, line: LogLine) -> None:
        """Scroll to a line and its surroundings.

        If the filter hides the line, scroll to the last line before it that passes.
        """
        i = bisect_right(self._visible_lines, line.number, key=lambda shown: shown.number) - 1
        if i >= 0:
            self.scroll.scroll_to(
                self._tops[min(i + 1, len(self._tops) - 1)] - self.content_rect().h * PRESENT_LINE_POSITION
            )

    @property
    def visible_lines(self) -> list[LogLine]:
        """The log lines that pass the filter."""
        return self._visible_lines

    def _passes_filter(self, line: LogLine) -> bool:
        wanted = (
            bool(line.tags & self._filter_tags)
            if self._filter_tags is not None
            else self._filter_words or not line.tags & self.hidden_tags
        )
        return bool(wanted) and (not self._filter_words or line.contains_words(self._filter_words))

    # Layout -----------------------------------------------------------------------------------------------------------

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the preferred size."""
        return 240, 160

    def content_rect(self) -> Rect:
        """Return the area of the lines, with a margin at the sides."""
        return self.rect.inset(2, 2)

    def arrange(self) -> None:
        """Break the lines again if the width or the text size has changed."""
        wide, pitch = self.content_rect().w - BAR_WIDTH - 8, typeset.line_height(self.size)
        if wide > 0 and (wide, pitch) != (self._flow_width, self._pitch):
            self._flow_width, self._pitch = wide, pitch
            self._reflow_lines()
        high, self._view_height = self._view_height, self.content_rect().h
        if self.current_line is not None and high != self._view_height:
            self.reveal_line(self.current_line)
        else:
            self.scroll.scroll_to(self.scroll.max_offset if self._follows_end else self.scroll.offset)

    def _reflow_lines(self) -> None:
        self._visible_lines = [line for line in self.lines if self._passes_filter(line)]
        self._tops = [0.0]
        self.chosen_row = self._hovered_row = -1
        if self._flow_width:
            for line in self._visible_lines:
                self._measure_line(line)
        self.touch()

    def _measure_line(self, line: LogLine) -> None:
        room = (self._flow_width - line.indent, typeset.line_height(self.size))
        if line.wrapped_for != room:
            line.rows, line.wrapped_for = richtext.flow_lines(line.markup, room[0], self.size), room
        self._tops.append(self._tops[-1] + len(line.rows) * typeset.line_height(self.size) + 2)

    def line_at(self, x: float, y: float) -> int:
        """Return the index, among the lines shown, of the line under a point, or -1."""
        view = self.content_rect()
        down = view.top - y + self.scroll.offset
        if not view.contains(x, y) or x >= view.right - BAR_WIDTH or down >= self._tops[-1]:
            return -1
        return bisect_right(self._tops, down) - 1

    def link_at(self, x: float, y: float) -> str:
        """Return the link of the span under a point, or else the link of its line, or ""."""
        i = self.line_at(x, y)
        if i < 0:
            return ""
        view, line = self.content_rect(), self._visible_lines[i]
        down = view.top - y + self.scroll.offset - self._tops[i]
        return richtext.link_at(line.rows, x - view.x - 6 - line.indent, down, self.size) or line.link

    # Pointer and keys -------------------------------------------------------------------------------------------------

    def on_move(self, x: float, y: float) -> None:
        """Report the link under the pointer."""
        self._hovered_row = self.line_at(x, y)
        self._hovered_span = self.link_at(x, y)
        self._report_hover(self._hovered_span)

    def on_pointer(self, over: bool) -> None:
        """Report that nothing is under the pointer when it leaves."""
        if not over:
            self._hovered_row, self._hovered_span = -1, ""
            self._report_hover("")

    def _report_hover(self, link: str) -> None:
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
            self.on_line(self._visible_lines[at])
        elif link and self.press_action is not None:
            self.press_action(link)

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Choose a line with Up and Down; scroll with the page keys, Home and End."""
        if symbol in {codes.UP, codes.DOWN}:
            last = len(self._visible_lines) - 1
            at = last if self.chosen_row < 0 else self.chosen_row + (1 if symbol == codes.DOWN else -1)
            if not 0 <= at <= last:
                return False
            self.show_line(self._visible_lines[at])
            self._report_hover(self._visible_lines[at].link)
            announce(self, self._visible_lines[at].markup)
            return True
        return super().on_key(symbol, modifiers)

    def on_focus(self, here: bool) -> None:
        """Clear the choice when the focus leaves."""
        if not here:
            self.chosen_row = -1
            self._report_hover("")

    def activate(self) -> None:
        """Follow the link of the chosen line."""
        if self.on_line is not None:
            if 0 <= self.chosen_row < len(self._visible_lines):
                self.on_line(self._visible_lines[self.chosen_row])
        elif (
            0 <= self.chosen_row < len(self._visible_lines)
            and self._visible_lines[self.chosen_row].link
            and self.press_action is not None
        ):
            self.press_action(self._visible_lines[self.chosen_row].link)

    def _on_scroll(self) -> None:
        """Note that the visible part may have moved; at the end, all lines count as seen."""
        self._follows_end = self.scroll.offset >= self.scroll.max_offset - 2
        if self._follows_end:
            self.unseen_count = 0

    def scroll_to_top(self) -> None:
        """Scroll to the first line and stay there, even before the height of the log is known."""
        self.scroll.scroll_to(0)
        self._follows_end = False

    def tip_at(self, x: float, y: float) -> tuple[str | Widget | None, Rect]:
        """Return the tip of the link under the pointer."""
        link = self.link_at(x, y)
        if link and self.link_tip is not None:
            i = self.line_at(x, y)
            top = self.content_rect().top + self.scroll.offset - self._tops[i]
            high = self._tops[i + 1] - self._tops[i]
            return self.link_tip(link), Rect(self.rect.x, top - high, self.rect.w, high)
        return super().tip_at(x, y)

    def _skip_hidden_rows(
        self, rows: list[list[richtext.PlacedRun]], top: float
    ) -> tuple[float, list[list[richtext.PlacedRun]]]:
        """Return the height of a line's rows above the visible part, and its rows that are fully visible."""
        view, step = self.content_rect(), typeset.line_height(self.size)
        first = max(0, ceil((top - view.top - ROW_MARGIN) / step))
        last = max(first, int((top - view.y + ROW_MARGIN) / step))
        return first * step, rows[first:last]

    def paint(self, canvas: Canvas) -> None:
        """Draw the lines in sight, with the line under the pointer highlighted."""
        view = self.content_rect()
        first = max(0, bisect_right(self._tops, self.scroll.offset) - 1)
        with canvas.clip(view):
            for i in range(first, len(self._visible_lines)):
                line = self._visible_lines[i]
                top = view.top + self.scroll.offset - self._tops[i]
                if top < view.y:
                    break
                high = self._tops[i + 1] - self._tops[i]
                lit = (line.link or self.on_line is not None) and i == self._hovered_row
                if i == self.chosen_row or lit or line is self.current_line:
                    mark = Rect(view.x, top - high + 1, view.w - BAR_WIDTH, high)
                    canvas.box("row.hover" if lit and i != self.chosen_row else "row.selected", mark)
                above, rows = self._skip_hidden_rows(line.rows, top)
                room = Rect(view.x + 6 + line.indent, top - high, self._flow_width - line.indent, high - above)
                span = self._hovered_span if i == self._hovered_row else ""
                later = self.current_line is not None and line.number > self.current_line.number
                with canvas.fade(FUTURE_OPACITY if later else 1.0):
                    richtext.paint_lines(canvas, rows, room, line.color, self.size, link=span)
                if line is self.current_line:
                    canvas.fill(Rect(view.x, top - high + 1, 3, high - 1), "accent")
        self.scroll.paint(canvas)
        if self.unseen_count:
            text = f"{self.unseen_count} new"
            wide = typeset.width(text, "bold", "small") + 34
            chip = Rect(view.x + (view.w - wide) / 2, view.y + 4, wide, 20)
            canvas.box("chip", chip)
            canvas.stroke_icon("down", Rect(chip.x + 8, chip.y + 4, 12, 12), "accent")
            canvas.label(text, Rect(chip.x + 20, chip.y, wide - 24, 20), "accent", "small", "bold")

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Scroll to the end if the sign for new lines is pressed."""
        view = self.content_rect()
        if self.unseen_count and abs(x - view.center[0]) < 40 and y < view.y + 26:
            self.scroll_to_end()
            return True
        return super().on_press(x, y, button)

    def value_text(self) -> str:
        """Return the number of lines, and the text of the chosen or the last one."""
        if not self._visible_lines:
            return "empty"
        line = self._visible_lines[self.chosen_row if self.chosen_row >= 0 else -1]
        return f"{len(self._visible_lines)} lines, {richtext.plain_text(line.markup)}"
