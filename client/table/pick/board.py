"""A board of places.

Possible picks are lit and have keys. A lifted card is shown at its destination.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from client.table.pick.place import Place
from client.table.pick.script import CARD, Pick, Picking
from client.table.view_model import ViewModel
from client.ui.widget import Widget, relayout

P = TypeVar("P", bound=Picking[Pick])


class Aim(NamedTuple):
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
        super().__init__("Table", region="board", tab_each=True)
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
    def seat(self, seats: int, *low: Widget) -> None:
        """Set up the table for this number of seats, with these widgets at its lower edge."""

    @abstractmethod
    def refresh(self) -> None:
        """Update the table after a change of its state."""

    @abstractmethod
    def speak_of(self, seats: tuple[int, ...]) -> None:
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

    def ask(self, inquiry: P | None) -> list[Aim]:
        """Light the places of the possible picks, and return them in the order of their keys."""
        self.inquiry = inquiry
        targets = inquiry.targets or inquiry.instead if inquiry is not None else ()
        picked: Sequence[Pick] = inquiry.answers if inquiry is not None else ()
        cards = [what for kind, what in picked if kind == CARD]
        placed = any(kind != CARD for kind, _ in picked[-1:])
        self.lifted = 0 if not cards or (placed and inquiry is not None and inquiry.targets) else cards[-1]
        keyed = bool(targets) and not any(kind == CARD for kind, _ in targets)
        last = picked[-1] if picked and picked[-1][0] not in self.lifts else None
        shown: list[Aim] = []
        number = 0
        for place in self.places:
            found = [pick for pick in targets if place.takes(pick)]
            place.chosen = last is not None and place.takes(last) and not found
            place.pick = found[-1] if found else last if place.chosen else None
            number += bool(found) or place.chosen
            place.key = str(number % 10) if found and keyed and number <= 10 else ""
            place.closed = self.why_closed(place) if not found and cards and not place.chosen else ""
            if found:
                shown.append(Aim(place, found[-1], place.key))
        relayout(self)
        self.touch(tree=True)
        return shown

    def may(self, pick: Pick) -> bool:
        """Return True if the pick is possible now."""
        return self.inquiry is not None and pick in self.inquiry.targets
