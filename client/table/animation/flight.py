"""Cards that fly over a table from anchor to anchor, face up if their faces are known."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from client.table.hand import Hand
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.easing import Step, call, in_out, parallel, sequence, tween
from client.ui.hexes import Point, Rect
from client.ui.widget import Reactive, Widget

CARD = (54.0, 75.0)
MAX_FLYING_CARDS = 5
"""Cards: maximum number that fly together; more would look like a heap."""
SECONDS = 0.42
CARD_DELAY_SECONDS = 0.08
"""Seconds between the starts of two cards that fly together."""


class FlightTable(Protocol):
    """Interface of the table under the flying cards."""

    @property
    def unit(self) -> float:
        """Number of design pixels in one unit of the table."""


B_co = TypeVar("B_co", bound=FlightTable, covariant=True)


class FlyingCard(Widget):
    """Widget of a card in flight; a card that is put down face down turns over during the flight."""

    turn = Reactive(1.0)
    """Visible side of the card: 1 for its face, -1 for its back."""

    def __init__(self, air: Flights[FlightTable], seat: int, copy: int, at: Point) -> None:
        super().__init__()
        self.air, self.seat, self.copy = air, seat, copy
        self.paint_back: Callable[[Canvas, Rect], object] | None = None
        """Function that paints the back of this card, if it is not that of its seat."""
        w, h = CARD[0] * air.unit, CARD[1] * air.unit
        self.rect = Rect(at[0] - w / 2, at[1] - h / 2, w, h)

    def place(self, rect: Rect) -> None:
        """Do nothing, because the card keeps its place and only its shift moves it."""

    def paint(self, canvas: Canvas) -> None:
        """Paint the card."""
        r, part = self.rect, max(0.06, abs(self.turn))
        seen = Rect(r.x + r.w * (1 - part) / 2, r.y, r.w * part, r.h)
        if self.turn <= 0 and self.paint_back is not None:
            self.paint_back(canvas, seen)
        else:
            self.air.paint_card(canvas, self.seat, self.copy if self.turn > 0 else 0, seen)


class Flights(Widget, ABC, Generic[B_co]):
    """Layer with all flying cards, over the table and without input; points are design pixels."""

    transparent = True

    def __init__(self, model: ViewModel, board: B_co, hand: Hand) -> None:
        super().__init__("Cards in the air")
        self.model, self.board, self.hand = model, board, hand

    @property
    def unit(self) -> float:
        """Number of design pixels in one unit of the table."""
        return self.board.unit

    # Hooks for games --------------------------------------------------------------------------------------------------

    @abstractmethod
    def seat_position(self, seat: int) -> Point:
        """Return the position of a seat on the table."""

    @abstractmethod
    def deck_position(self, seat: int) -> Point:
        """Return the position at which a seat's cards appear and disappear."""

    def visible_copy(self, seat: int, entry: int) -> int:
        """Return the copy of a card that a seat puts down, or 0 if this client does not know it."""
        return self.model.faces(seat, (entry,))[0]

    @abstractmethod
    def paint_card(self, canvas: Canvas, seat: int, copy: int, box: Rect) -> None:
        """Paint a card of a seat; its back, if the copy is 0."""

    # Flights ----------------------------------------------------------------------------------------------------------

    def clear(self) -> None:
        """Remove all flying cards."""
        for card in list(self.children):
            self.remove(card)

    def hand_position(self, seat: int, copy: int = 0) -> Point:
        """Return the position of a seat's hand, or of a visible card in it.

        The hand of another seat is at the panel of that seat.
        """
        if seat != self.model.own:
            return self.seat_position(seat)
        at = self.hand.index_of(copy) if copy else -1
        x, y = self.hand.slot_of(at)[:2] if at >= 0 else self.hand.rect.center
        return x, y

    def fly(self, seat: int, copies: Iterable[int], start: Point, goal: Point, over: bool = False) -> Step:
        """Return the step in which a seat's cards fly from start to goal.

        A copy 0 is a card whose face is not known. With `over`, the cards turn over during the flight.
        """
        cards = [FlyingCard(self, seat, copy, start) for copy in tuple(copies)[:MAX_FLYING_CARDS]]
        return flight_of(self, cards, start, goal, (1.0, -1.0) if over else None)

    def play_from_hand(self, seat: int, entry: int, goal: Point) -> tuple[Step, ...]:
        """Return the steps in which a card leaves a hand and flies to the table."""
        copy = self.visible_copy(seat, entry)
        start = self.hand_position(seat, copy)
        if start == goal:  # the plate, where others have their hand too: the card then comes from the deck
            start = self.deck_position(seat)
        return call(lambda: self._let_go(seat, copy)), self.fly(seat, (copy,), start, goal, bool(copy) and entry > 0)

    def move_card(
        self, seat: int, entry: int, lift: Callable[[int], object], start: Point, goal: Point
    ) -> tuple[Step, ...]:
        """Return the steps in which a card flies from one place of the table to another.

        `lift` is called with the card's entry at the start, and with 0 when the card has landed.
        """
        flight = self.fly(seat, (self.visible_copy(seat, entry),), start, goal)
        return call(lambda: lift(entry)), flight, call(lambda: lift(0))

    def _let_go(self, seat: int, copy: int) -> None:
        if seat == self.model.own and copy:
            self.hand.set_items([held for held in self.hand.cards if held[0] != copy])


def flight_of(
    air: Flights[FlightTable],
    cards: Sequence[FlyingCard],
    start: Point,
    goal: Point,
    turn: tuple[float, float] | None = None,
    seconds: float = SECONDS,
    gap: float = CARD_DELAY_SECONDS,
) -> Step:
    """Return the step in which cards fly the way from start to goal, one `gap` seconds after the other.

    `turn` has the sides that are up at the start and at the goal, as `FlyingCard.turn`, for cards that turn over.
    """
    way = goal[0] - start[0], goal[1] - start[1]

    def lift() -> None:
        air.add(*cards)

    def land() -> None:
        for card in cards:
            if card.parent is air:
                air.remove(card)

    flights: list[Step] = [tween(card, "shift", way, seconds, in_out, (0.0, 0.0)) for card in cards]
    if turn is not None:
        flights += [tween(card, "turn", turn[1], seconds, in_out, turn[0]) for card in cards]
    return sequence(call(lift), parallel(*flights, gap=gap), call(land))
