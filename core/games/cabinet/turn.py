"""The course of a turn (rules part 4): upkeep, draw, and its end. Actions and Challenges are chapters of their own."""

from __future__ import annotations

from collections.abc import Iterator

from core.engine.hidden.piles import without
from core.engine.hidden.secrets import Secrets
from core.games.cabinet import cards, events
from core.games.cabinet.cards import DRAWS, HAND_LIMIT, HEALTH, MOST_TURNS
from core.games.cabinet.decisions import Draw
from core.games.cabinet.decks import draw, open_decks
from core.games.cabinet.discards import LIMIT, TRIM
from core.games.cabinet.rules import TURNS, UPKEEP, OneOf, Step, agenda, decided, question
from core.games.cabinet.state import Cabinet


@agenda("turn")
def turn(step: Step) -> None:
    """The turn of the current player begins."""
    state = step.state
    if state.turn == MOST_TURNS:
        raise decided(TURNS)
    state.turn += 1
    step.say(events.TurnBegan(state.current, state.turn))
    step.later(("upkeep",), ("draw", DRAWS), ("act",), ("challenge",), ("end",))


@agenda("upkeep")
def upkeep(step: Step) -> None:
    """Phase 1: a card for each Challenge in play, but for the first turn (B12) and once for each Health (B17)."""
    state = step.state
    state.phase = "upkeep"
    if state.turn == 1 or not state.challenges:
        return
    if copy := standing(state, HEALTH):
        leave_place(step, copy)
        step.say(events.UpkeepSkipped(copy))
        return
    step.say(events.UpkeepDue(len(state.challenges)))
    step.later(("joint", len(state.challenges), UPKEEP))


def standing(state: Cabinet, ministry: int) -> int:
    """A card of that ministry in front of the team, or 0."""
    return next((copy for copy in state.placed if cards.kind(copy) == ministry), 0)


def leave_place(step: Step, copy: int) -> None:
    """A Ministry in front of the team has done its work and is discarded."""
    step.state.placed = without(step.state.placed, copy)
    step.state.spend((copy,))


@agenda("draw")
def draw_phase(step: Step, left: int) -> None:
    """Phase 2: so many cards more, each seen before the next deck is chosen."""
    state = step.state
    state.phase = "draw"
    if not open_decks(state):
        step.say(events.DrawLost(state.current))
        return
    if left > 1:
        step.later(("draw", left - 1))
    step.ask(DRAW, state.current, left)


class DeckChoice(OneOf[Draw, int]):
    """From which deck the next card is drawn, of so many that are left to draw."""

    kind = "draw"
    decision = Draw
    refusal = "no card can be drawn from that deck"

    def legal(self, state: Cabinet, seat: int, left: int) -> Iterator[Draw]:
        return map(Draw, open_decks(state))

    def forced(self, state: Cabinet, seat: int, own: Secrets, left: int) -> Draw | None:
        """Where there is one deck only."""
        first, *others = self.legal(state, seat, left)
        return None if others else first

    def answer(self, step: Step, seat: int, decision: Draw, left: int) -> None:
        """The card is drawn."""
        draw(step, seat, decision.deck)


DRAW = question(DeckChoice())


@agenda("end")
def end(step: Step) -> None:
    """Phase 5: the hand limit (B14), then the next player."""
    state = step.state
    state.phase = "end"
    step.later(("next",))
    over = len(state.hand[state.current]) - HAND_LIMIT
    if over > 0:
        step.ask(TRIM, state.current, over, LIMIT)


@agenda("next")
def next_player(step: Step) -> None:
    """Clockwise."""
    step.state.current = step.state.others(step.state.current)[0]
    step.later(("turn",))
