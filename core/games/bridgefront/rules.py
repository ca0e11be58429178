"""Declarations of the chapters and the resolution of a step; see `core.engine.agenda`."""

from __future__ import annotations

from typing import TypeVar, TypeVarTuple

from core.engine import agenda as kernel
from core.engine import question as questions
from core.engine.hidden.cards import CardStep
from core.games.bridgefront.state import Bridgefront

D = TypeVar("D")
Ds = TypeVarTuple("Ds")

CHAPTERS = kernel.GameRules()
agenda, question = CHAPTERS.agenda, CHAPTERS.question


class Step(CardStep[Bridgefront]):
    """Resolution of one step of a Bridgefront match."""

    __slots__ = ()
    chapters = CHAPTERS


class Question(questions.Question[Bridgefront, Step, D, *Ds]):
    """Question of Bridgefront."""


class OneOf(questions.OneOf[Bridgefront, Step, D, *Ds]):
    """Question of Bridgefront with few answers, all public."""


class Duty(questions.Duty[Bridgefront, Step, D, *Ds]):
    """Duty that a client of Bridgefront answers automatically."""
