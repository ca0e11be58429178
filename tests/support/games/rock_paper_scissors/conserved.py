"""What a match of the sample never loses or makes up; how it is played boldly: like any other way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.bots.random_bot import Dice
from core.bots.random_bot import RandomBot as Bold
from core.engine.hidden.secrets import Secrets
from tests.support.games.rock_paper_scissors.game import Score, Shown

__all__ = ["Bold", "Conserved", "stir"]


def stir(state: Score, dice: Dice) -> bool:
    """There is nothing to make livelier."""
    return False


class Conserved:
    """The ledger of one match: points come from what was shown, and from nothing else."""

    houses = 0
    """Hands shown that belong to nobody at the table."""

    def __init__(self, state: Score) -> None:
        self.points = list(state.points)

    def after(self, state: Score, happened: list[Any], secrets: Mapping[int, Secrets]) -> None:
        """Books what happened."""
        for shown in happened:
            assert isinstance(shown, Shown) and len(shown.hands) == len(state.points) - 1 + self.houses
            for seat in shown.scored:
                self.points[seat] += 1
        assert state.points == self.points

    def longest(self, state: Score) -> int:
        """More steps than a match can take."""
        return state.rounds + 1

    def plainly(self, decision: Any) -> Any:
        """There is one way only to say a hand."""
        return decision

    def closed_slots(self, state: Score, seat: int) -> tuple[int, ...]:
        """No cards."""
        return ()

    def unaudited(self, state: Score, seat: int) -> tuple[int, ...]:
        """Nothing is laid."""
        return ()
