"""Animation of a step of Ambition, event by event: cards fly, Influence rises and falls, strikes land."""

from __future__ import annotations

from client.games.ambition import faces
from client.games.ambition.art import paint_card, paint_token
from client.games.ambition.board import Board
from client.games.ambition.centre import OpenCard
from client.games.ambition.tooltips import pact_words
from client.table.animation import flight
from client.table.animation.animation import EventSteps
from client.table.animation.moment import MomentContent
from client.table.pick.animation import PickAnimation
from client.ui.canvas import Canvas
from client.ui.easing import Step, call
from client.ui.hexes import Point, Rect
from core.engine import events as k
from core.engine.game import Event, any_game
from core.engine.hidden.contracts import PaperOpened
from core.engine.hidden.shared_deck import events as s
from core.engine.hidden.shared_deck.state import deck_of_slot
from core.games.ambition import events as e
from core.games.ambition.cards import INTRIGUE_DECK, INTRIGUES
from core.games.ambition.game import GAME
from core.games.ambition.state import Ambition

SECONDS: dict[type, float] = {
    e.TurnBegan: 0.3, e.DieRolled: 0.6, e.DieTurned: 0.4, e.Claimed: 0.4, e.ClaimHeld: 0.4, e.ClaimChallenged: 0.5,
    e.ClaimJudged: 0.9, e.InfluenceGained: 0.25, e.InfluenceLost: 0.3, e.Proposed: 0.5, e.Refused: 0.4, e.Forged: 0.7,
    e.ForgedInSecret: 0.7, e.AllianceCompleted: 0.6, e.AllianceBroken: 0.8, e.AllianceEnded: 0.4, e.IndustryOpened: 0.5,
    e.IndustryClosed: 0.4, e.IntriguePlayed: 0.8, e.IntrigueKept: 0.2, e.Aimed: 0.5, e.CardsDiscarded: 0.4,
    e.TokenTaken: 0.6, e.TokenLost: 0.6, e.Declared: 0.5, e.Doubted: 0.6, e.ClaimCleared: 0.6, e.ClaimCaught: 0.8,
    e.DuelFought: 1.0, e.Launched: 0.8, e.LetPass: 0.25, e.Deflected: 0.9, e.Struck: 1.0, e.Sheltered: 0.4,
    k.CardShown: 0.25, PaperOpened: 0.6, e.Scored: 0.4, e.StartShown: 0.3,
}  # fmt: skip
"""Seconds that each event stays visible."""
PHASES = (e.TurnBegan, e.ClaimJudged, e.IntriguePlayed, e.Launched, e.MatchEnded)


class AmbitionFlights(flight.Flights[Board]):
    """Flights of cards across the table, with the points at which they start and end."""

    def seat_position(self, seat: int) -> Point:
        """Return the position of a player's plate at the table."""
        return self.board.around[seat].rect.center

    def deck_position(self, seat: int) -> Point:
        """Return the position of a player's deck, at which cards appear and disappear."""
        return self.pile(faces.ELITE) if seat == self.board.own else self.seat_position(seat)

    def pile(self, sort: int) -> Point:
        """Return the position of a deck on the table.

        Industrial cards have no deck there and use the position of the industry panel.
        """
        return self.board.piles[sort].rect.center if sort in self.board.piles else self.board.works.rect.center

    @property
    def middle(self) -> Point:
        """Position of claims and Intrigue cards, in the middle of the table."""
        r = self.board.middle.rect
        return r.center[0], r.top - 62 * self.unit

    def visible_copy(self, seat: int, entry: int) -> int:
        """Return the code of a card in a seat's hand."""
        return entry

    def paint_card(self, canvas: Canvas, seat: int, copy: int, box: Rect) -> None:
        """Paint a card by its code."""
        paint_card(canvas, copy or faces.back(faces.ELITE), box, faces.rules_of(self.board.model))


class AmbitionAnimation(PickAnimation[Ambition, Board, AmbitionFlights]):
    """Animation of the steps of Ambition."""

    game, seconds, ends = any_game(GAME), SECONDS, e.MatchEnded
    boundaries = PHASES

    def show_overlays(self, event: Event) -> None:
        """Frame the players that an event hits, and show an opened or played card in the middle.

        The card stays there until the next event that changes the middle.
        """
        board, plain = self.board, self.shown.names.to_plain_text
        match event:
            case e.Struck():
                board.hit_now = event.hit
            case e.ClaimJudged(seat, _, copy, value, true):
                code = faces.code_of_copy(self.final or self.shown.table_of(Ambition), copy)
                board.lying = OpenCard(
                    code, "It is true" if true else f"A lie: no {value}", plain(f"shown by seat {seat}")
                )
            case e.IntriguePlayed(seat, copy):
                code = faces.code_of_copy(self.final or self.shown.table_of(Ambition), copy)
                board.clear()
                board.lying = OpenCard(code, faces.name(code), plain(f"played by seat {seat}"))
            case k.CardsDrawn() | e.Launched() | e.TurnBegan() | e.MatchEnded():
                board.clear()

    def _clear_stage(self) -> None:
        super()._clear_stage()
        self.board.clear()

    def event_steps(self, event: Event) -> EventSteps:
        """Return the animation of an event: flying cards, rising words, and a banner for important events."""
        rest = self.pause_after(event)
        match event:
            case e.InfluenceGained(seat, amount, _):
                return (self._rising_text(seat, f"+{amount}", "good"),), (rest,)
            case e.InfluenceLost(seat, amount, _):
                return (self._rising_text(seat, f"−{amount}", "bad"),), (rest,)
            case e.ClaimJudged(seat, _, copy, value, true):
                told = faces.name(faces.code_of_copy(self.final or self.shown.table_of(Ambition), copy))
                head = f"A true {value}" if true else f"A lie: no {value}"
                return self.show_banner(head, f"{self.shown.names.plain_name(seat)} showed {told}", 1.0), (rest,)
            case e.DuelFought(a, b, copies, winner):
                who, final = self.shown.names.plain_name, self.final or self.shown.table_of(Ambition)
                opened = (faces.name(faces.code_of_copy(final, copy)) for copy in copies)
                told = ", ".join(f"{who(seat)}: {name}" for seat, name in zip((a, b), opened))
                head = self.shown.names.to_plain_text(f"Seat {winner} wins") if winner else "A draw"
                return self.show_banner(head, told, 1.0), (rest,)
            case e.Launched(attacker, target, _):
                who = self.shown.names.plain_name
                return self.show_banner("Launch", f"{who(attacker)} strikes {who(target)}", 0.9), (rest,)
            case e.Deflected(seat):
                return self.show_banner("Deflected", f"by {self.shown.names.plain_name(seat)}", 0.8), (rest,)
            case e.Forged(a, b, pact, extra):
                who = self.shown.names.plain_name
                told = pact_words(self.shown.names, pact, extra)
                return self.show_banner(told, f"{who(a)} and {who(b)} are allied", 0.8), (rest,)
            case e.IntriguePlayed(_, copy):
                card = INTRIGUES[(self.final or self.shown.table_of(Ambition)).face(copy)]
                return (*self.flights(event), *self.show_banner(card.name, "", 0.5)), (rest,)
            case e.MatchEnded(seat, "armageddon"):
                return self.show_moment(self._armageddon(seat)), (rest,)
            case e.ClaimChallenged(_, challengers, everybody):
                late = (
                    self._rising_text(seat, "too far away", "muted") for seat in everybody if seat not in challengers
                )
                return (*(self._rising_text(seat, "challenges", "warn") for seat in challengers), *late), (rest,)
            case e.Doubted(challengers, seat):
                told = f"challenges {self.shown.names.to_plain_text(f'seat {seat}')}"
                return tuple(self._rising_text(challenger, told, "warn") for challenger in challengers), (rest,)
            case e.ClaimCaught(seat):
                return (self._rising_text(seat, "Caught", "bad"),), (rest,)
            case e.ClaimCleared(seat):
                return (self._rising_text(seat, "True", "good"),), (rest,)
            case e.TokenTaken(seat):
                return (self._rising_text(seat, "Armed", "warn"),), (rest,)
        return super().event_steps(event)

    def flights(self, event: Event) -> tuple[Step, ...]:
        """Return the flights of the cards that an event moves."""
        air = self.air
        state = self.final or self.shown.table_of(Ambition)
        match event:
            case k.CardsDrawn(seat, slots) if slots:
                sort = faces.CARD_SORTS.index(state.card_sort(deck_of_slot(slots[0])))
                start = air.pile(sort) if sort == faces.INTRIGUE or seat == self.board.own else air.seat_position(seat)
                cards = (faces.back(sort) for _ in slots)
                goal = air.hand_position(seat)
                return (air.fly(seat, cards, start, goal),) if start != goal else ()
            case e.Claimed(seat):
                return (air.fly(seat, (faces.back(faces.ELITE),), air.hand_position(seat), air.middle),)
            case e.IntriguePlayed(seat, copy):
                return (air.fly(seat, (faces.code_of_copy(state, copy),), air.hand_position(seat), air.middle),)
            case e.IndustryOpened(seat, copy):
                return (
                    air.fly(seat, (faces.code_of_copy(state, copy),), air.hand_position(seat), air.seat_position(seat)),
                )
            case e.CardsDiscarded(seat, copies, _) if copies:
                codes = [faces.code_of_copy(state, copy) for copy in copies]
                return (air.fly(seat, codes, air.hand_position(seat), air.pile(faces.sort_of(codes[0]))),)
            case k.CardTaken(taker, giver, copy):
                number = faces.code_of_copy(state, copy) if copy else faces.back(faces.INTRIGUE)
                return (air.fly(giver, (number,), air.hand_position(giver), air.hand_position(taker)),)
            case e.EliteGiven(seat, to, copy):
                return (
                    air.fly(seat, (faces.code_of_copy(state, copy),), air.hand_position(seat), air.hand_position(to)),
                )
            case s.CardLaidUnder(seat, deck, _) if deck == INTRIGUE_DECK:
                back = faces.back(faces.INTRIGUE)
                return (air.fly(seat, (back,), air.hand_position(seat), air.pile(faces.INTRIGUE)),)
        return ()

    def _armageddon(self, seat: int) -> MomentContent:
        """Return the moment in which a player ends the world."""
        names = self.shown.names
        words = f"{names.plain_name(seat)} {'play' if seat == names.own else 'plays'} Armageddon: the world ends."
        return MomentContent(
            "Armageddon", words, "Now only Influence counts.", tint="warn",
            picture=lambda canvas, rect: paint_token(canvas, True, rect), sound="Struck", seconds=2.6,
        )  # fmt: skip

    def _rising_text(self, seat: int, text: str, ink: str) -> Step:
        """Return a step in which words rise at a player."""

        def say() -> None:
            r = self.board.around[seat].rect
            self.words.float_text(text, ink, r.center[0], r.top - 2, 0)

        return call(say)
