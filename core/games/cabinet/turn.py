"""The phases of a turn: upkeep, draws and end (rules part 4).

Actions and Challenges have modules of their own.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.engine.hidden.piles import without
from core.engine.hidden.secrets import Secrets
from core.games.cabinet import cards, events, standing
from core.games.cabinet.cards import HEALTH, MINISTRY, RESOURCE
from core.games.cabinet.decisions import Draw, Mix
from core.games.cabinet.decks import DECKS, draw, foresee, open_decks
from core.games.cabinet.discards import LIMIT, TRIM
from core.games.cabinet.options import BRISK
from core.games.cabinet.rules import TURNS, UPKEEP, OneOf, Step, agenda, match_decided, question
from core.games.cabinet.state import Cabinet


@agenda("turn")
def begin_turn(step: Step) -> None:
    """Begin the turn of the current player."""
    state = step.state
    if state.turn == state.rules.numbers.max_turns:
        raise match_decided(TURNS)
    state.turn += 1
    step.emit(events.TurnBegan(state.current, state.turn))
    foresee(step)
    drawing = "mix" if state.pace == BRISK else "draw"
    step.schedule(("upkeep",), (drawing, standing.draws(state)), ("act",), ("challenge",), ("end",))


@agenda("upkeep")
def begin_upkeep(step: Step) -> None:
    """Demand a card for each Challenge in play (phase 1).

    No upkeep is due in the first turn (B12). Each Health card exempts the team from the upkeep of one turn (B17).
    """
    state = step.state
    state.phase = "upkeep"
    if state.turn == 1 or not state.challenges:
        return
    if copy := placed_ministry(state, HEALTH):
        leave_place(step, copy)
        step.emit(events.UpkeepSkipped(copy))
        return
    if due := standing.upkeep(state):
        step.emit(events.UpkeepDue(due))
        step.schedule(("joint", due, UPKEEP))


def placed_ministry(state: Cabinet, ministry: int) -> int:
    """Return a copy of that ministry in front of the team, or 0 if there is none."""
    return next((copy for copy in state.placed if cards.kind_of(copy) == ministry), 0)


def leave_place(step: Step, copy: int) -> None:
    """Discard a Ministry in front of the team after its effect was used."""
    step.state.placed = without(step.state.placed, copy)
    step.state.spend_cards((copy,))


@agenda("draw")
def begin_draw_phase(step: Step, left: int) -> None:
    """Ask for the remaining draws (phase 2).

    The player sees each card before choosing the next deck.
    """
    state = step.state
    state.phase = "draw"
    if not open_decks(state):
        step.emit(events.DrawLost(state.current))
        return
    if left > 1:
        step.schedule(("draw", left - 1))
    step.ask(DRAW, state.current, left)


class DeckChoice(OneOf[Draw, int]):
    """Question to the active player: the deck of the next draw; `left` draws remain."""

    kind = "draw"
    decision = Draw
    refusal_reason = "no card can be drawn from that deck"

    def legal_answers(self, state: Cabinet, seat: int, left: int) -> Iterator[Draw]:
        return map(Draw, open_decks(state))

    def forced_answer(self, state: Cabinet, seat: int, own: Secrets, left: int) -> Draw | None:
        """Return the deck if only one can be drawn from, else None."""
        first, *others = self.legal_answers(state, seat, left)
        return None if others else first

    def apply(self, step: Step, seat: int, decision: Draw, left: int) -> None:
        """Draw the card."""
        draw(step, seat, decision.deck)


DRAW = question(DeckChoice())


@agenda("mix")
def begin_mixed_draw(step: Step, count: int) -> None:
    """Ask for the decks of all draws at once (phase 2, B38)."""
    step.state.phase = "draw"
    step.ask(MIX, step.state.current, count)


class MixChoice(OneOf[Mix, int]):
    """Question to the active player: the number of Ministries among `count` drawn cards."""

    kind = "mix"
    decision = Mix
    refusal_reason = "the decks have too few cards for that"

    def legal_answers(self, state: Cabinet, seat: int, count: int) -> Iterator[Mix]:
        """Yield the numbers of Ministries that the decks have, with the fewest first.

        If both decks have too few cards, the player draws all there are.
        """
        resources, ministries = (DECKS.size(state, deck) + len(state.spent(deck)) for deck in (RESOURCE, MINISTRY))
        least, most = max(0, count - resources), min(count, ministries)
        return map(Mix, range(min(least, most), most + 1))

    def forced_answer(self, state: Cabinet, seat: int, own: Secrets, count: int) -> Mix | None:
        """Return the answer if only one is possible, else None."""
        first, *others = self.legal_answers(state, seat, count)
        return None if others else first

    def apply(self, step: Step, seat: int, decision: Mix, count: int) -> None:
        """Draw the Resources, then the Ministries."""
        for drawn in range(count):
            draw(step, seat, RESOURCE if drawn < count - decision.ministries else MINISTRY)


MIX = question(MixChoice())


@agenda("end")
def end_turn(step: Step) -> None:
    """Apply the hand limit (B14), then pass to the next player (phase 5)."""
    state = step.state
    state.phase = "end"
    step.schedule(("next",))
    over = len(state.hand[state.current]) - standing.hand_limit(state)
    if over > 0:
        step.ask(TRIM, state.current, over, LIMIT)


@agenda("next")
def next_player(step: Step) -> None:
    """Pass the turn clockwise."""
    step.state.current = step.state.others(step.state.current)[0]
    step.schedule(("turn",))
