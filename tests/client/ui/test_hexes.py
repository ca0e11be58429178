"""Hexes: conversion from and to pixels, picking of hexes and edges, and the camera."""

from itertools import pairwise
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.ui.hexes import BoardCamera, HexLayout, Rect, distance, edge_between, hex_disc, hex_line, neighbours

LAYOUT = HexLayout(size=34, squash=0.8, origin=(615, 395))
coordinates = st.tuples(st.integers(-9, 9), st.integers(-9, 9))


@given(coordinates, st.floats(0, 0.97), st.integers(0, 5))
def test_a_point_inside_a_hex_is_in_that_hex(hex_, scale, corner):
    assert LAYOUT.hex_at(*LAYOUT.corners(hex_, scale)[corner]) == hex_


@given(coordinates)
def test_the_coordinate_q_grows_to_the_right_and_r_downwards(hex_):
    x, y = LAYOUT.center(hex_)
    assert LAYOUT.center((hex_[0] + 1, hex_[1])) == pytest.approx((x + 34 * 3**0.5, y))
    below = LAYOUT.center((hex_[0], hex_[1] + 1))
    assert below[1] == pytest.approx(y - 34 * 1.5 * 0.8)
    assert below[0] > x


@given(coordinates, st.integers(0, 5))
def test_the_side_of_an_edge_is_shared_by_both_hexes(hex_, direction):
    there = neighbours(hex_)[direction]
    e = edge_between(hex_, there)
    for corner in LAYOUT.side(e):
        for h in (hex_, there):
            assert min(hypot(corner[0] - x, corner[1] - y) for x, y in LAYOUT.corners(h)) < 1e-6
    (ax, ay), (bx, by) = LAYOUT.side(e)
    assert LAYOUT.edge_center(e) == pytest.approx(((ax + bx) / 2, (ay + by) / 2))


@given(coordinates, st.integers(0, 5), st.floats(-0.2, 0.2), st.floats(-0.3, 0.3))
def test_an_edge_is_picked_near_its_middle(hex_, direction, across, along):
    there = neighbours(hex_)[direction]
    e = edge_between(hex_, there)
    (ax, ay), (bx, by) = LAYOUT.center(e[0]), LAYOUT.center(e[1])
    (cx, cy), (dx, dy) = LAYOUT.side(e)
    mx, my = LAYOUT.edge_center(e)
    x = mx + across * (bx - ax) / 2 + along * (dx - cx)
    y = my + across * (by - ay) / 2 + along * (dy - cy)
    assert LAYOUT.edge_at(x, y) == e


def test_no_edge_is_picked_in_the_middle_of_a_hex():
    assert LAYOUT.edge_at(*LAYOUT.center((2, -1))) is None


def test_a_larger_tolerance_picks_a_possible_edge_from_further_away():
    e = edge_between((0, 0), (1, 0))
    x, y = LAYOUT.edge_center(edge_between((0, 0), (1, -1)))
    assert LAYOUT.edge_at(x, y, among=[e], tolerance=0.9) == e
    assert LAYOUT.edge_at(x, y, among=[e], tolerance=0.2) is None
    assert LAYOUT.edge_at(x, y, among=[]) is None


def test_an_edge_between_hexes_that_are_not_neighbours_is_refused():
    with pytest.raises(ValueError, match="not neighbours"):
        edge_between((0, 0), (2, 0))


@given(coordinates, coordinates)
def test_a_line_between_hexes_goes_from_neighbour_to_neighbour(a, b):
    steps = hex_line(a, b)
    assert steps[0] == a
    assert steps[-1] == b
    assert len(steps) == distance(a, b) + 1
    assert all(distance(s, t) == 1 for s, t in pairwise(steps))


def test_every_hex_can_be_reached_with_the_arrow_keys():
    board = hex_disc(5)
    reached, frontier = {(0, 0)}, [(0, 0)]
    while frontier:
        here = frontier.pop()
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = LAYOUT.nearest(here, dx, dy, board)
            if there is not None and there not in reached:
                reached.add(there)
                frontier.append(there)
    assert reached == set(board)


def test_the_nearest_hex_in_a_direction_is_found_for_the_arrow_keys():
    board = hex_disc(2)
    assert LAYOUT.nearest((0, 0), 1, 0, board) == (1, 0)
    assert LAYOUT.nearest((0, 0), -1, 0, board) == (-1, 0)
    assert LAYOUT.nearest((0, 0), 0, 1, board) in {(0, -1), (1, -1)}
    assert LAYOUT.nearest((2, 0), 1, 0, board) is None


def test_the_bounds_of_a_board_contain_every_corner_of_its_hexes():
    board = hex_disc(4)
    box = LAYOUT.bounds(board)
    for h in board:
        for x, y in LAYOUT.corners(h):
            assert box.x - 1e-6 <= x <= box.right + 1e-6
            assert box.y - 1e-6 <= y <= box.top + 1e-6


def camera() -> BoardCamera:
    return BoardCamera(view=Rect(212, 150, 806, 490), world=Rect(-400, -300, 800, 600))


def test_the_fitted_camera_shows_the_whole_board():
    c = camera()
    left, low = c.to_screen(-400, -300)
    right, high = c.to_screen(400, 300)
    assert 212 <= left < right <= 1018
    assert low == pytest.approx(150)
    assert high == pytest.approx(640)


@given(st.floats(220, 1010), st.floats(160, 630), st.floats(0.3, 4))
def test_pixel_and_hex_coordinates_convert_back(sx, sy, factor):
    c = camera()
    c.zoom_at(sx, sy, factor)
    assert c.to_screen(*c.to_world(sx, sy)) == pytest.approx((sx, sy))


def test_zooming_keeps_the_point_under_the_cursor_in_place():
    c = camera()
    c.zoom_at(600, 400, 2)
    before = c.to_world(650, 420)
    c.zoom_at(650, 420, 1.3)
    assert c.to_world(650, 420) == pytest.approx(before)


@given(st.lists(st.tuples(st.floats(-900, 900), st.floats(-900, 900), st.floats(0.2, 5)), max_size=12))
def test_the_board_never_leaves_the_view_of_the_camera(moves):
    c = camera()
    for dx, dy, factor in moves:
        c.pan(dx, dy)
        c.zoom_at(600 + dx / 10, 400 + dy / 10, factor)
        assert c.fit_zoom <= c.zoom <= c.fit_zoom * c.max_zoom
        _, low = c.to_screen(-400, -300)
        _, high = c.to_screen(400, 300)
        assert low <= 150 + 1e-6
        assert high >= 640 - 1e-6


def test_the_board_still_fits_into_a_resized_window():
    c = camera()
    c.resize(Rect(212, 150, 1446, 850))
    assert c.zoom == pytest.approx(c.fit_zoom)
    c.zoom_at(800, 500, 2)
    c.resize(Rect(212, 150, 806, 490))
    assert c.zoom == pytest.approx(2 * c.fit_zoom)
    c.fit()
    assert (c.x, c.y) == (0, 0)
