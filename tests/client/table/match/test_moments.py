"""Moments over the whole table: the start card, the victory, and turns of events that all players see."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any

import pytest

from client.games import table_of
from client.table.match import start_card, victory
from client.table.match.start_card import StartCard
from client.table.screens import MatchScreen, match_screen
from client.table.view import Look
from core.engine.game import Standing
from core.games.registry import GAMES
from net.match.early_end import AGREED, CONCEDED
from net.match.events import EndOfMatch
from tests.support.client.driver import Driver

sys.path.insert(0, str(Path(__file__).parents[4] / "scripts"))

from pictures import SCENES, drama
from pictures.stage import Stage, Tape

from client.session.source import MatchEvent


@pytest.fixture
def stage(driver: Driver) -> Iterator[Stage]:
    games = dict(GAMES)
    yield Stage(driver)
    if drama.FILE_GAME in GAMES:
        drama.forget_file_game()
    GAMES.clear()
    GAMES.update(games)  # a scene may have brought its own


def end_of(
    stage: Stage,
    name: str = "cabinet",
    standing: tuple[Standing, ...] = (),
    look: Look = Look(),  # noqa: B008 - it never changes
    **early: Any,
) -> tuple[MatchScreen, list[int]]:
    """Return the screen of a match that has just ended, and the list of calls of its end screen."""
    game, first, steps = drama.whole_match(name)
    ended: list[int] = []
    tape = Tape(first, *(step.heard for step in steps))
    screen = match_screen(table_of(game), tape, look=Look(speed=inf), on_end=lambda *_: ended.append(1))
    stage.show(screen)
    stage.driver.step(frames=3)
    screen.timeline.speed, screen.timeline.reduced_motion = look.speed, look.reduced
    last = screen.table.model.table
    report = EndOfMatch(last.t, b"", standing or tuple(game.standing(last)), **early)
    tape.told = [MatchEvent(report, None, None, (), b"")]
    stage.driver.step(frames=2)
    return screen, ended


# Victory --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("skip", ["key", "click"])
def test_any_key_or_click_ends_the_moment_of_victory(stage: Stage, skip: str) -> None:
    screen, ended = end_of(stage)
    moment = screen.table.moment
    assert moment.is_open and not ended, "the end screen waits"
    stage.driver.key("Q") if skip == "key" else stage.driver.click((640, 300))
    assert not moment.is_open and ended == [1] and not screen.ui.layers
    stage.driver.pass_time(victory.SECONDS + 1)
    assert ended == [1], "it comes once"


@pytest.mark.parametrize("reduced", [False, True])
def test_the_end_screen_follows_the_moment_by_itself(stage: Stage, reduced: bool) -> None:
    screen, ended = end_of(stage, look=Look(reduced=reduced))
    moment = screen.table.moment
    stage.driver.pass_time(0.5)
    age = moment.age
    stage.driver.pass_time(0.5)
    assert (moment.age > age) is not reduced, "nothing moves with reduced motion"
    assert moment.is_open and not ended and moment.opacity == 1.0
    stage.driver.pass_time(victory.SECONDS)
    assert not moment.is_open and ended == [1]


def test_without_animations_the_end_screen_comes_at_once(stage: Stage) -> None:
    screen, ended = end_of(stage, look=Look(speed=inf))
    assert ended == [1] and not screen.table.moment.is_open


def test_a_draw_has_no_moment_and_a_concession_says_who_conceded(stage: Stage) -> None:
    """All the same, the end screen comes in both."""
    level = tuple(Standing(1, seat, (("points", 3),)) for seat in (1, 2, 3))
    _, ended = end_of(stage, standing=level, ended=AGREED)
    assert ended == [1]
    ranks = tuple(Standing(rank, seat, (("points", 3),)) for rank, seat in ((1, 2), (2, 1), (2, 3)))
    screen, ended = end_of(stage, "flotsam", ranks, ended=CONCEDED, conceded=(1, 3))
    content = screen.table.moment.content
    assert content is not None and not ended
    assert (content.title, content.words, content.details) == (
        "Ilse wins",
        "You and Marek have conceded.",
        "Won by concession.",
    )
    assert content.seats == (2,) and not content.joyful


@pytest.mark.parametrize("name", drama.PLAYERS)
def test_every_game_says_who_won_and_what_decided_it(stage: Stage, name: str) -> None:
    screen, _ = end_of(stage, name)
    content, names = screen.table.moment.content, screen.table.names
    first = [place.seat for place in screen.controller.standing if place.rank == 1]
    assert content is not None and content.words.endswith(".") and content.details
    if name == "cabinet":
        assert content.title in ("The team wins", "The team loses") and content.seats == (1, 2, 3)
        return
    score = dict(screen.controller.standing[0].score)
    assert content.seats == tuple(first) and all(names.plain_name(seat) in content.title for seat in first)
    assert f" reached {next(iter(score.values()))} " in content.words and " after " in content.words


# Turns of events ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scene", "title"),
    [
        ("midnight-last-tick", "Midnight"),
        ("ambition-armageddon", "Armageddon"),
        ("capital-falls", "Your Capital falls"),
    ],
)
def test_a_turn_of_events_takes_the_table_and_can_be_skipped(stage: Stage, scene: str, title: str) -> None:
    shown = SCENES[scene](stage)
    moment = shown.table.moment
    assert moment.content is not None and moment.content.title == title
    stage.driver.click((640, 300))
    assert not moment.is_open and not shown.ui.layers
    shown.table.narrator.skip_all()
    stage.driver.step()
    assert not shown.table.is_busy, "the animation goes on after it"


def test_skipping_everything_shows_no_moment(stage: Stage) -> None:
    """The moment is skipped with all else, and leaves nothing that takes the keys."""
    opened: list[str] = []
    shown = SCENES["midnight-last-tick"](stage)
    shown.table.narrator.stop()
    assert not shown.table.moment.is_open and not shown.ui.layers
    game, first, steps = drama.whole_match("midnight")
    screen = drama.play_to(stage, game, first, [])
    screen.ui.on_feedback = opened.append
    screen.controller.source.told = [step.heard for step in steps]
    stage.driver.step()
    screen.table.narrator.skip_all()
    assert not screen.table.moment.is_open and not screen.ui.layers and "MidnightCame" not in opened


# Start ----------------------------------------------------------------------------------------------------------------


def started(stage: Stage, name: str = "midnight", begun: int = 0) -> tuple[MatchScreen, Tape, StartCard]:
    """Return the screen of a match that is being set up; with `begun`, it goes on after this number of steps."""
    game, first, steps = drama.whole_match(name)
    tape = Tape()
    screen = match_screen(table_of(game), tape, look=Look())
    screen.controller.ceremony.introduce(game.name)
    card = screen.controller.ceremony.card
    assert card is not None
    stage.show(screen)
    tape.told = [first._replace(state=steps[begun - 1].heard.state.clone()) if begun else first]
    return screen, tape, card


def test_the_start_card_names_game_goal_and_players_and_goes_by_itself(stage: Stage) -> None:
    screen, _, card = started(stage)
    assert card.is_open and card.name == "Midnight" and "60 Worth" in card.value_text() and not card.seats
    stage.driver.step(frames=2)
    assert card.seats == 5 and card.value_text().endswith("You, Ilse, Marek, Oda, Priya")
    stage.driver.pass_time(start_card.READ_SECONDS + 0.5)
    assert not card.is_open and not screen.ui.layers


@pytest.mark.parametrize("skip", ["key", "click"])
def test_a_key_or_click_removes_the_start_card(stage: Stage, skip: str) -> None:
    screen, _, card = started(stage)
    stage.driver.step(frames=2)
    stage.driver.key("Q") if skip == "key" else stage.driver.click((640, 360))
    assert not card.is_open and not screen.ui.layers


def test_a_resumed_match_and_a_match_without_animations_need_no_start_card(stage: Stage) -> None:
    _, _, card = started(stage, begun=60)
    stage.driver.step(frames=2)
    assert not card.is_open
    game, first, _ = drama.whole_match("midnight")
    screen = match_screen(table_of(game), Tape(first), look=Look(speed=inf))
    screen.controller.ceremony.introduce(game.name)
    card = screen.controller.ceremony.card
    assert card is not None
    stage.show(screen)
    assert not card.is_open
