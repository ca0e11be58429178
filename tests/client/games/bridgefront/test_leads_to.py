"""The board's preview of the places that a new Bridge would reach."""

from __future__ import annotations

from client.games.bridgefront.reach import leads_to, missing_bridges
from client.table.seats.names import Names
from tests.support.games.bridgefront.table import Table


def test_the_preview_counts_missing_bridges_and_describes_a_new_one() -> None:
    t = Table("cipher", "vapourborn")
    home = t.state.capital[1]
    near, edge = t.state.grid.steps[home][0]
    beyond, further = next((h, e) for h, e in t.state.grid.steps[near] if t.state.grid.distance[home][h] == 2)
    names = Names(1, ("Ada", "Ilse"))
    needed = missing_bridges(t.state, home)
    assert (needed[home], needed[near], needed[beyond]) == (0, 1, 2)
    assert leads_to(t.state, 1, edge, names).startswith("Leads from your Capital to ")
    assert leads_to(t.state, 1, further, names) == "1 more Bridge would connect it to your Capital."
    t.state.bridges[edge] = 1
    assert missing_bridges(t.state, home)[near] == 0
    assert leads_to(t.state, 1, further, names).startswith("Leads from your Capital to ")
    t.state.bridges[further] = 1
    grid = t.state.grid
    hex_, other = next((h, e) for h, e in grid.steps[beyond] if grid.distance[near][h] == 1)
    t.state.bridges[grid.edge_between[min(near, hex_), max(near, hex_)]] = 1
    assert leads_to(t.state, 1, other, names) == "You can already walk there; this adds a second path."
