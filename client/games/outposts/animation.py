"""Animation of a step of Outposts, event by event: cards fly, Outposts rise and fall, gains float up."""

from __future__ import annotations

from client.art.cards.war_cards import back
from client.art.theme import seat_look
from client.games.outposts.art import paint_card
from client.games.outposts.board import Board
from client.games.outposts.tooltips import rules_of
from client.table.animation import flight
from client.table.animation.animation import EventSteps
from client.table.pick.animation import PickAnimation
from client.ui.canvas import Canvas
from client.ui.easing import Step
from client.ui.hexes import Point, Rect
from core.engine.game import Event, any_game
from core.games.outposts import cards
from core.games.outposts import events as e
from core.games.outposts.game import GAME
from core.games.outposts.state import WARDEN, Outposts
from core.games.outposts.text.words import printed_text

SECONDS: dict[type, float] = {
    e.RoundBegan: 0.2, e.ConnectionsRevealed: 0.3, e.RowRevealed: 0.5, e.CardSelected: 0.2, e.SelectionSkipped: 0.3,
    e.Gained: 0.25, e.LocationBuilt: 0.35, e.DealMade: 0.35, e.HandCardRazed: 0.35, e.LocationRazed: 0.6,
    e.LocationUsed: 0.3, e.BoardUsed: 0.2, e.LocationVisited: 0.3, e.ConnectionClaimed: 0.3, e.WallsPlaced: 0.3,
    e.OutpostBuilt: 0.5, e.OutpostUpgraded: 0.5, e.OutpostActivated: 0.3, e.OutpostRazed: 0.7, e.Passed: 0.5,
    e.WardenGained: 0.4, e.WardenTook: 0.4, e.WardenFlipped: 0.5, e.WardenFailed: 0.5, e.WardenRazed: 0.7,
}  # fmt: skip
"""Seconds for which each event stays visible, by its class."""


class OutpostsFlights(flight.Flights[Board]):
    """Anchors on Outposts' table between which cards fly."""

    def seat_position(self, seat: int) -> Point:
        """Return the position of a seat, or of the Warden."""
        if seat == WARDEN:
            return self.board.warden.rect.center if self.board.warden is not None else self.board.rect.center
        return self.board.plates[seat].rect.center

    def deck_position(self, seat: int) -> Point:
        """Return the position at which cards appear and disappear, at the edge of the Lookout."""
        r = self.board.opens[0].rect
        return r.x + 20 * self.unit, r.top + 30 * self.unit

    def row(self, copy: int) -> Point:
        """Return the position of a face-up card of the Lookout."""
        at = next((card for card in self.board.opens if card.copy == copy), self.board.opens[0])
        return at.rect.center

    def hold(self, seat: int) -> Point:
        """Return the position of a seat's Locations: its hold if that is shown, otherwise its panel."""
        return self.board.hold.rect.center if seat == self.board.looked else self.seat_position(seat)

    def tile(self, place: int) -> Point:
        """Return the position of a Territory."""
        return self.board.tiles[place].rect.center

    def paint_card(self, canvas: Canvas, seat: int, copy: int, box: Rect) -> None:
        """Paint a flying card, or a card back in its seat's colour."""
        if copy:
            paint_card(canvas, copy, box, rules_of(self.board.model))
            return
        px = max(8, round(box.w * canvas.scale)), max(8, round(box.h * canvas.scale))
        look, palette = seat_look(min(6, max(1, seat)), self.model.palette), self.model.palette
        canvas.image(canvas.textures.get(("card back", seat, px), lambda: back(px, look), canvas.scale, palette), box)


class OutpostsAnimation(PickAnimation[Outposts, Board, OutpostsFlights]):
    """Animation of the steps of Outposts."""

    game, seconds, ends = any_game(GAME), SECONDS, e.MatchEnded
    boundaries = (e.RoundBegan, e.RowRevealed, e.Passed, e.MatchEnded)

    # Animations -------------------------------------------------------------------------------------------------------

    def event_steps(self, event: Event) -> EventSteps:
        """Return the animation steps before and after the event."""
        rest = self.pause_after(event)
        air = self.air
        match event:
            case e.RoundBegan(number, first):
                return self.show_banner(
                    f"Round {number}", f"{self._who(first)} begin{'s' * (not self._me(first))}", 0.7
                ), (rest,)
            case e.Passed(seat):
                return (self.float_text(air.seat_position(seat), "Passed", "info"),), (rest,)
            case e.Gained(seat, gain):
                return (self.float_text(air.seat_position(seat), f"+{printed_text(gain)}", "good"),), (rest,)
            case e.OutpostBuilt(_, place, _) | e.OutpostUpgraded(_, place, _):
                word = "Outpost" if isinstance(event, e.OutpostBuilt) else f"Level {event.level}"
                return (self.float_text(air.tile(place), word, "accent"),), (rest,)
            case e.OutpostRazed(_, _, place, _):
                return (self.float_text(air.tile(place), "Razed", "bad"),), (rest,)
            case e.WardenRazed(copy, place):
                at = air.tile(place) if place else air.hold(self.board.own)
                return (
                    self.float_text(at, "Razed by the Warden" if not copy else f"{cards.name_of(copy)} razed", "bad"),
                ), (rest,)
            case e.WardenFailed(place):
                at = air.tile(place) if place else air.hold(self.board.own)
                return (self.float_text(at, "The attack fails", "good"),), (rest,)
            case e.LocationRazed(_, owner, copy):
                return (self.float_text(air.hold(owner), f"{cards.name_of(copy)} razed", "bad"),), (rest,)
        return super().event_steps(event)

    def flights(self, event: Event) -> tuple[Step, ...]:
        """Return the flights of the cards that an event moves."""
        air = self.air
        match event:
            case e.CardSelected(seat, copy):
                return (air.fly(seat, (copy,), air.row(copy), air.hand_position(seat)),)
            case e.LocationBuilt(seat, copy, _) | e.DealMade(seat, copy):
                return (air.fly(seat, (copy,), air.hand_position(seat, copy), air.hold(seat)),)
            case e.HandCardRazed(seat, copy) | e.HandCardDiscarded(seat, copy):
                return (air.fly(seat, (copy,), air.hand_position(seat, copy), air.deck_position(seat)),)
            case e.ConnectionClaimed(seat, copy):
                return (air.fly(seat, (copy,), air.row(copy), air.seat_position(seat)),)
            case e.CardsDiscarded(seat, copies) if copies:
                return (air.fly(seat, copies, air.hand_position(seat, copies[0]), air.deck_position(seat)),)
        return ()

    def _me(self, seat: int) -> bool:
        return seat == self.shown.names.own

    def _who(self, seat: int) -> str:
        return str(self.shown.names.plain_name(seat))
