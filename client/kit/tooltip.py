"""The tooltip: what the thing under the pointer (or with the focus, key I) is, after a quarter of a second."""

from __future__ import annotations

from client.kit import richtext
from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.widget import Widget

DELAY = 0.25
WIDEST = 320.0
GAP = 6.0
PAD = 9.0


class Tooltip(Widget):
    """Holds what is shown; the user interface places and draws it above everything."""

    def __init__(self) -> None:
        super().__init__("tooltip", visible=False)
        self.text = ""
        self.waiting = 0.0
        self.pinned = False
        """Shown by key: stays until the next press or key."""
        self._for: tuple[str | Widget, Rect] | None = None

    def follow(self, content: str | Widget | None, beside: Rect, dt: float, window: Rect) -> None:
        """Time passes with the pointer over something that says this (or nothing)."""
        if self.pinned:
            return
        if not content:
            self.hide()
            return
        if self.visible and self._shows(content, beside):
            return
        # From one thing to the next the tooltip follows at once, only the first needs patience.
        self.waiting += dt
        if self.visible or self.waiting >= DELAY:
            self.show(content, beside, window)

    def _shows(self, content: str | Widget, beside: Rect) -> bool:
        """Whether it shows this; a widget made anew for the same thing counts as the same."""
        if self._for is None or self._for[1] != beside:
            return False
        before = self._for[0]
        return before == content or (isinstance(before, Widget) and isinstance(content, Widget))

    def show(self, content: str | Widget, beside: Rect, window: Rect) -> None:
        """Show it now beside a rectangle, within the window and not upon the rectangle."""
        self._for = (content, beside)
        for child in list(self.children):
            child.parent = None
        self.children = []
        if isinstance(content, Widget):
            self.text = ""
            content.parent = self
            self.children = [content]
            w, h = content.wish(WIDEST)
        else:
            self.text = content
            w, h = richtext.measure(content, WIDEST)
        rect = beside_of(beside, w + 2 * PAD, h + 2 * PAD, window)
        self.visible = True
        self.place(rect)
        self.touch_tree()

    def hide(self) -> None:
        """Nothing to say."""
        self.visible = self.pinned = False
        self.waiting = 0.0
        self._for = None

    def arrange(self) -> None:
        """A widget inside has some room around."""
        for child in self.children:
            child.place(self.rect.inset(PAD))

    def paint(self, canvas: Canvas) -> None:
        """The box, and the text if it is only text."""
        canvas.box("tooltip", self.rect)
        if self.text:
            inner = self.rect.inset(PAD)
            richtext.paint(canvas, self.text, Rect(inner.x, inner.y, inner.w + 1, inner.h))


def beside_of(beside: Rect, w: float, h: float, window: Rect, gap: float = GAP) -> Rect:
    """A rectangle of this size above the other, else below, else beside it; always within the window."""
    x = min(max(window.x + 4, beside.x + beside.w / 2 - w / 2), window.right - w - 4)
    if beside.top + gap + h <= window.top:
        return Rect(x, beside.top + gap, w, h)
    if beside.y - gap - h >= window.y:
        return Rect(x, beside.y - gap - h, w, h)
    y = min(max(window.y + 4, beside.y + beside.h / 2 - h / 2), window.top - h - 4)
    right = beside.right + gap
    return Rect(right if right + w <= window.right else max(window.x + 4, beside.x - gap - w), y, w, h)
