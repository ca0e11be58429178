"""Declarations of the chapters and the resolution of a step of Cabinet; see `core.engine.agenda`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar, TypeVarTuple

from core.engine import agenda as kernel
from core.engine import question as questions
from core.engine.game import IllegalDecision
from core.games.cabinet.events import MatchEnded
from core.games.cabinet.state import Cabinet

D = TypeVar("D")
Ds = TypeVarTuple("Ds")

CHAPTERS = kernel.GameRules()
agenda, question = CHAPTERS.agenda, CHAPTERS.question

TARGET, DECK, UPKEEP, TURNS = "target", "deck", "upkeep", "turns"
"""Endings of a match: V1, L1, L2, and the guard against a clock that never advances (part 7)."""


class Step(kernel.Step[Cabinet]):
    """Resolution of one step of a Cabinet match."""

    __slots__ = ()
    chapters = CHAPTERS


def match_decided(ending: str) -> kernel.MatchDecided:
    """Return the exception that ends the match and stops everything else."""
    return kernel.MatchDecided(("over", ending))


@agenda("over")
def end_match(step: Step, ending: str) -> None:
    """End the match with this ending."""
    state = step.state
    state.over, state.won, state.ending = True, int(ending == TARGET), ending
    step.say(MatchEnded(state.won, ending, state.score, state.turn))


class Question(questions.Question[Cabinet, Step, D, *Ds]):
    """Question of Cabinet."""


class OneOf(questions.OneOf[Cabinet, Step, D, *Ds]):
    """Question of Cabinet with few answers."""


def check_named(seat: int, named: tuple[int, ...], where: Iterable[int]) -> None:
    """Raise `IllegalDecision` unless these are different copies of those."""
    lying = set(where)
    for copy in named:
        if copy not in lying:
            raise IllegalDecision(seat, f"card {copy} does not lie there, or is named twice")
        lying.remove(copy)
