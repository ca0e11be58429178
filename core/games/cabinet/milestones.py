"""The action by which two Milestones are drawn, and all seats may pay for one of them (rules 4.1)."""

from __future__ import annotations

from collections.abc import Iterator

from core.engine.game import RandomSource
from core.engine.hidden.piles import EMPTY
from core.engine.hidden.secrets import Secrets
from core.games.cabinet import events, payment
from core.games.cabinet.cards import MILESTONE, NO_CALM
from core.games.cabinet.decisions import Attempt
from core.games.cabinet.decks import DECKS, known_cards, pass_time
from core.games.cabinet.rules import TARGET, OneOf, Step, agenda, match_decided, question
from core.games.cabinet.state import Cabinet

OTHER, GIVEN_UP, CALM, UNPAID = "other", "given up", "calm", "unpaid"
"""Reasons why a Milestone goes under the deck."""


def open_choices(state: Cabinet) -> tuple[int, ...]:
    """Return the Milestones that an attempt would draw if the rules show them and all are face up, else none (B39)."""
    if not state.rules.numbers.known_milestones:
        return ()
    drawn = min(state.rules.numbers.milestones_drawn, DECKS.size(state, MILESTONE))
    known = known_cards(state, MILESTONE)[:drawn]
    return tuple(known) if len(known) == drawn else ()


def begin_attempt(step: Step, seat: int, chosen: int) -> None:
    """Draw the top Milestones, or as many as are left (B8); `chosen` is the attempted one if all were face up."""
    count = step.state.rules.numbers.milestones_drawn
    drawn = tuple(copy for copy in (DECKS.turn_up(step, MILESTONE) for _ in range(count)) if copy != EMPTY)
    step.state.aside = drawn
    step.emit(events.MilestonesDrawn(seat, drawn))
    if chosen:
        _attempt(step, seat, chosen)
    else:
        step.ask(ATTEMPT, seat)


def _attempt(step: Step, seat: int, copy: int) -> None:
    """Put the Milestones that were not chosen under the deck.

    The chosen one goes there too if the table is not calm enough for it to be paid.
    """
    state = step.state
    for other in state.aside:
        if other != copy:
            put_under(step, other, OTHER if copy else GIVEN_UP)
    state.aside = ()
    if not copy:
        _fail(step)
        return
    step.emit(events.MilestoneChosen(seat, copy))
    if not is_calm_enough(state, copy):
        put_under(step, copy, CALM)
        _fail(step)
        return
    state.aside = (copy,)
    payment.begin_payment(step, copy, "attempted")


def is_calm_enough(state: Cabinet, copy: int) -> bool:
    """Return True if the number of Challenges in play is within the Milestone's Calm limit (B15)."""
    calm = state.rules.milestone(copy).calm
    return calm == NO_CALM or len(state.challenges) <= calm


def put_under(step: Step, copy: int, why: str) -> None:
    """Put a Milestone under the deck; everybody knows that it is there."""
    DECKS.put_under(step, MILESTONE, (copy,))
    step.emit(events.MilestonePutUnder(copy, why))


def _fail(step: Step) -> None:
    """Let time pass because an attempt has failed (B43)."""
    pass_time(step, step.state.rules.numbers.failed_hours)


class AttemptChoice(OneOf[Attempt]):
    """Question to the active player: the drawn Milestone that is attempted, if any."""

    kind = "attempt"
    decision = Attempt
    refusal_reason = "that Milestone has not been drawn"

    def legal_answers(self, state: Cabinet, seat: int) -> Iterator[Attempt]:
        return map(Attempt, (*state.aside, 0))

    def apply(self, step: Step, seat: int, decision: Attempt) -> None:
        """Attempt the chosen Milestone, or none."""
        _attempt(step, seat, decision.card)

    def default_answer(self, state: Cabinet, seat: int, own: Secrets, chance: RandomSource) -> Attempt:
        """Return the decision to attempt no Milestone; only a player who is present proposes a payment."""
        return Attempt(0)

    def stand_in(self, state: Cabinet, seat: int, chance: RandomSource) -> Attempt:
        """Return the decision to attempt no Milestone (B19)."""
        return Attempt(0)


ATTEMPT = question(AttemptChoice())


@agenda("attempted")
def settle_attempt(step: Step, copy: int, paid: int) -> None:
    """Score a paid Milestone (V1), or put an unpaid one under the deck."""
    state = step.state
    state.aside = ()
    if not paid:
        put_under(step, copy, UNPAID)
        _fail(step)
        return
    points = state.rules.milestone(copy).points
    state.score += points
    state.achieved += (copy,)
    step.emit(events.MilestoneAchieved(state.current, copy, points, state.score))
    if state.score >= state.target:
        raise match_decided(TARGET)
