"""What the chapters declare and how a step of Bridgefront resolves; see `core.engine.agenda`."""

from __future__ import annotations

from typing import TypeVar, TypeVarTuple

from core.engine import agenda as kernel
from core.engine import question as questions
from core.engine.hidden.cards import CardStep
from core.games.bridgefront.state import Bridgefront

D = TypeVar("D")
Ds = TypeVarTuple("Ds")

CHAPTERS = kernel.Chapters()
agenda, question = CHAPTERS.agenda, CHAPTERS.question


class Step(CardStep[Bridgefront]):
    """The resolution of one step of a Bridgefront match."""

    __slots__ = ()
    chapters = CHAPTERS


class Question(questions.Question[Bridgefront, Step, D, *Ds]):
    """A question of Bridgefront."""


class OneOf(questions.OneOf[Bridgefront, Step, D, *Ds]):
    """A question of Bridgefront with few answers, all public."""


class Duty(questions.Duty[Bridgefront, Step, D, *Ds]):
    """What a client of Bridgefront answers by itself."""
