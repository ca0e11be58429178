"""The tutorial can be finished by mouse and by keys.

It waits, refuses gently, goes back, and acts for the player.
"""

from __future__ import annotations

from math import inf

import pytest

from client.app.settings import Settings
from client.app.theme import game_theme
from client.games.bridgefront.board import ON_BOARD
from client.games.bridgefront.lesson.lessons import FREE_STAGE, LESSONS, LessonContext
from client.games.bridgefront.lesson.screen import TutorialScreen
from client.games.bridgefront.lesson.setup import LAST_OF_AGE, OWN, places, prepared
from client.table.keys import KEYS
from client.table.pick.script import ENOUGH
from client.ui import theme as themes
from client.ui.keys import Keymap
from client.ui.richtext import plain
from core.games.bridgefront import events as e
from core.games.bridgefront.game import GAME
from tests.support.client.bridgefront.players import KeyPerson, MousePerson, Person
from tests.support.client.driver import Driver


@pytest.fixture
def tutorial(driver: Driver) -> TutorialScreen:
    return begun(driver, inf)


def begun(driver: Driver, speed: float) -> TutorialScreen:
    """Show the first lesson, with events at this speed."""
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    screen = TutorialScreen(Settings(name="Ada"), speed=speed)
    driver.show(screen)
    driver.step(frames=2)
    return screen


def by_mouse(driver: Driver, screen: TutorialScreen, person: Person) -> None:
    """Do what the lesson wants with the mouse, where it is highlighted."""
    lesson, inquiry = screen.lesson, screen.inquiry
    assert lesson is not None and inquiry is not None
    if lesson.deed is None:
        driver.click("Next lesson")
        return
    question = inquiry.question
    wanted = lesson.deed(screen.scene()).get(question.kind) if question is not None else None
    if question is None or wanted is None or screen.dialog is not None:
        MousePerson.act(person, inquiry)  # type: ignore[arg-type]
    elif question.kind in ON_BOARD:
        driver.click(dict(screen.lit())[wanted])
    elif isinstance(wanted, str):
        driver.click(screen.panel.basics[wanted])
    else:
        driver.click_card(screen.hand, screen.hand.index_of(wanted[1]), (640.0, 420.0))  # type: ignore[attr-defined]


def by_keys(driver: Driver, screen: TutorialScreen, person: Person) -> None:
    """Do what the lesson wants with the keys."""
    lesson, inquiry = screen.lesson, screen.inquiry
    assert lesson is not None and inquiry is not None
    question = inquiry.question
    if lesson.deed is None or question is None:
        driver.key("ENTER")
        return
    wanted = lesson.deed(screen.scene()).get(question.kind)
    if question.kind in ON_BOARD:
        while screen.board.targets[screen.board.cursor] != wanted:
            driver.key("BRACKETRIGHT")
        driver.key("ENTER")
    elif isinstance(wanted, str) and question.kind == "action":
        driver.key(KEYS[wanted][0])
    elif question.kind == "action":
        assert isinstance(wanted, tuple)
        driver.key(str(screen.hand.index_of(wanted[1]) + 1))
    else:
        screen.ui.ring = True
        driver.key("ENTER")


@pytest.mark.parametrize(("kind", "deed"), [(MousePerson, by_mouse), (KeyPerson, by_keys)])
def test_the_tutorial_can_be_finished(driver: Driver, tutorial: TutorialScreen, kind, deed) -> None:  # type: ignore[no-untyped-def]
    screen = tutorial
    person = kind(driver, screen, "pupil")
    told: list[str] = []
    for _ in range(2000):
        if screen.lesson is None and screen.at >= len(LESSONS):
            break
        if screen.inquiry is None or screen.model.locked:
            driver.step()
            continue
        assert screen.lesson is not None
        if screen.lesson.title not in told:
            told.append(screen.lesson.title)
            assert screen.coach.visible and plain(screen.coach.text.text)
            assert screen.spotlight.at or screen.lesson.spot == "", screen.lesson.title
        deed(driver, screen, person)
    assert told == [lesson.title for lesson in LESSONS]
    assert screen.model.table.round == LAST_OF_AGE + 1
    assert screen.model.table.occupies(OWN, screen.model.table.grid.center)
    person.play(lambda s: s._parting)
    driver.step()
    driver.click("Play on")
    assert not screen.ui.modal


def test_both_battles_of_the_lessons_are_won() -> None:
    """The lesson's seed makes the coach's predictions come true."""
    table = prepared()
    winners = []
    while table.state.round == LAST_OF_AGE:
        state = table.state
        decisions = {}
        for seat in GAME.asks(state):
            decision = GAME.automatic(state, seat, table.secrets[seat])
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

    ask = GAME.asks(table.state)[OWN]
    inquiry = BridgefrontPrompt(table.state, OWN, table.secrets[OWN], ask)
    stage = stage_of(table.state, inquiry.asked)
    lesson = next(x for x in LESSONS if x.stage == stage and x.deed is not None)
    wanted = lesson.deed(LessonContext(table.state, table.secrets[OWN]))  # type: ignore[misc]
    while inquiry.question is not None:
        value = wanted.get(inquiry.question.kind, inquiry.question.targets[0])
        inquiry.answer(value[0] if inquiry.question.kind == "bid" and isinstance(value, tuple) and value else value)
    return inquiry.decision


def to_lesson(driver: Driver, screen: TutorialScreen, title: str) -> None:
    """Go to a lesson as fast as possible, with everything done for the player."""
    for _ in range(600):
        if screen.lesson is not None and screen.lesson.title == title and screen.inquiry is not None:
            driver.step(frames=2)
            return
        if screen.inquiry is not None and not screen.model.locked:
            screen.next_lesson()
        driver.step()
    raise AssertionError(title)


def test_the_coach_refuses_other_actions_with_a_hint(driver: Driver, tutorial: TutorialScreen) -> None:
    to_lesson(driver, tutorial, "Your hand")
    driver.click("March")
    assert "Read this first" in plain(tutorial.coach.refusal.text) and not tutorial.inquiry.begun  # type: ignore[union-attr]
    to_lesson(driver, tutorial, "Build")
    driver.click("March")
    assert "build the Bridge" in plain(tutorial.coach.refusal.text) and not tutorial.inquiry.begun  # type: ignore[union-attr]
    driver.click("Build")
    assert tutorial.inquiry.begun and not tutorial.coach.refusal.visible  # type: ignore[union-attr]
    driver.key("BACKSPACE")
    driver.click("Build")
    bridge = places(tutorial.model.table).bridge
    driver.click(next(at for value, at in tutorial.lit() if value != bridge))
    assert tutorial.inquiry is not None and tutorial.inquiry.decision is None
    driver.click(dict(tutorial.lit())[bridge])
    assert tutorial.inquiry.decision is not None and "Lock in" in plain(tutorial.coach.text.text)


def test_a_lesson_can_go_back_or_be_done_for_the_player(driver: Driver, tutorial: TutorialScreen) -> None:
    to_lesson(driver, tutorial, "Build")
    driver.click("Build")
    driver.click("Previous lesson")
    assert tutorial.lesson is not None and tutorial.lesson.title == "Your hand"
    assert not tutorial.inquiry.begun  # type: ignore[union-attr]
    driver.key("ENTER")
    assert tutorial.lesson.title == "Build"
    decided = tutorial.source.decided
    driver.click("Next lesson")
    assert tutorial.source.decided == decided + 1


def test_texts_during_an_animation_stay_readable(driver: Driver) -> None:
    screen = begun(driver, 6.0)
    to_lesson(driver, screen, "Your bid")
    driver.click("Lock in the bid")
    while not screen.reveal.busy:
        driver.step()
    text = screen.coach.text.text
    assert (
        "All bids are revealed together" in text
        and screen.coach.title == "The bids open"
        and not screen.coach.next.visible
    )
    while screen.inquiry is None:
        driver.step()
    driver.step(frames=60)
    assert screen.coach.text.text == text and screen.coach.next.visible and screen.reading
    driver.key("ENTER")
    driver.step()
    assert screen.lesson is not None and screen.lesson.title == "Mana and gold"


def test_the_mines_card_is_explained(driver: Driver, tutorial: TutorialScreen) -> None:
    to_lesson(driver, tutorial, "Collection")
    driver.click("Look: 1 card from the Archive")
    driver.step()
    assert "Lock it in" in tutorial.coach.text.text
    driver.click("Lock in")
    to_lesson(driver, tutorial, "The Axis Mundi")
    assert "one of two power cards" in tutorial.coach.text.text
    assert tutorial.inquiry is not None and tutorial.inquiry.question is not None
    tutorial.answer(tutorial.inquiry.question.targets[0])
    driver.step()
    assert "Your Mine offers" in tutorial.coach.text.text and tutorial.spotlight.at


def test_keys_reach_the_requested_action(driver: Driver, tutorial: TutorialScreen) -> None:
    to_lesson(driver, tutorial, "Build")
    assert tutorial.ui.focus is tutorial.panel.basics["build"]
    tutorial.ui.ring = True
    driver.key("ENTER")
    assert tutorial.inquiry is not None and tutorial.inquiry.question is not None
    assert tutorial.inquiry.question.kind == "edge"


def test_a_raised_card_is_highlighted_as_a_whole(driver: Driver, tutorial: TutorialScreen) -> None:
    to_lesson(driver, tutorial, "Your hand")
    tutorial.hand.point_at(0)
    driver.step(frames=2)
    card = tutorial.hand.focus_rect()
    assert card.top > tutorial.hand.rect.top
    assert any(lit.contains(*card.center) and lit.top >= card.top for lit in tutorial.spotlight.at)


def test_a_lesson_brings_its_place_back_into_view(driver: Driver, tutorial: TutorialScreen) -> None:
    board, home = tutorial.board, places(tutorial.model.table).home
    board.view.camera.zoom_at(*board.rect.center, 3.0)
    board.view.camera.pan(900.0, 0.0)
    driver.step()
    assert not board.rect.contains(*board.place_of(home))
    to_lesson(driver, tutorial, "Raiders")
    assert board.rect.contains(*board.place_of(home))


def test_every_lesson_belongs_to_a_reachable_stage() -> None:
    stages = list(dict.fromkeys(lesson.stage for lesson in LESSONS))
    assert stages[-1] == FREE_STAGE
    assert all(lesson.deed is None or lesson.short or lesson.stage in ("collect", "picks") for lesson in LESSONS)
    assert ENOUGH not in stages
