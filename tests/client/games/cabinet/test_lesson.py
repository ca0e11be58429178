"""The lesson of Cabinet, by mouse and by keys to the winning Milestone.

It waits and refuses gently.
"""

from __future__ import annotations

from math import inf

import pytest

from client.app.settings import Settings
from client.app.theme import game_theme
from client.games.cabinet.lesson.lessons import LESSONS
from client.games.cabinet.lesson.screen import LessonScreen
from client.table.keys import KEYS
from client.ui import theme as themes
from client.ui.keys import Keymap
from client.ui.richtext import plain
from core.games.cabinet import cards
from tests.support.client.cabinet.players import Keys, Mouse, Person
from tests.support.client.driver import Driver


def begun(driver: Driver, speed: float = inf) -> LessonScreen:
    """Show the first lesson, with events at this speed."""
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    screen = LessonScreen(Settings(name="Ada"), speed=speed)
    driver.show(screen)
    driver.step(frames=2)
    return screen


@pytest.fixture
def lesson(driver: Driver) -> LessonScreen:
    return begun(driver)


def to_lesson(driver: Driver, screen: LessonScreen, title: str) -> None:
    """Go to a lesson as fast as possible, with everything done for the player."""
    for _ in range(600):
        if screen.lesson is not None and screen.lesson.title == title and screen.inquiry is not None:
            driver.step(frames=2)
            return
        screen.next_lesson()
        driver.step()
    raise AssertionError(title)


@pytest.mark.parametrize("kind", [Mouse, Keys])
def test_the_lesson_can_be_finished(driver: Driver, lesson: LessonScreen, kind: type[Person]) -> None:
    """The lesson can be finished by picking what is highlighted, without help."""
    screen, person, told = lesson, kind(driver, lesson, "pupil"), []
    for _ in range(2000):
        if screen.end_shown:
            break
        if screen.inquiry is None or screen.model.locked:
            driver.step()
            continue
        assert screen.lesson is not None
        if screen.lesson.title not in told:
            told.append(screen.lesson.title)
            assert screen.coach.visible and plain(screen.coach.text.text) and len(screen.spotlight.at) > 1
            assert screen.coach.rect.y > screen.story.rect.y, "it does not lie over the own action"
        left = screen._open()
        if screen.reading and kind is Mouse:
            driver.click(screen.coach.next)
        elif screen.reading:
            driver.key("ENTER")
        elif left:
            person.pick(left[0])
        else:
            person.lock_in()
    assert told == [lesson.title for lesson in LESSONS]
    table = screen.source.table.state
    assert table.won and screen.model.state.digest() == table.digest()
    driver.step()
    driver.click("Look at the table")
    assert not screen.ui.modal


def test_the_coach_refuses_other_actions_with_a_hint(driver: Driver, lesson: LessonScreen) -> None:
    driver.click(lesson.board.decks[cards.RESOURCE])
    assert "Read this first" in plain(lesson.coach.refusal.text)
    to_lesson(driver, lesson, "Your draw")
    decided = lesson.source.decided
    driver.click(lesson.board.decks[cards.RESOURCE])
    assert "draw a Ministry" in plain(lesson.coach.refusal.text) and lesson.source.decided == decided
    driver.click(lesson.board.decks[cards.MINISTRY])
    assert lesson.source.decided == decided + 1 and not lesson.coach.refusal.visible


def test_a_lesson_accepts_only_the_requested_cards(driver: Driver, lesson: LessonScreen) -> None:
    to_lesson(driver, lesson, "A new Challenge")
    inquiry = lesson.inquiry
    assert inquiry is not None
    ((_, funds),) = inquiry.answers
    driver.click_card(lesson.hand, lesson.hand.index_of(funds), (640.0, 420.0))
    assert not inquiry.answers, "it can be put back"
    driver.click(lesson.panel.lock_in)
    assert "pledge your Funds" in plain(lesson.coach.refusal.text) and not lesson.model.locked
    driver.click_card(lesson.hand, lesson.hand.index_of(funds), (640.0, 420.0))
    decided = lesson.source.decided
    driver.click(lesson.panel.lock_in)
    assert lesson.source.decided == decided + 1
    to_lesson(driver, lesson, "Upkeep")
    copy = [copy for copy in lesson.inquiry.hand if cards.name(copy) == "Expertise"]  # type: ignore[union-attr]
    driver.click_card(lesson.hand, lesson.hand.index_of(copy[2]), (640.0, 420.0))
    assert lesson.inquiry.answers == [("card", copy[2])], "any card of that print"  # type: ignore[union-attr]
    driver.click_card(lesson.hand, lesson.hand.index_of(copy[1]), (640.0, 420.0))
    assert len(lesson.inquiry.answers) == 1  # type: ignore[union-attr]


def test_a_lesson_can_go_back_or_be_done_for_the_player(driver: Driver, lesson: LessonScreen) -> None:
    to_lesson(driver, lesson, "Your action")
    driver.click("Previous lesson")
    driver.step()
    assert lesson.lesson is not None and lesson.lesson.title == "Open hands"
    driver.key("ENTER")
    decided = lesson.source.decided
    driver.step()
    driver.click("Next lesson")
    assert lesson.source.decided == decided + 1


def test_texts_during_an_animation_stay_readable(driver: Driver) -> None:
    screen = begun(driver, 6.0)
    to_lesson(driver, screen, "A new Challenge")
    driver.click(screen.panel.lock_in)
    while not screen.reveal.busy:
        driver.step()
    driver.step(frames=2)
    text = screen.coach.text.text
    assert "Bread Riots is paid and gone" in text and not screen.coach.next.visible and not screen.spotlight.at
    while screen.inquiry is None:
        driver.step()
    driver.step(frames=60)
    assert screen.coach.text.text == text and screen.coach.next.visible and screen.reading


def test_every_lesson_has_a_text_and_an_action() -> None:
    assert 5 * 60 / len(LESSONS) >= 12, "so many seconds each has of five minutes"
    assert all(lesson.short for lesson in LESSONS if lesson.picks is not None)
    assert all(lesson.spot for lesson in LESSONS if lesson.picks is None)
