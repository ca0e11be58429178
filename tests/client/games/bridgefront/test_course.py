"""The course of a match, shown at its end."""

from __future__ import annotations

from types import SimpleNamespace

from client.games.bridgefront.names import label
from client.games.bridgefront.panels.match_history import EMBLEM, Chart, turning_points_log
from client.table.seats.names import Names
from client.ui import richtext
from client.ui.hexes import Rect
from core.bots.random_bot import RandomBot
from core.engine.local_match import LocalMatch
from core.games.bridgefront.game import GAME
from core.games.bridgefront.text.course import TurningPoint


def test_emblems_of_tied_seats_are_side_by_side() -> None:
    rounds = {1: dict.fromkeys(range(1, 7), 1), 2: {1: 11, 2: 5, 3: 5, 4: 2, 5: 2, 6: 2}}
    chart = Chart(SimpleNamespace(course=SimpleNamespace(rounds=rounds)))  # type: ignore[arg-type]
    chart.rect = Rect(0, 0, 440, 150)
    columns = chart._columns()
    assert [columns[seat] for seat in (1, 2, 3)] == [0, 0, 1] and {columns[s] for s in (4, 5, 6)} == {0, 1, 2}
    last = chart._x(2) + 3 * EMBLEM
    assert last < chart.rect.right, "there is room for three beside each other"


def test_turning_points_name_hexes_as_the_board_does() -> None:
    state = LocalMatch(GAME, {s: RandomBot("rows", s) for s in (1, 2)}, "rows").state
    (q, r), at = state.grid.hexes[3], label(state, 3)
    course = SimpleNamespace(turning_points=[TurningPoint(1, "battle", f"Seat 1 beats Seat 2 at ({q},{r})")], rounds={})
    log = turning_points_log(SimpleNamespace(course=course, table=state, names=Names(1, ["Ada", "Orla"])))  # type: ignore[arg-type]
    assert f"You beat Orla at {at}" in richtext.plain_text(log.lines[-1].markup)
