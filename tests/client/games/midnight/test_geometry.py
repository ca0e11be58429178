"""Layout of the table: every item has a place of its own.

This holds for any number of seats, from any seat and in any rectangle.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from math import pi

import pytest

from client.games.midnight.art import geometry
from client.games.midnight.board import Board
from client.table.seats.names import Names
from client.table.view_model import ViewModel
from client.ui.hexes import Rect

ROOMS = ((1018, 680), (1274, 824), (1018, 900), (2000, 680), (1658, 1040))


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("seats", (3, 4, 5))
def test_widgets_of_the_board_do_not_overlap(seats: int, room: tuple[int, int]) -> None:
    for own in range(1, seats + 1):
        table = geometry.table(seats, own, *room)
        for name, rect in table.places.items():
            assert rect.x >= -0.01 and rect.right * table.unit <= room[0] + 0.01, (name, rect)
            assert rect.y >= -0.01 and rect.top * table.unit <= room[1] + 0.01, (name, rect)
        # The next tick's plate stands before the clock.
        for a, b in combinations([name for name in table.places if name != ("tick",)], 2):
            apart = geometry.gap_between(table.places[a], table.places[b])
            assert apart >= -0.01 or clear_of_clock(table, a, b), (a, b, apart)


def clear_of_clock(table: geometry.TableLayout, *names: geometry.Name) -> bool:
    """Return True if one place is the clock and the other one is in its square but outside its circle."""
    if ("clock",) not in names:
        return False
    x, y = table.clock.center
    rect = next(table.places[name] for name in names if name != ("clock",))
    near_x, near_y = min(max(x, rect.x), rect.right), min(max(y, rect.y), rect.top)
    return (near_x - x) ** 2 + (near_y - y) ** 2 >= (table.clock.w / 2) ** 2


@pytest.mark.parametrize("seats", (3, 4, 5))
def test_every_border_has_two_trays_and_ours_hold_two_cards(seats: int) -> None:
    table = geometry.table(seats, 2)
    for a in range(1, seats + 1):
        assert ("panel", a) in table.places
        for b in range(1, seats + 1):
            assert a == b or ("tray", a, b) in table.places
    for other in (1, 3):
        own = table.places["tray", 2, other]
        assert own.w >= 2 * geometry.CARD[0] + 60 and own.h >= geometry.CARD[1] + 12
    assert table.clock.w / 2 >= (84 if seats == 5 else 100)


@pytest.mark.parametrize("seats", (3, 4, 5))
def test_the_sectors_of_the_nations_fill_the_circle(seats: int) -> None:
    table = geometry.table(seats, 1)
    lands = geometry.sectors(table.places, table.clock, 1)
    assert sum((end - start) % (2 * pi) for start, end in lands.values()) == pytest.approx(2 * pi)
    order = sorted(lands.values())
    assert all(a[1] == pytest.approx(b[0]) for a, b in pairwise(order))


def test_many_cards_in_a_tray_move_closer_and_stay_inside() -> None:
    room = Rect(10, 10, 120, 80)
    for count in range(1, 7):
        boxes = geometry.cards_in(room, count, (54, 75))
        assert len(boxes) == count and boxes[0].x == room.x and boxes[-1].right <= room.right + 0.01
    assert geometry.cards_in(room, 2, (54, 75))[1].x == 10 + 58


def test_the_hand_of_the_clock_points_up_at_midnight_and_left_at_five_minutes_to() -> None:
    clock = Rect(-100, -100, 200, 200)
    assert geometry.on_clock(clock, 0, 1.0) == pytest.approx((0, 100))
    assert geometry.on_clock(clock, 5, 1.0) == pytest.approx((-100, 0))


def test_the_board_places_its_widgets_according_to_the_layout() -> None:
    board = Board(ViewModel(1, Names(1)), lambda _place: None)
    board.set_up_seats(5)
    board.place(Rect(0, 0, 1274, 824))
    table = geometry.table(5, 1, 1274, 824)
    assert board.unit == table.unit > 1.2
    assert board.trays[2, 4].rect == table.rect("tray", 2, 4) and board.panels[1].rect == table.rect("panel", 1)
    assert board.is_left_side(2, 4) and not board.is_left_side(4, 2)
