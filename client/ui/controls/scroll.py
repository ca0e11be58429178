"""Scrolling: the wheel, the bar and the offset, for content that is higher than its room."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Unpack

from pyglet.window import key as codes

from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.widget import LEFT, Live, Widget, WidgetOptions

BAR = 10.0
"""The width of a scroll bar, in design pixels."""
WHEEL_STEP = 48.0
"""Design pixels by which one notch of the wheel scrolls."""


class Scroller(Widget, ABC):
    """A widget whose content is higher than its room; the base class of lists and logs."""

    focusable = True
    offset = Live(0.0)
    """The height of the content above the visible part, in design pixels."""

    def __init__(self, name: str = "", **rest: Unpack[WidgetOptions]) -> None:
        super().__init__(name, **rest)
        self._grip: float | None = None

    @abstractmethod
    def total(self) -> float:
        """Return the height of the content."""

    def view(self) -> Rect:
        """Return the visible area."""
        return self.rect

    @property
    def farthest(self) -> float:
        """The largest offset."""
        return max(0.0, self.total() - self.view().h)

    def scroll_to(self, offset: float) -> None:
        """Scroll to an offset, clamped to the content."""
        self.offset = max(0.0, min(self.farthest, offset))

    def reveal(self, top: float, height: float) -> None:
        """Scroll just far enough to show this part of the content."""
        if top < self.offset:
            self.scroll_to(top)
        elif top + height > self.offset + self.view().h:
            self.scroll_to(top + height - self.view().h)

    def _bar(self) -> tuple[Rect, Rect] | None:
        view, total = self.view(), self.total()
        if total <= view.h + 0.5:
            return None
        track = Rect(view.right - BAR, view.y, BAR, view.h)
        high = max(24.0, track.h * view.h / total)
        top = track.top - (track.h - high) * (self.offset / self.farthest if self.farthest else 0.0)
        return track, Rect(track.x + 2, top - high, BAR - 4, high)

    def on_scroll(self, x: float, y: float, dx: float, dy: float) -> bool:
        """Scroll by the wheel; return False at the ends, so that the widget around this one may scroll."""
        before = self.offset
        self.scroll_to(self.offset - dy * WHEEL_STEP)
        return self.offset != before

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Grip the scroll bar, or scroll by a page if the press is beside its handle."""
        bar = self._bar()
        if button == LEFT and bar is not None and bar[0].contains(x, y):
            knob = bar[1]
            if knob.y <= y <= knob.top:
                self._grip = y - knob.top
            else:
                self.scroll_to(self.offset + self.view().h * (0.9 if y < knob.y else -0.9))
                self._grip = None
            return True
        return super().on_press(x, y, button)

    def on_drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """Scroll as the bar is dragged."""
        bar = self._bar()
        if self._grip is not None and bar is not None:
            track, knob = bar
            part = (track.top - (y - self._grip)) / (track.h - knob.h) if track.h > knob.h else 0.0
            self.scroll_to(part * self.farthest)

    def on_release(self, x: float, y: float, button: int) -> None:
        """Release the bar."""
        self._grip = None

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Handle the page keys, Home and End."""
        page = self.view().h * 0.9
        goal = {codes.PAGEUP: self.offset - page, codes.PAGEDOWN: self.offset + page,
                codes.HOME: 0.0, codes.END: self.farthest}  # fmt: skip
        if symbol not in goal:
            return False
        self.scroll_to(goal[symbol])
        return True

    def paint_bar(self, canvas: Canvas) -> None:
        """Draw the scroll bar, if the content does not fit."""
        bar = self._bar()
        if bar is not None:
            canvas.fill(Rect(bar[0].x + 4, bar[0].y, 2, bar[0].h), "track")
            canvas.box("button.hover" if self._grip is not None else "button", bar[1])
