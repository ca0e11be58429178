"""Partial redraws: only changes are drawn again, and the picture equals a complete redraw."""

from __future__ import annotations

from array import array
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.art.board import view as board
from client.ui.controls.basic import Label
from client.ui.damage import (
    FLOATS_PER_QUAD,
    MAX_BOXES,
    PIXELS_PER_BOX,
    Damage,
    PixelBox,
    diff_boxes,
    make_part,
    quad_bounds,
)
from client.ui.screen import Screen
from tests.support.client.bridgefront.players import MousePerson, sit_down
from tests.support.client.driver import Driver
from tests.support.client.gallery import Gallery

WINDOW = PixelBox(0, 0, 1280, 720)


def quads(*places: tuple[float, float, float, float, float]) -> array[float]:
    """Return quads, each given by its middle, size and angle."""
    return array("f", [n for place in places for n in (*place, *[0.5] * 8)])


boxes = st.builds(
    lambda x, y, w, h: PixelBox(x, y, x + w, y + h),
    st.integers(-50, 1300), st.integers(-50, 740), st.integers(0, 400), st.integers(0, 300),
)  # fmt: skip


@given(st.lists(boxes, max_size=20))
def test_every_changed_area_lies_in_a_box_to_redraw(changed: list[PixelBox]) -> None:
    damage = Damage((1280, 720))
    damage.take_boxes()
    for box in changed:
        damage.add(box)
    taken = damage.take_boxes()
    assert len(taken) <= MAX_BOXES
    for box in changed:
        seen = box.intersection(WINDOW)
        assert not seen.area or any(seen.intersection(other) == seen for other in taken)
    assert all(box.intersection(WINDOW) == box for box in taken)
    assert not damage.take_boxes()


def test_distant_changes_are_redrawn_in_separate_boxes() -> None:
    damage = Damage((1280, 720))
    damage.take_boxes()
    damage.add(PixelBox(0, 0, 10, 10))
    damage.add(PixelBox(1200, 700, 1210, 710))
    assert sum(box.area for box in damage.take_boxes()) == 200
    assert PIXELS_PER_BOX > 200


def test_the_bounds_of_a_rotated_quad_cover_its_corners() -> None:
    assert quad_bounds(quads((100, 100, 40, 10, 0.0))) == PixelBox(80, 95, 120, 105)
    assert quad_bounds(quads((100, 100, 40, 10, 1.5))).intersection(PixelBox(95, 80, 105, 120)) == PixelBox(
        95, 80, 105, 120
    )


def test_only_quads_that_differ_are_redrawn() -> None:
    a, b, c = (10, 10, 4, 4, 0.0), (50, 50, 4, 4, 0.0), (90, 90, 4, 4, 0.0)
    moved = (50, 60, 4, 4, 0.0)
    before = [make_part("one", quads(a, b, c)), make_part("two", quads(a))]
    assert diff_boxes(before, [make_part("one", quads(a, b, c)), before[1]]) == []
    assert diff_boxes(before, [make_part("one", quads(a, moved, c)), before[1]]) == [
        PixelBox(48, 48, 52, 52),
        PixelBox(48, 58, 52, 62),
    ]
    assert diff_boxes(before, [before[0]]) == [PixelBox(8, 8, 12, 12)]
    assert diff_boxes(before, [*before, make_part("three", quads(c))]) == [PixelBox(88, 88, 92, 92)]
    assert diff_boxes(before, before[::-1]) is None
    assert len(quads(a)) == FLOATS_PER_QUAD


# In the window --------------------------------------------------------------------------------------------------------


def same_as_everything(driver: Driver) -> None:
    """Check that the current picture equals a complete redraw."""
    stands = driver.shot().tobytes()
    driver.window.damage.mark_all()
    assert driver.shot().tobytes() == stands


@pytest.mark.parametrize(
    "deed",
    [
        lambda d: d.move("Create table"), lambda d: d.click("Lock in"), lambda d: d.key("TAB", "TAB", "DOWN"),
        lambda d: d.scroll("Seats", -3), lambda d: d.pass_time(0.6), lambda d: d.move((640.0, 60.0)),
        lambda d: d.drag("Lock in", (300.0, 300.0)), lambda d: d.screen.ui.open(Label("Above", width=90, height=60)),
        lambda d: d.resize(1400, 800), lambda d: d.find("Lock in").parent.remove(d.find("Lock in")),
    ],
)  # fmt: skip
def test_partial_redraws_give_the_complete_picture_after_any_action(
    driver: Driver, deed: Callable[[Driver], object]
) -> None:
    driver.look()
    driver.show(Gallery())
    driver.step(frames=3)
    driver.move((500.0, 400.0))
    deed(driver)
    driver.step()
    same_as_everything(driver)


def test_partial_redraws_give_the_complete_picture_in_a_running_match(driver: Driver) -> None:
    driver.look()
    screen = sit_down(driver, "damage", speed=1.0)
    view = screen.table.board.view
    checks = 0
    step = driver.step

    def checked(dt: float = 1 / 60, frames: int = 1) -> None:
        nonlocal checks
        step(dt * 4, frames)
        checks += 1
        if checks % 12 == 0:
            while view._strip < board._MIST_STRIPS:  # the Roil is painted strip by strip, whether time passes or not
                driver.window.dispatch_event("on_draw")
            view._mist_age = 0.0
            same_as_everything(driver)

    driver.step = checked  # type: ignore[method-assign]
    MousePerson(driver, screen, "damage").play(until=lambda _: checks > 180)
    assert checks > 180


def test_a_picture_drawn_late_equals_one_drawn_in_every_frame(driver: Driver) -> None:
    pictures = []
    for looks in (True, False):
        driver.looks, driver.at = looks, (0.0, 0.0)
        sit_down(driver, "look", 2, speed=1.0)
        driver.step(frames=8)
        driver.move((640.0, 300.0))
        pictures.append(driver.shot().tobytes())
        driver.window.clear_screens()
    assert pictures[0] == pictures[1]


def pixels_drawn(driver: Driver, frames: int) -> float:
    """Return the fraction of the window that is redrawn per frame, on average; 1 is all of it."""
    taken = Damage.take_boxes
    area = 0

    def counted(damage: Damage) -> list[PixelBox]:
        nonlocal area
        drawn = taken(damage)
        area += sum(box.area for box in drawn)
        return drawn

    Damage.take_boxes = counted  # type: ignore[method-assign]
    try:
        driver.step(frames=frames)
    finally:
        Damage.take_boxes = taken  # type: ignore[method-assign]
    return area / frames / WINDOW.area


def test_an_unchanged_screen_is_not_redrawn(driver: Driver) -> None:
    driver.show(Screen())
    driver.step(frames=2)
    assert pixels_drawn(driver, 10) == 0


def test_only_the_roil_is_redrawn_at_rest(driver: Driver) -> None:
    screen = sit_down(driver, "rest", speed=1.0)
    MousePerson(driver, screen, "rest").play(until=lambda s: s.controller.prompts.is_open)
    driver.step(frames=30)
    assert 0 < pixels_drawn(driver, 60) < 0.35
    screen.table.board.view.follow("okabe-ito", True, "full")
    driver.step(frames=30)
    assert pixels_drawn(driver, 10) == 0


def test_a_graphics_driver_that_loses_the_picture_gets_a_full_redraw(driver: Driver) -> None:
    driver.look()
    driver.show(Gallery())
    driver.step(frames=3)
    window = driver.window
    assert window.keeps_picture
    window.keeps_picture = False
    try:
        window.clear()
        driver.move("Lock in")
        same_as_everything(driver)
    finally:
        window.keeps_picture = True
