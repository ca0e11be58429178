"""A box with an optional title around another widget."""

from __future__ import annotations

from typing import Unpack

from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.widget import UNLIMITED, NamedWidgetOptions, Reactive, Widget, requested_size


class Panel(Widget):
    """A box with an optional title and one child inside.

    If `solid` is set, the pointer does not reach the widgets below.
    """

    solid = True
    role = "panel"
    TITLE = 26.0

    title = Reactive("")
    note = Reactive("")
    """The small text at the right of the title."""
    box = Reactive("panel")

    def __init__(
        self,
        child: Widget | None = None,
        title: str = "",
        pad: float = 8.0,
        box: str = "panel",
        note: str = "",
        **rest: Unpack[NamedWidgetOptions],
    ) -> None:
        rest.setdefault("name", title)
        super().__init__(**rest)
        self.title, self.box, self.note = title, box, note
        self.pad = pad
        if child is not None:
            self.add(child)

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the size of the child, with the title and the room around it."""
        sizes = [requested_size(child, limit - 2 * self.pad) for child in self.children]
        top = self.TITLE if self.title else 0.0
        wide = max([typeset.width(self.title, "bold", "small") + 20, *(w for w, _ in sizes)])
        return wide + 2 * self.pad, max((h for _, h in sizes), default=0.0) + 2 * self.pad + top

    def inner_rect(self) -> Rect:
        """Return the rectangle of the child."""
        r = self.rect.inset(self.pad)
        return Rect(r.x, r.y, r.w, max(0.0, r.h - self.TITLE)) if self.title else r

    def arrange(self) -> None:
        """Place the child below the title."""
        for child in self.children:
            child.place(self.inner_rect())

    def paint(self, canvas: Canvas) -> None:
        """Draw the box and the title."""
        canvas.box(self.box, self.rect)
        if self.title:
            side, down = max(8.0, self.pad), max(3.0, self.pad * 0.4)
            strip = Rect(self.rect.x + side, self.rect.top - self.TITLE - down, self.rect.w - 2 * side, self.TITLE)
            title = self.title.upper()
            size = typeset.fit_size(f"{title}   {self.note}", strip.w, strip.h, "bold", "small")
            wide = typeset.width(self.note, size=size) if self.note else 0.0
            canvas.label(title, Rect(strip.x, strip.y, strip.w - wide - 6, strip.h), "accent", size, "bold", 0)
            if self.note:
                canvas.label(self.note, strip, "muted", size, align=1)


class DimOverlay(Widget):
    """A dimmed cover over the widgets behind it, which blocks the pointer."""

    solid = True

    def paint(self, canvas: Canvas) -> None:
        """Cover the whole rectangle."""
        canvas.fill(self.rect, "veil")
