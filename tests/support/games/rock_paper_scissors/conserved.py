"""Conservation checks for rock, paper, scissors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.bots.random_bot import Dice
from core.bots.random_bot import RandomBot as Bold
from core.engine.hidden.secrets import Secrets
from tests.support.games.rock_paper_scissors.game import Score, Shown

__all__ = ["Bold", "Conserved", "stir"]


def stir(state: Score, dice: Dice) -> bool:
    """Return False, since nothing can be made more eventful."""
    return False


class Conserved:
    """Ledger of one match, in which points come only from shown hands."""

    houses = 0
    """Number of shown hands that belong to no seat."""

    def __init__(self, state: Score) -> None:
        self.points = list(state.points)

    def after(self, state: Score, happened: list[Any], secrets: Mapping[int, Secrets]) -> None:
        """Record the events."""
        for shown in happened:
            assert isinstance(shown, Shown) and len(shown.hands) == len(state.points) - 1 + self.houses
            for seat in shown.scored:
                self.points[seat] += 1
        assert state.points == self.points

    def longest(self, state: Score) -> int:
        """Return an upper bound on the steps of a match."""
        return state.rounds + 1

    def plainly(self, decision: Any) -> Any:
        """Return the decision unchanged, since a hand has only one form."""
        return decision

    def closed_slots(self, state: Score, seat: int) -> tuple[int, ...]:
        """Return an empty tuple: there are no cards."""
        return ()

    def unaudited(self, state: Score, seat: int) -> tuple[int, ...]:
        """Return an empty tuple: there are no committed cards."""
        return ()
