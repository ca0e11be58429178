"""Coach: a panel with the text of a lesson, and a spotlight on the lesson's subject."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from client.ui.canvas import Canvas
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.widget import Widget, relayout

WIDE = 286.0
WIDE_DIALOG_WIDTH = 600.0
"""Design pixels: width of the coach above a wide dialog."""
TOP = 526.0
"""Design pixels: upper edge of the panel, below the two seats."""


class Spotlight(Widget):
    """Overlay that dims everything except some rectangles; the pointer passes through it."""

    transparent = True

    def __init__(self) -> None:
        super().__init__("Spotlight")
        self.at: tuple[Rect, ...] = ()

    def illuminate(self, *rects: Rect) -> None:
        """Keep only the given rectangles bright; if there are none, dim nothing."""
        if rects != self.at:
            self.at = rects
            self.touch()

    def paint(self, canvas: Canvas) -> None:
        """Paint the dark area around the bright rectangles, and a frame around them."""
        if not self.at:
            return
        whole = self.rect
        xs = sorted({whole.x, whole.right, *(x for r in self.at for x in (r.x, r.right))})
        ys = sorted({whole.y, whole.top, *(y for r in self.at for y in (r.y, r.top))})
        for y0, y1 in pairwise(ys):
            run = xs[0]
            for x0, x1 in pairwise(xs):
                if any(r.contains((x0 + x1) / 2, (y0 + y1) / 2) for r in self.at):
                    if x0 > run:
                        canvas.fill(Rect(run, y0, x0 - run, y1 - y0), (3, 5, 9, 118))
                    run = x1
            if xs[-1] > run:
                canvas.fill(Rect(run, y0, xs[-1] - run, y1 - y0), (3, 5, 9, 118))
        for r in self.at:
            canvas.box("focus", r.inset(-2))


class Coach(Panel):
    """Panel with the title and the text of a lesson, and with buttons to step through the lessons."""

    def __init__(
        self,
        on_next: Callable[[], object],
        on_back: Callable[[], object],
        on_leave: Callable[[], object],
        wide: float = WIDE,
    ) -> None:
        """Create the panel with this width in design pixels."""
        self.avoid: Rect | None = None
        self.aside = False
        """True while the coach has moved out of the way."""
        self.text = Label("", markup=True, wrap=True, width=wide - 28, name="Lesson")
        self.refusal = Label("", "warn", "small", markup=True, wrap=True, width=wide - 28, visible=False)
        self.next = Button("Next", on_next, look="primary", size="small", name="Next lesson")
        self.back = Button("Back", on_back, size="small", name="Previous lesson")
        self.leave = Button("Leave", on_leave, size="small", name="Leave the tutorial")
        buttons = Row(self.back, self.leave, Space(grow=1), self.next, gap=6, align="center")
        super().__init__(Column(self.text, self.refusal, buttons, gap=9), "Learn to play", 14, "dialog",
                         region="coach", width=wide)  # fmt: skip

    def show_lesson(self, title: str, text: str, note: str) -> None:
        """Show the text of another lesson."""
        self.title, self.note, self.text.text = title, note, text
        self.refuse("")

    def refuse(self, words: str) -> None:
        """Show the reason why the player's action was refused."""
        self.refusal.text, self.refusal.visible = words, bool(words)

    def panel_rect(self, size: tuple[float, float], window: Rect) -> Rect:
        """Return the rectangle of the panel.

        The panel is at the left, below the seats at the upper edge. If a dialog would cover it, it is above the dialog.
        """
        top = window.top - (720 - TOP)
        rect = Rect(window.x + 6, top - size[1], *size)
        other = self.avoid
        if other is None or other.x >= rect.right or other.top <= rect.y:
            return rect
        return Rect(max(other.x, window.x + 306), other.top + 8, size[0], size[1])

    def move_away_from(self, rect: Rect | None) -> None:
        """Move the panel so that it does not cover a dialog; None means that there is no dialog."""
        if rect != self.avoid:
            self.avoid = rect
            self.width = WIDE if rect is None or rect.w < 500 else WIDE_DIALOG_WIDTH
            self.text.width = self.refusal.width = self.width - 28
            relayout(self)
