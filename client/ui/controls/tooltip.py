"""The tooltip: a description of the widget under the pointer, or (key I) with the focus.

It appears after a quarter of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from client.ui import richtext
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.widget import Widget, requested_size

DELAY_SECONDS = 0.25
MAX_WIDTH = 320.0
GAP = 6.0
PAD = 9.0
SEARCH_STEP = 20
"""Design pixels between two candidate positions for a tooltip."""


class Tooltip(Widget):
    """The tooltip itself; the user interface places it and draws it above all other widgets."""

    def __init__(self) -> None:
        super().__init__("tooltip", visible=False)
        self.text = ""
        self.waiting = 0.0
        self.pinned = False
        """True if a key has shown the tooltip, which then stays until the next press or key."""
        self._subject: tuple[str | Widget, Rect] | None = None

    def track(
        self, content: str | Widget | None, beside: Rect, dt: float, window: Rect, clear: Callable[[], Sequence[Rect]]
    ) -> None:
        """Update the tooltip for the content under the pointer, which may be none."""
        if self.pinned:
            return
        if not content:
            self.hide()
            return
        if self.visible and self._is_showing(content, beside):
            return
        # Only the first tooltip is delayed; the next ones follow at once.
        self.waiting += dt
        if self.visible or self.waiting >= DELAY_SECONDS:
            self.show(content, beside, window, clear())

    def _is_showing(self, content: str | Widget, beside: Rect) -> bool:
        """Return True if the tooltip already shows this content.

        A newly made widget for the same thing counts as the same content.
        """
        if self._subject is None or self._subject[1] != beside:
            return False
        before = self._subject[0]
        return before == content or (isinstance(before, Widget) and isinstance(content, Widget))

    def show(self, content: str | Widget, beside: Rect, window: Rect, clear: Sequence[Rect] = ()) -> None:
        """Show the content now, beside a rectangle and within the window.

        The tooltip covers neither the rectangle nor the areas to keep clear.
        """
        self._subject = (content, beside)
        for child in list(self.children):
            child.parent = None
        self.children = []
        if isinstance(content, Widget):
            self.text = ""
            content.parent = self
            self.children = [content]
            w, h = requested_size(content, MAX_WIDTH)
        else:
            self.text = content
            w, h = richtext.measure(content, MAX_WIDTH)
        rect = place_beside(beside, w + 2 * PAD, h + 2 * PAD, window, GAP, clear)
        self.visible = True
        self.place(rect)
        self.touch(tree=True)

    def hide(self) -> None:
        """Hide the tooltip."""
        self.visible = self.pinned = False
        self.waiting = 0.0
        self._subject = None

    def arrange(self) -> None:
        """Place the inner widget with some room around it."""
        for child in self.children:
            child.place(self.rect.inset(PAD))

    def paint(self, canvas: Canvas) -> None:
        """Draw the box, and the text if the content is not a widget."""
        canvas.box("tooltip", self.rect)
        if self.text:
            inner = self.rect.inset(PAD)
            richtext.paint(canvas, self.text, Rect(inner.x, inner.y, inner.w + 1, inner.h))


def place_beside(beside: Rect, w: float, h: float, window: Rect, gap: float = GAP, clear: Sequence[Rect] = ()) -> Rect:
    """Return a rectangle of this size above another one, or else below it or beside it.

    The rectangle is always within the window. It covers no area to keep clear, and is farther away if necessary. If
    there is no such room, it covers some of these areas: first the last in the list.
    """
    x = min(max(window.x + 4, beside.x + beside.w / 2 - w / 2), window.right - w - 4)
    y = min(max(window.y + 4, beside.y + beside.h / 2 - h / 2), window.top - h - 4)
    above, below = Rect(x, beside.top + gap, w, h), Rect(x, beside.y - gap - h, w, h)
    right, left = Rect(beside.right + gap, y, w, h), Rect(beside.x - gap - w, y, w, h)
    fits = above.top <= window.top, below.y >= window.y, right.right <= window.right, left.x >= window.x + 4
    ways = [way for way, whole in zip((above, below, right, left), fits) if whole]
    for way in ways:
        if not any(overlaps(way, kept) for kept in clear):
            return way
    for number in range(len(clear), 0, -1):
        found = _nearest_free_rect(ways[0] if ways else beside, w, h, window, (beside, *clear[:number]))
        if found is not None:
            return found
    return ways[0] if ways else Rect(max(window.x + 4, left.x), y, w, h)


def overlaps(one: Rect, other: Rect) -> bool:
    """Return True if two rectangles overlap.

    >>> overlaps(Rect(0, 0, 10, 10), Rect(9, 9, 5, 5)), overlaps(Rect(0, 0, 10, 10), Rect(10, 0, 5, 5))
    (True, False)
    """
    return one.x < other.right and other.x < one.right and one.y < other.top and other.y < one.top


def _nearest_free_rect(to: Rect, w: float, h: float, window: Rect, clear: Sequence[Rect]) -> Rect | None:
    """Return the nearest free room of this size, on a coarse grid, or None if there is none."""
    across = range(int(window.x) + 4, int(window.right - w) - 3, SEARCH_STEP)
    up = range(int(window.y) + 4, int(window.top - h) - 3, SEARCH_STEP)
    cx, cy = to.center
    rooms = sorted(((x + w / 2 - cx) ** 2 + (y + h / 2 - cy) ** 2, x, y) for x in across for y in up)
    for _, x, y in rooms:
        room = Rect(float(x), float(y), w, h)
        if not any(overlaps(room, kept) for kept in clear):
            return room
    return None
