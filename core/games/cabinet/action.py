"""Phase 3: one of the five actions, or two of them by means of the Cabinet Office (rules 4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from core.engine.game import IllegalDecision
from core.engine.hidden.piles import without
from core.engine.hidden.secrets import Secrets
from core.games.cabinet import cards, events, milestones, ministries, payment, standing
from core.games.cabinet.cards import FOREIGN, HEALTH, INTERIOR, MILESTONE, OFFICE, RESOURCE
from core.games.cabinet.decisions import Act
from core.games.cabinet.decks import DECKS, draw, open_decks
from core.games.cabinet.rules import OneOf, Step, agenda, check_named, question
from core.games.cabinet.state import Cabinet

GATHER, PLAY, ATTEMPT, SOLVE, SHARE, STOP = "gather", "ministry", "milestone", "challenge", "share", "stop"
ALL_KINDS = (GATHER, PLAY, ATTEMPT, SOLVE, SHARE)
OFFICE_ACTIONS = (GATHER, ATTEMPT, SOLVE, SHARE)
FIELDS_BY_KIND = {
    GATHER: ("deck",),
    PLAY: ("card", "challenge", "pay"),
    ATTEMPT: ("card",),
    SOLVE: ("challenge", "pay"),
    SHARE: ("card", "to"),
    STOP: (),
}
"""Fields that each kind of action uses; all others keep their defaults."""


@agenda("act")
def ask_for_action(step: Step, kinds: tuple[str, ...] = ALL_KINDS) -> None:
    """Ask for an action of the given kinds."""
    step.state.phase = "action"
    step.ask(ACT, step.state.current, kinds)


class ActionChoice(OneOf[Act, tuple[str, ...]]):
    """The question to a seat for an action of the given kinds."""

    kind = "act"
    decision = Act
    refusal_reason = "that action is not open to it"

    def check(self, state: Cabinet, seat: int, decision: Act, kinds: tuple[str, ...]) -> None:
        """Check that the action is of one of the given kinds and can be carried out."""
        usual = Act(decision.kind)
        used = FIELDS_BY_KIND.get(decision.kind, ()) if decision.kind in kinds else None
        if used is None or any(
            getattr(decision, field) != getattr(usual, field) for field in Act._fields[1:] if field not in used
        ):
            raise IllegalDecision(seat, self.refusal_reason)
        if why := _why_not(state, seat, decision):
            raise IllegalDecision(seat, why)

    def legal_answers(self, state: Cabinet, seat: int, kinds: tuple[str, ...]) -> Iterator[Act]:
        """Yield the legal actions, the usual one first.

        Of several equal cards, only one is used.
        """
        hand = [group[0] for group in cards.group_by_face(state.hand[seat]).values()]
        if GATHER in kinds:
            yield from (Act(GATHER, deck) for deck in open_decks(state) or [RESOURCE])
        if STOP in kinds:
            yield Act(STOP)
        if PLAY in kinds and standing.may_play_ministries(state):
            for copy in hand:
                if cards.is_ministry(copy, INTERIOR):
                    yield from (
                        Act(PLAY, card=copy, challenge=c, pay=pay) for c, pay in _payable_challenges(state, seat, 1)
                    )
                elif cards.is_ministry(copy):
                    yield Act(PLAY, card=copy)
        if ATTEMPT in kinds and DECKS.size(state, MILESTONE):
            yield from (Act(ATTEMPT, card=copy) for copy in milestones.open_choices(state) or (0,))
        if SOLVE in kinds:
            yield from (Act(SOLVE, challenge=c, pay=pay) for c, pay in _payable_challenges(state, seat, 0))
        if SHARE in kinds:
            yield from (Act(SHARE, card=copy, to=to) for copy in hand for to in state.others(seat))

    def forced_answer(self, state: Cabinet, seat: int, own: Secrets, kinds: tuple[str, ...]) -> Act | None:
        """Return the action if only one is possible, else None."""
        first, *others = islice(self.legal_answers(state, seat, kinds), 2)
        return None if others else first

    def apply(self, step: Step, seat: int, decision: Act, kinds: tuple[str, ...]) -> None:
        """Carry out the action, and put its questions on the agenda.

        After the first action of the Cabinet Office, another one follows (B25).
        """
        state = step.state
        if kinds == OFFICE_ACTIONS:
            step.schedule(("act", (*(kind for kind in kinds if kind != decision.kind), STOP)))
        if decision.kind == GATHER:
            draw(step, seat, decision.deck)
        elif decision.kind == PLAY:
            _play(step, seat, decision)
        elif decision.kind == ATTEMPT:
            milestones.begin_attempt(step, seat, decision.card)
        elif decision.kind == SOLVE:
            _solve_challenge(step, seat, decision)
        elif decision.kind == SHARE:
            state.take_cards(seat, (decision.card,))
            state.give_cards(decision.to, (decision.card,))
            step.emit(events.CardShared(seat, decision.to, decision.card))
            if standing.portfolio_in_office(state) == FOREIGN:
                draw(step, seat, RESOURCE)
        else:
            step.emit(events.ActionLeftOut(seat))


ACT = question(ActionChoice())


def _why_not(state: Cabinet, seat: int, decision: Act) -> str:
    """Return the reason why an action with the right fields cannot be carried out, or "" if it can."""
    hand = state.hand[seat]
    if decision.kind == GATHER:
        return "" if decision.deck in (open_decks(state) or [RESOURCE]) else "no card can be drawn from that deck"
    if decision.kind == ATTEMPT:
        if not DECKS.size(state, MILESTONE):
            return "no Milestone is left"
        return "" if decision.card in (milestones.open_choices(state) or (0,)) else "that Milestone is not on offer"
    if decision.kind == SHARE:
        return "" if decision.card in hand and decision.to in state.others(seat) else "a card goes to another player"
    if decision.kind == PLAY:
        if not standing.may_play_ministries(state):
            return "a Challenge in play keeps Ministries from acting"
        if decision.card not in hand or not cards.is_ministry(decision.card):
            return "that is no Ministry of its hand"
        if not cards.is_ministry(decision.card, INTERIOR):
            return "no Challenge is meant" if decision.challenge or decision.pay else ""
    return "" if decision.kind == STOP else _why_not_solved(state, seat, decision)


def _why_not_solved(state: Cabinet, seat: int, decision: Act) -> str:
    if decision.challenge not in state.challenges:
        return "that Challenge is not in play"
    check_named(seat, decision.pay, state.hand[seat])
    if not all(map(cards.is_resource, decision.pay)):
        return "Resource cards pay"
    less = int(decision.kind == PLAY)
    return (
        ""
        if payment.pays_exactly(standing.cost(state, decision.challenge), decision.pay, less)
        else "that is not what it costs"
    )


def _payable_challenges(state: Cabinet, seat: int, less: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield (Challenge, cards) for every way in which the seat alone can pay a Challenge.

    The cost of the Challenge is reduced by `less` places (B11).
    """
    for copy in state.challenges:
        yield from ((copy, pay) for pay in payment.exact_payments(standing.cost(state, copy), state.hand[seat], less))


def _solve_challenge(step: Step, seat: int, decision: Act) -> None:
    """Let the seat pay a Challenge in play alone, and remove the Challenge."""
    state = step.state
    state.take_cards(seat, decision.pay)
    state.spend_cards(decision.pay)
    state.challenges = without(state.challenges, decision.challenge)
    state.solved += (decision.challenge,)
    step.emit(events.ChallengeRemoved(seat, decision.challenge, decision.pay))


def _play(step: Step, seat: int, decision: Act) -> None:
    """Play a Ministry from the hand (B30) and apply its text."""
    state, ministry = step.state, cards.kind_of(decision.card)
    state.take_cards(seat, (decision.card,))
    if state.rules.ministries[ministry].stands:
        state.placed += (decision.card,)
        step.emit(events.MinistryPlaced(seat, decision.card))
        if ministry == HEALTH:
            step.schedule(("resources", (seat,), state.rules.numbers.health_draws))
        return
    state.spend_cards((decision.card,))
    step.emit(events.MinistryPlayed(seat, decision.card))
    if ministry == INTERIOR:
        _solve_challenge(step, seat, decision)
    elif ministry == OFFICE:
        step.schedule(("act", OFFICE_ACTIONS))
    else:
        ministries.ACTIONS[ministry](step, seat)
