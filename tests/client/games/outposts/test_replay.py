"""Replays and spectating of Outposts: every position shows the state of the engine."""

from __future__ import annotations

from typing import Any

from client.games.outposts.table import TABLE
from client.table.replay.timeline import Place
from core.engine.hidden import hand
from core.games.outposts import cleanup
from core.games.outposts import events as e
from core.games.outposts.game import GAME
from core.games.outposts.state import WARDEN
from tests.support.client.driver import Driver
from tests.support.client.replay.again import Again, Sought, goes_anywhere, is_followed, shows_state
from tests.support.client.replay.watched import watched

THREE = Again(GAME, ("Ada", "Ilse", "Marek"))
ALONE = Again(GAME, ("Ada",))


def shows(screen: Any, step: int) -> None:
    """Check that everything on screen shows the state after this step."""
    shows_state(screen, step)
    state = screen.table.model.state
    for seat, plate in screen.table.board.plates.items():
        assert f": {cleanup.final_vp(state, seat)} VP; " in plate.value_text()


def test_a_replay_of_outposts_can_jump_by_bar_marks_and_log_lines(driver: Driver) -> None:
    sought = Sought(e.LocationRazed | e.OutpostRazed, e.RoundBegan, {"round", "raze"})
    goes_anywhere(driver, TABLE, THREE, shows, sought)


def test_a_spectator_screen_follows_a_running_match_of_outposts(driver: Driver) -> None:
    is_followed(driver, TABLE, THREE, shows)


def test_all_hands_or_one_hand_are_shown_below_the_table(driver: Driver) -> None:
    screen = watched(driver, TABLE, THREE.frames())
    screen.controller.go_to(Place(40))
    driver.step()
    state = screen.table.model.state
    held = {seat: hand.held_cards(state, seat, screen.controller.frames.known_faces(seat)) for seat in (1, 2, 3)}
    assert screen.table.hands.visible and [len(spots) for _, spots in screen.table.hands.rows()] == [
        len(held[seat]) for seat in (1, 2, 3)
    ]
    driver.click(screen.table.board.plates[2])
    assert screen.controller.viewing == 2 and screen.table.hand.visible and not screen.table.hands.visible
    assert sorted(copy for copy, _ in screen.table.hand.cards) == sorted(copy for copy, _ in held[2])


def test_the_wardens_hold_can_be_viewed(driver: Driver) -> None:
    screen = watched(driver, TABLE, ALONE.frames())
    warden = screen.table.board.warden
    assert warden is not None
    screen.controller.go_to(screen.controller.replay_timeline.end)
    assert warden.value_text() == f"{cleanup.warden_final_vp(screen.table.model.state)} VP"
    driver.click(warden)
    assert screen.table.board.looked_at == WARDEN
    driver.click(warden)
    assert screen.table.board.looked_at == 0
