"""A row of equal parts to choose one of a few values, such as filters or speeds.

The player chooses with Left and Right or with a press.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, Unpack

from pyglet.window import key as codes

from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.widget import LEFT, UNLIMITED, Reactive, Widget, WidgetOptions

T = TypeVar("T")
SIDE = 4.0
"""The smallest room at each side of the words, in design pixels."""


class Segments(Widget, Generic[T]):
    """A choice between values, all of which must differ.

    `Segments("Show", [(None, "All"), ("battle", "Battles")], None, log.only)`
    """

    role = "choice"
    focusable = True
    index = Reactive(0)
    _hovered_part = Reactive(-1)

    def __init__(
        self,
        name: str,
        options: Sequence[tuple[T, str]],
        chosen: T,
        on_change: Callable[[T], object] | None = None,
        size: str | float = "small",
        **rest: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(name, **rest)
        self.options, self.on_change, self.size = list(options), on_change, size
        self.index = next(i for i, (value, _) in enumerate(self.options) if value == chosen)

    @property
    def chosen_value(self) -> T:
        """The chosen value."""
        return self.options[self.index][0]

    def show(self, value: T) -> None:
        """Show another value as the chosen one, without calling `on_change`."""
        self.index = next((i for i, (v, _) in enumerate(self.options) if v == value), self.index)

    def choose(self, index: int) -> None:
        """Choose a value, and call `on_change` if the value changes."""
        if index != self.index:
            self.index = index
            if self.ui is not None and self.focused:
                self.ui.announcer.announce(self.describe())
            if self.on_change is not None:
                self.on_change(self.chosen_value)

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the size of the words."""
        wide = sum(typeset.width(text, "bold", self.size) + 14 for _, text in self.options)
        return wide, typeset.line_height(self.size) + 8

    def part_rects(self) -> list[Rect]:
        """Return the rectangles of the values.

        The values share the room according to the lengths of their words, which shrink if they must.
        """
        widths = [typeset.width(text, "bold", self.size) for _, text in self.options]
        shrink_mask = min(1.0, (self.rect.w - 2 * SIDE * len(widths)) / max(1.0, sum(widths)))
        widths = [wide * shrink_mask for wide in widths]
        spare = (self.rect.w - sum(widths)) / len(widths)
        x, out = self.rect.x, []
        for wide in widths:
            out.append(Rect(x, self.rect.y, wide + spare, self.rect.h))
            x += wide + spare
        return out

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Choose the pressed part."""
        if button == LEFT:
            at = self._part_at(x, y)
            if at >= 0:
                self.choose(at)
        return button == LEFT

    def on_release(self, x: float, y: float, button: int) -> None:
        """Do nothing."""

    def on_move(self, x: float, y: float) -> None:
        """Highlight the part under the pointer."""
        self._hovered_part = self._part_at(x, y)

    def on_pointer(self, over: bool) -> None:
        """Clear the highlight when the pointer leaves."""
        self._hovered_part = -1

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Choose the previous value with Left, and the next one with Right."""
        by = {codes.LEFT: -1, codes.RIGHT: 1}.get(symbol, 0)
        if not by or not 0 <= self.index + by < len(self.options):
            return False
        self.choose(self.index + by)
        return True

    def _part_at(self, x: float, y: float) -> int:
        return next((i for i, part in enumerate(self.part_rects()) if part.contains(x, y)), -1)

    def paint(self, canvas: Canvas) -> None:
        """Draw the words in a frame, with the chosen value highlighted."""
        canvas.box("field", self.rect)
        for i, ((_, text), part) in enumerate(zip(self.options, self.part_rects(), strict=True)):
            if i == self.index:
                canvas.box("row.selected", part.inset(1))
            elif i == self._hovered_part:
                canvas.box("row.hover", part.inset(1))
            ink = "accent" if i == self.index else "text" if i == self._hovered_part else "muted"
            canvas.label(text, part.inset(SIDE - 1, 0), ink, self.size, "bold")

    def value_text(self) -> str:
        """Return the chosen value and its number."""
        return f"{self.options[self.index][1]}, {self.index + 1} of {len(self.options)}"
