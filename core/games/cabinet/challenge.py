"""Phase 4 (rules part 4): a new Challenge, or time that passes while the limit is reached."""

from __future__ import annotations

from core.games.cabinet import cards, discards, events, payment
from core.games.cabinet.cards import ACTIVE, CHALLENGE, DEFENCE, PASSING, TEAM
from core.games.cabinet.decks import DECKS
from core.games.cabinet.options import LITERAL, PASSES
from core.games.cabinet.rules import DECK, Step, agenda, decided
from core.games.cabinet.turn import leave_place, standing


@agenda("challenge")
def challenge(step: Step) -> None:
    """One card is flipped, or two leave unseen (B3, B5); none left where one is due is the end (L1).

    By the option clock=literal the match is lost as soon as the last one leaves (B37).
    """
    state = step.state
    state.phase = "challenge"
    full = len(state.challenges) >= state.limit
    if full and state.clock != PASSES:
        return
    left = DECKS.size(state, CHALLENGE)
    if not left:
        raise decided(DECK)
    if full:
        for _ in range(min(PASSING, left)):
            DECKS.leave_unseen(step)
        step.say(events.TimePassed(min(PASSING, left)))
    elif copy := standing(state, DEFENCE):
        DECKS.leave_unseen(step)
        leave_place(step, copy)
        step.say(events.ChallengeAverted(copy))
        _last(step)
    else:
        flipped = DECKS.turn_up(step, CHALLENGE)
        state.aside = (flipped,)
        step.say(events.ChallengeFlipped(flipped))
        _last(step)
        payment.begin(step, flipped, "met")


def _last(step: Step) -> None:
    """End the match if the deck has just run out and the option says that this loses it (B37)."""
    if step.state.clock == LITERAL and not DECKS.size(step.state, CHALLENGE):
        raise decided(DECK)


@agenda("met")
def met(step: Step, copy: int, paid: int) -> None:
    """The new Challenge was paid by all together, or it stays and takes its penalty once."""
    state, card = step.state, cards.challenge(copy)
    state.aside = ()
    if paid:
        state.solved += (copy,)
        step.say(events.ChallengePaid(copy))
        return
    state.challenges += (copy,)
    seat = 0 if card.who == TEAM else state.current if card.who == ACTIVE else state.richest()
    step.say(events.ChallengeStays(copy, card.penalty, seat))
    if seat:
        discards.lose(step, seat, card.penalty, discards.PENALTY)
    else:
        step.later(("joint", card.penalty, discards.PENALTY))
