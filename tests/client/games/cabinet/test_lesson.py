"""The lesson of Cabinet, by mouse and by keys to the winning Milestone.

The coach waits and refuses other actions gently.
"""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from client.app.settings import Settings
from client.app.theme import game_theme
from client.games.cabinet.lesson.lessons import LESSONS
from client.games.cabinet.lesson.spec import LESSON
from client.table.keys import KEYS
from client.table.screens import lesson_screen
from client.ui import theme as themes
from client.ui.keys import Keymap
from client.ui.richtext import plain_text
from core.games.cabinet import cards
from tests.support.client.cabinet.players import Keys, Mouse, Person
from tests.support.client.driver import Driver


def begun(driver: Driver, speed: float = inf) -> Any:
    """Show the first lesson, with events at this speed."""
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    screen = lesson_screen(LESSON, Settings(name="Ada"), speed=speed)
    driver.show(screen)
    driver.step(frames=2)
    return screen


@pytest.fixture
def lesson(driver: Driver) -> Any:
    return begun(driver)


def to_lesson(driver: Driver, screen: Any, title: str) -> None:
    """Go to a lesson as fast as possible, with everything done for the player."""
    for _ in range(600):
        if (
            screen.controller.lesson is not None
            and screen.controller.lesson.title == title
            and screen.controller.prompts.inquiry is not None
        ):
            driver.step(frames=2)
            return
        screen.controller.next_lesson()
        driver.step()
    raise AssertionError(title)


@pytest.mark.parametrize("kind", [Mouse, Keys])
def test_the_lesson_of_cabinet_can_be_finished_by_picking_highlighted_items(
    driver: Driver, lesson: Any, kind: type[Person]
) -> None:
    screen, person, told = lesson, kind(driver, lesson, "pupil"), []
    for _ in range(2000):
        if screen.controller.match.end_shown:
            break
        if screen.controller.prompts.inquiry is None or screen.table.model.locked:
            driver.step()
            continue
        assert screen.controller.lesson is not None
        if screen.controller.lesson.title not in told:
            told.append(screen.controller.lesson.title)
            assert (
                screen.controller.coach.visible
                and plain_text(screen.controller.coach.text.text)
                and len(screen.controller.spotlight.at) > 1
            )
            assert screen.controller.coach.rect.y > screen.table.story.rect.y, "it does not lie over the own action"
        left = screen.controller._open_picks()
        if screen.controller.is_reading and kind is Mouse:
            driver.click(screen.controller.coach.next)
        elif screen.controller.is_reading:
            driver.key("ENTER")
        elif left:
            person.pick(left[0])
        else:
            person.lock_in()
    assert told == [lesson.title for lesson in LESSONS]
    table = screen.controller.match.source.table.state
    assert table.won and screen.table.model.state.digest() == table.digest()
    driver.step()
    driver.click("Look at the table")
    assert not screen.ui.modal


def test_the_coach_refuses_other_actions_with_a_hint(driver: Driver, lesson: Any) -> None:
    driver.key("1")
    assert "Read this first" in plain_text(lesson.controller.coach.refusal.text)
    to_lesson(driver, lesson, "Your draw")
    decided = lesson.controller.match.source.decided
    lesson.controller.prompts.answer(("mix", 0))
    assert (
        "draw one Ministry" in plain_text(lesson.controller.coach.refusal.text)
        and lesson.controller.match.source.decided == decided
    )
    lesson.controller.prompts.answer(("mix", 1))
    assert lesson.controller.match.source.decided == decided + 1 and not lesson.controller.coach.refusal.visible


def test_a_lesson_accepts_only_the_requested_cards(driver: Driver, lesson: Any) -> None:
    to_lesson(driver, lesson, "A new Challenge")
    decided = lesson.controller.match.source.decided
    lesson.controller.prompts.answer(("settle", 1))
    assert "press Pay together" in plain_text(lesson.controller.coach.refusal.text) and not lesson.table.model.locked
    lesson.controller.prompts.answer(("settle", 0))
    assert lesson.controller.match.source.decided == decided + 1
    to_lesson(driver, lesson, "Upkeep")
    copy = [copy for copy in lesson.controller.prompts.inquiry.held if cards.name_of(copy) == "Expertise"]  # type: ignore[union-attr]
    driver.click_card(lesson.table.hand, lesson.table.hand.index_of(copy[2]), (640.0, 420.0))
    assert lesson.controller.prompts.inquiry.answers == [("card", copy[2])], "any card of that print"  # type: ignore[union-attr]
    driver.click_card(lesson.table.hand, lesson.table.hand.index_of(copy[1]), (640.0, 420.0))
    assert len(lesson.controller.prompts.inquiry.answers) == 1  # type: ignore[union-attr]


def test_a_lesson_can_go_back_or_be_done_for_the_player(driver: Driver, lesson: Any) -> None:
    to_lesson(driver, lesson, "Your action")
    driver.click("Previous lesson")
    driver.step()
    assert lesson.controller.lesson is not None and lesson.controller.lesson.title == "Open hands"
    driver.key("ENTER")
    decided = lesson.controller.match.source.decided
    driver.step()
    driver.click("Next lesson")
    assert lesson.controller.match.source.decided == decided + 1


def test_texts_of_the_coach_of_cabinet_stay_readable_during_an_animation(driver: Driver) -> None:
    screen = begun(driver, 6.0)
    to_lesson(driver, screen, "A new Challenge")
    screen.controller.prompts.answer(("settle", 0))
    while not screen.table.narrator.is_busy:
        driver.step()
    driver.step(frames=2)
    text = screen.controller.coach.text.text
    assert (
        "Bread Riots is paid and gone" in text
        and not screen.controller.coach.next.visible
        and not screen.controller.spotlight.at
    )
    while screen.controller.prompts.inquiry is None:
        driver.step()
    driver.step(frames=60)
    assert (
        screen.controller.coach.text.text == text
        and screen.controller.coach.next.visible
        and screen.controller.is_reading
    )


def test_every_lesson_of_cabinet_has_a_text_and_an_action() -> None:
    assert 5 * 60 / len(LESSONS) >= 12, "so many seconds each has of five minutes"
    assert all(lesson.short for lesson in LESSONS if lesson.picks is not None)
    assert all(lesson.spot for lesson in LESSONS if lesson.picks is None)
