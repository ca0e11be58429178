"""What the chapters declare and how a step of Midnight resolves; see `core.engine.agenda` and
`core.engine.hidden.cards`.
"""

from __future__ import annotations

from typing import TypeVar, TypeVarTuple

from core.engine import agenda as kernel
from core.engine import question as questions
from core.engine.hidden.cards import CardStep
from core.games.midnight.state import Midnight

D = TypeVar("D")
Ds = TypeVarTuple("Ds")

CHAPTERS = kernel.Chapters()
agenda, question = CHAPTERS.agenda, CHAPTERS.question


class Step(CardStep[Midnight]):
    """The resolution of one step of a Midnight match."""

    __slots__ = ()
    chapters = CHAPTERS


def decided(winners: tuple[int, ...], why: str) -> kernel.Decided:
    """A win stops everything else, the final audit aside."""
    return kernel.Decided(("final audit", winners, why))


class Question(questions.Question[Midnight, Step, D, *Ds]):
    """A question of Midnight."""


class OneOf(questions.OneOf[Midnight, Step, D, *Ds]):
    """A question of Midnight with few answers, all public."""


class Duty(questions.Duty[Midnight, Step, D, *Ds]):
    """What a client of Midnight answers by itself."""
