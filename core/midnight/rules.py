"""What the chapters declare and how a step of Midnight resolves; see `core.kernel.agenda`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeVar, TypeVarTuple

from core.kernel import agenda as kernel
from core.kernel import question as questions
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


class Step(kernel.Step[Midnight]):
    """The resolution of one step of a Midnight match."""

    __slots__ = ("shares", "turned")
    chapters = CHAPTERS

    def __init__(self, state: Midnight, beacon: bytes, lost: Collection[int] = frozenset()) -> None:
        super().__init__(state, beacon, lost)
        self.turned: dict[tuple[int, int], int] = {}
        """(seat, slot): the copy that took its place when the seat's cards were put in the open in this step."""
        self.shares: dict[int, list[int]] | None = None
        """What each seat is dealt where all are dealt anew, once that is known."""

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
