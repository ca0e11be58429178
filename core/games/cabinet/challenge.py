"""Phase 4: a new Challenge is flipped, or time passes because there are too many (rules part 4)."""

from __future__ import annotations

from core.games.cabinet import discards, events, payment, standing
from core.games.cabinet.cards import ACTIVE, CHALLENGE, DEFENCE, FLEETING, TEAM
from core.games.cabinet.decks import DECKS, foresee, pass_time
from core.games.cabinet.options import LITERAL, PASSES
from core.games.cabinet.rules import DECK, Step, agenda, match_decided
from core.games.cabinet.turn import leave_place, placed_ministry


@agenda("challenge")
def flip_challenges(step: Step) -> None:
    """Flip a Challenge, or let two of them leave the deck unseen (B3, B5).

    The match ends if a Challenge is due and none is left (L1). With the option clock=literal, it ends as soon as the
    last Challenge leaves the deck (B37).
    """
    state = step.state
    state.phase = "challenge"
    full = len(state.challenges) >= state.limit
    if full and state.clock != PASSES:
        return
    remaining = DECKS.size(state, CHALLENGE)
    if not remaining:
        raise match_decided(DECK)
    step.schedule(("hours",))
    if full:
        pass_time(step, state.rules.numbers.passing_challenges)
    elif copy := placed_ministry(state, DEFENCE):
        DECKS.leave_unseen(step)
        leave_place(step, copy)
        step.emit(events.ChallengeAverted(copy))
        _end_after_last(step)
    else:
        flipped = DECKS.turn_up(step, CHALLENGE)
        state.aside = (flipped,)
        step.emit(events.ChallengeFlipped(flipped))
        _end_after_last(step)
        foresee(step)
        payment.begin_payment(step, flipped, "met")


@agenda("hours")
def lose_hours(step: Step) -> None:
    """Let further Challenges leave the deck unseen because of Challenges in play (B41)."""
    if hours := standing.hours_lost(step.state):
        pass_time(step, hours)
        _end_after_last(step)


def _end_after_last(step: Step) -> None:
    """End the match if the Challenge deck has just run out and the option clock=literal is set (B37)."""
    if step.state.clock == LITERAL and not DECKS.size(step.state, CHALLENGE):
        raise match_decided(DECK)


@agenda("met")
def settle_new_challenge(step: Step, copy: int, paid: int) -> None:
    """Remove a new Challenge that all seats paid together, or keep it in play and apply its penalty."""
    state = step.state
    card = state.rules.challenge(copy)
    state.aside = ()
    if paid:
        state.solved += (copy,)
        step.emit(events.ChallengePaid(copy))
        return
    penalty = standing.penalty(state, copy)
    seat = 0 if card.who == TEAM else state.current if card.who == ACTIVE else state.richest_hand_size()
    if card.lasting == FLEETING:
        state.solved += (copy,)
        step.emit(events.ChallengePasses(copy, penalty, seat))
    else:
        state.challenges += (copy,)
        step.emit(events.ChallengeStays(copy, penalty, seat))
    if seat:
        discards.ask_for_loss(step, seat, penalty, discards.PENALTY)
    else:
        step.schedule(("joint", penalty, discards.PENALTY))
