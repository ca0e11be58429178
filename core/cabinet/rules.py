"""What the chapters declare and how a step of Cabinet resolves; see `core.kernel.agenda`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar, TypeVarTuple

from core.cabinet.events import MatchEnded
from core.cabinet.state import Cabinet
from core.kernel import agenda as kernel
from core.kernel import question as questions
from core.kernel.game import Decision, IllegalDecision

D = TypeVar("D")
Ds = TypeVarTuple("Ds")

CHAPTERS = kernel.Chapters()
agenda, question = CHAPTERS.agenda, CHAPTERS.question

TARGET, DECK, UPKEEP, TURNS = "target", "deck", "upkeep", "turns"
"""How a match ends (part 7): V1, L1, L2, and the guard of a clock that stands still."""


class Decided(Exception):
    """The match is decided, in the middle of whatever was going on."""

    def __init__(self, ending: str) -> None:
        self.ending = ending


class Step(kernel.Step[Cabinet]):
    """The resolution of one step of a Cabinet match."""

    __slots__ = ()
    chapters = CHAPTERS

    def run(self) -> None:
        """As any step; the end of the match stops everything else."""
        try:
            super().run()
        except Decided as decided:
            self._end(decided.ending)

    def answer(self, decisions: Mapping[int, Decision]) -> None:
        """As any step; the end of the match stops everything else."""
        try:
            super().answer(decisions)
        except Decided as decided:
            self._end(decided.ending)

    def _end(self, ending: str) -> None:
        state = self.state
        state.asking = ()
        state.agenda.clear()
        state.over = True
        state.won = int(ending == TARGET)
        state.ending = ending
        self.say(MatchEnded(state.won, ending, state.score, state.turn))


class Question(questions.Question[Cabinet, Step, D, *Ds]):
    """A question of Cabinet."""


class OneOf(questions.OneOf[Cabinet, Step, D, *Ds]):
    """A question of Cabinet with few answers."""


def check_named(seat: int, named: tuple[int, ...], where: Iterable[int]) -> None:
    """Raises `IllegalDecision` unless these are different copies of those."""
    lying = set(where)
    for copy in named:
        if copy not in lying:
            raise IllegalDecision(seat, f"card {copy} does not lie there, or is named twice")
        lying.remove(copy)
