"""The lesson of Ambition, by mouse and by keys to the end of the world.

It refuses gently, and can act for the player.
"""

from __future__ import annotations

from math import inf

import pytest

from client.app.settings import Settings
from client.app.theme import game_theme
from client.games.ambition.lesson.lessons import LESSONS
from client.games.ambition.lesson.screen import LessonScreen
from client.games.ambition.lesson.setup import ILSE, ODA
from client.table.keys import KEYS
from client.ui import theme as themes
from client.ui.keys import Keymap
from tests.support.client.driver import Driver


def begun(driver: Driver) -> LessonScreen:
    """Show the first lesson."""
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    screen = LessonScreen(Settings(name="Ada"), speed=inf)
    driver.show(screen)
    driver.step(frames=2)
    return screen


def pressed(driver: Driver, screen: LessonScreen, mouse: bool, pick: tuple[str, int]) -> None:
    """Pick the highlighted item."""
    if pick[0] == "card":
        at = screen.hand.index_of(pick[1])
        if mouse:
            driver.click_card(screen.hand, at, (980.0, 660.0))
        else:
            screen.ui.focus_on(screen.hand, ring=True)
            screen.hand.point_at(at)
            driver.key("ENTER")
        return
    aim = next((aim.place for aim in screen.lit if aim.pick == pick), None)
    place = aim or screen.chooser.options.get(pick, screen.nothing)
    if mouse:
        driver.click(place)
    else:
        screen.ui.focus_on(place, ring=True)
        driver.key("ENTER")


@pytest.mark.parametrize("mouse", [True, False], ids=["mouse", "keys"])
def test_the_lesson_can_be_finished(driver: Driver, mouse: bool) -> None:
    """The lesson can be finished by picking what is highlighted, without help."""
    screen, told = begun(driver), []
    for _ in range(400):
        if screen.end_shown:
            break
        lesson = screen.lesson
        if lesson is None or screen.inquiry is None or not screen.inquiry_open:
            driver.step()
            continue
        if lesson.title not in told:
            told.append(lesson.title)
        if screen.reading:
            driver.click(screen.coach.next) if mouse else driver.key("ENTER")
        elif left := screen._open():
            pressed(driver, screen, mouse, left[0])
        elif mouse:
            driver.click(screen.panel.lock_in)
        else:
            screen.ui.focus_on(screen.panel.lock_in, quiet=True)
            driver.key("ENTER")
        driver.step()
    state = screen.model.state
    assert screen.end_shown and told == [lesson.title for lesson in LESSONS]
    assert state.ending == "armageddon" and max(state.points) == state.points[1]
    assert state.token[ODA] and not state.between(1, ILSE)


def test_the_coach_refuses_other_actions_with_a_hint(driver: Driver) -> None:
    screen = begun(driver)
    screen.next_lesson()
    screen.next_lesson()
    driver.step()
    screen.answer(("deck", 0))
    assert not screen.inquiry.answers and "Archbishop" in screen.coach.refusal.text


def test_the_coach_can_do_every_step_for_the_player(driver: Driver) -> None:
    screen = begun(driver)
    for _ in range(300):
        if screen.end_shown:
            break
        screen.next_lesson()
        driver.step()
    assert screen.end_shown and screen.ui.modal
