"""The hexes of Bridgefront in a chart."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from core.engine.options import Value
from core.games.bridgefront.board import capital_slots, radius
from core.games.bridgefront.geometry import grid
from core.games.bridgefront.options import OPTIONS
from lab.games.entry import Spot


def spots(seats: int, options: Mapping[str, Value]) -> list[Spot]:
    """Return the hexes of the board for this number of seats."""
    size = str(options.get("board_size", OPTIONS.table["board_size"].default))
    board, capitals = grid(radius(seats, size)), capital_slots(seats, size)
    found = []
    for number, (q, r) in enumerate(board.hexes):
        kind = "Center" if number == board.center else "Capital slot" if number in capitals else f"hex {q}, {r}"
        found.append(Spot(number, q + r / 2, r * sqrt(3) / 2, kind))
    return found
