"""The lesson of Outposts, by mouse and by keys through the first round.

The coach refuses other actions gently, and the player can leave the lesson.
"""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from client.app.settings import Settings
from client.app.theme import game_theme
from client.games.outposts.lesson.lessons import LESSONS
from client.games.outposts.lesson.spec import LESSON
from client.table.keys import KEYS
from client.table.screens import lesson_screen
from client.ui import theme as themes
from client.ui.keys import Keymap
from tests.support.client.driver import Driver
from tests.support.client.outposts.players import Keys, Mouse, Person


def begun(driver: Driver) -> Any:
    """Show the first lesson."""
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    screen = lesson_screen(LESSON, Settings(name="Ada"), speed=inf)
    driver.show(screen)
    driver.step(frames=2)
    return screen


@pytest.mark.parametrize("kind", [Mouse, Keys])
def test_the_lesson_of_outposts_can_be_finished_by_picking_highlighted_items(
    driver: Driver, kind: type[Person]
) -> None:
    screen = begun(driver)
    person, told = kind(driver, screen, "pupil"), []
    for _ in range(400):
        if screen.controller._parted:
            break
        lesson = screen.controller.lesson
        if lesson is None or screen.controller.prompts.inquiry is None or not screen.controller.prompts.is_open:
            driver.step()
            continue
        if lesson.title not in told:
            told.append(lesson.title)
        if screen.controller.is_reading:
            driver.click(screen.controller.coach.next) if kind is Mouse else driver.key("ENTER")
        elif left := screen.controller._open_picks():
            person.pick(left[0])
        else:
            person.lock_in()
        driver.step()
    assert screen.controller._parted and told == [lesson.title for lesson in LESSONS]
    assert (
        screen.table.model.state.round == 2
        and screen.table.model.state.hold[1]
        and len(screen.table.model.state.outposts_of(1)) <= 2
    )


def test_the_coach_refuses_other_actions_with_a_hint(driver: Driver) -> None:
    screen = begun(driver)
    screen.controller.next_lesson()
    driver.step()
    screen.controller.prompts.answer(("league", 2))
    assert not screen.controller.prompts.inquiry.answers and "Wrights" in screen.controller.coach.refusal.text


def test_the_coach_can_do_every_step_for_the_player(driver: Driver) -> None:
    screen = begun(driver)
    for _ in range(300):
        if screen.controller._parted:
            break
        screen.controller.next_lesson()
        driver.step()
    assert screen.controller._parted and screen.ui.modal
