"""The base classes of Cabinet's questions, and one step of a match."""

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

GAME_RULES = kernel.GameRules()
agenda, question = GAME_RULES.agenda, GAME_RULES.question

TARGET, DECK, UPKEEP, TURNS = "target", "deck", "upkeep", "turns"
"""Ways in which a match ends (part 7): V1, L1, L2, and the maximum number of turns."""


class Step(kernel.Step[Cabinet]):
    """One step of a match of Cabinet."""

    __slots__ = ()
    game_rules = GAME_RULES


def match_decided(ending: str) -> kernel.MatchDecided:
    """Return the exception that ends the match and cancels all pending agenda items."""
    return kernel.MatchDecided(("over", ending))


@agenda("over")
def end_match(step: Step, ending: str) -> None:
    """End the match with this value as its ending."""
    state = step.state
    state.over, state.won, state.ending = True, int(ending == TARGET), ending
    step.emit(MatchEnded(state.won, ending, state.score, state.turn))


class Question(questions.Question[Cabinet, Step, D, *Ds]):
    """Base class of Cabinet's questions."""


class OneOf(questions.OneOf[Cabinet, Step, D, *Ds]):
    """Base class of Cabinet's questions with a few answers."""


def check_named(seat: int, named: tuple[int, ...], where: Iterable[int]) -> None:
    """Raise `IllegalDecision` unless the named copies are different and all are in `where`."""
    lying = set(where)
    for copy in named:
        if copy not in lying:
            raise IllegalDecision(seat, f"card {copy} does not lie there, or is named twice")
        lying.remove(copy)
