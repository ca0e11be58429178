"""The base classes of Outposts' questions, and one step of a match."""

from __future__ import annotations

from typing import TypeVar, TypeVarTuple

from core.engine import agenda as kernel
from core.engine import question as questions
from core.engine.hidden.cards import CardStep
from core.games.outposts.state import Outposts

D = TypeVar("D")
Ds = TypeVarTuple("Ds")

GAME_RULES = kernel.GameRules()
agenda, question = GAME_RULES.agenda, GAME_RULES.question


class Step(CardStep[Outposts]):
    """One step of a match of Outposts."""

    __slots__ = ()
    game_rules = GAME_RULES


class Question(questions.Question[Outposts, Step, D, *Ds]):
    """Base class of Outposts' questions."""


class OneOf(questions.OneOf[Outposts, Step, D, *Ds]):
    """Base class of Outposts' questions with a few public answers."""
