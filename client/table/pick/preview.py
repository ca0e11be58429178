"""A preview of the lifted card, with its effect at the aimed place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from client.table.pick.script import Pick, PickRun
from client.table.seats.names import Names
from client.ui import richtext
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle
from client.ui.widget import Widget

P = TypeVar("P", bound=PickRun[Pick])
PREVIEW_BOX = BoxStyle((40, 32, 14, 240), (26, 20, 9, 240), (224, 176, 74, 255), 6, 1.5)
POINT_HINT = "{muted}Point at a highlighted place to see what it gives.{/}"


class LiftedCard(NamedTuple):
    """The lifted card: its name, its painter, the aimed seat, and its effect as rich text.

    The effect is "" while the card is aimed at nothing.
    """

    name: str
    picture: Callable[[Canvas, Rect], object]
    seat: int = 0
    words: str = ""


class Preview(Widget, Generic[P]):
    """A widget with the lifted card at the left and words at the right.

    While no card is lifted, it shows only words.
    """

    def __init__(self, names: Names, lifted: Callable[[P, Pick | None], LiftedCard | None]) -> None:
        super().__init__("What it would do", height=92.0)
        self.names, self.lifted = names, lifted
        self.inquiry: P | None = None
        self.pick: Pick | None = None
        self.words = ""
        """The rich text that is shown while nothing is lifted."""

    def show(self, inquiry: P | None, pick: Pick | None, words: str) -> None:
        """Show a pick of the prompt, or words if there is no pick."""
        self.inquiry, self.pick, self.words = inquiry, pick, words
        self.touch()

    @property
    def current_card(self) -> LiftedCard | None:
        """The lifted card, or None."""
        return self.lifted(self.inquiry, self.pick) if self.inquiry is not None else None

    def paint(self, canvas: Canvas) -> None:
        """Paint the picture at the left and the words at the right."""
        r, shown = self.rect, self.current_card
        if shown is None:
            canvas.box("field", r)
            size = richtext.fit_size(self.words, r.w - 18, r.h - 12, 12.5)
            richtext.paint(canvas, self.words, r.inset(9, 7), "text", size)
            return
        canvas.box(PREVIEW_BOX, r)
        shown.picture(canvas, Rect(r.x + 9, r.y + (r.h - 80) / 2, 57.6, 80))
        x, y, wide = r.x + 76, r.top - 23, r.w - 82
        end = canvas.text(shown.name, x, y + 3, "text", 14.5, "bold", limit=wide - (74 if shown.seat else 0))
        if shown.seat:
            end += canvas.text("›", x + end + 5, y + 3, "muted", 14.5, "bold") + 10
            who = self.names.plain_name(shown.seat)
            canvas.text(who, x + end, y + 3, f"seat_{shown.seat}", 14.5, "bold", limit=wide - end)
        words, room = shown.words or POINT_HINT, Rect(x, r.y + 6, wide, r.h - 34)
        richtext.paint(canvas, words, room, "text", richtext.fit_size(words, room.w, room.h, 12.5))

    def value_text(self) -> str:
        """Return the preview in words."""
        shown = self.current_card
        return richtext.plain_text(shown.words if shown is not None and shown.words else self.words).replace("\n", " ")
