"""The declarations of the chapters of Bridgefront, and the resolution of one step.

See `core.engine.agenda`.
"""

from __future__ import annotations

from typing import TypeVar, TypeVarTuple

from core.engine import agenda as kernel
from core.engine import question as questions
from core.engine.hidden.cards import CardStep
from core.games.bridgefront.state import Bridgefront

D = TypeVar("D")
Ds = TypeVarTuple("Ds")

GAME_RULES = kernel.GameRules()
agenda, question = GAME_RULES.agenda, GAME_RULES.question


class Step(CardStep[Bridgefront]):
    """The resolution of one step of a Bridgefront match."""

    __slots__ = ()
    game_rules = GAME_RULES


class Question(questions.Question[Bridgefront, Step, D, *Ds]):
    """A question of Bridgefront."""


class OneOf(questions.OneOf[Bridgefront, Step, D, *Ds]):
    """A question of Bridgefront with few answers, all of them public."""


class Duty(questions.Duty[Bridgefront, Step, D, *Ds]):
    """A question that a client of Bridgefront answers automatically."""
