"""Scrolling: the offset, the wheel, the bar and the page keys of content that is higher than its room."""

from __future__ import annotations

from collections.abc import Callable

from pyglet.window import key as codes

from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.widget import Widget

BAR_WIDTH = 10.0
"""The width of a scroll bar, in design pixels."""
WHEEL_STEP = 48.0
"""Design pixels by which one notch of the wheel scrolls."""


class Scroll:
    """The scrolling of a widget, which sets it as its `scroll`, draws its content at the `offset`, and paints the bar.

    `total` returns the height of the content, and `view` the visible area. `on_change` is called after each scrolling.
    """

    def __init__(
        self,
        widget: Widget,
        total: Callable[[], float],
        view: Callable[[], Rect],
        on_change: Callable[[], object] = lambda: None,
    ) -> None:
        self._widget, self._total, self._view, self._on_change = widget, total, view, on_change
        self.offset = 0.0
        """The height of the content above the visible part, in design pixels."""
        self._grip: float | None = None
        self.dragging = False
        """True from a press on the bar until the release."""

    @property
    def max_offset(self) -> float:
        """The largest offset."""
        return max(0.0, self._total() - self._view().h)

    def scroll_to(self, offset: float) -> None:
        """Scroll to an offset, clamped to the content."""
        offset = max(0.0, min(self.max_offset, offset))
        if offset != self.offset:
            self.offset = offset
            self._widget.touch()
        self._on_change()

    def reveal(self, top: float, height: float) -> None:
        """Scroll just far enough to show this part of the content."""
        if top < self.offset:
            self.scroll_to(top)
        elif top + height > self.offset + self._view().h:
            self.scroll_to(top + height - self._view().h)

    def bar_rects(self) -> tuple[Rect, Rect] | None:
        """Return the rectangles of the bar and of its handle, or None if the content fits."""
        view, total = self._view(), self._total()
        if total <= view.h + 0.5:
            return None
        track = Rect(view.right - BAR_WIDTH, view.y, BAR_WIDTH, view.h)
        high = max(24.0, track.h * view.h / total)
        top = track.top - (track.h - high) * (self.offset / self.max_offset if self.max_offset else 0.0)
        return track, Rect(track.x + 2, top - high, BAR_WIDTH - 4, high)

    # Input ------------------------------------------------------------------------------------------------------------

    def wheel(self, dy: float) -> bool:
        """Scroll by the wheel; return False at the ends, so that the widget around this one may scroll."""
        before = self.offset
        self.scroll_to(self.offset - dy * WHEEL_STEP)
        return self.offset != before

    def press(self, x: float, y: float) -> bool:
        """Grip the handle of the bar, or scroll by a page beside it; return False if the press is not on the bar."""
        bar = self.bar_rects()
        if bar is None or not bar[0].contains(x, y):
            return False
        knob = bar[1]
        self.dragging, self._grip = True, y - knob.top if knob.y <= y <= knob.top else None
        if self._grip is None:
            self.scroll_to(self.offset + self._view().h * (0.9 if y < knob.y else -0.9))
        return True

    def drag(self, y: float) -> None:
        """Scroll as the handle is dragged."""
        bar = self.bar_rects()
        if self._grip is not None and bar is not None:
            track, knob = bar
            part = (track.top - (y - self._grip)) / (track.h - knob.h) if track.h > knob.h else 0.0
            self.scroll_to(part * self.max_offset)

    def release(self) -> None:
        """Release the bar."""
        self.dragging, self._grip = False, None

    def key(self, symbol: int) -> bool:
        """Handle the page keys, Home and End."""
        page = self._view().h * 0.9
        goal = {codes.PAGEUP: self.offset - page, codes.PAGEDOWN: self.offset + page,
                codes.HOME: 0.0, codes.END: self.max_offset}  # fmt: skip
        if symbol not in goal:
            return False
        self.scroll_to(goal[symbol])
        return True

    def paint(self, canvas: Canvas) -> None:
        """Draw the bar, if the content does not fit."""
        bar = self.bar_rects()
        if bar is not None:
            canvas.fill(Rect(bar[0].x + 4, bar[0].y, 2, bar[0].h), "track")
            canvas.box("button.hover" if self._grip is not None else "button", bar[1])
