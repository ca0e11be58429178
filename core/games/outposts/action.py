"""The Action phase, in which the seats take turns until all have passed (rules part 4, AC).

actions.py and maps.py define the effects of the actions.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.engine.game import IllegalDecision, RandomSource
from core.engine.hidden.piles import copy_of
from core.engine.hidden.secrets import Secrets
from core.games.outposts import events
from core.games.outposts.actions import RAZE_KINDS, Copies, can_fortify, owner_of
from core.games.outposts.decisions import Act
from core.games.outposts.hidden_cards import CLOSED_CARDS, check_ruin, hand_of, ruins_of
from core.games.outposts.maps import ACTION_KINDS
from core.games.outposts.rules import Question, Step, agenda, question
from core.games.outposts.state import Outposts

PASS, STOP, FORTIFY = "pass", "stop", "fortify"
FIRST, SECOND = 1, 2


@agenda("action")
def begin_action_phase(step: Step) -> None:
    """Begin the Action phase with the first player's turn."""
    state = step.state
    state.phase = "action"
    state.passed = [0] * len(state.passed)
    step.schedule(("turn", state.first))


@agenda("turn")
def begin_turn(step: Step, seat: int) -> None:
    """Begin the seat's turn, unless it has passed; if all seats have passed, end the phase.

    A lost seat passes (C24).
    """
    state = step.state
    for lost in sorted(step.lost):
        pass_round(step, lost)
    if all(map(state.has_passed, state.seats)) and (state.warden_passed or not state.is_solo):
        state.current = 0
        return
    step.schedule(*[("warden",)] * state.is_solo, ("turn", state.next_seat(seat)))
    if not state.passed[seat]:
        state.current = seat
        step.ask(ACT, seat, FIRST)


def pass_round(step: Step, seat: int) -> None:
    """Mark the seat as passed: it takes no more turns in this round, and nobody may raze its cards."""
    if not step.state.passed[seat]:
        step.state.passed[seat] = 1
        step.emit(events.Passed(seat))


@agenda("second")
def ask_second(step: Step, seat: int) -> None:
    """Ask the seat for the second action of a brisk turn (C29)."""
    if seat not in step.lost:
        step.ask(ACT, seat, SECOND)


def legal_actions(state: Outposts, seat: int, number: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    """Yield the legal actions of a seat, given the copies in its hand and under its Ruins."""
    yield Act(PASS if number == FIRST else STOP)
    for kind, deed in ACTION_KINDS.items():
        if number == FIRST or kind not in RAZE_KINDS:
            yield from deed.legal_acts(state, seat, hand, ruins)


def raze_victim(state: Outposts, seat: int, act: Act) -> int:
    """Return the seat whose Location or Outpost the action would raze, or 0 if there is none."""
    if act.kind == "raze location":
        return owner_of(state, seat, act.at)
    owner = state.owner[act.place] if act.kind in ("raze outpost", "use") else 0
    return owner if owner != seat else 0


class ActionChoice(Question[Act, int]):
    """Question to the seat whose turn it is: its first or second action."""

    kind = "act"
    decision = Act
    lists_all = False  # Walls may be placed in too many ways

    def check(self, state: Outposts, seat: int, decision: Act, number: int) -> None:
        """Check that the action is legal and that its cards are correctly opened."""
        kind = decision.kind
        if kind not in (*ACTION_KINDS, PASS if number == FIRST else STOP) or (number == SECOND and kind in RAZE_KINDS):
            raise IllegalDecision(seat, f"the action {kind!r} is not open to it")
        if decision.card:
            CLOSED_CARDS.check_cards(state, seat, (decision.card,))
        if decision.ruin:
            check_ruin(state, seat, decision.ruin)
        copy, ruin = copy_of(decision.card), copy_of(decision.ruin)
        if kind == FORTIFY:
            fits = decision == Act(FORTIFY, walls=decision.walls) and can_fortify(state, seat, decision.walls)
        elif kind in ACTION_KINDS:
            meant = decision._replace(card=copy, ruin=ruin)
            fits = meant in ACTION_KINDS[kind].legal_acts(state, seat, (copy,) * (copy > 0), (ruin,) * (ruin > 0))
        else:
            fits = decision == Act(kind)
        if not fits:
            raise IllegalDecision(seat, f"it cannot do that: {kind}")

    def apply(self, step: Step, seat: int, decision: Act, number: int) -> None:
        """Carry out the action.

        If it would raze a card of a seat that was lost in this step, nothing is paid and the seat is asked again (C39).
        """
        robbed = raze_victim(step.state, seat, decision)
        if robbed in step.lost and not step.state.passed[robbed]:
            pass_round(step, robbed)
            step.ask(ACT, seat, number)
        elif decision.kind == PASS:
            pass_round(step, seat)
        elif decision.kind == STOP:
            step.emit(events.SecondActionLeftOut(seat))
        else:
            if number == FIRST and step.state.is_brisk:
                step.schedule(("second", seat))
            ACTION_KINDS[decision.kind].carry_out(step, seat, decision)

    def options(self, state: Outposts, seat: int, own: Secrets, number: int) -> Iterator[Act]:
        """Yield the legal actions, passing first."""
        hand, ruins = hand_of(state, seat, own), ruins_of(state, seat, own)
        for act in legal_actions(state, seat, number, tuple(hand), tuple(ruins)):
            yield act._replace(card=hand.get(copy_of(act.card), 0), ruin=ruins.get(copy_of(act.ruin), 0))

    def stand_in(self, state: Outposts, seat: int, chance: RandomSource, number: int) -> Act:
        """Return the decision to pass."""
        return Act(PASS if number == FIRST else STOP)


ACT = question(ActionChoice())
