"""What the chapters declare and how a step of Ambition resolves; see `core.engine.agenda`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar, TypeVarTuple

from core.engine import agenda as kernel
from core.engine import question as questions
from core.engine.game import IllegalDecision
from core.engine.hidden.contracts import PAPER
from core.engine.question import SMALL, room_for
from core.games.ambition.events import InfluenceGained, InfluenceLost
from core.games.ambition.state import Ambition

D = TypeVar("D")
Ds = TypeVarTuple("Ds")

CHAPTERS = kernel.Chapters()
agenda, question = CHAPTERS.agenda, CHAPTERS.question

ARMAGEDDON, EXHAUSTION = "armageddon", "exhaustion"
"""How a match ends (part 7)."""


class Step(kernel.Step[Ambition]):
    """The resolution of one step of an Ambition match."""

    __slots__ = ()
    chapters = CHAPTERS

    def begin(self) -> None:
        """Who is lost counts as holding a token from now on, and its hand lies open."""
        self.state.away = tuple(sorted(self.lost))
        super().begin()


class Question(questions.Question[Ambition, Step, D, *Ds]):
    """A question of Ambition."""

    def room(self, state: Ambition, seat: int, *detail: *Ds) -> int:
        """One opened card, and where the answer may open secret alliances all of those."""
        if "opens" not in self.decision._fields:
            return 0
        papers = sum(paper.signed and seat in paper.pair for paper in state.papers)
        return room_for(papers, PAPER, SMALL)


class OneOf(questions.OneOf[Ambition, Step, D, *Ds]):
    """A question of Ambition with few answers."""


class Duty(questions.Duty[Ambition, Step, D, *Ds]):
    """What a client of Ambition answers by itself."""


def refuse(seat: int, unless: object, why: str) -> None:
    """Raises `IllegalDecision` unless that is so."""
    if not unless:
        raise IllegalDecision(seat, why)


def decided(seat: int, why: str) -> kernel.Decided:
    """The end of the match stops everything else: papers are opened, then hands, then all is counted."""
    return kernel.Decided(("ending", seat, why))


def gain(step: Step, seat: int, amount: int, why: str) -> None:
    """Influence from the bank (A6: always the full amount)."""
    if amount:
        step.state.purse[seat] += amount
        step.say(InfluenceGained(seat, amount, why))


def pay(step: Step, seat: int, amount: int, why: str) -> int:
    """Influence to the bank: what there is, at most the amount (A6); how much it was."""
    paid = min(amount, step.state.purse[seat])
    if paid:
        step.state.purse[seat] -= paid
        step.say(InfluenceLost(seat, paid, why))
    return paid


def transfer(step: Step, seat: int, to: int, amount: int) -> None:
    """Influence from one player to another: what there is (A6)."""
    gain(step, to, pay(step, seat, amount, "extorted"), "extorted")


def nearest(step: Step, seat: int, seats: Iterable[int]) -> int:
    """Of these seats the closest clockwise to that one (A23)."""
    among = set(seats)
    return next(other for other in step.state.others(seat) if other in among)
