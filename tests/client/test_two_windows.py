"""Two windows at one table: conceding, ending the match by agreement, and muting."""

from __future__ import annotations

from typing import Any

import pytest

from client.app.theme import game_theme
from client.games import table_of
from client.screens.end import EndScreen
from client.table.keys import KEYS
from client.table.screens import match_screen
from client.table.view import Look
from client.ui import theme as themes
from client.ui.controls.basic import Button, Label
from client.ui.keys import Keymap
from client.ui.richtext import plain
from core.games.registry import find
from net.match.early_end import AGREED, CONCEDED
from net.match.events import Concession, EndAgreement
from net.match.feed_reader import AGREES
from net.transport.simulated import Partition
from tests.support.client.driver import Driver
from tests.support.client.sim_table import SimTable

SHORT = {"bridgefront": {"vp_to_win": 5, "max_action_steps": 8}}
GAMES = [("bridgefront", 2), ("cabinet", 2), ("outposts", 2)]


class Windows:
    """The screens of all people at a table; the first is in the window, the others run beside it."""

    def __init__(self, driver: Driver, game: str, seats: int, persons: tuple[int, ...] = (1, 2)) -> None:
        themes.set_theme(game_theme())
        driver.window.keys = Keymap(KEYS)
        self.driver, self.game = driver, game
        self.table = SimTable(game, seats, persons, **SHORT.get(game, {}))
        self.ended: dict[int, Any] = {}
        self.screens: dict[int, Any] = {}
        for seat, session in self.table.sessions.items():
            end = self._on_end(seat)
            self.screens[seat] = match_screen(table_of(find(game)), session, seat, Look(speed=float("inf")), end)
        for seat in reversed(persons):
            driver.show(self.screens[seat])
            driver.step(frames=2)

    def _on_end(self, seat: int) -> Any:
        return lambda screen, standing: self.ended.setdefault(seat, standing)

    def steps(self, n: int = 20, until: Any = lambda: False) -> None:
        """Run frames of all windows."""
        for _ in range(n):
            if until():
                return
            for screen in list(self.screens.values())[1:]:
                screen.update(1 / 60)
            self.driver.step()

    def until_asked(self) -> None:
        """Run until a player must choose, at any window."""
        self.steps(300, lambda: any(screen.controller.prompts.open for screen in self.screens.values()))
        assert any(screen.controller.prompts.open for screen in self.screens.values())


def press(driver: Driver, screen: Any, text: str) -> None:
    """Press a button of the open screen or dialog, by mouse."""
    button = next(w for w in screen.ui.widgets() if isinstance(w, Button) and w.text == text and w.visible)
    driver.click(button)
    driver.step(frames=2)


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_both_windows_report_a_concession(driver: Driver, game: str, seats: int) -> None:
    windows = Windows(driver, game, seats)
    windows.until_asked()
    screen = windows.screens[1]
    screen.controller.open_menu()
    driver.step(frames=2)
    press(driver, screen, "Concede")
    assert not screen.table.model.now.conceded, "it asks first"
    press(driver, screen, "Concede")
    windows.steps(60, lambda: len(windows.ended) == 2)
    assert windows.ended.keys() == {1, 2}
    team = game == "cabinet"
    for seat, standing in windows.ended.items():
        assert [place.rank for place in sorted(standing, key=lambda place: place.seat)] == ([2, 2] if team else [2, 1])
        end = windows.screens[seat].controller.match_end
        assert end.finished.ended == CONCEDED and end.why == ("Conceded" if team else "Won by concession")
        assert "conceded" in plain(end.line())
    model = screen.table.model
    match = screen.controller
    last = EndScreen(
        model, windows.ended[1], match.ending(), print, print, kind=screen.table.kind, early=match.match_end
    )
    driver.show(last)
    driver.step(frames=2)
    assert "conceded" in plain(last.fair())


def test_a_match_ends_when_two_of_three_seats_agree_and_the_bot_follows(driver: Driver) -> None:
    windows = Windows(driver, "outposts", 3)
    windows.until_asked()
    screen = windows.screens[1]
    screen.controller.match_end.ask_to_end()
    driver.step(frames=2)
    texts = [w.text for w in screen.ui.widgets() if isinstance(w, (Button, Label))]
    assert "Propose a draw" in texts and not [text for text in texts if "nothing" in text]
    driver.key("ESCAPE")
    windows.screens[2].controller.source.end(AGREES)
    windows.steps(40, lambda: screen.table.top.ends.visible)
    assert screen.table.top.ends.text.startswith("End it? ") and not screen.ui.layers, "nothing pops up"
    driver.click(screen.table.top.ends)
    driver.step(frames=2)
    press(driver, screen, "Propose a draw")
    agree = next(w for w in screen.ui.widgets() if isinstance(w, Button) and w.text == "I agree")
    assert agree.key == "Enter" and not screen.ui.ring
    driver.key("ENTER")  # as the button says, for who uses the mouse too
    assert not screen.ui.layers
    for _ in range(40):
        for one in windows.screens.values():
            if one.controller.prompts.open:
                one.controller.prompts.time_is_over()
        windows.steps(10, lambda: len(windows.ended) == 2)
    assert windows.ended.keys() == {1, 2} and screen.controller.match_end.finished.ended == AGREED
    assert "nobody has won" in plain(screen.controller.match_end.line())


def test_the_window_decides_automatically_for_a_seat_of_three_that_has_conceded(driver: Driver) -> None:
    windows = Windows(driver, "outposts", 3)
    windows.until_asked()
    screen = windows.screens[1]
    screen.controller.match_end._concede_match()
    for _ in range(30):
        if windows.screens[2].controller.prompts.open:
            windows.screens[2].controller.prompts.time_is_over()
        windows.steps(10, lambda: bool(windows.screens[2].table.model.now.conceded))
    assert windows.screens[2].table.model.now.conceded == (1,) and not screen.controller.prompts.open
    before = windows.screens[2].table.model.state.t
    for _ in range(4):
        if windows.screens[2].controller.prompts.open:
            windows.screens[2].controller.prompts.time_is_over()
        windows.steps(6)
    assert windows.screens[2].table.model.state.t > before and not screen.controller.prompts.open
    screen.controller.open_menu()
    driver.step(frames=1)
    assert not [w for w in screen.ui.widgets() if isinstance(w, Button) and w.text == "Concede"]


def test_repeated_draw_offers_do_not_flood_the_log(driver: Driver) -> None:
    windows = Windows(driver, "outposts", 2)
    windows.until_asked()
    screen = windows.screens[1]
    before = len(screen.table.story.log.lines)
    for _ in range(500):
        screen.controller.match_end.hear(EndAgreement((2,)))
        screen.controller.match_end.hear(EndAgreement(()))
    screen.controller.match_end.hear(Concession(2))
    assert len(screen.table.story.log.lines) - before <= 4 and not screen.ui.layers


def test_a_muted_players_chat_is_not_shown(driver: Driver) -> None:
    windows = Windows(driver, "outposts", 2)
    windows.until_asked()
    first, second = windows.screens[1], windows.screens[2]
    second.controller.source.chat("hello there")
    windows.steps(20, lambda: bool(first.table.story.talkers))
    first.table.story._mute(2)
    second.controller.source.chat("spam and more spam")
    windows.steps(20)
    assert "hello there" in plain("\n".join(line.markup for line in first.table.story.chat.lines))
    assert "spam" not in plain("\n".join(line.markup for line in first.table.story.chat.lines))
    kept = [(line.seat, line.text) for line in windows.table.net.drivers[1].protocol.table.chat]
    assert (2, "spam and more spam") in kept, "the record keeps it"


@pytest.mark.parametrize("game", ["bridgefront", "midnight"])
def test_a_returning_window_shows_the_steps_played_without_it(driver: Driver, game: str) -> None:
    """The log of the others arrives at once, with several steps."""
    windows = Windows(driver, game, 3, (1,))
    windows.until_asked()
    net, screen = windows.table.net, windows.screens[1]
    left_at = screen.controller._latest.t
    net.partitions = (Partition(net.now, net.now + 120.0, frozenset({1})),)
    for bot in (2, 3):  # they decide for themselves whether they go on without seat 1
        net.drivers[bot].setup.persons = net.drivers[bot].protocol.persons = frozenset()
    assert net.run(net.now + 119.0, is_done=lambda: net.drivers[2].state.t > left_at + 4), "the bots play on"
    net.partitions = ()
    windows.steps(100, lambda: screen.controller._latest.t > left_at + 3)
    assert screen.controller._latest.t > left_at + 3
    windows.steps(100, lambda: not screen.table.narrator.busy)
    assert screen.table.model.state.t == net.drivers[1].state.t
    assert any("The match goes on" in plain(line.markup) for line in screen.table.story.log.lines)
