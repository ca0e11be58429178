"""The lesson of Outposts, by mouse and by keys through the first round.

It refuses gently, and the player can leave it.
"""

from __future__ import annotations

from math import inf

import pytest

from client.app.settings import Settings
from client.app.theme import game_theme
from client.games.outposts.lesson.lessons import LESSONS
from client.games.outposts.lesson.screen import LessonScreen
from client.table.keys import KEYS
from client.ui import theme as themes
from client.ui.keys import Keymap
from tests.support.client.driver import Driver
from tests.support.client.outposts.players import Keys, Mouse, Person


def begun(driver: Driver) -> LessonScreen:
    """Show the first lesson."""
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    screen = LessonScreen(Settings(name="Ada"), speed=inf)
    driver.show(screen)
    driver.step(frames=2)
    return screen


@pytest.mark.parametrize("kind", [Mouse, Keys])
def test_the_lesson_can_be_finished(driver: Driver, kind: type[Person]) -> None:
    """The lesson can be finished by picking what is highlighted, without help."""
    screen = begun(driver)
    person, told = kind(driver, screen, "pupil"), []
    for _ in range(400):
        if screen._parted:
            break
        lesson = screen.lesson
        if lesson is None or screen.inquiry is None or not screen.inquiry_open:
            driver.step()
            continue
        if lesson.title not in told:
            told.append(lesson.title)
        if screen.reading:
            driver.click(screen.coach.next) if kind is Mouse else driver.key("ENTER")
        elif left := screen._open():
            person.pick(left[0])
        else:
            person.lock_in()
        driver.step()
    assert screen._parted and told == [lesson.title for lesson in LESSONS]
    assert screen.model.state.round == 2 and screen.model.state.hold[1] and len(screen.model.state.outposts(1)) <= 2


def test_the_coach_refuses_other_actions_with_a_hint(driver: Driver) -> None:
    screen = begun(driver)
    screen.next_lesson()
    driver.step()
    screen.answer(("league", 2))
    assert not screen.inquiry.answers and "Wrights" in screen.coach.refusal.text


def test_the_coach_can_do_every_step_for_the_player(driver: Driver) -> None:
    screen = begun(driver)
    for _ in range(300):
        if screen._parted:
            break
        screen.next_lesson()
        driver.step()
    assert screen._parted and screen.ui.modal
