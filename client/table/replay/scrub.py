"""The scrub bar of a replay.

It shows marks to jump to, the present moment, and the moment under the pointer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pyglet.window import key as codes

from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.widget import LEFT, UNLIMITED, Reactive, Widget

TICK_REACH = 7.0
"""Design pixels around a mark within which the pointer selects it."""
SIDE = 9.0


class Tick(NamedTuple):
    """A mark on the bar: its position, its words, and an icon or a label.

    An icon is below the line, a label above it.
    """

    position: float
    words: str
    label: str = ""
    icon: str = ""


class ScrubBar(Widget):
    """A bar of length `total`.

    `on_seek` receives a position, and `on_tick` the mark that was pressed.
    """

    role = "position"
    focusable = True
    at = Reactive(0.0)
    _pointed = Reactive(-1.0)

    def __init__(
        self,
        name: str,
        total: float,
        ticks: Sequence[Tick],
        on_seek: Callable[[float], object],
        on_tick: Callable[[Tick], object],
        on_step: Callable[[int], object],
        words_at: Callable[[float], str],
        grow: float = 0.0,
    ) -> None:
        super().__init__(name, tip=self._explain, grow=grow)
        self.total, self.ticks = max(1.0, total), list(ticks)
        self.on_seek, self.on_tick, self.on_step, self.words_at = on_seek, on_tick, on_step, words_at
        self._pressed: Tick | None = None

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the preferred size; the bar uses all the room that it receives."""
        return 300, 44

    def line_rect(self) -> Rect:
        """Return the rectangle of the line."""
        r = self.rect
        return Rect(r.x + SIDE, r.y + r.h / 2 - 3, max(10.0, r.w - 2 * SIDE), 6)

    def x_of(self, position: float) -> float:
        """Return the x coordinate of a position."""
        line = self.line_rect()
        return line.x + line.w * min(1.0, max(0.0, position / self.total))

    def position_of(self, x: float) -> float:
        """Return the position at an x coordinate."""
        line = self.line_rect()
        return self.total * min(1.0, max(0.0, (x - line.x) / line.w))

    def tick_at(self, x: float, y: float) -> Tick | None:
        """Return the mark that the pointer selects.

        Marks with labels are above the line, those with icons below it.
        """
        above = y >= self.rect.center[1]
        near = [
            tick for tick in self.ticks if bool(tick.label) == above and abs(self.x_of(tick.position) - x) <= TICK_REACH
        ]
        return min(near, key=lambda tick: abs(self.x_of(tick.position) - x), default=None)

    # Pointer and keys -------------------------------------------------------------------------------------------------

    def on_move(self, x: float, y: float) -> None:
        """Track the pointer, so that the tooltip describes the moment under it."""
        self._pointed = x

    def on_pointer(self, over: bool) -> None:
        """Forget the pointer when it leaves."""
        self._pointed = -1.0

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Go to the pressed position, or to the mark there.

        A pressed mark stays selected and does not slip under the pointer.
        """
        if button != LEFT:
            return False
        self._pressed = self.tick_at(x, y) if abs(y - self.line_rect().center[1]) > 6 else None
        if self._pressed is not None:
            self.on_tick(self._pressed)
        else:
            self.on_seek(self.position_of(x))
        return True

    def on_drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """Go to the position of the pointer."""
        if self._pressed is None:
            self._pointed = x
            self.on_seek(self.position_of(x))

    def on_release(self, x: float, y: float, button: int) -> None:
        """Do nothing."""

    def on_scroll(self, x: float, y: float, dx: float, dy: float) -> bool:
        """Move one step for each notch of the wheel."""
        self.on_step(1 if dy < 0 else -1)
        return True

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Move by steps with Left and Right, to the ends with Home and End."""
        if symbol in (codes.LEFT, codes.RIGHT):
            self.on_step(1 if symbol == codes.RIGHT else -1)
        elif symbol in (codes.HOME, codes.END):
            self.on_seek(0.0 if symbol == codes.HOME else self.total)
        else:
            return False
        return True

    def tip_at(self, x: float, y: float) -> tuple[str | Widget | None, Rect]:
        """Return the words of the mark or the moment under the pointer."""
        tick = self.tick_at(x, y)
        words = tick.words if tick is not None else self.words_at(self.position_of(x))
        at = self.x_of(tick.position) if tick is not None else x
        return escape(words), Rect(at - 4, self.rect.y, 8, self.rect.h)

    def _explain(self) -> str:
        return escape(self.words_at(self.at))

    def paint(self, canvas: Canvas) -> None:
        """Draw the line, filled up to the present moment, with labels above, icons below, and the knob."""
        r, line = self.rect, self.line_rect()
        canvas.box("track", line)
        x = self.x_of(self.at)
        if x > line.x:
            canvas.box("fill", Rect(line.x, line.y, max(6.0, x - line.x), line.h))
        free = r.x
        for tick in self.ticks:
            at = round(self.x_of(tick.position))
            past = tick.position < self.at
            if tick.label:
                wide = typeset.width(tick.label, "bold", "tiny")
                told = at + 3 >= free and at + 3 + wide <= r.right
                canvas.fill(Rect(at - 1, line.y - 2, 2, 18 if told else 10), "accent" if past else "muted")
                if told:
                    room = Rect(at + 3, line.top + 2, wide + 1, 14)
                    canvas.label(tick.label, room, "accent" if past else "text", "tiny", "bold", 0)
                    free = room.right + 3
            else:
                canvas.icon(tick.icon, Rect(at - 5, line.y - 14, 11, 11), "bad" if past else "muted")
        if self._pointed >= 0 and self.hovered:
            canvas.fill(Rect(round(self.x_of(self.position_of(self._pointed))), line.y - 4, 1, 14), "text")
        grown = 1 if self.hovered or self.pressed or self.focused else 0
        side = 14 + 2 * grown
        canvas.box("knob", Rect(x - side / 2, line.y + 3 - side / 2, side, side))

    def value_text(self) -> str:
        """Return the present moment in words."""
        return self.words_at(self.at)
