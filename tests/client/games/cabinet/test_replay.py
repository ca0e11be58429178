"""Replays and spectating of Cabinet: every position shows the state of the engine."""

from __future__ import annotations

from typing import Any

from client.games.cabinet.table import TABLE
from client.table.replay.timeline import Place
from core.games.cabinet import cards
from core.games.cabinet import events as e
from core.games.cabinet.game import GAME
from tests.support.client.driver import Driver
from tests.support.client.replay.again import Again, Sought, goes_anywhere, is_followed, shows_state
from tests.support.client.replay.watched import watched

MATCH = Again(GAME, ("Ada", "Ilse", "Marek"), options={"courtesy": "on"})


def shows(screen: Any, step: int) -> None:
    """Check that everything on screen shows the state after this step."""
    shows_state(screen, step)
    assert (
        screen.table.board.ladder.value_text()
        == f"{screen.table.model.state.score} of {screen.table.model.state.target} points"
    )


def test_a_replay_of_cabinet_can_jump_by_bar_marks_and_log_lines(driver: Driver) -> None:
    sought = Sought(e.MilestoneAchieved, e.ChallengeFlipped, {"turn", "payment", "challenge"})
    goes_anywhere(driver, TABLE, MATCH, shows, sought)


def test_a_replay_shows_every_hand_regardless_of_courtesy(driver: Driver) -> None:
    screen = watched(driver, TABLE, MATCH.frames())
    screen.controller.go_to(Place(30))
    state = screen.controller.frames.states[30]
    for seat, plate in screen.table.board.plates.items():
        assert not plate.shut
        assert all(cards.name_of(copy) in plate.value_text() for copy in state.hand[seat])
    driver.click(screen.table.board.plates[2])
    assert screen.controller.viewing == 2 and sorted(copy for copy, _ in screen.table.hand.cards) == sorted(
        state.hand[2]
    )


def test_a_spectator_screen_follows_a_running_match_of_cabinet(driver: Driver) -> None:
    is_followed(driver, TABLE, MATCH, shows)
