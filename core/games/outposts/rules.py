"""Declarations of the chapters and the resolution of a step of Outposts.

See `core.engine.agenda` and `core.engine.hidden.cards`.
"""

from __future__ import annotations

from typing import TypeVar, TypeVarTuple

from core.engine import agenda as kernel
from core.engine import question as questions
from core.engine.hidden.cards import CardStep
from core.games.outposts.state import Outposts

D = TypeVar("D")
Ds = TypeVarTuple("Ds")

CHAPTERS = kernel.GameRules()
agenda, question = CHAPTERS.agenda, CHAPTERS.question


class Step(CardStep[Outposts]):
    """Resolution of one step of an Outposts match."""

    __slots__ = ()
    chapters = CHAPTERS


class Question(questions.Question[Outposts, Step, D, *Ds]):
    """A question that Outposts asks a player."""


class OneOf(questions.OneOf[Outposts, Step, D, *Ds]):
    """A question of Outposts whose few answers are all public."""
