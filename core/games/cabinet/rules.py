"""What the chapters declare and how a step of Cabinet resolves; see `core.engine.agenda`."""

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

CHAPTERS = kernel.Chapters()
agenda, question = CHAPTERS.agenda, CHAPTERS.question

TARGET, DECK, UPKEEP, TURNS = "target", "deck", "upkeep", "turns"
"""How a match ends (part 7): V1, L1, L2, and the guard of a clock that stands still."""


class Step(kernel.Step[Cabinet]):
    """The resolution of one step of a Cabinet match."""

    __slots__ = ()
    chapters = CHAPTERS


def decided(ending: str) -> kernel.Decided:
    """The end of the match stops everything else."""
    return kernel.Decided(("over", ending))


@agenda("over")
def over(step: Step, ending: str) -> None:
    """The match has ended so."""
    state = step.state
    state.over, state.won, state.ending = True, int(ending == TARGET), ending
    step.say(MatchEnded(state.won, ending, state.score, state.turn))


class Question(questions.Question[Cabinet, Step, D, *Ds]):
    """A question of Cabinet."""


class OneOf(questions.OneOf[Cabinet, Step, D, *Ds]):
    """A question of Cabinet with few answers."""


def check_named(seat: int, named: tuple[int, ...], where: Iterable[int]) -> None:
    """Raises `IllegalDecision` unless these are different copies of those."""
    lying = set(where)
    for copy in named:
        if copy not in lying:
            raise IllegalDecision(seat, f"card {copy} does not lie there, or is named twice")
        lying.remove(copy)
