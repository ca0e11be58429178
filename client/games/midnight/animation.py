"""Animation of a step of Midnight, event by event: movements, lights and durations."""

from __future__ import annotations

from client.games.midnight.art.clock import paint_clock
from client.games.midnight.art.front import FIRE
from client.games.midnight.board import Board
from client.games.midnight.flight import MidnightFlights
from client.games.midnight.text.names import TICK_REASONS, fight_words
from client.table.animation.animation import EventSteps
from client.table.animation.moment import MomentContent
from client.table.pick.animation import PickAnimation
from client.ui.easing import Step, call, fade, wait
from core.engine.game import Event, any_game
from core.games.midnight import events as e
from core.games.midnight.game import GAME
from core.games.midnight.state import Midnight

SECONDS: dict[type, float] = {
    e.TurnBegan: 0.25, e.ToneRolled: 0.5, e.TensionRolled: 1.0, e.BorderPlayed: 0.15, e.CardMoved: 0.15,
    e.CapitalPlayed: 0.2, e.CardStored: 0.1, e.CardsDiscarded: 0.2, e.CardTaken: 0.2, e.DisputeBegan: 0.75,
    e.CardShown: 0.5, e.Looked: 0.4, e.CardCancelled: 0.6, e.Attacked: 0.8, e.Fell: 0.5, e.PactMade: 0.7,
    e.PactBroken: 0.4, e.Flipped: 1.4, e.WorthGained: 0.25, e.WorthLost: 0.3, e.DialTurned: 0.3, e.GlobalConflict: 0.2,
}  # fmt: skip
"""Seconds for which each event stays visible, by its class."""
TABLE_REASONS = ("trigger", "ruin")
"""Reasons for discards of cards that do not come from a hand."""
SILENCE_SECONDS = 0.4
"""Seconds of silence before the clock strikes."""
ROOM_FOR_WORDS = 40.0
"""Design pixels: space above a panel that rising words need; with less, they rise beside the panel."""
DISPUTE_EVENTS = (
    e.DisputeBegan,
    e.CardCancelled,
    e.WorthGained,
    e.WorthLost,
    e.Attacked,
    e.PactBroken,
    e.CardShown,
    e.Fell,
    e.Recovered,
    e.Eliminated,
)
"""Events within a dispute."""
SUNSET_EVENTS = (e.ClockTicked, e.EscalationEnded, e.WorthLost, e.Fell, e.Eliminated, e.CardShown, e.CardsDiscarded,
          e.CardTaken, e.DialTurned, e.PileLaid, e.AuditPassed, e.AuditOwed)  # fmt: skip
"""Events between the strike of the clock and the global conflict."""
PHASES = {e.TurnBegan: "Tone", e.ToneRolled: "Tone", e.CardsDrawn: "Draw", e.BorderPlayed: "Act", e.CardMoved: "Act",
          e.CapitalPlayed: "Act", e.CardStored: "Act", e.TensionRolled: "Tension", e.ClockTicked: "Sunset",
          e.MidnightCame: "Midnight"}  # fmt: skip
"""Step of the turn in which each event happens."""


class MidnightAnimation(PickAnimation[Midnight, Board, MidnightFlights]):
    """Animation of the steps of Midnight."""

    game, seconds, default_seconds, ends = any_game(GAME), SECONDS, 0.0, e.MatchEnded
    boundaries = (e.TurnBegan, e.DisputeBegan, e.ClockTicked, e.MatchEnded)

    def prepare_event(self, event: Event) -> None:
        """Begin a turn, or prepare the strike of the clock."""
        state = self.shown.table_of(Midnight)
        if isinstance(event, e.TurnBegan):
            self.board.record_turn_start(state.worth)
        if isinstance(event, e.ClockTicked):
            self.board.strike.begin(state, TICK_REASONS[event.why])

    def show_overlays(self, event: Event) -> None:
        """Set the stage for an event: dice, a dispute, the hand of the clock."""
        board, front = self.board, self.board.front
        board.phase = PHASES.get(type(event), board.phase)
        if not isinstance(event, DISPUTE_EVENTS):
            front.close()
            board.disputed = (0, 0)
        if board.strike.on and not isinstance(event, SUNSET_EVENTS):
            board.strike.end()
        rules = self.shown.table_of(Midnight).rules
        front.words = (front.visible and fight_words(self.shown.names, event, rules)) or front.words
        match event:
            case e.TensionRolled():
                board.dice.lie(event.face)
            case e.TurnBegan() | e.MidnightCame() | e.LastActions():
                board.dice.lie("")
                board.flip({})
            case e.DisputeBegan():
                board.disputed = (event.attacker, event.defender)
                if front.sides != _sides(event) or not front.visible:
                    front.open(_sides(event))
                front.turn_up()
            case e.CardCancelled(_, copy, by):
                front.strike(copy, by)
            case e.Attacked():
                front.step = FIRE
            case e.ClockTicked():
                board.clock.hand = board.strike.hand = float(event.clock)
            case e.WorthLost(seat, amount, "sunset"):
                board.strike.lose(seat, amount)
            case e.Flipped():
                board.flip(dict(event.flipped))

    def _clear_stage(self) -> None:
        super()._clear_stage()
        self.board.clear()

    # Animations -------------------------------------------------------------------------------------------------------

    def event_steps(self, event: Event) -> EventSteps:
        """Return the animation steps before and after the event."""
        board, rest = self.board, self.pause_after(event)
        match event:
            case e.ClockTicked():
                return self._strikes(event)
            case e.WorthLost(_, _, "sunset"):
                return (), ()
            case e.MidnightCame():
                return (), self.show_moment(self._midnight())
            case e.GlobalConflict():
                return board.strike.closing_steps(), (rest,)
            case e.Flipped(1):
                return self.show_banner("Duel", "Equal Worth: the better card wins"), (rest,)
            case e.EscalationRevealed(number):
                return self._banner_of(number), ()
            case e.DisputeBegan(a, b):
                return self._animate_meeting(event, a, b)
            case e.ToneRolled():
                return (wait(0.2),), (rest,)
            case e.TensionRolled():
                return (wait(0.15), board.dice.tumble(event.die), wait(0.1)), (rest,)
            case e.WorthGained(seat, amount):
                return self._worth(seat, amount, rest)
            case e.WorthLost(seat, amount):
                return self._worth(seat, -amount, rest)
            case e.Fell(seat):
                return (self._rise(seat, "Ruin", "bad"),), (
                    fade(board.panels[seat], "flash", 0.0, 0.8, start=1.0),
                    rest,
                )
            case e.PactMade(seat, other):
                return board.seal.stamp(lambda: board.between(seat, other), SECONDS[e.PactMade])
            case e.PactBroken(seat, other):
                return board.seal.shatter(lambda: board.between(seat, other), SECONDS[e.PactBroken])
        return super().event_steps(event)

    def _midnight(self) -> MomentContent:
        """Return the moment after the last tick."""
        state = self.shown.table_of(Midnight)
        words = "The clock has struck for the last time. Stockpiles become hands: the last war begins."
        return MomentContent(
            "Midnight",
            words,
            tint="bad",
            picture=lambda canvas, rect: paint_clock(canvas, rect, state, 0.0),
            seconds=2.6,
        )

    def _banner_of(self, number: int) -> tuple[Step, ...]:
        """Return the banner of an Escalation."""
        law = self.shown.table_of(Midnight).rules.escalations[number]
        return self.show_banner(law.name, law.text, 1.6)

    def _strikes(self, event: e.ClockTicked) -> EventSteps:
        """Return the steps of the strike of the clock.

        First comes silence, then the slam of the hand, then a ring of light. After that, all gauges drain together.
        """
        lost = [(x.seat, x.amount) for x in self.remaining_events() if isinstance(x, e.WorthLost) and x.why == "sunset"]
        slam, ring = self.board.clock.slam(event.clock)
        return (wait(SILENCE_SECONDS), slam), (ring, *self.board.strike.opening(lost[: len(self.shown.seats)]))

    def _animate_meeting(self, event: e.DisputeBegan, a: int, b: int) -> EventSteps:
        """Return the steps in which two sides meet across the clock."""
        board = self.board

        def begin() -> None:
            board.disputed = (a, b)
            board.touch(tree=True)

        trays = board.trays[a, b], board.trays[b, a]
        before, after = board.front.meet(_sides(event), trays, SECONDS[e.DisputeBegan])
        return (call(begin), *before), after

    def _worth(self, seat: int, amount: int, rest: Step) -> EventSteps:
        """Return the steps in which words rise and a nation's gauge fills or drains."""
        gains, old = amount > 0, self.shown.table_of(Midnight).worth[seat]
        words = self._rise(seat, f"{'+' if gains else '−'}{abs(amount)} Worth", "good" if gains else "bad")
        return (words,), (*self.board.panels[seat].fill(old, max(0, old + amount)), rest)

    def _rise(self, seat: int, text: str, ink: str) -> Step:
        """Return a step in which words rise above a nation's panel, or beside it."""

        def say() -> None:
            plate = self.board.panels[seat].rect
            x, y = plate.center
            high = plate.top + ROOM_FOR_WORDS > self.board.rect.top
            self.words.float_text(text, ink, *((plate.right + 60, y - 26) if high else (x, y)), 1)

        return call(say)

    def flights(self, event: Event) -> tuple[Step, ...]:
        """Return the flights of the cards that an event moves."""
        air = self.air
        match event:
            case e.BorderPlayed(seat, other, entry):
                return air.play_from_hand(seat, entry, air.border(seat, other))
            case e.CapitalPlayed(seat, copy):
                return air.play_from_hand(seat, -copy, air.capital(seat))
            case e.CardStored(seat, entry):
                return air.play_from_hand(seat, entry, air.stock(seat))
            case e.CardMoved(seat, origin, to, entry):
                lift = self.board.trays[seat, origin].lift
                return air.move_card(seat, entry, lift, air.border(seat, origin), air.border(seat, to))
            case e.CardsDrawn(seat, slots):
                return (air.fly(seat, (0 for _ in slots), air.deck_position(seat), air.hand_position(seat)),)
            case e.CardsDrawnOpenly(seat, copies):
                return (air.fly(seat, copies, air.deck_position(seat), air.hand_position(seat)),)
            case e.CardsDiscarded(seat, copies, why) if copies:
                start = air.seat_position(seat) if why in TABLE_REASONS else air.hand_position(seat, copies[0])
                return (air.fly(seat, copies, start, air.deck_position(seat)),)
            case e.CardTaken(captor, victim, copy):
                return (air.fly(victim, (copy,), air.hand_position(victim), air.hand_position(captor)),)
        return ()


def _sides(event: e.DisputeBegan) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return each side of a dispute with its cards, the attacker first."""
    return (event.attacker, event.attackers), (event.defender, event.defenders)
