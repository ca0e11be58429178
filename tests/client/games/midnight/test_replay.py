"""Replays and spectating of Midnight: every position shows the state of the engine."""

from __future__ import annotations

from client import games
from client.games.midnight.replay import LiveScreen, ReplayScreen
from client.table.replay.bar import ALL, NONE
from client.table.replay.timeline import Place
from core.engine.hidden import hand
from core.games.midnight import events as e
from core.games.midnight.game import GAME
from tests.support.client.driver import Driver
from tests.support.client.replay.again import Again, Sought, goes_anywhere, is_followed, shows_state
from tests.support.client.replay.watched import watched

MATCH = Again(GAME, ("Ada", "Ilse", "Marek"))


def watch(driver: Driver) -> ReplayScreen:
    return watched(driver, ReplayScreen, MATCH.frames())


def shows(screen: ReplayScreen, step: int) -> None:
    """Assert that everything shows the table after this step."""
    shows_state(screen, step)
    assert screen.board.clock.hand == screen.model.state.clock


def test_every_match_can_be_watched_and_replayed() -> None:
    entries = [games.entry_of(game) for game in games.with_tables()]
    assert entries and all(entry.replay and entry.live for entry in entries)
    for game in (*games.with_tables(), "a game without a table of its own"):
        assert games.replay_screen(game).replay_timelines is games.live_screen(game).replay_timelines


def test_a_replay_can_jump_by_bar_marks_and_log_lines(driver: Driver) -> None:
    sought = Sought(e.DisputeBegan, e.Attacked, {"turn", "dispute", "doomsday"})
    goes_anywhere(driver, ReplayScreen, MATCH, shows, sought)


def test_an_attack_points_at_its_target(driver: Driver) -> None:
    screen = watch(driver)
    driver.key("N")
    assert isinstance(screen.frames.events[screen.place.step][screen.place.event], e.DisputeBegan)
    assert screen.board.disputed == (0, 0)
    number = next(i for i, entry in enumerate(screen.replay_timeline.entries) if isinstance(entry.event, e.Attacked))
    screen._go_to_line(screen._lines[number])
    attack = screen.replay_timeline.entries[number].event
    assert set(screen.board.disputed) == {attack.attacker, attack.defender}
    assert screen.board.panels[attack.attacker].pointed


def test_a_replay_shows_all_hands_one_or_none(driver: Driver) -> None:
    screen = watch(driver)
    step = next(
        t
        for t, state in enumerate(screen.frames.states)
        if all(state.piles.hand_size(seat) for seat in (1, 2, 3))
        and any(entry > 0 for seat in (1, 2) for entry in state.border(seat, 3))
    )
    screen.go_to(Place(step))
    state = screen.frames.states[step]
    held = {seat: sorted(copy for copy, _ in hand.held(state, seat, screen.frames.knowledge(seat))) for seat in (1, 2)}
    assert all(copies and all(copies) for copies in held.values()), "the audit has opened every card"
    rows = {seat: sorted(spot.copy for spot in spots) for seat, spots in screen.hands.rows()}
    assert screen.viewing == ALL and rows[1] == held[1] and rows[2] == held[2]
    laid = next(border for border in screen.board.trays.values() if any(entry > 0 for entry in border.entries))
    assert "face down" not in laid.value(), "with all hands nothing on the table is hidden"
    driver.click(screen.board.panels[2])
    assert screen.viewing == 2 and screen.hand.visible and not screen.hands.visible
    assert sorted(copy for copy, _ in screen.hand.cards) == held[2]
    closed = (0, 1)
    assert screen.hand.texture(closed, True).width > screen.hand.texture(closed, False).width
    assert screen.hand.text(closed) == "Hidden card"
    screen.view_of(NONE)
    assert not any(spot.copy for _, spots in screen.hands.rows() for spot in spots if not spot.open)
    assert "face down" in laid.value()
    driver.key("F2")
    assert "is valid" in " ".join(widget.describe() for widget in screen.ui.widgets())


def test_a_spectator_hears_the_victory_sound(driver: Driver) -> None:
    screen = watch(driver)
    heard: list[str] = []
    screen.ui.on_feedback = heard.append
    for screen.names.own in (0, 1, 2):
        screen.sound_of(e.MatchEnded(2, "economy"))
    assert heard == ["won", "lost", "won"]


def test_a_running_match_is_followed(driver: Driver) -> None:
    is_followed(driver, LiveScreen, MATCH, shows)
