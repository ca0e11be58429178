"""Two windows at one table: conceding, ending the match by agreement, and muting."""

from __future__ import annotations

from typing import Any

import pytest

from client.app.theme import game_theme
from client.games import table_of
from client.screens.end import EndScreen
from client.table.keys import KEYS
from client.table.match.seat_status import seat_activity
from client.table.screens import match_screen
from client.table.view import Look
from client.ui import theme as themes
from client.ui.controls.basic import Button, Label
from client.ui.keys import Keymap
from client.ui.richtext import plain_text
from core.games.registry import find_game
from net.match.early_end import AGREED, CONCEDED
from net.match.events import Concession, EndAgreement
from net.match.feed_reader import AGREES
from net.match.gestures import PING
from net.transport.simulated import Partition
from tests.support.client.driver import Driver
from tests.support.client.sim_table import SimTable

pytestmark = pytest.mark.waits

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
            self.screens[seat] = match_screen(table_of(find_game(game)), session, seat, Look(speed=float("inf")), end)
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
        self.steps(300, lambda: any(screen.controller.prompts.is_open for screen in self.screens.values()))
        assert any(screen.controller.prompts.is_open for screen in self.screens.values())


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
        assert end.finished.ended == CONCEDED and end.victory_reason == ("Conceded" if team else "Won by concession")
        assert "conceded" in plain_text(end.end_line())
    model = screen.table.model
    match = screen.controller
    last = EndScreen(
        model, windows.ended[1], match.make_ending(), print, print, kind=screen.table.kind, early=match.match_end
    )
    driver.show(last)
    driver.step(frames=2)
    assert "conceded" in plain_text(last.fairness_note())


def test_a_match_ends_when_two_of_three_seats_agree_and_the_bot_follows(driver: Driver) -> None:
    windows = Windows(driver, "outposts", 3)
    windows.until_asked()
    screen = windows.screens[1]
    screen.controller.match_end.ask_to_end()
    driver.step(frames=2)
    texts = [w.text for w in screen.ui.widgets() if isinstance(w, (Button, Label))]
    assert "Propose a draw" in texts and not [text for text in texts if "nothing" in text]
    driver.key("ESCAPE")
    windows.screens[2].controller.source.vote_to_end(AGREES)
    windows.steps(40, lambda: screen.table.top.ends.visible)
    assert screen.table.top.ends.text.startswith("End it? ") and not screen.ui.layers, "nothing pops up"
    driver.click(screen.table.top.ends)
    driver.step(frames=2)
    press(driver, screen, "Propose a draw")
    agree = next(w for w in screen.ui.widgets() if isinstance(w, Button) and w.text == "I agree")
    assert agree.key == "Enter" and not screen.ui.shows_ring
    driver.key("ENTER")  # as the button says, for who uses the mouse too
    assert not screen.ui.layers
    for _ in range(40):
        for one in windows.screens.values():
            if one.controller.prompts.is_open:
                one.controller.prompts.on_timeout()
        windows.steps(10, lambda: len(windows.ended) == 2)
    assert windows.ended.keys() == {1, 2} and screen.controller.match_end.finished.ended == AGREED
    assert "nobody has won" in plain_text(screen.controller.match_end.end_line())


def test_the_window_decides_automatically_for_a_seat_of_three_that_has_conceded(driver: Driver) -> None:
    windows = Windows(driver, "outposts", 3)
    windows.until_asked()
    screen = windows.screens[1]
    screen.controller.match_end._concede_match()
    for _ in range(30):
        if windows.screens[2].controller.prompts.is_open:
            windows.screens[2].controller.prompts.on_timeout()
        windows.steps(10, lambda: bool(windows.screens[2].table.model.now.conceded))
    assert windows.screens[2].table.model.now.conceded == (1,) and not screen.controller.prompts.is_open
    before = windows.screens[2].table.model.state.t
    for _ in range(4):
        if windows.screens[2].controller.prompts.is_open:
            windows.screens[2].controller.prompts.on_timeout()
        windows.steps(6)
    assert windows.screens[2].table.model.state.t > before and not screen.controller.prompts.is_open
    screen.controller.open_menu()
    driver.step(frames=1)
    assert not [w for w in screen.ui.widgets() if isinstance(w, Button) and w.text == "Concede"]


def test_repeated_draw_offers_do_not_flood_the_log(driver: Driver) -> None:
    windows = Windows(driver, "outposts", 2)
    windows.until_asked()
    screen = windows.screens[1]
    before = len(screen.table.story.log.lines)
    for _ in range(500):
        screen.controller.match_end.process_report(EndAgreement((2,)))
        screen.controller.match_end.process_report(EndAgreement(()))
    screen.controller.match_end.process_report(Concession(2))
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
    assert "hello there" in plain_text("\n".join(line.markup for line in first.table.story.chat.lines))
    assert "spam" not in plain_text("\n".join(line.markup for line in first.table.story.chat.lines))
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
    windows.steps(100, lambda: not screen.table.narrator.is_busy)
    assert screen.table.model.state.t == net.drivers[1].state.t
    assert any("The match goes on" in plain_text(line.markup) for line in screen.table.story.log.lines)


def banner(screen: Any) -> str:
    """Return the text of the banner about what other players do."""
    social = screen.controller.social
    return plain_text(social.words.text) if social.banner.visible else ""


def test_a_concession_is_seen_by_all_before_the_step_ends(driver: Driver) -> None:
    """The window of seat 1 asks nothing more, and the seat's plate and a banner tell the others."""
    windows = Windows(driver, "outposts", 3)
    windows.until_asked()
    own, other = windows.screens[1], windows.screens[2]
    own.controller.match_end._concede_match()
    windows.steps(90, lambda: bool(banner(other)))
    assert other.controller.prompts.is_open, "the step waits for the others"
    assert "has conceded" in banner(other) and "You have conceded" in banner(own)
    assert not own.controller.prompts.is_open
    assert seat_activity(other.table.model, 1) == ("lead", "has conceded", "warn")
    assert any("has conceded" in plain_text(line.markup) for line in other.table.story.log.lines)


def test_emotes_and_pings_reach_the_other_window_and_can_be_muted(driver: Driver) -> None:
    windows = Windows(driver, "outposts", 2)
    windows.until_asked()
    own, other = windows.screens[1], windows.screens[2]
    windows.steps(20, lambda: own.table.top.emotes.visible)
    driver.click(own.table.top.emotes)
    driver.step(frames=2)
    press(driver, own, "Well played!")
    windows.steps(60, lambda: bool(banner(other)))
    assert "Well played!" in banner(other) and "Well played!" in banner(own)
    windows.steps(90)
    place = own.table.board.places[0]
    driver.move(place)
    driver.key("P")
    windows.steps(60, lambda: bool(other.controller.social.pings.marks))
    assert f"points at {place.name}" in banner(other) and f"point at {place.name}" in banner(own)
    ((seat, rect_of, _),) = other.controller.social.pings.marks
    assert seat == 1 and rect_of() is not None
    windows.steps(400, lambda: not other.controller.social.pings.marks and not banner(other))
    assert not other.controller.social.pings.marks and not banner(other), "both end"
    other.table.story._mute(1)
    own.controller.source.gesture(3)
    windows.steps(60)
    assert not banner(other)


def test_a_ping_of_a_place_that_is_not_there_shows_nothing(driver: Driver) -> None:
    windows = Windows(driver, "bridgefront", 2)
    windows.until_asked()
    social = windows.screens[1].controller.social
    for place in ("hex 9999", "hex -1", "edge x", "Board", "", "hex 1 2", "hex ²"):
        social.hear(2, PING, place)
        assert not social.pings.marks and not banner(windows.screens[1])
    social.hear(2, PING, "hex 1")
    assert social.pings.marks and "points at" in banner(windows.screens[1])


def test_leaving_asks_when_people_are_at_the_table(driver: Driver) -> None:
    windows = Windows(driver, "outposts", 2)
    windows.until_asked()
    screen = windows.screens[1]
    windows.steps(30, lambda: screen.controller.social.has_people)
    left: list[bool] = []
    screen.table.dialogs.on_leave = lambda: left.append(True)
    screen.controller.open_menu()
    driver.step(frames=2)
    press(driver, screen, "Leave the match")
    assert not left and any("told that you have left" in w.text for w in screen.ui.widgets() if isinstance(w, Label))
    press(driver, screen, "Leave")
    assert left


def test_the_end_screen_tells_who_wants_a_rematch(driver: Driver) -> None:
    windows = Windows(driver, "outposts", 2)
    windows.until_asked()
    windows.screens[1].controller.match_end._concede_match()
    windows.steps(90, lambda: len(windows.ended) == 2)
    match = windows.screens[1].controller
    end = EndScreen(match.model, windows.ended[1], match.make_ending(), print, print, kind=match.table.kind)
    end.on_update, match.social.on_rematch = match.receive, end.tell
    driver.show(end)
    driver.step(frames=2)
    assert not end.news.visible
    windows.screens[2].controller.social.announce_rematch()
    windows.steps(60, lambda: end.news.visible)
    assert "wants a rematch" in plain_text(end.news.text)
