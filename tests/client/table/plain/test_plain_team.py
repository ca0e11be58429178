"""A team's match and a match of one seat in a window.

The tests cover texts before the match and at its end, sounds, record and replay.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from client.app.app import App
from client.app.launch import start_solo_session
from client.app.settings import Settings
from client.app.theme import game_theme
from client.screens.end import EndScreen
from client.screens.host_form import HostScreen, HostSetup
from client.screens.replay_loader import LoadScreen
from client.screens.solo import SoloScreen, SoloSetup
from client.screens.tournament.tournaments import OpenScreen, OpenSetup
from client.session.saved_matches import SavedMatches
from client.table.keys import KEYS
from client.table.replay.timeline import Place
from client.table.screen import TableScreen
from client.ui import theme as themes
from client.ui.keys import Keymap
from client.ui.richtext import plain_text
from core.engine.result import outcome
from core.games.registry import GAMES
from net.cli.matches import processes
from net.records.record import read
from net.records.verification import verify
from tests.client.screens.test_rooms import Bare, hear, room, view
from tests.client.table.plain.test_plain_match import PATIENCE, play, wait
from tests.support.client.driver import Driver
from tests.support.client.plain.players import KeyPerson, MousePerson, sit_down
from tests.support.games.against_the_house.game import GAME
from tests.support.games.magpies.game import GAME as MAGPIES

SETTINGS = Settings(name="Ada", reduced_motion=True)


@pytest.fixture
def look(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Driver:
    """Register the sample game, with the usual look."""
    monkeypatch.setitem(GAMES, GAME.name, GAME)
    monkeypatch.setattr(processes, "program", "tests.support.games.rock_paper_scissors")
    monkeypatch.setattr("client.screens.backdrop._get_backdrop", lambda *args: Bare())
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    return driver


def played(driver: Driver, seats: int, won: bool) -> tuple[Any, list[str]]:
    """Return a match that is won or lost as requested, and its sounds."""
    for number in range(60):
        heard: list[str] = []
        screen = sit_down(driver, GAME, seats, f"team {number}")
        driver.window.on_feedback = heard.append
        play(driver, KeyPerson(driver, screen))
        if bool(outcome(GAME, screen.controller.standing).winners) == won:
            return screen, heard
        driver.window.clear_screens()
    raise AssertionError("it is never won, or never lost")


@pytest.mark.parametrize("won", [True, False], ids=["won", "lost"])
@pytest.mark.parametrize("seats", [1, 3])
def test_the_end_of_a_team_match_is_shown_announced_and_played_as_a_sound(look: Driver, seats: int, won: bool) -> None:
    screen, heard = played(look, seats, won)
    said = f"{'You' if seats == 1 else 'The team'} {'win' if won else 'lose'}{'s' if seats > 1 else ''}"
    assert f"The match is over. {said}." == plain_text(screen.table.prompt.text)
    assert [kind for kind in heard if kind in ("won", "lost")] == ["won" if won else "lost"]
    assert {plate.activity()[1] for plate in screen.table.seats.plates.values()} == {"winner" if won else "done"}
    ending = screen.controller.make_ending()
    assert ending.standing.value_text().startswith(f"{'won' if won else 'lost'} You Points")
    end = EndScreen(screen.table.model, screen.controller.standing, ending, print, print, kind=screen.table.kind)
    look.show(end)
    assert any(line.startswith(f"{said}. ") for line in look.said)
    assert "nothing to audit" in end.fairness_note()
    assert ("a modified program could have predicted it" in end.fairness_note()) == (seats == 1)


def test_a_spectator_hears_that_a_team_has_lost(look: Driver) -> None:
    screen = sit_down(look, GAME, 2)
    heard: list[str] = []
    look.window.on_feedback = heard.append
    screen.table.names.own = 0
    screen.table.play_end_sound(())
    screen.table.play_end_sound((1, 2))
    assert heard == ["lost", "won"]


# Before it begins -----------------------------------------------------------------------------------------------------


def test_the_form_says_that_the_match_is_unrated(look: Driver) -> None:
    look.show(SoloScreen(print, print, SETTINGS, SoloSetup([], [], {}, GAME.name)))
    screen = look.screen
    assert isinstance(screen, SoloScreen)
    assert screen.before.text.startswith("One seat against the game. It does not count towards ratings or tournaments.")
    assert "a modified program could predict it" in screen.before.text
    screen.seats.set(3)
    assert screen.before.text.startswith("One team: all win or all lose.")


def test_the_room_form_and_the_room_show_the_team_notice(look: Driver) -> None:
    look.show(HostScreen(SETTINGS, HostSetup(seats=2, game=GAME.name), print, print))
    form = look.screen
    assert isinstance(form, HostScreen) and form.before.visible and form.before.text.startswith("One team")
    form.seats.set(1)
    assert form.before.text.startswith("One seat")
    screen, line, _ = room(look, HostSetup(game=GAME.name).plan("Ada"))
    seen = view("Ada", "Ilse", seats=2)
    assert seen.table is not None
    settings = seen.table.settings._replace(game=GAME.name, options=GAME.options.complete_values({}))
    hear(look, line, seen._replace(table=seen.table._replace(settings=settings)))
    assert screen.standing.text.startswith(
        "One team: all win or all lose. It does not count towards ratings or tournaments."
    )


def test_the_form_for_a_game_with_a_shared_deck_says_which_players_can_read_it(
    look: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, MAGPIES.name, MAGPIES)
    look.show(SoloScreen(print, print, SETTINGS, SoloSetup(["random"] * 3, [""] * 4, {}, MAGPIES.name)))
    solo = look.screen
    assert isinstance(solo, SoloScreen)
    said = "3 of the other players, working together, can read the deck."
    assert solo.before.text == said
    solo.seats.set(3)
    assert solo.before.text == said.replace("3", "2")
    look.show(HostScreen(SETTINGS, HostSetup(seats=6, game=MAGPIES.name), print, print))
    form = look.screen
    assert isinstance(form, HostScreen) and form.before.visible and form.before.text == said.replace("3", "4")
    look.show(OpenScreen(SETTINGS, OpenSetup(game=MAGPIES.name), print, print))
    assert isinstance(look.screen, OpenScreen) and look.screen.about.text.endswith(said)
    screen, line, _ = room(look, HostSetup(game=MAGPIES.name, seats=4).plan("Ada"))
    seen = view("Ada", "Ilse", seats=4)
    assert seen.table is not None
    settings = seen.table.settings._replace(game=MAGPIES.name, options=MAGPIES.options.complete_values({}))
    hear(look, line, seen._replace(table=seen.table._replace(settings=settings)))
    assert screen.standing.text.startswith(said)


def test_a_free_for_all_game_has_no_team_notice(look: Driver) -> None:
    look.show(HostScreen(SETTINGS, HostSetup(), print, print))
    assert isinstance(look.screen, HostScreen) and not look.screen.before.visible


def test_a_tournament_of_a_team_game_cannot_be_opened_in_the_window(look: Driver) -> None:
    opened: list[object] = []
    screen = OpenScreen(SETTINGS, OpenSetup(game=GAME.name), lambda *plan: opened.append(plan), print)
    look.show(screen)
    assert "everyone at the table wins or loses together" in screen.about.text
    look.click("Open it")
    assert not opened and any("wins or loses together" in line for line in look.said)


# The program ----------------------------------------------------------------------------------------------------------


def test_a_solo_match_can_be_started_resumed_and_replayed(look: Driver, tmp_path: Path) -> None:
    """The match of one seat without bots is left in the middle, resumed, played to its end, verified and replayed."""
    program = App(look.window, SETTINGS, None, partial(start_solo_session, keep=tmp_path / "matches"), tmp_path)
    program.show_menu()
    look.step()
    look.click("Solo against bots")
    look.screen.game.choose(list(GAMES).index(GAME.name))
    look.step()
    assert look.screen.setup.game == GAME.name
    look.screen.seats.set(1)
    look.click("Play")
    first = look.screen
    assert isinstance(first, TableScreen)
    person = MousePerson(look, first)
    for _ in range(PATIENCE):
        if first.table.model.t == 2:
            break
        if not person.decide():
            wait(look, first)
    assert first.table.model.t == 2 and not first.controller.end_shown
    first.controller.source.close()
    (kept,) = SavedMatches(tmp_path / "matches").list_matches()
    assert kept.title == "Against the House - Ada" and "round 3 of 5" in kept.where
    program.resume(kept, ())
    screen = look.screen
    assert isinstance(screen, TableScreen) and screen is not first
    screen.timeline.speed = float("inf")
    person = MousePerson(look, screen)
    for _ in range(PATIENCE):
        if screen.controller.end_shown:
            break
        if not person.decide():
            wait(look, screen)
    look.step()
    end = look.screen
    assert isinstance(end, EndScreen) and end.record is not None
    checked = verify(read(end.record), GAME)
    assert checked.complete and checked.digest == screen.table.model.state.digest()
    look.click("Check the record")
    assert end.explained is not None and end.explained.wait(60)
    look.step()
    assert "One seat" not in end.explained.words.text and end.explained.words.text.endswith("The record is valid.")
    look.key("ESCAPE")
    look.click("Watch again")
    if isinstance(look.screen, LoadScreen):
        assert look.screen.loading.wait(60)
        look.step()
    replay = look.screen
    assert isinstance(replay, TableScreen) and replay.controller.frames.steps == 5 and replay.controller.frames.complete
    replay.controller.go_to(Place(5))
    assert plain_text(replay.table.prompt.text).startswith("The match is over. Ada ")
    replay.controller.open_record()
    assert any("the game has no hidden cards" in widget.describe() for widget in replay.ui.widgets())
