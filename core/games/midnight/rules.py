"""The base classes of Midnight's questions, and one step of a match."""

from __future__ import annotations

from typing import TypeVar, TypeVarTuple

from core.engine import agenda as kernel
from core.engine import question as questions
from core.engine.hidden.cards import CardStep
from core.games.midnight.state import Midnight

D = TypeVar("D")
Ds = TypeVarTuple("Ds")

GAME_RULES = kernel.GameRules()
agenda, question = GAME_RULES.agenda, GAME_RULES.question


class Step(CardStep[Midnight]):
    """One step of a match of Midnight."""

    __slots__ = ()
    game_rules = GAME_RULES


def match_decided(winners: tuple[int, ...], why: str) -> kernel.MatchDecided:
    """Return the exception that ends the match for these winners.

    It cancels all pending agenda items; only the final audit follows.
    """
    return kernel.MatchDecided(("final audit", winners, why))


class Question(questions.Question[Midnight, Step, D, *Ds]):
    """Base class of Midnight's questions."""


class OneOf(questions.OneOf[Midnight, Step, D, *Ds]):
    """Base class of Midnight's questions with a few public answers."""


class Duty(questions.Duty[Midnight, Step, D, *Ds]):
    """Base class of questions that a client of Midnight answers automatically."""
