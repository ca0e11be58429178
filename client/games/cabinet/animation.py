"""Animation of a step of Cabinet, event by event: cards fly, crises are pinned up, the ladder fills."""

from __future__ import annotations

from client.games.cabinet.art import paint_back, paint_card
from client.games.cabinet.board import Board
from client.games.cabinet.tooltips import rules_of
from client.table.animation import flight
from client.table.animation.animation import EventSteps
from client.table.pick.animation import PickAnimation
from client.ui.canvas import Canvas
from client.ui.easing import Step
from client.ui.hexes import Point, Rect
from core.engine.game import Event, any_game
from core.games.cabinet import cards
from core.games.cabinet import events as e
from core.games.cabinet.cards import MILESTONE, RESOURCE
from core.games.cabinet.game import GAME
from core.games.cabinet.state import Cabinet

SECONDS: dict[type, float] = {
    e.TurnBegan: 0.35, e.UpkeepDue: 0.5, e.CardsOffered: 0.3, e.CardsDiscarded: 0.2, e.MinistryPlayed: 0.4,
    e.MinistryPlaced: 0.4, e.MilestonesDrawn: 0.6, e.MilestoneChosen: 0.4, e.MilestonePutUnder: 0.4,
    e.CardsPledged: 0.25, e.PaymentShort: 0.8, e.CardsPaid: 0.15, e.MilestoneAchieved: 0.9, e.ChallengeFlipped: 0.7,
    e.ChallengePaid: 0.5, e.ChallengeStays: 0.5,
    e.ChallengePasses: 0.6, e.CardsForeseen: 0.4, e.ChallengeAverted: 0.6, e.TimePassed: 0.6, e.CardsLookedAt: 0.5,
    e.SwapProposed: 0.6, e.SwapAnswered: 0.5, e.CardShared: 0.2, e.ChallengeRemoved: 0.4, e.UpkeepSkipped: 0.5,
}  # fmt: skip
"""Seconds for which each event stays visible, by its class."""


class CabinetFlights(flight.Flights[Board]):
    """Anchors on Cabinet's table between which cards fly."""

    def seat_position(self, seat: int) -> Point:
        """Return the position of a member of the team."""
        return self.board.plates[seat].rect.center

    def deck_position(self, seat: int) -> Point:
        """Return the position of the Resource deck, at which cards appear and disappear."""
        return self.pile(RESOURCE)

    def pile(self, deck: int) -> Point:
        """Return the position of one of the four decks."""
        if deck in self.board.decks:
            r = self.board.decks[deck].rect
            return r.x + 24 * self.unit, r.center[1]
        return (self.board.goals if deck == MILESTONE else self.board.clock).rect.center

    def visible_copy(self, seat: int, entry: int) -> int:
        """Return the copy of an entry; all cards are face up."""
        return abs(entry)

    def paint_card(self, canvas: Canvas, seat: int, copy: int, box: Rect) -> None:
        """Paint a flying card face up."""
        if copy:
            paint_card(canvas, copy, box, rules_of(self.board.model))
        else:
            paint_back(canvas, RESOURCE, box)


class CabinetAnimation(PickAnimation[Cabinet, Board, CabinetFlights]):
    """Animation of the steps of Cabinet."""

    game, seconds, ends = any_game(GAME), SECONDS, e.MatchEnded
    boundaries = (e.TurnBegan, e.MilestonesDrawn, e.ChallengeFlipped, e.MatchEnded)

    def describe_event(self, event: Event) -> str:
        """Return the sentence that describes an event.

        By courtesy, it does not name the cards that other players draw (6.1).
        """
        if self.shown.table_of(Cabinet).courtesy and isinstance(event, e.CardDrawn) and event.seat != self.shown.own:
            return f"Seat {event.seat} draws a {cards.DECK_NAMES[cards.deck_of(event.copy)]} card"
        return super().describe_event(event)

    # Animations -------------------------------------------------------------------------------------------------------

    def event_steps(self, event: Event) -> EventSteps:
        """Return the animation steps before and after the event."""
        rest = self.pause_after(event)
        match event:
            case e.MilestoneAchieved(_, copy, points, _):
                more = f"+{points} point{'s' * (points > 1)}"
                return self.show_banner(cards.name_of(copy), more, 1.1), (rest,)
            case e.ChallengeFlipped(copy):
                return self.show_banner(cards.name_of(copy), "A new Challenge", 0.8), (rest,)
            case e.TimePassed(many):
                return self.show_banner("Time passes", f"{many} Challenges leave unseen", 0.8), (rest,)
            case e.PaymentShort(_, _, last):
                return (self._say("Not paid" if last else "Still short", "bad"),), (rest,)
            case e.ChallengePaid():
                return (self._say("Paid", "good"),), (rest,)
        return super().event_steps(event)

    def flights(self, event: Event) -> tuple[Step, ...]:
        """Return the flights of the cards that an event moves."""
        air = self.air
        desk = self.board.desk.rect.center
        match event:
            case e.CardDrawn(seat, copy):
                shut = self.shown.table_of(Cabinet).courtesy and seat != self.shown.own
                return (air.fly(seat, (0 if shut else copy,), air.pile(cards.deck_of(copy)), air.hand_position(seat)),)
            case e.CardsDiscarded(seat, copies, _) if copies:
                return (air.fly(seat, copies, air.hand_position(seat, copies[0]), air.pile(cards.deck_of(copies[0]))),)
            case e.CardsPaid(seat, copies) if copies:
                return (air.fly(seat, copies, air.hand_position(seat, copies[0]), desk),)
            case e.CardShared(seat, to, copy):
                return (air.fly(seat, (copy,), air.hand_position(seat, copy), air.hand_position(to)),)
            case e.MinistryPlayed(seat, copy) | e.MinistryPlaced(seat, copy):
                goal = desk if isinstance(event, e.MinistryPlayed) else self.board.wall.rect.center
                return (air.fly(seat, (copy,), air.hand_position(seat, copy), goal),)
            case e.CardsTaken(seat, copies) if copies:
                return (air.fly(seat, copies, air.pile(RESOURCE), air.hand_position(seat)),)
            case e.MilestonesDrawn(seat, copies) if copies:
                return (air.fly(seat, copies, air.pile(MILESTONE), desk),)
        return ()

    def _say(self, text: str, color: str) -> Step:
        return self.float_text(self.board.stake.rect.center, text, color)
