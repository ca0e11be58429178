"""Drag and drop: a widget carries something, another takes it or says why not.

    card.carry = Carry(lambda: card.id, ghost=lambda canvas, x, y: canvas.picture(card.small, x - 40, y - 56))
    slot.take = Take(accepts=lambda id: True if legal(id) else "Not enough mana", drop=lambda id, x, y: plan(id))

Everything that can be dragged must also be possible by pressing the widget: keys cannot drag.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from client.ui.canvas import Canvas
    from client.ui.widget import Widget

THRESHOLD = 6.0
"""Design pixels that the pointer must move before a press becomes a drag."""


@dataclass(slots=True)
class Carry:
    """What a widget gives to the pointer: `payload` is asked when the drag begins; None forbids it."""

    payload: Callable[[], Any]
    ghost: Callable[[Canvas, float, float], None] | None = None
    """Draws what hangs on the pointer; by default the widget itself, half transparent."""
    lost: Callable[[], None] | None = None
    """Called when it was dropped where nobody takes it."""


@dataclass(slots=True)
class Take:
    """What a widget does with something dropped. `accepts` gives true, or the reason why not in words."""

    accepts: Callable[[Any], bool | str]
    drop: Callable[[Any, float, float], None]


@dataclass(slots=True)
class Drag:
    """A drag under way."""

    source: Widget
    carry: Carry
    payload: Any
    start: tuple[float, float]
    at: tuple[float, float]
    target: Widget | None = None
    refusal: str = ""
    """Why the widget under the pointer does not take it."""

    def move(self, x: float, y: float, under: Widget | None) -> None:
        """The pointer is here, over this widget."""
        self.at = (x, y)
        self.target, self.refusal = None, ""
        for widget in under.lineage() if under is not None else ():
            if widget.take is not None and widget is not self.source:
                answer = widget.take.accepts(self.payload)
                self.target = widget
                self.refusal = "" if answer is True else answer or "Not here"
                return

    def end(self) -> None:
        """Let go."""
        if self.target is not None and self.target.take is not None and not self.refusal:
            self.target.take.drop(self.payload, *self.at)
        elif self.carry.lost is not None:
            self.carry.lost()

    def paint(self, canvas: Canvas) -> None:
        """The target's frame and the ghost at the pointer."""
        if self.target is not None:
            canvas.box("drop.bad" if self.refusal else "drop", self.target.rect)
        x, y = self.at
        if self.carry.ghost is not None:
            self.carry.ghost(canvas, x, y)
            return
        with canvas.shifted(x - self.start[0], y - self.start[1]), canvas.faded(0.6):
            for widget in self.source.walk():
                widget.paint(canvas)
