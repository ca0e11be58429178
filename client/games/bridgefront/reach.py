"""Distances over Bridges, to show the effect of a new Bridge."""

from __future__ import annotations

from client.games.bridgefront.names import place
from client.table.seats.names import Names
from core.engine.text.words import format_count
from core.games.bridgefront.state import Bridgefront


def missing_bridges(state: Bridgefront, start: int) -> list[int]:
    """Return for each hex the minimum number of Bridges that must be built to reach it from `start`."""
    steps = state.grid.steps
    needed = [-1] * len(steps)
    front, n = [start], 0
    while front:
        beyond: list[int] = []
        for hex_ in front:
            if needed[hex_] >= 0:
                continue
            needed[hex_] = n
            for other, edge in steps[hex_]:
                (front if state.bridges[edge] else beyond).append(other)
        front, n = beyond, n + 1
    return needed


def leads_to(state: Bridgefront, seat: int, edge: int, names: Names) -> str:
    """Return the benefit that a Bridge on this edge has for a seat, in words.

    The text names the hex that the Bridge connects to the Capital. If the connection is incomplete, the text has the
    number of Bridges that are still missing.
    """
    needed = missing_bridges(state, state.capital[seat])
    near, far = sorted(state.grid.edges[edge], key=lambda hex_: needed[hex_])
    if needed[far] == 0:
        return "You can already walk there; this adds a second path."
    if needed[near] == 0:
        return f"Leads from your Capital to {place(state, far, names)}."
    return f"{format_count(needed[near], 'more Bridge')} would connect it to your Capital."
