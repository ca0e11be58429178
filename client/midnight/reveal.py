"""Tells a step of Midnight event by event: what moves, what glows, how long it stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from client.kit.richtext import plain
from client.kit.steps import Step, call, fade, glide, parallel, tween, wait
from client.kit.timeline import Timeline
from client.midnight.art.front import FIRE
from client.midnight.art.strike import CONFLICT
from client.midnight.board import Board
from client.midnight.flight import Flights
from client.midnight.log import Story, seats_of
from client.midnight.strike import Strike
from client.table import reveal
from client.table.audits import audit_of
from client.table.stage import Banner, Words
from client.table.view_model import ViewModel
from core.kernel.game import Event
from core.kernel.telling.words import capitalised
from core.midnight import events as e
from core.midnight.escalations import ESCALATIONS
from core.midnight.game import GAME
from core.midnight.state import Midnight

SECONDS: dict[type, float] = {
    e.TurnBegan: 0.25,
    e.BorderPlayed: 0.15,
    e.CardMoved: 0.15,
    e.CapitalPlayed: 0.2,
    e.CardStored: 0.1,
    e.CardsDiscarded: 0.2,
    e.DisputeBegan: 0.75,
    e.CardShown: 0.5,
    e.Looked: 0.4,
    e.CardCancelled: 0.6,
    e.Attacked: 0.8,
    e.Fell: 0.8,
    e.PactMade: 0.7,
    e.PactBroken: 0.4,
    e.Flipped: 1.4,
    e.CardTaken: 0.2,
    e.WorthGained: 0.25,
    e.WorthLost: 0.3,
    e.DialTurned: 0.3,
}
"""How long an event stays to be seen."""
ON_TABLE = ("trigger", "ruin")
"""Why cards are discarded that do not come from a hand."""
TURN = 0.14
"""Seconds for half of a card's being turned up."""
SILENCE, SLAM, DRAIN = 0.4, 0.16, 0.9
"""Before the clock strikes, while its hand moves, while the gauges drain."""
ROOM_FOR_WORDS = 40.0
"""Words rise so far above a panel; where there is no room for that they rise beside it."""
FOUGHT = (e.DisputeBegan, e.CardCancelled, e.WorthGained, e.WorthLost, e.Attacked, e.PactBroken, e.CardShown, e.Fell,
          e.Recovered, e.Eliminated)  # fmt: skip
"""What happens within a dispute."""
SUNSET = (e.ClockTicked, e.EscalationEnded, e.WorthLost, e.Fell, e.Eliminated, e.CardShown, e.CardsDiscarded,
          e.CardTaken, e.DialTurned, e.PileLaid, e.AuditPassed, e.AuditOwed)  # fmt: skip
"""What happens between the strike of the clock and the global conflict."""
WHY = {"die": "The red die: ", "deck": "A deck has run out: ", "sirens": "A Siren sounds in every Capital: "}
"""Why the clock ticks."""
PHASES = {e.TurnBegan: "Tone", e.ToneRolled: "Tone", e.CardsDrawn: "Draw", e.BorderPlayed: "Act", e.CardMoved: "Act",
          e.CapitalPlayed: "Act", e.CardStored: "Act", e.TensionRolled: "Tension", e.ClockTicked: "Sunset",
          e.MidnightCame: "Midnight"}  # fmt: skip
"""The step of the turn in which something happens."""


class Reveal(reveal.Reveal[Midnight]):
    """Tells the steps of Midnight."""

    boundaries = (e.TurnBegan, e.DisputeBegan, e.ClockTicked, e.MatchEnded)

    def __init__(
        self, timeline: Timeline, model: ViewModel, refresh: Callable[[], object], board: Board, log: Story,
        banner: Banner, words: Words, air: Flights, strike: Strike,
    ) -> None:  # fmt: skip
        super().__init__(timeline, model, refresh)
        self.board, self.log, self.banner, self.words, self.air = board, log, banner, words, air
        self.strike = strike
        self.won = ""
        """By what the match was won, in a sentence."""

    def change(self, event: Event, quick: bool = False) -> None:
        """The log tells it, and what lies over the table follows."""
        state = self.shown.state
        if isinstance(event, e.TurnBegan):
            self.board.turn_begins(state.worth)
        if isinstance(event, e.ClockTicked):
            self.strike.begin(state, WHY[event.why])
        words = self.shown.names.marked(GAME.tell(self.final or state, event))
        self.log.tell(event, words, seats_of(event))
        audit = audit_of(GAME, state, event)
        if audit is not None:
            self.shown.audits.append(audit)
        if isinstance(event, e.MatchEnded):
            self.won = capitalised(plain(words).removeprefix("The match is over: "))
        self.stage(event)
        if not quick:
            if self.on_sound is not None:
                self.on_sound(event)
            self.refresh()

    def stage(self, event: Event) -> None:
        """What lies over the table because of an event: dice, a dispute, the hand of the clock."""
        board, front = self.board, self.board.front
        board.phase = PHASES.get(type(event), board.phase)
        if not isinstance(event, FOUGHT):
            front.close()
            board.disputed = (0, 0)
        if self.strike.on and not isinstance(event, SUNSET):
            self.strike.end()
        match event:
            case e.TensionRolled():
                board.dice.rolled, board.dice.tumbling = event.face, -1
            case e.TurnBegan() | e.MidnightCame() | e.LastActions():
                board.dice.rolled = ""
                self._flip({})
            case e.DisputeBegan():
                board.disputed = (event.attacker, event.defender)
                sides = (event.attacker, event.attackers), (event.defender, event.defenders)
                if front.sides != sides or not front.visible:
                    front.open(sides)
                front.turn_up()
            case e.CardCancelled(_, copy, by):
                front.strike(copy, by)
            case e.PactBroken():
                front.words = "The Pact is broken: green cards are lost, both have +2 Might"
            case e.WorthGained(seat, amount, why) if front.visible:
                front.words = f"{self.shown.names.who(seat)}: +{amount} Worth {'by the Pact' if why == 'pact' else ''}"
            case e.Attacked():
                front.step = FIRE
                who = self.shown.names.who(event.attacker)
                lost = f"{event.damage} damage" if event.damage else "no damage"
                front.words = f"{who}: attack {event.attack} against {event.defence}, {lost}"
            case e.ClockTicked():
                board.clock.hand = self.strike.hand = float(event.clock)
            case e.WorthLost(seat, amount, "sunset"):
                self.strike.lose(seat, amount)
            case e.Flipped():
                self._flip(dict(event.flipped))

    def _flip(self, flipped: dict[int, int]) -> None:
        for seat, plate in self.board.panels.items():
            plate.flipped = flipped.get(seat, 0)

    def show(self, state: Midnight) -> None:
        """The table is drawn anew."""
        self.refresh()

    def clear_words(self) -> None:
        """No words float any more."""
        self.words.clear()

    def _clear_stage(self) -> None:
        board = self.board
        self.banner.visible = self.strike.visible = board.seal.visible = False
        self.air.clear()
        for tray in board.trays.values():
            tray.turned, tray.lifted = 1.0, 0
        for plate in board.panels.values():
            plate.worth, plate.flash = -1.0, 0.0
        board.disputed, board.dice.tumbling, board.clock.shock = (0, 0), -1, 0.0
        board.front.close()
        self.strike.drained = 1.0
        self._flip({})

    # What is seen -----------------------------------------------------------------------------------------------------

    def shots(self, event: Event) -> tuple[Sequence[Step], Sequence[Step]]:
        """What is seen before and after the event."""
        match event:
            case e.ClockTicked():
                return self._strikes(event)
            case e.WorthLost(_, _, "sunset"):
                return (), ()
            case e.MidnightCame():
                return self.show_banner("Midnight", "Stockpiles are taken up, the last war begins", 1.4), ()
            case e.GlobalConflict():
                return (fade(self.strike, "opacity", 0.0, 0.25), call(self._shut_strike)), (wait(0.2),)
            case e.Flipped(1):
                return self.show_banner("Duel", "They share the greatest Worth: who flips the better card?"), (
                    wait(SECONDS[e.Flipped]),
                )
            case e.EscalationRevealed(number):
                return self.show_banner(ESCALATIONS[number].name, ESCALATIONS[number].text, 1.6), ()
            case e.DisputeBegan():
                return self._meets(event)
            case e.ToneRolled():
                return (wait(0.2),), (wait(0.5),)
            case e.TensionRolled():
                return (wait(0.15), self._tumble(event.die), wait(0.1)), (wait(1.0),)
            case e.WorthGained() | e.WorthLost():
                return self._worth(event)
            case e.Fell(seat):
                plate = self.board.panels[seat]
                gone = fade(plate, "flash", 0.0, 0.8, start=1.0)
                return (self._float(seat, "Ruin", "bad"),), (gone, wait(SECONDS[e.Fell] - 0.3))
            case e.PactMade(seat, other):
                return self._stamped(seat, other)
            case e.PactBroken(seat, other):
                return self._shattered(seat, other)
        return self._flights(event), (wait(SECONDS.get(type(event), 0.0)),)

    def _strikes(self, event: e.ClockTicked) -> tuple[Sequence[Step], Sequence[Step]]:
        """Silence; the hand slams; a ring of light; then all gauges drain together."""
        clock, strike = self.board.clock, self.strike
        losses = [x for x in self.coming() if isinstance(x, e.WorthLost) and x.why == "sunset"]

        def open_it() -> None:
            strike.opacity, strike.drained, strike.visible = 1.0, 0.0, True
            for loss in losses[: len(self.shown.seats)]:
                strike.lose(loss.seat, loss.amount)

        before = wait(SILENCE), tween(clock, "hand", float(event.clock), SLAM, ease=lambda t: t**3)
        ring = tween(clock, "shock", 1.0, 0.5, start=0.01)
        drain = fade(strike, "drained", 1.0, DRAIN, start=0.0)
        return before, (ring, call(self._calm), call(open_it), wait(0.3), drain, wait(1.1))

    def _calm(self) -> None:
        self.board.clock.shock = 0.0

    def _shut_strike(self) -> None:
        self.strike.visible, self.strike.opacity, self.strike.step = False, 1.0, CONFLICT

    def _meets(self, event: e.DisputeBegan) -> tuple[Sequence[Step], Sequence[Step]]:
        """Two sides meet across the clock, and all their cards are turned up."""
        front = self.board.front
        sides = (event.attacker, event.attackers), (event.defender, event.defenders)
        half = [tween(front, "turned", 0.0, TURN, start=1.0), self._turn(event, 0.0)]
        rest = [tween(front, "turned", 1.0, TURN, start=0.0), self._turn(event, 1.0)]
        meet = call(lambda: self._dispute(event.attacker, event.defender)), call(lambda: front.open(sides))
        return (*meet, wait(0.35), parallel(*half)), (parallel(*rest), wait(SECONDS[e.DisputeBegan]))

    def _tumble(self, die: int) -> Step:
        """The tension die goes over its faces, slower and slower, and stops on one."""
        dice = self.board.dice

        def show(at: float) -> None:
            dice.tumbling = int(at) % 6

        return glide(show, 0.0, 12.0 + die - 1, 1.0, ease=lambda t: 1 - (1 - t) ** 2.4)

    def _worth(self, event: e.WorthGained | e.WorthLost) -> tuple[Sequence[Step], Sequence[Step]]:
        """Words rise; the gauge fills or drains."""
        gains = isinstance(event, e.WorthGained)
        plate = self.board.panels[event.seat]
        old = float(self.shown.state.worth[event.seat])
        new = max(0.0, old + (event.amount if gains else -event.amount))
        words = self._float(event.seat, f"{'+' if gains else '−'}{event.amount} Worth", "good" if gains else "bad")
        rest = call(lambda: setattr(plate, "worth", -1.0))
        return (words,), (tween(plate, "worth", new, 0.35, start=old), rest, wait(SECONDS[type(event)]))

    def _stamped(self, seat: int, other: int) -> tuple[Sequence[Step], Sequence[Step]]:
        """The seal of a Pact comes down on its border."""
        seal = self.board.seal
        stamp = call(lambda: self._seal(seat, other)), tween(seal, "large", 1.0, 0.22, start=2.6)
        return stamp, (wait(SECONDS[e.PactMade]), fade(seal, "opacity", 0.0, 0.3), call(self._unseal))

    def _shattered(self, seat: int, other: int) -> tuple[Sequence[Step], Sequence[Step]]:
        """It lies there, cracks and flies apart."""
        seal = self.board.seal
        apart = parallel(tween(seal, "large", 1.5, 0.5), fade(seal, "opacity", 0.0, 0.7))
        return (call(lambda: self._seal(seat, other)), wait(0.35)), (
            call(self._crack), apart, call(self._unseal), wait(SECONDS[e.PactBroken]),
        )  # fmt: skip

    def _seal(self, seat: int, other: int) -> None:
        self.board.seal.show(self._between(seat, other), True)

    def _between(self, seat: int, other: int) -> tuple[float, float]:
        """The own tray of a border, the middle of another one, or of the dispute that is fought on it."""
        if self.board.front.visible:
            return self.board.front.rect.center
        if (own := self.board.own) in (seat, other):
            return self.air.border(own, other if seat == own else seat)
        (ax, ay), (bx, by) = self.air.border(seat, other), self.air.border(other, seat)
        return (ax + bx) / 2, (ay + by) / 2

    def _crack(self) -> None:
        self.board.seal.whole = False

    def _unseal(self) -> None:
        self.board.seal.visible = False

    def _flights(self, event: Event) -> tuple[Step, ...]:
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

    def _turn(self, event: e.DisputeBegan, wide: float) -> Step:
        """The cards of both sides are turned up: half of it, to this width."""
        sides = ((event.attacker, event.defender), (event.defender, event.attacker))
        return parallel(*(tween(self.board.trays[side], "turned", wide, TURN) for side in sides))

    def _dispute(self, a: int, b: int) -> None:
        self.board.disputed = (a, b)
        self.board.touch_tree()

    def _float(self, seat: int, text: str, color: str) -> Step:
        def say() -> None:
            plate = self.board.panels[seat].rect
            x, y = plate.center
            high = plate.top + ROOM_FOR_WORDS > self.board.rect.top
            self.words.say(text, color, *((plate.right + 60, y - 26) if high else (x, y)), 1)

        return call(say)
