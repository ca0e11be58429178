"""Cards in the air over a table: from anchor to anchor, by name; faces where they are known, else backs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar

from client.table.hand import Hand
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.easing import Step, call, in_out, parallel, sequence, tween
from client.ui.hexes import Point, Rect
from client.ui.widget import Live, Widget

CARD = (54.0, 75.0)
MOST = 5
"""So many of several cards fly; more would only be a heap."""
SECONDS = 0.42
AFTER = 0.08
"""Seconds between two cards that fly together."""


class Table(Protocol):
    """What the cards fly over."""

    @property
    def unit(self) -> float:
        """Design pixels to one unit of it."""


B = TypeVar("B", bound=Table)


class Flown(Widget):
    """A card on its way; one that is laid closed is turned over."""

    turn = Live(1.0)
    """1 with its face up, -1 with its back."""

    def __init__(self, air: Flights[B], seat: int, copy: int, at: Point) -> None:
        super().__init__()
        self.air, self.seat, self.copy = air, seat, copy
        w, h = CARD[0] * air.unit, CARD[1] * air.unit
        self.rect = Rect(at[0] - w / 2, at[1] - h / 2, w, h)

    def place(self, rect: Rect) -> None:
        """It stays where it was put; its shift moves it."""

    def paint(self, canvas: Canvas) -> None:
        """The card."""
        r, part = self.rect, max(0.06, abs(self.turn))
        seen = Rect(r.x + r.w * (1 - part) / 2, r.y, r.w * part, r.h)
        self.air.paint_card(canvas, self.seat, self.copy if self.turn > 0 else 0, seen)


class Flights(Widget, ABC, Generic[B]):
    """All cards in the air; it lies over the table and hears nothing. Points are design pixels."""

    def __init__(self, model: ViewModel, board: B, hand: Hand) -> None:
        super().__init__("Cards in the air")
        self.model, self.board, self.hand = model, board, hand

    @property
    def unit(self) -> float:
        """Design pixels to one unit of the table."""
        return self.board.unit

    # What the game says -----------------------------------------------------------------------------------------------

    @abstractmethod
    def plate(self, seat: int) -> Point:
        """Where a seat is on the table."""

    @abstractmethod
    def deck(self, seat: int) -> Point:
        """Where its cards come from and go to."""

    def face(self, seat: int, entry: int) -> int:
        """The copy of a card that a seat lays, as far as it is known here; 0 if it is not."""
        return self.model.faces(seat, (entry,))[0]

    @abstractmethod
    def paint_card(self, canvas: Canvas, seat: int, copy: int, box: Rect) -> None:
        """A card of a seat; its back, if the copy is 0."""

    # Flights ----------------------------------------------------------------------------------------------------------

    def hit(self, x: float, y: float) -> Widget | None:
        """The pointer goes through."""
        return None

    def clear(self) -> None:
        """Nothing flies any more."""
        for card in list(self.children):
            self.remove(card)

    def hand_of(self, seat: int, copy: int = 0) -> Point:
        """A hand, or where one card of it lies if it is to be seen; others have theirs at their plate."""
        if seat != self.model.own:
            return self.plate(seat)
        at = self.hand.index_of(copy) if copy else -1
        x, y = self.hand.slot(at)[:2] if at >= 0 else self.hand.rect.center
        return x, y

    def fly(self, seat: int, copies: Iterable[int], start: Point, goal: Point, over: bool = False) -> Step:
        """Cards of a seat fly from here to there; 0 for one whose face is not known. `over`: they are turned over."""
        cards = [Flown(self, seat, copy, start) for copy in tuple(copies)[:MOST]]
        way = goal[0] - start[0], goal[1] - start[1]

        def lift() -> None:
            self.add(*cards)

        def land() -> None:
            for card in cards:
                if card.parent is self:
                    self.remove(card)

        flights = [tween(card, "shift", way, SECONDS, in_out, (0.0, 0.0)) for card in cards]
        if over:
            flights += [tween(card, "turn", -1.0, SECONDS, in_out, 1.0) for card in cards]
        return sequence(call(lift), parallel(*flights, gap=AFTER), call(land))

    def play(self, seat: int, entry: int, goal: Point) -> tuple[Step, ...]:
        """A card leaves a hand and flies to the table."""
        copy = self.face(seat, entry)
        start = self.hand_of(seat, copy)
        if start == goal:  # the plate, where others have their hand too: then it comes from the deck
            start = self.deck(seat)
        return call(lambda: self._let_go(seat, copy)), self.fly(seat, (copy,), start, goal, bool(copy) and entry > 0)

    def move(self, seat: int, entry: int, lift: Callable[[int], object], start: Point, goal: Point) -> tuple[Step, ...]:
        """A card flies from one place of the table to another; `lift` is told of it, and of 0 when it has landed."""
        flight = self.fly(seat, (self.face(seat, entry),), start, goal)
        return call(lambda: lift(entry)), flight, call(lambda: lift(0))

    def _let_go(self, seat: int, copy: int) -> None:
        if seat == self.model.own and copy:
            self.hand.set_items([held for held in self.hand.cards if held[0] != copy])
