"""The dice that a side rolls in a combat round, obtained from the `Battle` that would roll them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from core.games.bridgefront.combat.battle import Battle
from core.games.bridgefront.combat.deaths import ability_of
from core.games.bridgefront.combat.volley import Side
from core.games.bridgefront.state import Champion


class BattleSides:
    """The two sides of a battle before its dice; they can be set to any later condition."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.sides: tuple[Side, Side] = (battle.attacking, battle.defending)
        self.champions = tuple(tuple(side.champions) for side in self.sides)

    def set_up(self, first: bool, forces: Sequence[int], hp: Sequence[Sequence[int]]) -> None:
        """Set the Forces and the Champions' remaining HP of both sides.

        `first` is True for the first combat round.
        """
        self.battle.combat_round = 1 if first else 2
        for side, n, champions, left in zip(self.sides, forces, self.champions, hp):
            side.forces = n
            side.champions = [c._replace(hp=left) for c, left in zip(champions, left) if left]

    def dice(self, i: int) -> list[tuple[int, int, int]]:
        """Return the dice of side i as it is set up, as (roller, hits on, dice).

        The roller is a Champion's copy, or 0 for Forces.
        """
        battle, side = self.battle, self.sides[i]
        found = [(0, battle.threshold(side), side.forces)] if side.forces else []
        for champion in side.champions:
            stats = battle.state.cards[battle.state.card[champion.copy]].stats
            assert stats is not None
            found.append((champion.copy, stats.hits_on, battle.dice(side, champion, stats.dice)))
        return found

    def guards(self, champions: Sequence[Champion]) -> list[int]:
        """Return the Bodyguards among these Champions."""
        abilities = [(c.copy, ability_of(self.battle.state, c.copy)) for c in champions]
        return [copy for copy, ability in abilities if ability is not None and ability.guards]


@lru_cache(maxsize=1024)
def result_counts(dice: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Return the number of dice results that give 0, 1, 2 ... hits.

    The dice are given as (highest die that hits, number of dice).

    >>> result_counts(((2, 1), (3, 1)))
    (12, 18, 6)
    """
    ways = [1]
    for hits_on, n in dice:
        for _ in range(n):
            ways = [(6 - hits_on) * w + hits_on * v for w, v in zip([*ways, 0], [0, *ways])]
    return tuple(ways)
