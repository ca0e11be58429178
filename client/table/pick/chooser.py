"""Choices without a place on the table.

They are a row of large buttons, each with its words or its picture.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from client.table.pick.board import KEY_BOX, KEY_INK
from client.table.pick.script import Pick, PickRun
from client.ui import richtext
from client.ui.canvas import Canvas
from client.ui.controls.layout import Row
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle
from client.ui.widget import Reactive, Tip, Widget

P = TypeVar("P", bound=PickRun[Pick])
CHOSEN_BOX = BoxStyle((64, 48, 14, 245), (40, 29, 8, 245), (255, 206, 94, 255), 7, 2, (255, 196, 80, 150), 5)


class Offer(NamedTuple):
    """A choice: its name, its description, its tooltip, and its painter if it has a picture."""

    name: str
    words: str = ""
    tip: Tip | None = None
    picture: Callable[[Canvas, Rect], object] | None = None


class ChoiceButton(Widget):
    """A button that makes one choice."""

    role = "choice"
    focusable = True
    chosen = Reactive(False)
    key = Reactive("")
    """The number key that chooses this button, or "" if there is none."""

    def __init__(self, offer: Offer, on_press: Callable[[], object]) -> None:
        super().__init__(offer.name, grow=1, tip=offer.tip)
        self.offer, self.on_press_it = offer, on_press

    def activate(self) -> None:
        """Make the choice of this button."""
        self.on_press_it()

    def paint(self, canvas: Canvas) -> None:
        """Paint the picture, or else the name and the words, with the key in the corner."""
        canvas.box(CHOSEN_BOX if self.chosen else "button.hover" if self.hovered else "button", self.rect)
        self._paint_offer(canvas, self.rect)
        if self.key:
            box = Rect(self.rect.x - 4, self.rect.top - 13, 17, 17)
            canvas.box(KEY_BOX, box)
            canvas.label(self.key, box, KEY_INK, 12, "bold")

    def _paint_offer(self, canvas: Canvas, r: Rect) -> None:
        if self.offer.picture is not None:
            self.offer.picture(canvas, r)
            return
        canvas.label(self.name, Rect(r.x + 6, r.top - 25, r.w - 12, 21), "accent", 14.5, "bold")
        room, words = Rect(r.x + 8, r.y + 3, r.w - 14, r.h - 30), richtext.escape(self.offer.words)
        richtext.paint(canvas, words, room, "text", richtext.fit_size(words, room.w, room.h, 12.5))

    def value_text(self) -> str:
        """Return the description of the choice."""
        return self.offer.words


class Chooser(Panel, Generic[P]):
    """A row of choices, visible while there is something to choose."""

    def __init__(
        self,
        offer: Callable[[P, Pick], Offer | None],
        head: Callable[[P], tuple[str, str]],
        on_pick: Callable[[Pick], object],
    ) -> None:
        """Create the row.

        `offer` returns the choice for a pick, or None if the row does not show it. `head` returns the title and the
        note of the row.
        """
        self.offer, self.head, self.on_pick = offer, head, on_pick
        self.row = Row(gap=6)
        super().__init__(self.row, "Choose", 7, "dialog", region="choice", is_tab_stop=True, visible=False)
        self.options: dict[Pick, ChoiceButton] = {}

    def show_question(self, inquiry: P | None, numbered: bool = False) -> None:
        """Offer the choices of a prompt.

        `numbered` is True if the number keys choose nothing else.
        """
        found = {pick: self.offer(inquiry, pick) for pick in inquiry.targets} if inquiry is not None else {}
        chosen = [pick for pick in inquiry.answers if pick in self.options] if inquiry is not None else []
        if chosen and all(offer is None or pick in self.options for pick, offer in found.items()):
            assert inquiry is not None
            for pick, option in self.options.items():
                option.chosen = pick in chosen
                option.key = option.key if pick in (*inquiry.targets, *inquiry.alternatives) else ""
            return
        self.options = {
            pick: ChoiceButton(offer, partial(self.on_pick, pick)) for pick, offer in found.items() if offer is not None
        }
        self.row.remove(*self.row.children)
        self.visible = bool(self.options)
        if inquiry is not None and self.options:
            self.title, self.note = self.head(inquiry)
            self.row.add(*self.options.values())
            for number, option in enumerate(self.options.values(), 1):
                option.key = str(number % 10) if numbered and number <= 10 else ""
