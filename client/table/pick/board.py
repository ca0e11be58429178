"""A board of places.

Possible picks are lit and have keys. A lifted card is shown at its destination.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from client.table.pick.script import CARD, Pick, PickRun
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle, theme
from client.ui.widget import Reactive, Widget, relayout

LIT_BOX = BoxStyle((26, 34, 46, 215), (16, 22, 32, 215), (255, 255, 255, 255), 7, 2, (235, 248, 255, 130), 5)
AIMED_BOX = BoxStyle((64, 48, 14, 235), (40, 29, 8, 235), (255, 206, 94, 255), 7, 2.5, (255, 196, 80, 170), 6)
SOFT_BOX = BoxStyle((14, 20, 29, 205), (10, 14, 21, 205), (214, 226, 240, 150), 7, 1.2)
PLAIN_COLOR = (12, 17, 25, 205)
KEY_BOX = BoxStyle((244, 247, 250, 255), (206, 214, 224, 255), (20, 26, 36, 255), 4, 1, (0, 0, 0, 160), 2)
KEY_INK = (16, 22, 32, 255)


class Place(Widget):
    """A place that may accept a pick.

    It paints in units of its board.
    """

    focusable = True
    key = Reactive("")
    """The key that picks the place while it is lit."""
    pick: Reactive[Pick | None] = Reactive(None)
    """The pick that a press on the place makes, or None if there is none."""
    chosen = Reactive(False)
    closed = Reactive("")
    """The reason why the lifted card cannot go to the place."""
    pointed = Reactive(False)
    """True while the log line under the pointer concerns the place."""

    def __init__(self, board: PlaceBoard, name: str) -> None:
        super().__init__(name, region="board", tip=self.explain)
        self.board, self.model = board, board.model

    @property
    def is_aimed(self) -> bool:
        """True if the place is lit and has the pointer, the focus or the choice."""
        ui = self.ui
        return self.pick is not None and (
            self.hovered or self.chosen or (self.focused and ui is not None and ui.shows_ring)
        )

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick can be made at this place."""
        return False

    def explain(self) -> str:
        """Return the tooltip of the place."""
        return ""

    def activate(self) -> None:
        """Pick the place."""
        self.board.on_pick(self)

    def on_pointer(self, over: bool) -> None:
        """Aim at the place while the pointer is over it."""
        self.board.on_aim(self if over else None)

    def on_focus(self, here: bool) -> None:
        """Aim at the focused place, except while the focus ring is hidden."""
        if here and self.ui is not None and self.ui.shows_ring:
            self.board.on_aim(self)

    def paint(self, canvas: Canvas) -> None:
        """Paint the place in units of the board, with its key above it."""
        if self.model.state is None:
            return
        unit = self.board.unit
        r = self.rect.scaled(1 / unit)
        with canvas.magnify(unit):
            self.paint_in_units(canvas, r)
            if self.pick is not None and self.key:
                box = Rect(r.x - 4, r.top - 14, 18, 18)
                canvas.box(KEY_BOX, box)
                canvas.label(self.key, box, KEY_INK, 12.5, "bold")

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Paint the place, in units of the board."""

    def paint_ground(self, canvas: Canvas, r: Rect, seat: int) -> None:
        """Paint the box of the place: in the seat's colour, lit, or aimed at.

        The box is dimmer if its card can only be lifted.
        """
        if self.pick is not None:
            soft = self.pick[0] in self.board.lifts and not self.key
            canvas.box(AIMED_BOX if self.is_aimed else SOFT_BOX if soft else LIT_BOX, r)
            return
        tint = theme().color(f"seat_{seat}")[:3]
        canvas.box(
            BoxStyle(PLAIN_COLOR, PLAIN_COLOR, (*tint, 255 if self.pointed else 150), 7, 2 if self.pointed else 1), r
        )


class BoardDecor(Widget):
    """A part of a board that accepts no picks: a picture in units of its board, and the words for it."""

    def __init__(
        self,
        board: PlaceBoard,
        name: str,
        draw: Callable[[Canvas, Rect], object],
        value: Callable[[], str] | None = None,
        tip: Callable[[], str] | None = None,
        transparent: bool = False,
        present: Callable[[], bool] | None = None,
    ) -> None:
        super().__init__(name, tip=tip)
        self.board, self.model, self.transparent = board, board.model, transparent
        self._draw, self._value, self._present = draw, value, present

    def contains(self, x: float, y: float) -> bool:
        """Return True if a point is on the part, and the part has something to show."""
        return (self._present is None or self._present()) and super().contains(x, y)

    def value_text(self) -> str:
        return self._value() if self._value is not None else super().value_text()

    def paint(self, canvas: Canvas) -> None:
        """Paint the part, once there is a table."""
        if self.model.state is not None:
            with canvas.magnify(self.board.unit):
                self._draw(canvas, self.rect.scaled(1 / self.board.unit))


P = TypeVar("P", bound=PickRun[Pick])


class AimTarget(NamedTuple):
    """A lit place, with its pick and its key."""

    place: Place
    pick: Pick
    key: str


class PlaceBoard(Widget, ABC):
    """The whole table of a game whose questions are answered by picking places and cards."""

    role = "board"
    lifts: tuple[str, ...] = (CARD,)
    """The kinds of picks that are first lifted and then placed."""

    def __init__(
        self,
        model: ViewModel,
        on_pick: Callable[[Place], object],
        on_aim: Callable[[Place | None], object] = lambda _place: None,
    ) -> None:
        super().__init__("Table", region="board", is_tab_stop=True)
        self.model, self.on_pick, self.on_aim = model, on_pick, on_aim

    @property
    def unit(self) -> float:
        """Design pixels in one unit of the table."""
        return 1.0

    @property
    def own(self) -> int:
        """The seat at the lower edge of the table."""
        return self.model.own or max(1, self.model.names.own)

    @property
    @abstractmethod
    def places(self) -> Sequence[Place]:
        """The places that may be picked, in the order of their keys."""

    @abstractmethod
    def set_up_seats(self, seats: int, *low: Widget) -> None:
        """Set up the table for this number of seats, with these widgets at its lower edge."""

    @abstractmethod
    def refresh(self) -> None:
        """Update the table after a change of its state."""

    @abstractmethod
    def highlight_seats(self, seats: tuple[int, ...]) -> None:
        """Highlight the seats that the log entry under the pointer concerns."""


class PickBoard(PlaceBoard, Generic[P]):
    """A board of places that also shows the present question."""

    def __init__(
        self,
        model: ViewModel,
        on_pick: Callable[[Place], object],
        on_aim: Callable[[Place | None], object] = lambda _place: None,
    ) -> None:
        super().__init__(model, on_pick, on_aim)
        self.inquiry: P | None = None
        self.lifted = 0
        """The copy of the card that has been picked but not yet placed, or 0."""

    def why_closed(self, place: Place) -> str:
        """Return the reason why the lifted card cannot go to a place, or "" if none needs to be given."""
        return ""

    def show_question(self, inquiry: P | None) -> list[AimTarget]:
        """Light the places of the possible picks, and return them in the order of their keys."""
        self.inquiry = inquiry
        targets = inquiry.targets or inquiry.alternatives if inquiry is not None else ()
        picked: Sequence[Pick] = inquiry.answers if inquiry is not None else ()
        cards = [what for kind, what in picked if kind == CARD]
        placed = any(kind != CARD for kind, _ in picked[-1:])
        self.lifted = 0 if not cards or (placed and inquiry is not None and inquiry.targets) else cards[-1]
        keyed = bool(targets) and not any(kind == CARD for kind, _ in targets)
        last = picked[-1] if picked and picked[-1][0] not in self.lifts else None
        shown: list[AimTarget] = []
        number = 0
        for place in self.places:
            found = [pick for pick in targets if place.accepts_pick(pick)]
            place.chosen = last is not None and place.accepts_pick(last) and not found
            place.pick = found[-1] if found else last if place.chosen else None
            number += bool(found) or place.chosen
            place.key = str(number % 10) if found and keyed and number <= 10 else ""
            place.closed = self.why_closed(place) if not found and cards and not place.chosen else ""
            if found:
                shown.append(AimTarget(place, found[-1], place.key))
        relayout(self)
        self.touch(tree=True)
        return shown

    def can_pick(self, pick: Pick) -> bool:
        """Return True if the pick is possible now."""
        return self.inquiry is not None and pick in self.inquiry.targets
