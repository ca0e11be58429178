"""Whole matches at the plain table, by mouse and by keys, which shows the state of the engine."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from client.app.app import App
from client.app.launch import start_solo_session
from client.app.settings import Settings
from client.app.theme import game_theme
from client.screens.end import EndScreen
from client.screens.replay_loader import LoadScreen
from client.session.source import AwaitedSeat, LinkStatus, Refusal, TableStatus
from client.table.keys import KEYS
from client.table.replay.timeline import Place
from client.table.screen import TableScreen
from client.ui import theme as themes
from client.ui.keys import Keymap
from client.ui.richtext import plain_text
from core.games.registry import GAMES, find_game
from net.cli.matches import processes
from net.records.record import read
from net.records.verification import verify
from tests.client.screens.test_rooms import Bare
from tests.support.all_games import SAMPLES
from tests.support.client.driver import Driver
from tests.support.client.plain.players import KeyPerson, MousePerson, Person, sit_down
from tests.support.games.rock_paper_scissors.game import GAME, HANDS

PATIENCE = 4000
"""Frames after which a test is given up."""


def play(driver: Driver, person: Person) -> list[int]:
    """Play until the match is over; return the steps in which our seat was asked."""
    screen, asked = person.screen, []
    for _ in range(PATIENCE):
        if screen.controller.end_shown:
            return asked
        if screen.controller.prompts.inquiry is not None and not screen.table.model.locked:
            shown = screen.table.model.state
            assert shown.digest() == screen.controller.source.table.state.digest()
            asked.append(shown.t)
        if not person.decide():
            driver.step()
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("person", [MousePerson, KeyPerson])
def test_a_whole_match_is_played_at_the_plain_table_by_mouse_and_by_keys(driver: Driver, person: type[Person]) -> None:
    over: list = []
    screen = sit_down(driver, GAME, on_end=lambda match, standing: over.append(standing))
    assert play(driver, person(driver, screen)) == [1, 2, 3, 4, 5]
    state = screen.controller.source.table.state
    assert state.over and screen.table.model.state.digest() == state.digest() and over == [tuple(GAME.standing(state))]
    told = [plain_text(line.markup) for line in screen.table.story.log.lines]
    assert len(told) == 6 and all(any(hand in line for hand in HANDS) for line in told[1:])
    assert dict(zip(screen.table.model.seats, screen.table.sheet.items[1].cells)) == {
        s: str(state.points[s]) for s in (1, 2, 3)
    }
    assert all(
        plate.scores == [("Points", str(state.points[seat]))] for seat, plate in screen.table.seats.plates.items()
    )
    assert "The match is over" in driver.said[-1] or any("The match is over" in line for line in driver.said)
    ending = screen.controller.make_ending()
    assert ending.why == f"Points {max(state.points)}" and ending.note == "after 5 steps"


@pytest.mark.parametrize("person", [MousePerson, KeyPerson])
@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_game_is_played_to_its_end_at_the_plain_table(
    driver: Driver, name: str, person: type[Person]
) -> None:
    """The plain table shows the state of the engine at each decision and at the end, whatever the question."""
    game: Any = SAMPLES[name]
    screen = sit_down(driver, game, max(3, game.seat_counts[0]))
    asked = play(driver, person(driver, screen))
    state = screen.controller.source.table.state
    assert asked == sorted(set(asked)) and state.over and screen.table.model.state.digest() == state.digest()
    plates = {seat: plate.scores for seat, plate in screen.table.seats.plates.items()}
    for place in game.standing(state):
        assert [value for _, value in plates[place.seat]] == [str(value) for _, value in place.score]


@pytest.mark.parametrize(
    ("name", "seats", "kinds"),
    [
        ("midnight", 3, {"nation", "act"}),
        ("bridgefront", 2, {"factions", "capitals", "bridges"}),
        ("outposts", 1, {"act"}),
    ],
)
def test_the_plain_table_plays_any_game(driver: Driver, name: str, seats: int, kinds: set[str]) -> None:
    """Some decisions of each game are played, also of games with a table of their own."""
    screen = sit_down(driver, find_game(name), seats)
    people = MousePerson(driver, screen), KeyPerson(driver, screen)
    decided = 0
    while decided < 6:
        driver.window._dispatch_updates(1 / 60)
        if screen.controller.prompts.inquiry is not None:
            assert screen.table.model.state.digest() == screen.controller.source.table.state.digest()
        decided += people[decided % 2].decide()
    assert kinds <= people[0].seen | people[1].seen
    assert screen.controller.source.decided == 6 and not screen.controller.prompts.refusal


def test_long_lists_of_decisions_are_sampled(driver: Driver) -> None:
    """Six factions in order have 720 answers; searches and other suggestions stay legal."""
    game = find_game("bridgefront")
    screen = sit_down(driver, game, 2)
    driver.step()
    inquiry = screen.controller.prompts.inquiry
    assert inquiry is not None and inquiry.kind == "factions" and not inquiry.all and len(inquiry.ways) == 30
    first = set(inquiry.ways)
    driver.click("Other suggestions")
    assert set(inquiry.ways) != first and len(inquiry.ways) == 30
    for way in inquiry.ways:
        game.check(inquiry.state, 1, way.decision)
    driver.click(screen.controller.prompts.view.panel.search)
    wanted = inquiry.ways[7]
    driver.type(wanted.words)
    assert (
        wanted in screen.controller.prompts.view.panel.ways.items
        and len(screen.controller.prompts.view.panel.ways.items) < 30
    )
    chosen = screen.controller.prompts.view.panel.ways.items[0]
    driver.click(screen.controller.prompts.view.panel.ways.row_rect(0).center)
    driver.click("Other suggestions")
    assert inquiry.chosen == chosen and chosen in inquiry.ways, "what is chosen stays"
    driver.click("Search the decisions")
    driver.type(" nothing says this")
    assert not screen.controller.prompts.view.panel.ways.items and screen.controller.prompts.view.panel.search.error


def test_a_decision_can_be_locked_in_withdrawn_and_changed(driver: Driver) -> None:
    screen = sit_down(driver, GAME)
    screen.controller.source.patience = 10_000
    driver.step()
    assert (
        "show" in plain_text(screen.table.prompt.text)
        and not screen.controller.prompts.view.panel.lock_in.enabled
        and screen.table.top.chip.text
    )
    driver.key("1")
    assert screen.controller.prompts.view.panel.plan.text == "*Rock*" and not screen.table.model.locked
    driver.key("E")
    assert screen.controller.prompts.inquiry.chosen.words == "paper"
    driver.key("BACKSPACE")
    assert screen.controller.prompts.inquiry.chosen is None and screen.controller.prompts.view.panel.ways.selected == -1
    driver.click(screen.controller.prompts.view.panel.ways.row_rect(2).center)
    driver.click(screen.controller.prompts.view.panel.ways.row_rect(2).center)
    assert (
        screen.table.model.locked
        and "Locked in" in plain_text(screen.table.prompt.text)
        and not screen.controller.prompts.view.panel.ways.items
    )
    driver.key("ENTER")
    assert not screen.table.model.locked and screen.controller.prompts.inquiry.chosen.words == "scissors"
    screen.controller.process_message(Refusal("Too late to take it back."))
    assert "Too late" in plain_text(screen.table.prompt.text) and "Too late to take it back." in driver.said
    driver.key("ESCAPE", "ESCAPE")
    driver.find("Leave the match")


def test_the_plain_table_explains_waiting_like_every_table(driver: Driver) -> None:
    """The plain table also reports a silent seat, and has the fairness table, help, rules and chat."""
    screen = sit_down(driver, GAME)
    driver.step()
    peers = (LinkStatus(2, True, 12), LinkStatus(3, True, 0))
    screen.controller.process_message(TableStatus(peers, (AwaitedSeat(2, "commit", 21),), possible=((1, 3),)))
    driver.step()
    assert screen.controller.away.visible and screen.table.seats.plates[2].activity()[1] == "silent for 0:12"
    driver.key("F2")
    assert "Ilse: has not chosen yet, 0:21" in screen.controller.fairness.seats.value_text()
    driver.key("ESCAPE", "F1")
    assert "You must decide" in plain_text(driver.said[-1])
    driver.key("ESCAPE", "F3")
    assert any("how many times all show a hand" in widget.describe() for widget in screen.ui.widgets())
    driver.key("ESCAPE", "T")
    driver.type("Well met")
    driver.key("ENTER")
    driver.step()
    assert "You: Well met" in [plain_text(line.markup) for line in screen.table.story.chat.lines]


def test_the_plain_table_logs_every_event_of_a_step(driver: Driver) -> None:
    screen = sit_down(driver, find_game("midnight"), 3, speed=1.0)
    person = KeyPerson(driver, screen)
    while screen.table.narrator.is_busy or not person.decide():
        driver.window._dispatch_updates(1 / 60)
    while not screen.table.narrator.is_busy:
        driver.step()
    driver.step()
    before = screen.table.model.state.t
    lines = len(screen.table.story.log.lines)
    driver.key("SPACE")
    assert len(screen.table.story.log.lines) == lines + 1 and screen.table.told.text
    driver.key("F")
    assert not screen.table.narrator.is_busy and screen.table.model.state.t > before


# The program ----------------------------------------------------------------------------------------------------------


def wait(driver: Driver, screen: Any) -> None:
    """Run a frame after the network's thread had its turn."""
    driver.window._dispatch_updates(1 / 60)
    for thread in threading.enumerate():
        if thread.name == "tether-net":
            thread.join(0.02)


def test_a_player_can_go_from_the_menu_to_a_verified_record_and_its_replay(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`python -m tests.support.games.rock_paper_scissors` runs with a bot in a separate process."""
    monkeypatch.setitem(GAMES, GAME.name, GAME)
    monkeypatch.setattr(processes, "program", "tests.support.games.rock_paper_scissors")
    monkeypatch.setattr("client.screens.backdrop._get_backdrop", lambda *args: Bare())
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    program = App(
        driver.window, Settings(name="Ada"), None, partial(start_solo_session, keep=tmp_path / "matches"), tmp_path
    )
    program.show_menu()
    driver.step()
    driver.click("Solo against bots")
    driver.screen.game.choose(list(GAMES).index(GAME.name))
    driver.step()
    assert driver.screen.setup.game == GAME.name
    driver.screen.seats.value = 2
    driver.click("Play")
    screen = driver.screen
    assert isinstance(screen, TableScreen)
    screen.timeline.speed = float("inf")
    person = MousePerson(driver, screen)
    for _ in range(PATIENCE):
        if screen.controller.end_shown:
            break
        if not person.decide():
            wait(driver, screen)
    driver.step()
    end = driver.screen
    assert isinstance(end, EndScreen) and end.record is not None and "nothing to audit" in end.fairness_note()
    checked = verify(read(end.record), GAME)
    assert checked.complete and checked.digest == screen.table.model.state.digest() == screen.table.model.digest
    driver.click("Check the record")
    assert end.explained is not None and end.explained.wait(60)
    driver.step()
    assert end.explained.words.text.endswith("The record is valid.")
    driver.key("ESCAPE")
    driver.click("Watch again")
    if isinstance(driver.screen, LoadScreen):
        assert driver.screen.loading.wait(60)
        driver.step()
    replay = driver.screen
    assert isinstance(replay, TableScreen) and replay.controller.frames.steps == 5 and replay.controller.frames.complete
    replay.controller.go_to(Place(5))
    assert replay.table.model.state.digest() == checked.digest
