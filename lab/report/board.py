"""The board of a game as cells for a chart of heat."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from core.games.bridgefront.board import capital_slots, radius
from core.games.bridgefront.geometry import grid
from core.games.outposts.board import TERRITORIES
from lab.report.charts import Cell
from lab.run.design import Arm

WHAT = {"bridgefront": "Battles by hex", "outposts": "Outposts built by Territory"}
"""What the heat of a game's board means; other games have no board."""


def cells(arm: Arm, counts: Mapping[int, float]) -> list[Cell]:
    """The places of the board with what was counted there."""
    if arm.game == "outposts":
        return [
            Cell(number % 3, number // 3, counts.get(number + 1, 0), territory.name)
            for number, territory in enumerate(TERRITORIES)
        ]
    size = str(dict(arm.options).get("board_size", arm.rules.options.table["board_size"].default))
    board, capitals = grid(radius(arm.seats, size)), capital_slots(arm.seats, size)
    found = []
    for number, (q, r) in enumerate(board.hexes):
        kind = "Center" if number == board.center else "Capital slot" if number in capitals else f"hex {q}, {r}"
        found.append(Cell(q + r / 2, r * sqrt(3) / 2, counts.get(number, 0), kind))
    return found
