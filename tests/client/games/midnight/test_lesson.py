"""The lesson of Midnight, by mouse and by keys to the duel; the coach waits and refuses other actions gently."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from client.app.settings import LARGEST_TEXTS, Settings
from client.app.theme import game_theme
from client.games.midnight.art.geometry import gap_between
from client.games.midnight.lesson.lessons import LESSONS
from client.games.midnight.lesson.setup import OWN, TOMAS, VERA
from client.games.midnight.lesson.spec import LESSON
from client.table.keys import KEYS
from client.table.screens import lesson_screen
from client.ui import theme as themes
from client.ui.keys import Keymap
from client.ui.richtext import plain_text
from core.games.midnight.cards import CANNON, SHIELD, kind_of
from tests.support.client.driver import Driver
from tests.support.client.midnight.players import KeyPerson, MousePerson, Person
from tests.support.client.proof import complaints, shown_at, with_texts
from tests.support.tiers import LONG

AWAY = (640.0, 420.0)
"""A point over the table without a card."""


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


def told_to(person: Person, pick: tuple[str, int] | None) -> None:
    """Perform the action of the lesson in the manner of this person."""
    person.wanted = lambda inquiry: pick  # type: ignore[method-assign]
    assert person.screen.controller.prompts.inquiry is not None
    person.act(person.screen.controller.prompts.inquiry)


@pytest.mark.parametrize("kind_of", [MousePerson, KeyPerson])
def test_the_lesson_of_midnight_can_be_finished_by_picking_highlighted_items(
    driver: Driver, lesson: Any, kind_of: type[Person]
) -> None:
    """The player needs help only for the standing order."""
    screen, person, told = lesson, kind_of(driver, lesson, "pupil"), []
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
                and screen.controller.spotlight.at
            )
            overlaps = (
                screen.controller.prompts.view.panel.rect
                if not screen.table.extras.strike.visible
                else screen.table.extras.strike.taking.rect
            )
            assert gap_between(screen.controller.coach.rect, overlaps) >= 0, (
                "it does not lie over what is to be pressed"
            )
        if screen.controller.is_reading and kind_of is MousePerson:
            driver.click(screen.controller.coach.next)
        elif screen.controller.is_reading:
            driver.key("ENTER")
        elif screen.controller.lesson.task:
            offer(driver, screen, kind_of is KeyPerson)
        else:
            told_to(person, next(iter(screen.controller._open_picks()), None))
    assert told == [each.title for each in LESSONS]
    state = screen.controller.match.source.table.state
    assert state.winners == (OWN,) and screen.table.model.state.digest() == state.digest()
    driver.step()
    driver.click("Look at the table")
    assert not screen.ui.modal


def offer(driver: Driver, screen: Any, keys: bool) -> None:
    """Open the standing orders and offer Vera the Pact on our card."""
    if keys:
        driver.key("O")
    else:
        driver.click(screen.controller.prompts.view.controls.standing_orders)
    driver.step()
    driver.click(driver.find("Vera, on your card (offers you the same)"))
    driver.key("ESCAPE")
    driver.step()


def test_the_coach_refuses_other_actions_with_a_hint(driver: Driver, lesson: Any) -> None:
    cannon = next(i for i, held in enumerate(lesson.table.hand.cards) if kind_of(held[0]) == CANNON)
    shield = next(i for i, held in enumerate(lesson.table.hand.cards) if kind_of(held[0]) == SHIELD)
    driver.click_card(lesson.table.hand, cannon, AWAY)
    assert "Read this first" in plain_text(lesson.controller.coach.refusal.text)
    to_lesson(driver, lesson, "Your turn")
    driver.click_card(lesson.table.hand, shield, AWAY)
    assert "lay a Cannon towards Tomas" in plain_text(lesson.controller.coach.refusal.text)
    assert lesson.controller.prompts.inquiry is not None and not lesson.controller.prompts.inquiry.answers
    driver.click("End the turn")
    assert lesson.controller.coach.refusal.visible and not lesson.table.model.locked
    driver.click_card(lesson.table.hand, cannon, AWAY)
    decided = lesson.controller.match.source.decided
    driver.click(lesson.table.board.trays[OWN, VERA])
    assert lesson.controller.coach.refusal.visible and lesson.controller.match.source.decided == decided, (
        "towards Tomas, not Vera"
    )
    driver.click(lesson.table.board.trays[OWN, TOMAS])
    driver.click(lesson.controller.prompts.view.panel.lock_in)
    assert lesson.controller.match.source.decided == decided + 1


def test_the_pact_is_offered_in_the_orders_before_anything_else(driver: Driver, lesson: Any) -> None:
    to_lesson(driver, lesson, "A Pact")
    shield = next(i for i, held in enumerate(lesson.table.hand.cards) if kind_of(held[0]) == SHIELD)
    driver.click_card(lesson.table.hand, shield, AWAY)
    assert (
        "press Orders" in plain_text(lesson.controller.coach.refusal.text)
        and not lesson.controller.prompts.inquiry.answers
    )  # type: ignore[union-attr]
    offer(driver, lesson, keys=False)
    assert lesson.controller.lesson is not None and lesson.controller.lesson.title == "A green card"


def test_a_lesson_can_go_back_or_be_done_for_the_player(driver: Driver, lesson: Any) -> None:
    to_lesson(driver, lesson, "Your turn")
    driver.click("Previous lesson")
    driver.step()
    assert lesson.controller.lesson is not None and lesson.controller.lesson.title == "Your dials"
    driver.key("ENTER")
    decided = lesson.controller.match.source.decided
    driver.step()
    driver.click("Next lesson")
    assert lesson.controller.match.source.decided == decided + 1


def test_the_coach_is_hidden_while_the_clock_strikes(driver: Driver, lesson: Any) -> None:
    to_lesson(driver, lesson, "Two steps")
    assert lesson.table.extras.strike.visible and lesson.controller.coach.aside
    chosen = [lesson.table.extras.strike.taking, *lesson.table.extras.strike.options.values()]
    assert all(gap_between(lesson.controller.coach.rect, each.rect) >= 0 for each in chosen)
    driver.key("TAB")
    driver.step(frames=2)
    assert not lesson.controller.coach.aside


LAYOUTS = ((1280, 720, LARGEST_TEXTS), (1536, 864, 1.0))
"""The hardest layouts: width and height of the window, size of texts."""


def test_the_coach_of_midnight_covers_no_item_that_the_player_needs(driver: Driver, lesson: Any) -> None:
    """The coach covers neither the requested action nor, while the clock strikes, the choices there."""
    try:
        for told in LESSONS:
            to_lesson(driver, lesson, told.title)
            for w, h, texts in LAYOUTS if LONG else LAYOUTS[:1]:
                with_texts(texts)
                shown_at(lesson, w, h, 1.0)
                driver.step()
                coach, where = lesson.controller.coach, f"{told.title} at {w}x{h}, texts {texts}"
                assert [words for words in complaints(lesson) if "'Lesson" in words or "Label" in words] == [], where
                free = (
                    [lesson.table.extras.strike.taking, *lesson.table.extras.strike.options.values()]
                    if coach.aside
                    else [lesson.controller.prompts.view.panel]
                )
                assert all(gap_between(coach.rect, each.rect) >= 0 for each in free), where
                assert (
                    coach.aside
                    or not lesson.table.story.visible
                    or gap_between(coach.rect, lesson.table.story.rect) >= 0
                ), where
    finally:
        with_texts(1.0)


def test_every_lesson_of_midnight_has_a_text_and_an_action() -> None:
    assert 10 * 60 / len(LESSONS) >= 25, "so many seconds each has of ten minutes"
    assert all(each.short for each in LESSONS if each.picks is not None or each.task)
    assert all(each.spot for each in LESSONS if each.picks is None)
