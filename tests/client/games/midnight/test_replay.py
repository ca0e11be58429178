"""Replays and spectating of Midnight: every position shows the state of the engine."""

from __future__ import annotations

from typing import Any

from client.games.midnight.table import TABLE
from client.table.replay.bar import ALL, NONE
from client.table.replay.timeline import Place
from core.engine.hidden import hand
from core.games.midnight import events as e
from core.games.midnight.game import GAME
from tests.support.client.driver import Driver
from tests.support.client.replay.again import Again, Sought, goes_anywhere, is_followed, shows_state
from tests.support.client.replay.watched import watched

MATCH = Again(GAME, ("Ada", "Ilse", "Marek"))


def watch(driver: Driver) -> Any:
    return watched(driver, TABLE, MATCH.frames())


def shows(screen: Any, step: int) -> None:
    """Check that everything on screen shows the state after this step."""
    shows_state(screen, step)
    assert screen.table.board.clock.hand == screen.table.model.state.clock


def test_a_replay_of_midnight_can_jump_by_bar_marks_and_log_lines(driver: Driver) -> None:
    sought = Sought(e.DisputeBegan, e.Attacked, {"turn", "dispute", "doomsday"})
    goes_anywhere(driver, TABLE, MATCH, shows, sought)


def test_an_attack_points_at_its_target(driver: Driver) -> None:
    screen = watch(driver)
    driver.key("N")
    assert isinstance(
        screen.controller.frames.events[screen.controller.place.step][screen.controller.place.event], e.DisputeBegan
    )
    assert screen.table.board.disputed == (0, 0)
    number = next(
        i for i, entry in enumerate(screen.controller.replay_timeline.entries) if isinstance(entry.event, e.Attacked)
    )
    screen.controller.go_to_line(screen.controller._lines[number])
    attack = screen.controller.replay_timeline.entries[number].event
    assert set(screen.table.board.disputed) == {attack.attacker, attack.defender}
    assert screen.table.board.panels[attack.attacker].pointed


def test_a_replay_of_midnight_shows_all_hands_one_hand_or_none(driver: Driver) -> None:
    screen = watch(driver)
    step = next(
        t
        for t, state in enumerate(screen.controller.frames.states)
        if all(state.piles.hand_size(seat) for seat in (1, 2, 3))
        and any(entry > 0 for seat in (1, 2) for entry in state.border(seat, 3))
    )
    screen.controller.go_to(Place(step))
    state = screen.controller.frames.states[step]
    held = {
        seat: sorted(copy for copy, _ in hand.held_cards(state, seat, screen.controller.frames.known_faces(seat)))
        for seat in (1, 2)
    }
    assert all(copies and all(copies) for copies in held.values()), "the audit has opened every card"
    rows = {seat: sorted(spot.copy for spot in spots) for seat, spots in screen.table.hands.rows()}
    assert screen.controller.viewing == ALL and rows[1] == held[1] and rows[2] == held[2]
    laid = next(border for border in screen.table.board.trays.values() if any(entry > 0 for entry in border.entries))
    assert "face down" not in laid.value_text(), "with all hands nothing on the table is hidden"
    driver.click(screen.table.board.panels[2])
    assert screen.controller.viewing == 2 and screen.table.hand.visible and not screen.table.hands.visible
    assert sorted(copy for copy, _ in screen.table.hand.cards) == held[2]
    closed = (0, 1)
    assert screen.table.hand.texture(closed, True).width > screen.table.hand.texture(closed, False).width
    assert screen.table.hand.text(closed) == "Hidden card"
    screen.controller.set_view(NONE)
    assert not any(spot.copy for _, spots in screen.table.hands.rows() for spot in spots if not spot.open)
    assert "face down" in laid.value_text()
    driver.key("F2")
    assert "is valid" in " ".join(widget.describe() for widget in screen.ui.widgets())


def test_a_spectator_hears_the_victory_sound(driver: Driver) -> None:
    screen = watch(driver)
    heard: list[str] = []
    screen.ui.on_feedback = heard.append
    for screen.table.names.own in (0, 1, 2):
        screen.table.play_event_sound(e.MatchEnded(2, "economy"))
    assert heard == ["won", "lost", "won"]


def test_a_spectator_screen_follows_a_running_match_of_midnight(driver: Driver) -> None:
    is_followed(driver, TABLE, MATCH, shows)
