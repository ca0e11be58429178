"""How a match went, at its end."""

from __future__ import annotations

from types import SimpleNamespace

from client.bridgefront.course import EMBLEM, Chart
from client.kit.hexes import Rect


def test_seats_that_end_alike_have_their_emblems_side_by_side() -> None:
    rounds = {1: dict.fromkeys(range(1, 7), 1), 2: {1: 11, 2: 5, 3: 5, 4: 2, 5: 2, 6: 2}}
    chart = Chart(SimpleNamespace(course=SimpleNamespace(rounds=rounds)))  # type: ignore[arg-type]
    chart.rect = Rect(0, 0, 440, 150)
    columns = chart._columns()
    assert [columns[seat] for seat in (1, 2, 3)] == [0, 0, 1] and {columns[s] for s in (4, 5, 6)} == {0, 1, 2}
    last = chart._x(2) + 3 * EMBLEM
    assert last < chart.rect.right, "there is room for three beside each other"
