"""Tells a step of Midnight event by event: what moves, what glows, how long it stays."""

from __future__ import annotations

from client.games.midnight.art.front import FIRE
from client.games.midnight.board import Board
from client.games.midnight.flight import Flights
from client.games.midnight.log import seats_of
from client.games.midnight.text.names import TICKS, fight_words
from client.table.animation import Shots
from client.table.pick_animation import PickReveal
from client.ui.easing import Step, call, fade, wait
from core.engine.game import Event
from core.games.midnight import events as e
from core.games.midnight.escalations import ESCALATIONS
from core.games.midnight.game import GAME
from core.games.midnight.state import Midnight

SECONDS: dict[type, float] = {
    e.TurnBegan: 0.25, e.ToneRolled: 0.5, e.TensionRolled: 1.0, e.BorderPlayed: 0.15, e.CardMoved: 0.15,
    e.CapitalPlayed: 0.2, e.CardStored: 0.1, e.CardsDiscarded: 0.2, e.CardTaken: 0.2, e.DisputeBegan: 0.75,
    e.CardShown: 0.5, e.Looked: 0.4, e.CardCancelled: 0.6, e.Attacked: 0.8, e.Fell: 0.5, e.PactMade: 0.7,
    e.PactBroken: 0.4, e.Flipped: 1.4, e.WorthGained: 0.25, e.WorthLost: 0.3, e.DialTurned: 0.3, e.GlobalConflict: 0.2,
}  # fmt: skip
"""How long an event stays to be seen."""
ON_TABLE = ("trigger", "ruin")
"""Why cards are discarded that do not come from a hand."""
SILENCE = 0.4
"""Seconds before the clock strikes."""
ROOM_FOR_WORDS = 40.0
"""Words rise so far above a panel; where there is no room for that they rise beside it."""
FOUGHT = (e.DisputeBegan, e.CardCancelled, e.WorthGained, e.WorthLost, e.Attacked, e.PactBroken, e.CardShown, e.Fell,
          e.Recovered, e.Eliminated)  # fmt: skip
"""What happens within a dispute."""
SUNSET = (e.ClockTicked, e.EscalationEnded, e.WorthLost, e.Fell, e.Eliminated, e.CardShown, e.CardsDiscarded,
          e.CardTaken, e.DialTurned, e.PileLaid, e.AuditPassed, e.AuditOwed)  # fmt: skip
"""What happens between the strike of the clock and the global conflict."""
PHASES = {e.TurnBegan: "Tone", e.ToneRolled: "Tone", e.CardsDrawn: "Draw", e.BorderPlayed: "Act", e.CardMoved: "Act",
          e.CapitalPlayed: "Act", e.CardStored: "Act", e.TensionRolled: "Tension", e.ClockTicked: "Sunset",
          e.MidnightCame: "Midnight"}  # fmt: skip
"""The step of the turn in which something happens."""


class Reveal(PickReveal[Midnight, Board, Flights]):
    """Tells the steps of Midnight."""

    game, seconds, at_least, ends, seats_of = GAME, SECONDS, 0.0, e.MatchEnded, seats_of
    boundaries = (e.TurnBegan, e.DisputeBegan, e.ClockTicked, e.MatchEnded)

    def begin(self, event: Event) -> None:
        """A turn begins, or the clock is about to strike."""
        state = self.shown.state
        if isinstance(event, e.TurnBegan):
            self.board.turn_begins(state.worth)
        if isinstance(event, e.ClockTicked):
            self.board.strike.begin(state, TICKS[event.why])

    def stage(self, event: Event) -> None:
        """What lies over the table because of an event: dice, a dispute, the hand of the clock."""
        board, front = self.board, self.board.front
        board.phase = PHASES.get(type(event), board.phase)
        if not isinstance(event, FOUGHT):
            front.close()
            board.disputed = (0, 0)
        if board.strike.on and not isinstance(event, SUNSET):
            board.strike.end()
        front.words = (front.visible and fight_words(self.shown.names, event)) or front.words
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

    # What is seen -----------------------------------------------------------------------------------------------------

    def shots(self, event: Event) -> Shots:
        """What is seen before and after the event."""
        board, rest = self.board, self.rest(event)
        match event:
            case e.ClockTicked():
                return self._strikes(event)
            case e.WorthLost(_, _, "sunset"):
                return (), ()
            case e.MidnightCame():
                return self.show_banner("Midnight", "Stockpiles become hands: the last war begins", 1.4), ()
            case e.GlobalConflict():
                return board.strike.shutting(), (rest,)
            case e.Flipped(1):
                return self.show_banner("Duel", "Equal Worth: the better card wins"), (rest,)
            case e.EscalationRevealed(number):
                return self.show_banner(ESCALATIONS[number].name, ESCALATIONS[number].text, 1.6), ()
            case e.DisputeBegan(a, b):
                return self._meets(event, a, b)
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
        return super().shots(event)

    def _strikes(self, event: e.ClockTicked) -> Shots:
        """Silence; the hand slams; a ring of light; then all gauges drain together."""
        lost = [(x.seat, x.amount) for x in self.coming() if isinstance(x, e.WorthLost) and x.why == "sunset"]
        slam, ring = self.board.clock.slam(event.clock)
        return (wait(SILENCE), slam), (ring, *self.board.strike.opening(lost[: len(self.shown.seats)]))

    def _meets(self, event: e.DisputeBegan, a: int, b: int) -> Shots:
        """Two sides meet across the clock."""
        board = self.board

        def begin() -> None:
            board.disputed = (a, b)
            board.touch_tree()

        trays = board.trays[a, b], board.trays[b, a]
        before, after = board.front.meet(_sides(event), trays, SECONDS[e.DisputeBegan])
        return (call(begin), *before), after

    def _worth(self, seat: int, amount: int, rest: Step) -> Shots:
        """Words rise; the gauge of a nation fills or drains."""
        gains, old = amount > 0, self.shown.state.worth[seat]
        words = self._rise(seat, f"{'+' if gains else '−'}{abs(amount)} Worth", "good" if gains else "bad")
        return (words,), (*self.board.panels[seat].fill(old, max(0, old + amount)), rest)

    def _rise(self, seat: int, text: str, ink: str) -> Step:
        """Words rise above the panel of a nation, or beside it."""

        def say() -> None:
            plate = self.board.panels[seat].rect
            x, y = plate.center
            high = plate.top + ROOM_FOR_WORDS > self.board.rect.top
            self.words.say(text, ink, *((plate.right + 60, y - 26) if high else (x, y)), 1)

        return call(say)

    def flights(self, event: Event) -> tuple[Step, ...]:
        """The cards that an event sends over the table."""
        air = self.air
        match event:
            case e.BorderPlayed(seat, other, entry):
                return air.play(seat, entry, air.border(seat, other))
            case e.CapitalPlayed(seat, copy):
                return air.play(seat, -copy, air.capital(seat))
            case e.CardStored(seat, entry):
                return air.play(seat, entry, air.stock(seat))
            case e.CardMoved(seat, origin, to, entry):
                lift = self.board.trays[seat, origin].lift
                return air.move(seat, entry, lift, air.border(seat, origin), air.border(seat, to))
            case e.CardsDrawn(seat, slots):
                return (air.fly(seat, (0 for _ in slots), air.deck(seat), air.hand_of(seat)),)
            case e.CardsDrawnOpenly(seat, copies):
                return (air.fly(seat, copies, air.deck(seat), air.hand_of(seat)),)
            case e.CardsDiscarded(seat, copies, why) if copies:
                start = air.plate(seat) if why in ON_TABLE else air.hand_of(seat, copies[0])
                return (air.fly(seat, copies, start, air.deck(seat)),)
            case e.CardTaken(captor, victim, copy):
                return (air.fly(victim, (copy,), air.hand_of(victim), air.hand_of(captor)),)
        return ()


def _sides(event: e.DisputeBegan) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Each side and its cards, the attacker's first."""
    return (event.attacker, event.attackers), (event.defender, event.defenders)
