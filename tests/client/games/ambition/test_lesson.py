"""The lesson of Ambition, by mouse and by keys to the end of the world.

The coach refuses other actions gently, and can act for the player.
"""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from client.app.settings import Settings
from client.app.theme import game_theme
from client.games.ambition.lesson.lessons import LESSONS
from client.games.ambition.lesson.setup import ILSE, ODA
from client.games.ambition.lesson.spec import LESSON
from client.table.keys import KEYS
from client.table.screens import lesson_screen
from client.ui import theme as themes
from client.ui.keys import Keymap
from tests.support.client.driver import Driver


def begun(driver: Driver) -> Any:
    """Show the first lesson."""
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    screen = lesson_screen(LESSON, Settings(name="Ada"), speed=inf)
    driver.show(screen)
    driver.step(frames=2)
    return screen


def pressed(driver: Driver, screen: Any, mouse: bool, pick: tuple[str, int]) -> None:
    """Pick the highlighted item."""
    if pick[0] == "card":
        at = screen.table.hand.index_of(pick[1])
        if mouse:
            driver.click_card(screen.table.hand, at, (980.0, 660.0))
        else:
            screen.ui.focus_on(screen.table.hand, ring=True)
            screen.table.hand.raise_card(at)
            driver.key("ENTER")
        return
    aim = next((aim.place for aim in screen.controller.prompts.view.lit if aim.pick == pick), None)
    place = aim or screen.controller.prompts.view.chooser.options.get(
        pick, screen.controller.prompts.view.controls.nothing
    )
    if mouse:
        driver.click(place)
    else:
        screen.ui.focus_on(place, ring=True)
        driver.key("ENTER")


@pytest.mark.parametrize("mouse", [True, False], ids=["mouse", "keys"])
def test_the_lesson_of_ambition_can_be_finished_by_picking_highlighted_items(driver: Driver, mouse: bool) -> None:
    screen, told = begun(driver), []
    for _ in range(400):
        if screen.controller.match.end_shown:
            break
        lesson = screen.controller.lesson
        if lesson is None or screen.controller.prompts.inquiry is None or not screen.controller.prompts.is_open:
            driver.step()
            continue
        if lesson.title not in told:
            told.append(lesson.title)
        if screen.controller.is_reading:
            driver.click(screen.controller.coach.next) if mouse else driver.key("ENTER")
        elif left := screen.controller._open_picks():
            pressed(driver, screen, mouse, left[0])
        elif mouse:
            driver.click(screen.controller.prompts.view.panel.lock_in)
        else:
            screen.ui.focus_on(screen.controller.prompts.view.panel.lock_in, quiet=True)
            driver.key("ENTER")
        driver.step()
    state = screen.table.model.state
    assert screen.controller.match.end_shown and told == [lesson.title for lesson in LESSONS]
    assert state.ending == "armageddon" and max(state.points) == state.points[1]
    assert state.token[ODA] and not state.alliance_between(1, ILSE)


def test_the_coach_refuses_other_actions_with_a_hint(driver: Driver) -> None:
    screen = begun(driver)
    screen.controller.next_lesson()
    screen.controller.next_lesson()
    driver.step()
    screen.controller.prompts.answer(("deck", 0))
    assert not screen.controller.prompts.inquiry.answers and "Archbishop" in screen.controller.coach.refusal.text


def test_the_coach_can_do_every_step_for_the_player(driver: Driver) -> None:
    screen = begun(driver)
    for _ in range(300):
        if screen.controller.match.end_shown:
            break
        screen.controller.next_lesson()
        driver.step()
    assert screen.controller.match.end_shown and screen.ui.modal
