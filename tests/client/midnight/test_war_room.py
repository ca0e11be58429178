"""The table seen from above: at any number of seats each thing has a place of its own."""

from __future__ import annotations

from itertools import combinations

import pytest

from client.kit.hexes import Rect
from client.midnight.scene import FLOOR
from client.midnight.war_room import WarRoom
from client.table.names import Names
from client.table.sight import Sight


@pytest.mark.parametrize("more", ((0, 0), (640, 360), (0, 360), (1280, 0)))
@pytest.mark.parametrize("seats", (3, 4, 5))
def test_nothing_lies_on_anything_else(seats: int, more: tuple[int, int]) -> None:
    room = WarRoom(Sight(1, Names(1)), lambda _thing: None)
    room.seat(seats)
    room.lay_laws((2, 17, 14, 1, 5))
    room.place(Rect(212, FLOOR, 806 + more[0], 640 - FLOOR + more[1]))
    assert (room.large > 1.5) == all(more) and room.clock.rect.w > 130 * room.large
    things = (*room.borders.values(), *room.plates.values(), *room.laws.values(), room.clock)
    for a, b in combinations(things, 2):
        across = min(a.rect.right, b.rect.right) - max(a.rect.x, b.rect.x)
        up = min(a.rect.top, b.rect.top) - max(a.rect.y, b.rect.y)
        assert across <= 1 or up <= 1, (a.name, b.name, across, up)
