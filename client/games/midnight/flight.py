"""Anchors of cards flying over Midnight's table: nations, borders, Capitals and stockpiles."""

from __future__ import annotations

from client.games.midnight.art.pictures import paint_back, paint_card
from client.games.midnight.board import Board
from client.table.animation import flight
from client.ui.canvas import Canvas
from client.ui.hexes import Point, Rect


class MidnightFlights(flight.Flights[Board]):
    """Anchors on Midnight's table between which cards fly."""

    def seat_position(self, seat: int) -> Point:
        """Return the position of a nation."""
        return self.board.panels[seat].rect.center

    def border(self, seat: int, other: int) -> Point:
        """Return the position of the cards that a nation has on its border with another nation."""
        return self.board.trays[seat, other].rect.center

    def deck_position(self, seat: int) -> Point:
        """Return the position at which a nation's cards appear and disappear.

        It is the foot of the nation's panel, or the discard pile for our seat.
        """
        if seat == self.board.own and seat == self.model.own:
            return self.board.homes["discard"].rect.center
        r = self.board.panels[seat].rect
        return r.x + 40 * self.board.unit, r.y + 13 * self.board.unit

    def capital(self, seat: int) -> Point:
        """Return the position of a nation's Capital."""
        return self.board.homes["capital"].rect.center if seat == self.board.own else self.seat_position(seat)

    def stock(self, seat: int) -> Point:
        """Return the position of a nation's stockpile."""
        return self.board.homes["store"].rect.center if seat == self.board.own else self.deck_position(seat)

    def paint_card(self, canvas: Canvas, seat: int, copy: int, box: Rect) -> None:
        """Paint a flying card, or a card back in its seat's colour."""
        if copy:
            paint_card(canvas, copy, box)
        else:
            paint_back(canvas, self.model, seat, box)
