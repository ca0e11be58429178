"""Cards in the air over the table of Midnight: laid towards a border, turned to another, drawn, put away, taken."""

from __future__ import annotations

from collections.abc import Iterable

from client.kit.canvas import Canvas
from client.kit.hexes import Point, Rect
from client.kit.timeline import Step, call, in_out, parallel, sequence, tween
from client.kit.widget import Live, Widget
from client.midnight import reckon
from client.midnight.board import Board
from client.midnight.hand import Hand
from client.midnight.pictures import paint_back, paint_card
from client.table.sight import Sight

CARD = (54.0, 75.0)
MOST = 5
"""So many of several cards fly; more would only be a heap."""
SECONDS = 0.42
AFTER = 0.08
"""Seconds between two cards that fly together."""


class Flown(Widget):
    """A card on its way: its face where that is known, else its back; one that is laid closed is turned over."""

    turn = Live(1.0)
    """1 with its face up, -1 with its back."""

    def __init__(self, sight: Sight, seat: int, copy: int, at: Point, large: float) -> None:
        super().__init__()
        self.sight, self.seat, self.copy = sight, seat, copy
        w, h = CARD[0] * large, CARD[1] * large
        self.rect = Rect(at[0] - w / 2, at[1] - h / 2, w, h)

    def place(self, rect: Rect) -> None:
        """It stays where it was put; its shift moves it."""

    def paint(self, canvas: Canvas) -> None:
        """The card."""
        r, part = self.rect, max(0.06, abs(self.turn))
        seen = Rect(r.x + r.w * (1 - part) / 2, r.y, r.w * part, r.h)
        if self.copy and self.turn > 0:
            paint_card(canvas, self.copy, seen)
        else:
            paint_back(canvas, self.sight, self.seat, seen)


class Air(Widget):
    """All cards in the air; it lies over the table and hears nothing. Points are design pixels."""

    def __init__(self, sight: Sight, board: Board, hand: Hand) -> None:
        super().__init__("Cards in the air")
        self.sight, self.board, self.hand = sight, board, hand

    def hit(self, x: float, y: float) -> Widget | None:
        """The pointer goes through."""
        return None

    def clear(self) -> None:
        """Nothing flies any more."""
        for card in list(self.children):
            self.remove(card)

    # Places -----------------------------------------------------------------------------------------------------------

    def plate(self, seat: int) -> Point:
        """A nation on the table."""
        return self.board.panels[seat].rect.center

    def border(self, seat: int, other: int) -> Point:
        """What a nation has facing another."""
        return self.board.trays[seat, other].rect.center

    def deck(self, seat: int) -> Point:
        """Where its cards come from and go to: the foot of its panel; the own discard pile."""
        if seat == self.board.own and seat == self.sight.own:
            return self.board.homes["discard"].rect.center
        r = self.board.panels[seat].rect
        return r.x + 40 * self.board.unit, r.y + 13 * self.board.unit

    def capital(self, seat: int) -> Point:
        """Its Capital."""
        return self.board.homes["capital"].rect.center if seat == self.board.own else self.plate(seat)

    def stock(self, seat: int) -> Point:
        """Its stockpile."""
        return self.board.homes["store"].rect.center if seat == self.board.own else self.deck(seat)

    def hand_of(self, seat: int, copy: int = 0) -> Point:
        """A hand, or where one card of it lies if it is to be seen; others have theirs at their plate."""
        if seat != self.sight.own:
            return self.plate(seat)
        at = self.hand.index_of(copy) if copy else -1
        x, y = self.hand.slot(at)[:2] if at >= 0 else self.hand.rect.center
        return x, y

    # Flights ----------------------------------------------------------------------------------------------------------

    def fly(self, seat: int, copies: Iterable[int], start: Point, goal: Point, over: bool = False) -> Step:
        """Cards of a seat fly from here to there; 0 for one whose face is not known. `over`: they are turned over."""
        cards = [Flown(self.sight, seat, copy, start, self.board.unit) for copy in tuple(copies)[:MOST]]
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
        copy = reckon.faces(self.sight, seat, (entry,))[0]
        start = self.hand_of(seat, copy)
        if start == goal:  # the panel, where others have their hand too: then it comes from its foot
            start = self.deck(seat)
        return call(lambda: self._let_go(seat, copy)), self.fly(seat, (copy,), start, goal, bool(copy) and entry > 0)

    def _let_go(self, seat: int, copy: int) -> None:
        if seat == self.sight.own and copy:
            self.hand.set_items([held for held in self.hand.cards if held[0] != copy])

    def move(self, seat: int, origin: int, to: int, entry: int) -> tuple[Step, ...]:
        """A card on a border flies to another one."""
        border = self.board.trays[seat, origin]
        flight = self.fly(seat, (reckon.faces(self.sight, seat, (entry,))[0],), self.border(seat, origin),
                          self.border(seat, to))  # fmt: skip
        return call(lambda: border.lift(entry)), flight, call(lambda: border.lift(0))
