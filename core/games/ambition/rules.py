"""The base classes of Ambition's questions, and one step of a match."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from typing import TypeVar, TypeVarTuple

from core.engine import agenda as kernel
from core.engine import question as questions
from core.engine.game import IllegalDecision
from core.engine.hidden.contracts import MAX_OPENING_SIZE
from core.engine.question import DEFAULT_MAX_SIZE, size_with_openings
from core.games.ambition.events import InfluenceGained, InfluenceLost
from core.games.ambition.options import SHARE
from core.games.ambition.state import Ambition

D = TypeVar("D")
Ds = TypeVarTuple("Ds")

GAME_RULES = kernel.GameRules()
agenda, question = GAME_RULES.agenda, GAME_RULES.question

ARMAGEDDON, EXHAUSTION = "armageddon", "exhaustion"
"""The two endings of a match (part 7)."""


class Step(kernel.Step[Ambition]):
    """One step of a match of Ambition."""

    __slots__ = ()
    game_rules = GAME_RULES

    def handle_lost_seats(self) -> None:
        """Open the hands of lost seats, which count as holding a token from now on."""
        self.state.away = tuple(sorted(self.lost))
        super().handle_lost_seats()


class Question(questions.Question[Ambition, Step, D, *Ds]):
    """Base class of Ambition's questions."""

    def max_answer_size(self, state: Ambition, seat: int, *detail: *Ds) -> int:
        """Return the maximum size of the answer in bytes, with all secret alliances that it may open."""
        if "opens" not in self.decision.__annotations__:
            return 0
        papers = sum(paper.signed and seat in paper.pair for paper in state.papers)
        return size_with_openings(papers, MAX_OPENING_SIZE, DEFAULT_MAX_SIZE)


class OneOf(questions.OneOf[Ambition, Step, D, *Ds]):
    """Base class of Ambition's questions with a few answers."""


class Duty(questions.Duty[Ambition, Step, D, *Ds]):
    """Base class of questions that a client of Ambition answers automatically."""


def refuse_unless(seat: int, unless: object, why: str) -> None:
    """Raise `IllegalDecision` for the seat, with the reason `why`, unless the condition is true."""
    if not unless:
        raise IllegalDecision(seat, why)


def match_decided(seat: int, why: str) -> kernel.MatchDecided:
    """Return the exception that ends the match and cancels all pending agenda items.

    Then papers are opened, hands are opened, and points are counted.
    """
    return kernel.MatchDecided(("ending", seat, why))


def gain(step: Step, seat: int, amount: int, why: str) -> None:
    """Give a seat Influence from the bank: always the full amount (A6)."""
    if amount:
        step.state.purse[seat] += amount
        step.emit(InfluenceGained(seat, amount, why))


def pay(step: Step, seat: int, amount: int, why: str) -> int:
    """Take up to `amount` Influence from a seat, and return the amount taken (A6).

    A seat with less Influence pays all that it has. The Influence goes to the bank.
    """
    paid = min(amount, step.state.purse[seat])
    if paid:
        step.state.purse[seat] -= paid
        step.emit(InfluenceLost(seat, paid, why))
    return paid


def transfer(step: Step, seat: int, to: int, amount: int) -> None:
    """Transfer up to `amount` Influence from one player to another (A6).

    A player with less Influence hands over all of it.
    """
    gain(step, to, pay(step, seat, amount, "extorted"), "extorted")


def counted_challengers(step: Step, seat: int, challengers: Iterable[int]) -> tuple[int, ...]:
    """Return the challengers of a seat's claim that count, clockwise from the seat: all of them, or the first (A59)."""
    among = set(challengers)
    found = tuple(other for other in step.state.others(seat) if other in among)
    return found if step.state.option("challengers") == SHARE else found[:1]


def share_of(amount: int, seats: Sized) -> int:
    """Return the share of each of the seats in an amount, rounded up (A59)."""
    return -(-amount // len(seats))
