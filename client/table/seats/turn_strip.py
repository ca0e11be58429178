"""Two widgets of the top bar: the steps of a turn, and the order of play.

The present step is shown in a pill.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from client.table.seats.emblem import paint_emblem
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle
from client.ui.widget import Reactive, Widget
from core.engine.game import State

AT_TURN_BOX = BoxStyle((0, 0, 0, 0), (0, 0, 0, 0), (255, 206, 94, 255), 11, 1.5, (255, 196, 80, 130), 3)


class PhaseStrip(Widget):
    """A row with the steps of a turn.

    A step that is not among them is appended while it lasts.
    """

    now = Reactive("")
    """The name of the step that is shown at present."""

    def __init__(
        self, model: ViewModel, words: tuple[str, ...], asked: Callable[[], str], begun: Callable[[State], bool],
        width: float = 330.0,
    ) -> None:  # fmt: skip
        """Create the row of steps.

        `asked` returns the step in which the table asks, or "" if it asks nothing. Nothing is shown before `begun` is
        true.
        """
        super().__init__("Step of the turn", width=width, height=30.0, grow=1)
        self.model, self.words, self.asked, self.begun = model, words, asked, begun

    def phase(self) -> str:
        """Return the name of the present step of the turn."""
        return self.asked() or self.now

    def paint(self, canvas: Canvas) -> None:
        """Draw the words in a row."""
        state, r = self.model.state, self.rect
        if state is None or not self.begun(state):
            return
        now = self.phase()
        words = [*self.words, *((now,) if now and now not in self.words else ())]
        each = r.w / max(1, len(words))
        for i, word in enumerate(words):
            box = Rect(r.x + i * each, r.y, each, r.h)
            lit = word == now
            if lit:
                canvas.box("prompt.you" if word in self.words else "prompt.stop", box.inset(2, 3))
            canvas.label(word, box.inset(3, 0), "accent" if lit else "muted", 13, "bold" if lit else "text")

    def value_text(self) -> str:
        """Return the name of the present step."""
        return self.phase()


class TurnOrder(Widget):
    """The emblems of the seats in the order of play, beginning with the seat whose turn it is."""

    def __init__(self, model: ViewModel, order: Callable[[], Sequence[int]]) -> None:
        super().__init__("Turn order", width=190.0, height=30.0, tip="Order of play")
        self.model, self.order = model, order

    def paint(self, canvas: Canvas) -> None:
        """Draw the emblems, the first one highlighted."""
        r, order = self.rect, self.order()
        if not order:
            return
        canvas.label("Turn order", Rect(r.x, r.y, 68, r.h), "muted", 12, align=0)
        for i, seat in enumerate(order):
            box = Rect(r.x + 72 + 24 * i, r.y + 6, 18, 18)
            if not i:
                canvas.box(AT_TURN_BOX, box.inset(-2))
            paint_emblem(canvas, seat, self.model.palette, box)

    def value_text(self) -> str:
        """Return the order of play in words."""
        return ", ".join(self.model.names.plain_name(seat) for seat in self.order())
