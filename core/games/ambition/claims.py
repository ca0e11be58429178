"""Claims of Influence and their challenge (rules 4.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.engine.game import RandomSource
from core.engine.hidden.secrets import Secrets
from core.games.ambition import events
from core.games.ambition.alliances import SECRETS
from core.games.ambition.decisions import Challenge
from core.games.ambition.hands import DECKS, draw_elites, open_card, pay_penalty, spend, value_of
from core.games.ambition.options import ON
from core.games.ambition.rules import Question, Step, agenda, counted_challengers, gain, pay, question, share_of
from core.games.ambition.state import Ambition, Claim

CHALLENGE_ORDER = "challenge"
"""Key of the standing order to challenge claims in a seat's secrets.

Its value is the lowest claim that is challenged, or 0 to challenge none.
"""


def place_claim(step: Step, seat: int, entry: int, value: int) -> None:
    """Place the Elite face down, and ask all other seats that own the declared amount at once (C1, A6)."""
    state = step.state
    above = sum(other > entry for other in state.hand(seat, "elites"))
    state.claim = Claim(seat, entry, value, above if entry > 0 else 0)
    step.emit(events.Claimed(seat, entry, value))
    step.schedule(("claim",))
    for other in state.others(seat):
        if state.purse[other] >= value:
            step.ask(CHALLENGE, other, seat, value)


class ChallengeChoice(Question[Challenge, int, int]):
    """The question of whether a seat challenges the claim; its details are the claimant and the value."""

    kind = "challenge"
    decision = Challenge
    lists_all = False

    def check(self, state: Ambition, seat: int, decision: Challenge, claimant: int, value: int) -> None:
        SECRETS.check_openings(state, seat, decision.opens)

    def apply_all(self, step: Step, decisions: Mapping[int, Challenge], details: Mapping[int, tuple[int, int]]) -> None:
        """Apply the challenges (C3).

        Papers are opened first. A seat that no longer owns the declared amount, because it set a stake aside, does not
        challenge (A6).
        """
        SECRETS.open(step, {seat: decision.opens for seat, decision in decisions.items()})
        (claimant, value), *_ = details.values()
        purse = step.state.purse
        challengers = tuple(sorted(seat for seat, item in decisions.items() if item.yes and purse[seat] >= value))
        if not challengers:
            return
        counted = counted_challengers(step, claimant, challengers)
        step.emit(events.ClaimChallenged(claimant, counted, challengers))
        agenda = step.state.agenda
        agenda[agenda.index(("claim",))] = ("judged", counted)  # a lost seat's hand may have to be opened before it
        assert step.state.claim is not None
        if step.state.claim.entry > 0:
            DECKS.ask_open(step, (claimant, (step.state.claim.entry,)))

    def options(self, state: Ambition, seat: int, own: Secrets, claimant: int, value: int) -> Iterator[Challenge]:
        yield Challenge(False)
        yield Challenge(True)

    def forced_answer(self, state: Ambition, seat: int, own: Secrets, claimant: int, value: int) -> Challenge | None:
        """Return the answer that follows from the standing order, or None if there is no such order."""
        minimum = own.orders.get(CHALLENGE_ORDER)
        return None if minimum is None else Challenge(bool(minimum) and value >= minimum)

    def stand_in(self, state: Ambition, seat: int, chance: RandomSource, claimant: int, value: int) -> Challenge:
        return Challenge(False)


CHALLENGE = question(ChallengeChoice())


@agenda("claim")
def pay_unchallenged(step: Step) -> None:
    """Pay an unchallenged claim; its Elite is discarded without being shown (C2)."""
    state, claim = step.state, step.state.claim
    assert claim is not None
    state.claim = None
    entry = claim.entry if claim.entry in DECKS.hand(state, claim.seat) else _open_claimed_elite(state, claim)
    copy = DECKS.discard(step, claim.seat, entry)
    if copy:
        spend(step, (copy,))
    step.emit(events.ClaimHeld(claim.seat, claim.value))
    gain(step, claim.seat, claim.value, "claim")
    _draw_after_claim(step, claim.seat)


@agenda("judged")
def judge_challenge(step: Step, challengers: tuple[int, ...]) -> None:
    """Judge a challenged claim; it is true only if the Elite has exactly the declared value (C4-C6).

    Several challengers share the amount, rounded up (A59).
    """
    state, claim = step.state, step.state.claim
    assert claim is not None
    state.claim = None
    copy = open_card(step, claim.seat, -_open_claimed_elite(state, claim))
    spend(step, (copy,))
    true = value_of(state, copy) == claim.value
    step.emit(events.ClaimJudged(claim.seat, challengers, copy, claim.value, true))
    share = share_of(claim.value, challengers)
    if true:
        gain(step, claim.seat, claim.value, "true")
        for seat in challengers:
            pay(step, seat, share, "wrong")
    else:
        for seat in challengers:
            gain(step, seat, share, "exposed")
        pay_penalty(step, claim.seat, claim.value, "lie")
    _draw_after_claim(step, claim.seat)


def _open_claimed_elite(state: Ambition, claim: Claim) -> int:
    """Return the entry of the claimed Elite after it was opened.

    It was opened alone, or with all others in the order of slots.
    """
    if claim.entry < 0:
        return claim.entry
    *closed, last = state.hand(claim.seat, "elites")
    alone = any(entry > 0 for entry in closed)
    return last if alone else state.hand(claim.seat, "elites")[-1 - claim.above]


def _draw_after_claim(step: Step, seat: int) -> None:
    """Draw an Elite after a claim, if the option claim_draw is on."""
    if step.state.option("claim_draw") == ON:
        draw_elites(step, seat)
