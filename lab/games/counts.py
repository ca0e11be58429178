"""Counts of a match in addition to its result.

There is one class for each game with more to count than rounds and points. Counts are whole numbers by name, for each
seat. `cards` counts by a card's name how often a seat gained and played it. `places` counts events by place on the
board.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.hidden.secrets import Secrets
from lab.games.common_counts import Count
from lab.games.registry import entry_of


def counting(game: str, seats: int, secrets: Mapping[int, Secrets]) -> Count:
    """Return the counter for a match of the game, whose seats know these secrets."""
    return entry_of(game).count(seats, secrets)
