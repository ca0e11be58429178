"""The board of a game as cells for a chart of heat."""

from __future__ import annotations

from collections.abc import Mapping

from lab.games.entry import Heat
from lab.report.charts import Cell
from lab.run.design import Arm


def cells(arm: Arm, heat: Heat, counts: Mapping[int, float]) -> list[Cell]:
    """The places of the board with what was counted there."""
    spots = heat.spots(arm.seats, dict(arm.options))
    return [Cell(spot.x, spot.y, counts.get(spot.number, 0), spot.name) for spot in spots]
