"""Review in the window: computed in a thread, shown in the end screen and above a replay, cancelled with the screen."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from client.games import table_of
from client.screens.end import EndScreen
from client.table.match.local_source import LocalSource
from client.table.review.live import make_review
from client.table.review.played_match import LiveCourse
from client.table.review.review import Review
from client.table.screens import match_screen
from client.table.view import Look
from client.ui.controls.tabs import Tabs
from core.bots.levels import HardBot
from core.bots.random_bot import RandomBot
from core.games.registry import GAMES
from tests.support.client.driver import Driver
from tests.support.client.people import lay_table

SEATS = {1: "Ada", 2: "Ilse", 3: "Marek"}


def ended(driver: Driver, name: str, seconds: float = 20.0) -> tuple[Any, list[int]]:
    """Return the end screen of a match of a random player against two bots, and the jumps that it makes."""
    lay_table(driver)
    game, jumps = GAMES[name], list[int]()
    source = LocalSource(game, {seat: HardBot("end", seat) for seat in (2, 3)}, 1, "end", None, SEATS)

    def on_end(match: Any, standing: Any) -> None:
        review = make_review(match)
        review._seconds = seconds
        driver.window.push(EndScreen(
            match.model, standing, match.make_ending(), lambda: None, lambda: None, kind=match.table.kind,
            review=review, on_jump=jumps.append,
        ))  # fmt: skip

    screen = match_screen(table_of(game), source, 1, Look(speed=inf), on_end)
    driver.show(screen)
    bot = RandomBot("end", 1)
    for _ in range(3000):
        driver.step()
        if screen.controller.end_shown:
            break
        asked = screen.controller.prompts.asked
        if asked is not None and screen.controller.prompts.is_open and not screen.table.is_busy:
            own = asked.own.copy()
            source.decide(bot.decide(game, asked.state.clone(), 1, own), own)
            screen.controller.model.locked = True
    assert isinstance(driver.screen, EndScreen)
    return driver.screen, jumps


def how_it_went(screen: Any) -> Any:
    """Show the page of the review when the review is done."""
    assert screen.review.review.wait(60)
    tabs = next(widget for widget in screen.ui.widgets() if isinstance(widget, Tabs))
    tabs.show("How it went")
    return screen.review


@pytest.mark.parametrize("name", ["midnight", "ambition"])
def test_end_screen_shows_chances_decisions_and_statistics(driver: Driver, name: str) -> None:
    screen, jumps = ended(driver, name)
    page = how_it_went(screen)
    driver.step(frames=2)
    assert len(page.chart.points) > 3 and page.table.rows
    assert page.review.costly, "a random player errs"
    words = [slot.words.text for slot in page.slots if slot.widget.visible]
    assert words and all("Better:" in text for text in words)
    driver.click(page.slots[0].jump)
    assert jumps == [page.review.costly[0].step]
    field = page.chart._plot_rect()
    driver.click((field.x + field.w / 2, field.y + field.h / 2))
    assert len(jumps) == 2 and jumps[1] in [point.step for point in page.chart.points]


def test_review_ends_with_its_screen(driver: Driver) -> None:
    screen, _ = ended(driver, "midnight")
    review = screen.review.review
    screen.on_closed()
    assert review._cancelled and review.wait(20)


def test_review_takes_a_bounded_time(driver: Driver) -> None:
    screen, _ = ended(driver, "midnight", seconds=0.0)
    review = screen.review.review
    assert review.wait(20) and review.examined <= 1 and review.chances


def test_course_forgets_what_is_undone() -> None:
    game = GAMES["midnight"]
    source = LocalSource(game, {seat: HardBot("course", seat) for seat in (2, 3)}, 1, "course", None, SEATS)
    course, bot = LiveCourse(game), RandomBot("course", 1)
    course.begin(source.table.state.clone())
    state = source.table.state
    first = state.t
    for _ in range(3):
        own = source.table.secrets[1].copy()
        course.record_secrets(own)
        source.decide(bot.decide(game, state.clone(), 1, own), own)
        source.drain()
        course.add(state.clone(), {1: ()}, [])
    assert len(course.for_seat(1).states) == 4
    course.truncate(first + 1)
    left = course.for_seat(1)
    assert len(left.states) == 2 and len(left.decisions) == 1 and left.secrets(1, 0) is not None
    assert left.secrets(1, 1) is None and left.secrets(2, 0) is None


def test_review_that_fails_is_only_empty() -> None:
    course = LiveCourse(GAMES["midnight"])
    review = Review(course.for_seat(1))
    review.run()
    assert review.done and not review.chances and not review.costly
