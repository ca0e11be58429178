"""Tabs: several widgets in one place, one of which is shown, with titles to choose from."""

from __future__ import annotations

from collections.abc import Callable

from pyglet.window import key as codes

from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.widget import LEFT, UNLIMITED, Reactive, Widget, announce, requested_size


class TabStrip(Widget):
    """The titles of the tabs; Left and Right or a press choose one."""

    role = "tabs"
    focusable = True
    at = Reactive(0)

    def __init__(self, owner: Tabs, name: str) -> None:
        super().__init__(name)
        self.owner = owner

    def title_rects(self) -> list[Rect]:
        """Return the rectangles of the titles."""
        x, out = self.rect.x, []
        for title in self.owner.titles:
            wide = typeset.width(title, "bold") + 22 + (20 if self.owner.badges.get(title) else 0)
            out.append(Rect(x, self.rect.y, wide, self.rect.h))
            x += wide + 2
        return out

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Show the pressed tab."""
        if button == LEFT:
            for i, span in enumerate(self.title_rects()):
                if span.contains(x, y):
                    self.owner.show(i)
        return button == LEFT

    def on_release(self, x: float, y: float, button: int) -> None:
        """Do nothing."""

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Show the previous tab with Left, and the next one with Right."""
        by = {codes.LEFT: -1, codes.RIGHT: 1}.get(symbol, 0)
        if not by or not 0 <= self.at + by < len(self.owner.titles):
            return False
        self.owner.show(self.at + by)
        return True

    def on_move(self, x: float, y: float) -> None:
        """Highlight the title under the pointer."""
        self.touch()

    def paint(self, canvas: Canvas) -> None:
        """Draw the titles, with a line under the title of the shown tab."""
        pointer = self.ui.pointer if self.ui is not None and self.hovered else (-1.0, -1.0)
        canvas.fill(Rect(self.rect.x, self.rect.y, self.rect.w, 1), "line")
        for i, (title, span) in enumerate(zip(self.owner.titles, self.title_rects(), strict=True)):
            chosen = i == self.at
            if span.contains(*pointer) and not chosen:
                canvas.box("ghost.hover", span.inset(1))
            badge = self.owner.badges.get(title, "")
            room = Rect(span.x + 11, span.y, span.w - 22 - (20 if badge else 0), span.h)
            canvas.label(title, room, "accent" if chosen else "muted", role="bold", align=0)
            if badge:
                chip = Rect(span.right - 26, span.y + (span.h - 17) / 2, 20, 17)
                canvas.box("chip", chip)
                canvas.label(badge, chip, "text", "small", "bold")
            if chosen:
                canvas.fill(Rect(span.x + 4, span.y, span.w - 8, 2), "accent")

    def value_text(self) -> str:
        """Return the title and the number of the shown tab."""
        return f"{self.owner.titles[self.at]}, {self.at + 1} of {len(self.owner.titles)}" if self.owner.titles else ""


class Tabs(Widget):
    """Several widgets in one place, one of which is shown.

    An example: `Tabs("Side", {"Log": log, "Chat": chat})`.
    """

    STRIP = 30.0

    def __init__(
        self, name: str, pages: dict[str, Widget], on_change: Callable[[str], object] | None = None, grow: float = 0.0
    ) -> None:
        super().__init__(grow=grow)
        self.titles = list(pages)
        self.pages = list(pages.values())
        self.badges: dict[str, str] = {}
        self.on_change = on_change
        self.strip = TabStrip(self, name)
        self.add(self.strip, *self.pages)
        self.show(0)

    @property
    def current_title(self) -> str:
        """The title of the shown tab."""
        return self.titles[self.strip.at]

    def show(self, which: int | str) -> None:
        """Show a tab and remove its badge."""
        at = self.titles.index(which) if isinstance(which, str) else which
        changed = at != self.strip.at
        self.strip.at = at
        for i, page in enumerate(self.pages):
            page.visible = i == at
        self.set_badge(self.titles[at], "")
        if changed:
            announce(self, self.strip.describe())
            if self.on_change is not None:
                self.on_change(self.titles[at])

    def set_badge(self, title: str, text: str) -> None:
        """Set the badge beside a title, usually the number of new entries."""
        if self.badges.get(title, "") != text:
            self.badges[title] = text
            self.strip.touch()

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the size of the largest page, with the titles."""
        sizes = [requested_size(page, limit) for page in self.pages]
        return max((w for w, _ in sizes), default=0.0), max((h for _, h in sizes), default=0.0) + self.STRIP + 4

    def arrange(self) -> None:
        """Place the titles above and the page below them."""
        r = self.rect
        self.strip.place(Rect(r.x, r.top - self.STRIP, r.w, self.STRIP))
        for page in self.pages:
            page.place(Rect(r.x, r.y, r.w, max(0.0, r.h - self.STRIP - 4)))
