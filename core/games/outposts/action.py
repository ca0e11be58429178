"""The Action phase (rules part 4, AC): turns until all have passed. actions.py and maps.py say what an action does."""

from __future__ import annotations

from collections.abc import Iterator

from core.engine.game import Chooser, IllegalDecision
from core.engine.hidden.piles import copy_of
from core.engine.hidden.secrets import Secrets
from core.games.outposts import events
from core.games.outposts.actions import RAZES, Copies, may_fortify, owner_of
from core.games.outposts.decisions import Act
from core.games.outposts.hidden_cards import CLOSED, check_ruin, hand_of, ruins_of
from core.games.outposts.maps import DEEDS
from core.games.outposts.rules import Question, Step, agenda, question
from core.games.outposts.state import Outposts

PASS, STOP, FORTIFY = "pass", "stop", "fortify"
FIRST, SECOND = 1, 2


@agenda("action")
def action(step: Step) -> None:
    """The first player begins."""
    state = step.state
    state.phase = "action"
    state.passed = [0] * len(state.passed)
    step.later(("turn", state.first))


@agenda("turn")
def turn(step: Step, seat: int) -> None:
    """The seat's turn, if it has not passed; the phase is over once all have. A lost seat passes (C24)."""
    state = step.state
    for lost in sorted(step.lost):
        passes(step, lost)
    if all(map(state.has_passed, state.seats)) and (state.warden_passed or not state.solo):
        state.current = 0
        return
    step.later(*[("warden",)] * state.solo, ("turn", state.after(seat)))
    if not state.passed[seat]:
        state.current = seat
        step.ask(ACT, seat, FIRST)


def passes(step: Step, seat: int) -> None:
    """Out for this round, and safe."""
    if not step.state.passed[seat]:
        step.state.passed[seat] = 1
        step.say(events.Passed(seat))


@agenda("second")
def second(step: Step, seat: int) -> None:
    """Another action of a brisk turn (C29)."""
    if seat not in step.lost:
        step.ask(ACT, seat, SECOND)


def legal(state: Outposts, seat: int, number: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    """What is open to a seat with these cards in its hand and under its Ruins, by copies."""
    yield Act(PASS if number == FIRST else STOP)
    for kind, deed in DEEDS.items():
        if number == FIRST or kind not in RAZES:
            yield from deed.legal(state, seat, hand, ruins)


def victim(state: Outposts, seat: int, act: Act) -> int:
    """Return the seat whose Location or Outpost the action would raze, or 0."""
    if act.kind == "raze location":
        return owner_of(state, seat, act.at)
    owner = state.owner[act.place] if act.kind in ("raze outpost", "use") else 0
    return owner if owner != seat else 0


class ActionChoice(Question[Act, int]):
    """The first or the second action of a turn."""

    kind = "act"
    decision = Act
    lists_all = False  # Walls may be placed in very many ways

    def check(self, state: Outposts, seat: int, decision: Act, number: int) -> None:
        """An action that is open to it, with its cards rightly opened."""
        kind = decision.kind
        if kind not in (*DEEDS, PASS if number == FIRST else STOP) or (number == SECOND and kind in RAZES):
            raise IllegalDecision(seat, f"the action {kind!r} is not open to it")
        if decision.card:
            CLOSED.check_cards(state, seat, (decision.card,))
        if decision.ruin:
            check_ruin(state, seat, decision.ruin)
        copy, ruin = copy_of(decision.card), copy_of(decision.ruin)
        if kind == FORTIFY:
            fits = decision == Act(FORTIFY, walls=decision.walls) and may_fortify(state, seat, decision.walls)
        elif kind in DEEDS:
            meant = decision._replace(card=copy, ruin=ruin)
            fits = meant in DEEDS[kind].legal(state, seat, (copy,) * (copy > 0), (ruin,) * (ruin > 0))
        else:
            fits = decision == Act(kind)
        if not fits:
            raise IllegalDecision(seat, f"it cannot do that: {kind}")

    def answer(self, step: Step, seat: int, decision: Act, number: int) -> None:
        """A raze that meets a seat lost in this step costs nothing and is no action: the seat is asked again (C39)."""
        robbed = victim(step.state, seat, decision)
        if robbed in step.lost:
            passes(step, robbed)
            step.ask(ACT, seat, number)
        elif decision.kind == PASS:
            passes(step, seat)
        elif decision.kind == STOP:
            step.say(events.SecondActionLeftOut(seat))
        else:
            if number == FIRST and step.state.brisk:
                step.later(("second", seat))
            DEEDS[decision.kind].do(step, seat, decision)

    def options(self, state: Outposts, seat: int, own: Secrets, number: int) -> Iterator[Act]:
        """Passing comes first."""
        hand, ruins = hand_of(state, seat, own), ruins_of(state, seat, own)
        for act in legal(state, seat, number, tuple(hand), tuple(ruins)):
            yield act._replace(card=hand.get(copy_of(act.card), 0), ruin=ruins.get(copy_of(act.ruin), 0))

    def stand_in(self, state: Outposts, seat: int, chance: Chooser, number: int) -> Act:
        """It passes."""
        return Act(PASS if number == FIRST else STOP)


ACT = question(ActionChoice())
