"""The Territories of Outposts in a chart."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.options import Value
from core.games.outposts.board import TERRITORIES
from lab.games.entry import Spot


def spots(seats: int, options: Mapping[str, Value]) -> list[Spot]:
    """Return the nine Territories, three in a row."""
    return [Spot(number + 1, number % 3, number // 3, territory.name) for number, territory in enumerate(TERRITORIES)]
