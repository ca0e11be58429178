"""The tutorial by mouse and by keys.

The coach waits, refuses gently, goes back, and acts for the player.
"""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from client.app.settings import Settings
from client.app.theme import game_theme
from client.games.bridgefront.board import ON_BOARD
from client.games.bridgefront.lesson.controller import LESSON
from client.games.bridgefront.lesson.lessons import FREE_STAGE, LESSONS, LessonContext
from client.games.bridgefront.lesson.setup import LAST_OF_AGE, OWN, places, prepared_match
from client.table.keys import KEYS
from client.table.pick.script import ENOUGH
from client.table.screens import lesson_screen
from client.ui import theme as themes
from client.ui.keys import Keymap
from client.ui.richtext import plain_text
from core.games.bridgefront import events as e
from core.games.bridgefront.game import GAME
from tests.support.client.bridgefront.players import KeyPerson, MousePerson, Person
from tests.support.client.driver import Driver


@pytest.fixture
def tutorial(driver: Driver) -> Any:
    return begun(driver, inf)


def begun(driver: Driver, speed: float) -> Any:
    """Show the first lesson, with events at this speed."""
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    screen = lesson_screen(LESSON, Settings(name="Ada"), speed=speed)
    driver.show(screen)
    driver.step(frames=2)
    return screen


def by_mouse(driver: Driver, screen: Any, person: Person) -> None:
    """Perform the action of the lesson with the mouse, where it is highlighted."""
    lesson, inquiry = screen.controller.lesson, screen.controller.prompts.inquiry
    assert lesson is not None and inquiry is not None
    if lesson.task is None:
        driver.click("Next lesson")
        return
    question = inquiry.question
    wanted = lesson.task(screen.controller.scene()).get(question.kind) if question is not None else None
    if question is None or wanted is None or screen.controller.prompts.view.dialog is not None:
        MousePerson.act(person, inquiry)  # type: ignore[arg-type]
    elif question.kind in ON_BOARD:
        driver.click(dict(screen.controller.prompts.view.lit())[wanted])
    elif isinstance(wanted, str):
        driver.click(screen.controller.prompts.view.panel.basics[wanted])
    else:
        driver.click_card(screen.table.hand, screen.table.hand.index_of(wanted[1]), (640.0, 420.0))  # type: ignore[attr-defined]


def by_keys(driver: Driver, screen: Any, person: Person) -> None:
    """Perform the action of the lesson with the keys."""
    lesson, inquiry = screen.controller.lesson, screen.controller.prompts.inquiry
    assert lesson is not None and inquiry is not None
    question = inquiry.question
    if lesson.task is None or question is None:
        driver.key("ENTER")
        return
    wanted = lesson.task(screen.controller.scene()).get(question.kind)
    if question.kind in ON_BOARD:
        while screen.table.board.targets[screen.table.board.cursor] != wanted:
            driver.key("BRACKETRIGHT")
        driver.key("ENTER")
    elif isinstance(wanted, str) and question.kind == "action":
        driver.key(KEYS[wanted][0])
    elif question.kind == "action":
        assert isinstance(wanted, tuple)
        driver.key(str(screen.table.hand.index_of(wanted[1]) + 1))
    else:
        screen.ui.shows_ring = True
        driver.key("ENTER")


@pytest.mark.parametrize(("kind", "deed"), [(MousePerson, by_mouse), (KeyPerson, by_keys)])
def test_the_tutorial_of_bridgefront_can_be_finished(driver: Driver, tutorial: Any, kind, deed) -> None:  # type: ignore[no-untyped-def]
    screen = tutorial
    person = kind(driver, screen, "pupil")
    told: list[str] = []
    for _ in range(2000):
        if screen.controller.lesson is None and screen.controller.at >= len(LESSONS):
            break
        if screen.controller.prompts.inquiry is None or screen.table.model.locked:
            driver.step()
            continue
        assert screen.controller.lesson is not None
        if screen.controller.lesson.title not in told:
            told.append(screen.controller.lesson.title)
            assert screen.controller.coach.visible and plain_text(screen.controller.coach.text.text)
            assert screen.controller.spotlight.at or screen.controller.lesson.spot == "", screen.controller.lesson.title
        deed(driver, screen, person)
    assert told == [lesson.title for lesson in LESSONS]
    assert screen.table.model.table.round == LAST_OF_AGE + 1
    assert screen.table.model.table.occupies(OWN, screen.table.model.table.grid.center)
    person.play(lambda s: s.controller._parting)
    driver.step()
    driver.click("Play on")
    assert not screen.ui.modal


def test_both_battles_of_the_lessons_are_won() -> None:
    """The lesson's seed makes the coach's predictions come true."""
    table = prepared_match()
    winners = []
    while table.state.round == LAST_OF_AGE:
        state = table.state
        decisions = {}
        for seat in GAME.pending_asks(state):
            decision = GAME.automatic_decision(state, seat, table.secrets[seat])
            if decision is None and seat == OWN:
                decision = lesson_answer(table)
            elif decision is None:
                decision = table.players[seat].decide(GAME, state, seat, table.secrets[seat])
            decisions[seat] = decision
        events = GAME.step(state, decisions, table.beacon())
        winners += [event.winner for event in events if isinstance(event, e.BattleEnded)]
    assert winners == [OWN, OWN]


def lesson_answer(table):  # type: ignore[no-untyped-def]
    from client.games.bridgefront.lesson.lessons import stage_of
    from client.games.bridgefront.questions import BridgefrontPrompt

    ask = GAME.pending_asks(table.state)[OWN]
    inquiry = BridgefrontPrompt(table.state, OWN, table.secrets[OWN], ask)
    stage = stage_of(table.state, inquiry.asked)
    lesson = next(x for x in LESSONS if x.stage == stage and x.task is not None)
    wanted = lesson.task(LessonContext(table.state, table.secrets[OWN]))  # type: ignore[misc]
    while inquiry.question is not None:
        value = wanted.get(inquiry.question.kind, inquiry.question.targets[0])
        inquiry.answer(value[0] if inquiry.question.kind == "bid" and isinstance(value, tuple) and value else value)
    return inquiry.decision


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
        if screen.controller.prompts.inquiry is not None and not screen.table.model.locked:
            screen.controller.next_lesson()
        driver.step()
    raise AssertionError(title)


def test_the_coach_refuses_other_actions_with_a_hint(driver: Driver, tutorial: Any) -> None:
    to_lesson(driver, tutorial, "Your hand")
    driver.click("March")
    assert (
        "Read this first" in plain_text(tutorial.controller.coach.refusal.text)
        and not tutorial.controller.prompts.inquiry.has_answers
    )  # type: ignore[union-attr]
    to_lesson(driver, tutorial, "Build")
    driver.click("March")
    assert (
        "build the Bridge" in plain_text(tutorial.controller.coach.refusal.text)
        and not tutorial.controller.prompts.inquiry.has_answers
    )  # type: ignore[union-attr]
    driver.click("Build")
    assert tutorial.controller.prompts.inquiry.has_answers and not tutorial.controller.coach.refusal.visible  # type: ignore[union-attr]
    driver.key("BACKSPACE")
    driver.click("Build")
    bridge = places(tutorial.table.model.table).bridge
    driver.click(next(at for value, at in tutorial.controller.prompts.view.lit() if value != bridge))
    assert tutorial.controller.prompts.inquiry is not None and tutorial.controller.prompts.inquiry.decision is None
    driver.click(dict(tutorial.controller.prompts.view.lit())[bridge])
    assert tutorial.controller.prompts.inquiry.decision is not None and "Lock in" in plain_text(
        tutorial.controller.coach.text.text
    )


def test_a_lesson_can_go_back_or_be_done_for_the_player(driver: Driver, tutorial: Any) -> None:
    to_lesson(driver, tutorial, "Build")
    driver.click("Build")
    driver.click("Previous lesson")
    assert tutorial.controller.lesson is not None and tutorial.controller.lesson.title == "Your hand"
    assert not tutorial.controller.prompts.inquiry.has_answers  # type: ignore[union-attr]
    driver.key("ENTER")
    assert tutorial.controller.lesson.title == "Build"
    decided = tutorial.controller.match.source.decided
    driver.click("Next lesson")
    assert tutorial.controller.match.source.decided == decided + 1


def test_texts_of_the_coach_stay_readable_during_an_animation(driver: Driver) -> None:
    screen = begun(driver, 6.0)
    to_lesson(driver, screen, "Your bid")
    driver.click("Lock in the bid")
    while not screen.table.narrator.is_busy:
        driver.step()
    text = screen.controller.coach.text.text
    assert (
        "All bids are revealed together" in text
        and screen.controller.coach.title == "The bids open"
        and not screen.controller.coach.next.visible
    )
    while screen.controller.prompts.inquiry is None:
        driver.step()
    driver.step(frames=60)
    assert (
        screen.controller.coach.text.text == text
        and screen.controller.coach.next.visible
        and screen.controller.is_reading
    )
    driver.key("ENTER")
    driver.step()
    assert screen.controller.lesson is not None and screen.controller.lesson.title == "Mana and gold"


def test_the_coach_explains_the_card_that_a_mine_offers(driver: Driver, tutorial: Any) -> None:
    to_lesson(driver, tutorial, "Collection")
    driver.click("Look: 1 card from the Archive")
    driver.step()
    assert "Lock it in" in tutorial.controller.coach.text.text
    driver.click("Lock in")
    to_lesson(driver, tutorial, "The Axis Mundi")
    assert "one of two power cards" in tutorial.controller.coach.text.text
    assert tutorial.controller.prompts.inquiry is not None and tutorial.controller.prompts.inquiry.question is not None
    tutorial.controller.prompts.answer(tutorial.controller.prompts.inquiry.question.targets[0])
    driver.step()
    assert "Your Mine offers" in tutorial.controller.coach.text.text and tutorial.controller.spotlight.at


def test_the_key_focus_is_on_the_requested_action(driver: Driver, tutorial: Any) -> None:
    to_lesson(driver, tutorial, "Build")
    assert tutorial.ui.focus is tutorial.controller.prompts.view.panel.basics["build"]
    tutorial.ui.shows_ring = True
    driver.key("ENTER")
    assert tutorial.controller.prompts.inquiry is not None and tutorial.controller.prompts.inquiry.question is not None
    assert tutorial.controller.prompts.inquiry.question.kind == "edge"


def test_a_raised_card_is_highlighted_as_a_whole(driver: Driver, tutorial: Any) -> None:
    to_lesson(driver, tutorial, "Your hand")
    tutorial.table.hand.raise_card(0)
    driver.step(frames=2)
    card = tutorial.table.hand.focus_rect()
    assert card.top > tutorial.table.hand.rect.top
    assert any(lit.contains(*card.center) and lit.top >= card.top for lit in tutorial.controller.spotlight.at)


def test_a_lesson_brings_the_place_it_is_about_back_into_view(driver: Driver, tutorial: Any) -> None:
    board, home = tutorial.table.board, places(tutorial.table.model.table).home
    board.view.camera.zoom_at(*board.rect.center, 3.0)
    board.view.camera.pan(900.0, 0.0)
    driver.step()
    assert not board.rect.contains(*board.panel_rect(home))
    to_lesson(driver, tutorial, "Raiders")
    assert board.rect.contains(*board.panel_rect(home))


def test_every_lesson_belongs_to_a_reachable_stage() -> None:
    stages = list(dict.fromkeys(lesson.stage for lesson in LESSONS))
    assert stages[-1] == FREE_STAGE
    assert all(lesson.task is None or lesson.short or lesson.stage in ("collect", "picks") for lesson in LESSONS)
    assert ENOUGH not in stages
