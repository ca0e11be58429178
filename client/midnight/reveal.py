"""Tells a step of Midnight event by event: what moves, what glows, how long it stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from client.kit.richtext import plain
from client.kit.timeline import Step, Timeline, call, parallel, tween, wait
from client.midnight import story
from client.midnight.board import Board
from client.midnight.flight import Air
from client.midnight.log import Story, seats_of
from client.table import reveal
from client.table.audits import audit_of
from client.table.sight import Sight
from client.table.stage import Banner, Words
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
    e.PactBroken: 0.8,
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
ROOM_FOR_WORDS = 40.0
"""Words rise so far above a plate; where there is no room for that they rise beside it."""


class Reveal(reveal.Reveal):
    """Tells the steps of Midnight."""

    boundaries = (e.TurnBegan, e.DisputeBegan, e.ClockTicked, e.MatchEnded)

    def __init__(
        self, timeline: Timeline, sight: Sight, refresh: Callable[[], object], board: Board, log: Story,
        banner: Banner, words: Words, air: Air,
    ) -> None:  # fmt: skip
        super().__init__(timeline, sight, refresh)
        self.board, self.log, self.banner, self.words, self.air = board, log, banner, words, air
        self.won = ""
        """By what the match was won, in a sentence."""

    def begin(self, before: Midnight, after: Midnight) -> Midnight:
        """The story of the step."""
        return story.begin(before, after)

    def change(self, event: Any, quick: bool = False) -> None:
        """The event happens: the story goes on, the log tells it."""
        state = self.shown.state
        story.apply(state, event)
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

    def stage(self, event: Any) -> None:
        """What lies over the table because of an event: dice, a dispute, the hand of the clock."""
        if isinstance(event, e.ToneRolled):
            self.board.phase = "Tone"
        elif isinstance(event, e.TensionRolled):
            self.board.dice.rolled = event.face
            self.board.phase = "Tension"
        elif isinstance(event, (e.TurnBegan, e.MidnightCame, e.LastActions)):
            self.board.dice.rolled, self.board.disputed = "", (0, 0)
            self._flip({})
        elif isinstance(event, e.DisputeBegan):
            self.board.disputed = (event.attacker, event.defender)
        elif isinstance(event, e.ClockTicked):
            self.board.clock.hand = float(event.clock)
        elif isinstance(event, e.Flipped):
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
        self.banner.visible = False
        self.air.clear()
        for border in self.board.trays.values():
            border.turned, border.lifted = 1.0, 0
        self.board.disputed = (0, 0)
        self._flip({})

    def shots(self, event: Any) -> tuple[Sequence[Step], Sequence[Step]]:
        """What is seen before and after the event."""
        if isinstance(event, e.ClockTicked):
            swing = tween(self.board.clock, "hand", float(event.clock), 0.8)
            return (*self.show_banner("The clock ticks", "Sunset"), swing), ()
        if isinstance(event, e.MidnightCame):
            return self.show_banner("Midnight", "Stockpiles are taken up, the last war begins"), ()
        if isinstance(event, e.Flipped) and event.flip == 1:
            return self.show_banner("Duel", "They share the greatest Worth: who flips the better card?"), (
                wait(SECONDS[e.Flipped]),
            )
        if isinstance(event, e.EscalationRevealed):
            card = ESCALATIONS[event.escalation]
            return self.show_banner(card.name, card.text, 1.6), ()
        if isinstance(event, e.DisputeBegan):
            meets = call(lambda: self._dispute(event.attacker, event.defender))
            return (meets, wait(0.2), self._turn(event, 0.0)), (self._turn(event, 1.0), wait(SECONDS[e.DisputeBegan]))
        if isinstance(event, (e.ToneRolled, e.TensionRolled)):
            return (wait(0.2),), (wait(0.5 if isinstance(event, e.ToneRolled) else 1.0),)
        if isinstance(event, (e.WorthGained, e.WorthLost)):
            sign, ink = ("+", "good") if isinstance(event, e.WorthGained) else ("−", "bad")
            return (self._float(event.seat, f"{sign}{event.amount} Worth", ink),), (wait(SECONDS[type(event)]),)
        if isinstance(event, e.Attacked):
            words = f"{event.attack} against {event.defence}"
            return (self._float(event.defender, words, "warn"),), (wait(SECONDS[e.Attacked]),)
        if isinstance(event, e.Fell):
            return (self._float(event.seat, "Ruin", "bad"),), (wait(SECONDS[e.Fell]),)
        return self._flights(event), (wait(SECONDS.get(type(event), 0.0)),)

    def _flights(self, event: Any) -> tuple[Step, ...]:
        """The cards that an event sends over the table."""
        air = self.air
        match event:
            case e.BorderPlayed(seat, other, entry):
                return air.play(seat, entry, air.border(seat, other))
            case e.CapitalPlayed(seat, copy):
                return air.play(seat, -copy, air.plate(seat))
            case e.CardStored(seat, entry):
                return air.play(seat, entry, air.deck(seat))
            case e.CardMoved(seat, origin, to, entry):
                return air.move(seat, origin, to, entry)
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
