"""Drag and drop: a widget offers a payload, another accepts it or gives the reason for refusal.

    card.carry = DragSource(lambda: card.id, ghost=lambda canvas, x, y: canvas.picture(card.small, x - 40, y - 56))
    slot.take = DropTarget(
        accepts=lambda id: True if legal(id) else "Not enough mana", drop=lambda id, x, y: plan(id)
    )

Everything that can be dragged must also be possible by pressing the widget: keys cannot drag.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from client.ui.widget import Widget, lineage, walk

if TYPE_CHECKING:
    from client.ui.canvas import Canvas

DRAG_THRESHOLD_PIXELS = 6.0
"""Design pixels that the pointer must move before a press becomes a drag."""


@dataclass(slots=True)
class DragSource:
    """A thing that the player can drag from a widget.

    `payload` is called when the drag begins. If it returns None, the drag is forbidden.
    """

    payload: Callable[[], object]
    ghost: Callable[[Canvas, float, float], None] | None = None
    """A function that draws the dragged thing at the pointer.

    By default, the widget is drawn half transparent.
    """
    lost: Callable[[], None] | None = None
    """A function that is called after a drop at a place where no widget accepts it."""


@dataclass(slots=True)
class DropTarget:
    """The ability of a widget to accept drops.

    `accepts` returns True, or the reason for refusal in words.
    """

    accepts: Callable[[object], bool | str]
    drop: Callable[[object, float, float], None]


@dataclass(slots=True)
class Drag:
    """A drag that is in progress."""

    source: Widget
    carry: DragSource
    payload: object
    start: tuple[float, float]
    at: tuple[float, float]
    target: Widget | None = None
    refusal: str = ""
    """The reason why the widget under the pointer refuses the drop."""

    def move(self, x: float, y: float, under: Widget | None) -> None:
        """Move the dragged thing to this point, over this widget."""
        self.at = (x, y)
        self.target, self.refusal = None, ""
        for widget in lineage(under) if under is not None else ():
            if widget.take is not None and widget is not self.source:
                answer = widget.take.accepts(self.payload)
                self.target = widget
                self.refusal = "" if answer is True else answer or "Not here"
                return

    def end(self) -> None:
        """Drop the payload."""
        if self.target is not None and self.target.take is not None and not self.refusal:
            self.target.take.drop(self.payload, *self.at)
        elif self.carry.lost is not None:
            self.carry.lost()

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame of the target and the ghost at the pointer."""
        if self.target is not None:
            canvas.box("drop.bad" if self.refusal else "drop", self.target.rect)
        x, y = self.at
        if self.carry.ghost is not None:
            self.carry.ghost(canvas, x, y)
            return
        with canvas.shifted(x - self.start[0], y - self.start[1]), canvas.faded(0.6):
            for widget in walk(self.source):
                widget.paint(canvas)
