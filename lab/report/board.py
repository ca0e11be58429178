"""Board of a game as cells for a heat chart."""

from __future__ import annotations

from collections.abc import Mapping

from lab.games.entry import Heat
from lab.report.charts import Cell
from lab.run.design import Arm


def cells(arm: Arm, heat: Heat, counts: Mapping[int, float]) -> list[Cell]:
    """Return the places of the board with their counts."""
    spots = heat.spots(arm.seats, dict(arm.options))
    return [Cell(spot.x, spot.y, counts.get(spot.number, 0), spot.name) for spot in spots]
