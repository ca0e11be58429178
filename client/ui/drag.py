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

from client.ui.canvas import Canvas

DRAG_THRESHOLD_PIXELS = 6.0
"""Design pixels that the pointer must move before a press becomes a drag."""


@dataclass(slots=True)
class DragSource:
    """A thing that the player can drag from a widget.

    `payload` is called when the drag begins. If it returns None, the drag is forbidden.
    """

    payload: Callable[[], object]
    paint_ghost: Callable[[Canvas, float, float], None] | None = None
    """A function that draws the dragged thing at the pointer.

    By default, the widget is drawn half transparent.
    """
    on_cancel: Callable[[], None] | None = None
    """A function that is called after a drop at a place where no widget accepts it."""


@dataclass(slots=True)
class DropTarget:
    """The ability of a widget to accept drops.

    `accepts` returns True, or the reason for refusal in words.
    """

    accepts: Callable[[object], bool | str]
    on_drop: Callable[[object, float, float], None]
