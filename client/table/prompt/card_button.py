"""Picture of a card that the player can choose."""

from __future__ import annotations

from collections.abc import Callable

import arcade

from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.widget import Reactive, Tip, Widget

BADGE = 18
BADGE_OVERLAP = 3.0
"""Design pixels by which a badge covers the card, so that the card's title stays readable."""
LIFT = 6.0
"""Design pixels by which a card rises under the pointer."""


class CardButton(Widget):
    """Card that the player chooses by a press; it rises a little under the pointer.

    Lengths are design pixels.
    """

    role = "card"
    focusable = True
    badge = Reactive("")
    chosen = Reactive(False)

    def __init__(
        self, name: str, picture: Callable[[tuple[int, int]], arcade.Texture], size: tuple[int, int],
        on_choose: Callable[[], object] | None = None, says: Callable[[], str] = lambda: "", lift: float = LIFT,
        tip: Tip | None = None, enabled: bool = True, reason: str = "",
    ) -> None:  # fmt: skip
        self.picture, self.size, self.on_choose, self.says, self.lift = picture, size, on_choose, says, lift
        super().__init__(name, width=size[0], height=size[1] + lift, tip=tip, enabled=enabled, reason=reason)

    def set_badge(self, badge: str) -> None:
        """Set a badge, and reserve space for it."""
        self.badge, self.height = badge, self.size[1] + self.lift + BADGE - BADGE_OVERLAP

    def activate(self) -> None:
        """Choose the card."""
        if self.on_choose is not None:
            self.on_choose()

    def paint(self, canvas: Canvas) -> None:
        """Paint the face; it rises a little under the pointer."""
        up = self.lift if (self.hovered or self.focused or self.chosen) and self.enabled else 0.0
        w, h = self.size
        r = Rect(self.rect.x + (self.rect.w - w) / 2, self.rect.y + up, w, h)
        shade = 255 if self.enabled else 105
        canvas.image(self.picture(self.size), r, (shade, shade, shade, 255))
        if self.chosen or (self.hovered and self.enabled and self.on_choose is not None):
            canvas.box("focus", r.inset(-1))
        if self.badge:
            wide = typeset.width(self.badge, "bold", "tiny") + 14
            chip = Rect(r.x + (r.w - wide) / 2, r.top - BADGE_OVERLAP, wide, BADGE)
            canvas.box("step", chip)
            canvas.label(self.badge, chip, "accent", "tiny", "bold")

    def value_text(self) -> str:
        """Return the text of the card."""
        return self.says()
