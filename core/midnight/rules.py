"""What the chapters declare and how a step of Midnight resolves; see `core.kernel.agenda` and `core.kernel.cards`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar, TypeVarTuple

from core.kernel import agenda as kernel
from core.kernel import question as questions
from core.kernel.cards import CardStep
from core.kernel.game import Decision
from core.midnight.state import Midnight

D = TypeVar("D")
Ds = TypeVarTuple("Ds")

CHAPTERS = kernel.Chapters()
agenda, question = CHAPTERS.agenda, CHAPTERS.question


class Decided(Exception):
    """The match is decided, in the middle of whatever was going on."""

    def __init__(self, winners: tuple[int, ...], why: str) -> None:
        self.winners = winners
        self.why = why


class Step(CardStep[Midnight]):
    """The resolution of one step of a Midnight match."""

    __slots__ = ()
    chapters = CHAPTERS

    def run(self) -> None:
        """As any step; a win stops everything else."""
        try:
            super().run()
        except Decided as decided:
            self._end(decided)
            super().run()

    def answer(self, decisions: Mapping[int, Decision]) -> None:
        """As any step; a win stops everything else."""
        try:
            super().answer(decisions)
        except Decided as decided:
            self._end(decided)

    def _end(self, decided: Decided) -> None:
        self.state.asking = ()
        self.state.agenda[:] = [("final audit", decided.winners, decided.why)]


class Question(questions.Question[Midnight, Step, D, *Ds]):
    """A question of Midnight."""


class OneOf(questions.OneOf[Midnight, Step, D, *Ds]):
    """A question of Midnight with few answers, all public."""


class Duty(questions.Duty[Midnight, Step, D, *Ds]):
    """What a client of Midnight answers by itself."""
