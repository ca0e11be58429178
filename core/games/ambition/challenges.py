"""Challenges of claims that Intrigue cards demanded, and the proofs that settle them (rules 4.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from core.engine.events import CardShown
from core.engine.hidden.secrets import Secrets
from core.games.ambition import events
from core.games.ambition.cards import NUCLEAR_ARMS
from core.games.ambition.decisions import Doubt, Prove
from core.games.ambition.hands import (
    DECKS,
    check_card,
    discard,
    face_of,
    face_up_copies,
    hand_over,
    known_face,
    open_card,
    pay_penalty,
    show_all,
    value_of,
)
from core.games.ambition.rules import (
    Duty,
    OneOf,
    Step,
    agenda,
    counted_challengers,
    gain,
    question,
    refuse_unless,
    share_of,
    transfer,
)
from core.games.ambition.state import Ambition, Statement
from core.games.ambition.statements import (
    ALL,
    CLEAN,
    NO,
    NONE,
    PEACEFUL,
    VALUE,
    WARLIKE_CARDS,
)
from core.games.ambition.surrender import lose_token


def challengeable_seats(state: Ambition) -> list[int]:
    """Return the seats whose claims may be challenged; a declaration of 0 may not be challenged."""
    return [item.seat for item in state.statements if item.what != VALUE or item.value]


@agenda("doubts")
def ask_for_challenges(step: Step) -> None:
    """Ask every player that could challenge a claim made for the card, all players at once."""
    state = step.state
    step.schedule(("undoubted",))
    for seat in state.seats:
        if any(other != seat for other in challengeable_seats(state)):
            step.ask(DOUBT, seat)


@agenda("undoubted")
def accept_unchallenged_claims(step: Step) -> None:
    """Accept all claims that nobody challenged; only those of a Census are still needed."""
    if step.state.statements and step.state.statements[0].what != VALUE:
        step.state.statements = ()


class StatementChallenge(OneOf[Doubt]):
    """The question of which claim a seat challenges, if any."""

    kind = "doubt"
    decision = Doubt
    refusal_reason = "that player claims nothing that can be challenged"

    def legal_answers(self, state: Ambition, seat: int) -> Iterator[Doubt]:
        yield Doubt(0)
        yield from (Doubt(other) for other in challengeable_seats(state) if other != seat)

    def apply_all(self, step: Step, decisions: Mapping[int, Doubt], details: Mapping[int, tuple[()]]) -> None:
        """Put a proof on the agenda for each challenged claim, with the challengers that count."""
        state = step.state
        proofs = []
        for seat in state.clockwise(state.current):
            challengers = [other for other, doubt in decisions.items() if doubt.seat == seat]
            if challengers:
                proofs.append(("proof", seat, counted_challengers(step, seat, challengers)))
        step.schedule(*proofs)


DOUBT = question(StatementChallenge())


@agenda("proof")
def ask_for_proof(step: Step, seat: int, challengers: tuple[int, ...]) -> None:
    """Show all players the cards that confirm or refute the claim."""
    statement = _statement_of(step.state, seat)
    step.emit(events.Doubted(challengers, seat))
    step.schedule(("proven", seat, challengers))
    if statement.what == VALUE:
        step.ask(PROVE, seat, statement.value)
    else:
        show_all(step, seat, "elites" if statement.what == NONE else "intrigue")


def _statement_of(state: Ambition, seat: int) -> Statement:
    return next(statement for statement in state.statements if statement.seat == seat)


class ProofDuty(Duty[Prove, int]):
    """The duty to show an Elite of at least that value, if the seat holds one."""

    kind = "prove"
    decision = Prove
    empty_answer = Prove(())
    lists_all = False

    def check(self, state: Ambition, seat: int, decision: Prove, value: int) -> None:
        refuse_unless(seat, len(decision.cards) <= 1, "one Elite proves it")
        for card in decision.cards:
            check_card(state, seat, card, "elites")
            refuse_unless(seat, state.rules.elites[face_of(state, card)].value >= value, "that Elite is worth less")

    def apply(self, step: Step, seat: int, decision: Prove, value: int) -> None:
        """Keep the Elite face up in the hand until the hand is mixed."""
        for card in decision.cards:
            copy = open_card(step, seat, card)
            step.state.shared.open[seat] += (copy,)
            step.emit(CardShown(seat, copy))

    def forced_answer(self, state: Ambition, seat: int, own: Secrets, value: int) -> Prove:
        worth = {entry: state.rules.elites[known_face(state, own, entry)].value for entry in state.hand(seat, "elites")}
        fit = sorted((held, entry) for entry, held in worth.items() if held >= value)
        return Prove((DECKS.named_card(state, own, fit[0][1]),) if fit else ())


PROVE = question(ProofDuty())


def _is_claim_confirmed(state: Ambition, statement: Statement) -> bool:
    """Return True if the cards that are now open confirm the claim."""
    seat, what, value, _ = statement
    faces = [state.face(copy) for copy in face_up_copies(state, seat, "intrigue")]
    worths = [value_of(state, copy) for copy in face_up_copies(state, seat, "elites")]
    if what == ALL:
        return NUCLEAR_ARMS not in faces
    if what in (CLEAN, PEACEFUL):
        return not any(face in WARLIKE_CARDS for face in faces)
    if what == VALUE:
        return any(worth >= value for worth in worths)
    return not any(worth >= state.rules.numbers.defection for worth in worths) if what == NONE else value not in faces


@agenda("proven")
def settle_challenge(step: Step, seat: int, challengers: tuple[int, ...]) -> None:
    """Settle a challenge after its proof, and close the cards again.

    A caught liar suffers a penalty and pays 10 to the challengers. Wrong challengers pay 10 together.
    """
    state, numbers = step.state, step.state.rules.numbers
    statement = _statement_of(state, seat)
    step.schedule(("close again", seat))
    if _is_claim_confirmed(state, statement):
        step.emit(events.ClaimCleared(seat, challengers))
        for challenger in challengers:
            pay_penalty(step, challenger, share_of(numbers.challenge_penalty, challengers), "wrong")
        return
    step.emit(events.ClaimCaught(seat, challengers))
    state.statements = tuple(item._replace(value=0) if item is statement else item for item in state.statements)
    PENALTY_ACTIONS[statement.what](step, statement)
    paid = pay_penalty(step, seat, numbers.challenge_penalty, "caught")
    for challenger in challengers:
        gain(step, challenger, share_of(min(paid, numbers.doubt_reward), challengers), "caught")


def _held_cards(state: Ambition, seat: int, face: int) -> tuple[int, ...]:
    return tuple(copy for copy in face_up_copies(state, seat, "intrigue") if state.face(copy) == face)


def _apply_inspection(step: Step, statement: Statement) -> None:
    discard(step, statement.seat, _held_cards(step.state, statement.seat, NUCLEAR_ARMS)[:1], "caught")
    lose_token(step, statement.seat)


def _apply_defection(step: Step, statement: Statement) -> None:
    state, seat = step.state, statement.seat
    best = max(face_up_copies(state, seat, "elites"), key=lambda copy: (value_of(state, copy), -copy))
    hand_over(step, seat, statement.to, open_card(step, seat, best))


def _apply_ransom(step: Step, statement: Statement) -> None:
    discard(step, statement.seat, _held_cards(step.state, statement.seat, statement.value)[:1], "caught")


PENALTY_ACTIONS: Mapping[str, Callable[[Step, Statement], object]] = {
    ALL: lambda step, one: discard(step, one.seat, _held_cards(step.state, one.seat, NUCLEAR_ARMS), "caught"),
    CLEAN: _apply_inspection,
    VALUE: lambda step, one: None,
    NONE: _apply_defection,
    PEACEFUL: lambda step, one: transfer(step, one.seat, one.to, step.state.rules.numbers.blackmail),
    NO: _apply_ransom,
}
"""The functions that apply the penalty of a caught claimant, by kind of statement."""
