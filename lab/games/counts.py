"""What is counted of a match beside its result: one class for each game that has more to count than rounds and points.

Counts are whole numbers by name, for each seat; `cards` counts by a card's name how often a seat gained and played it;
`places` counts what happened where on the board.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.hidden.secrets import Secrets
from lab.games.common_counts import Count
from lab.games.registry import entry_of


def counting(game: str, seats: int, secrets: Mapping[int, Secrets]) -> Count:
    """What counts a match of the game, whose seats know this."""
    return entry_of(game).count(seats, secrets)
