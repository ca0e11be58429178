"""Declarations of the chapters and the resolution of a step of Midnight.

See `core.engine.agenda` and `core.engine.hidden.cards`.
"""

from __future__ import annotations

from typing import TypeVar, TypeVarTuple

from core.engine import agenda as kernel
from core.engine import question as questions
from core.engine.hidden.cards import CardStep
from core.games.midnight.state import Midnight

D = TypeVar("D")
Ds = TypeVarTuple("Ds")

CHAPTERS = kernel.GameRules()
agenda, question = CHAPTERS.agenda, CHAPTERS.question


class Step(CardStep[Midnight]):
    """Resolution of one step of a Midnight match."""

    __slots__ = ()
    chapters = CHAPTERS


def match_decided(winners: tuple[int, ...], why: str) -> kernel.MatchDecided:
    """Return the exception that ends the match for these winners.

    It cancels everything that is still scheduled, except the final audit.
    """
    return kernel.MatchDecided(("final audit", winners, why))


class Question(questions.Question[Midnight, Step, D, *Ds]):
    """A question that Midnight asks a player."""


class OneOf(questions.OneOf[Midnight, Step, D, *Ds]):
    """A question of Midnight whose few answers are all public."""


class Duty(questions.Duty[Midnight, Step, D, *Ds]):
    """Duty that a client of Midnight answers automatically."""
