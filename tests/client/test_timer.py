"""The turn timer of a table with a window.

The tests cover a silent seat of two and of four seats, and a seat that returns.
"""

from __future__ import annotations

from typing import Any

import pytest

from client.app.theme import game_theme
from client.games import table_of
from client.session.source import AwaitedSeat, TableStatus
from client.table.keys import KEYS
from client.table.match.local_source import LocalSource
from client.table.match.prompts import MAX_MISSED_CHOICES
from client.table.screens import match_screen
from client.table.view import Look
from client.ui import theme as themes
from client.ui.keys import Keymap
from client.ui.richtext import plain_text
from core.bots.registry import BOTS
from core.games.registry import GAMES
from tests.support.client.driver import Driver
from tests.support.tiers import quick_one_in

SHORT = {"bridgefront": {"vp_to_win": 5, "max_action_steps": 8}, "cabinet": {"target": "calm"}}
MATCHES = [
    *(("bridgefront", 2), ("bridgefront", 4), ("midnight", 4), ("cabinet", 2)),
    *(("outposts", 2), ("outposts", 4), ("ambition", 3), ("ambition", 6)),
]


def sit_down(driver: Driver, game: str, seats: int, timer: int = -30) -> Any:
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    players = {seat: BOTS["heuristic"]("timer", seat) for seat in range(2, seats + 1)}
    source = LocalSource(GAMES[game], players, 1, "timer", SHORT.get(game, {}))
    source.timer = timer
    screen = match_screen(table_of(GAMES[game]), source, look=Look(speed=float("inf")))
    driver.show(screen)
    return screen


def wait(driver: Driver, screen: Any, seconds: int) -> None:
    """Let the table wait this number of seconds for our choice."""
    for _ in range(400):
        if screen.controller.prompts.is_open:
            break
        driver.step()
    screen.controller.process_message(TableStatus(awaited=(AwaitedSeat(1, "decision", seconds),)))
    driver.step()


def lines(screen: Any) -> str:
    return plain_text("\n".join(line.markup for line in screen.table.story.log.lines))


@pytest.mark.parametrize(("game", "seats"), quick_one_in(2, MATCHES))
def test_the_timer_decides_for_a_silent_seat_to_the_end_of_the_match(driver: Driver, game: str, seats: int) -> None:
    screen = sit_down(driver, game, seats)
    for chosen in range(MAX_MISSED_CHOICES):
        assert screen.controller.prompts.missed == chosen and not screen.controller.prompts.plays_automatically
        wait(driver, screen, 29)
        assert screen.controller.prompts.missed == chosen, "a second is left"
        wait(driver, screen, 30)
    assert screen.controller.prompts.plays_automatically and "You seem to be away" in lines(screen)
    for _ in range(4000):
        if screen.controller.end_shown:
            break
        driver.step()
    assert screen.controller.source.table.state.over, "nobody had to press anything"


def test_any_input_of_the_player_ends_the_decisions_of_the_timer(driver: Driver) -> None:
    screen = sit_down(driver, "outposts", 3)
    for _ in range(MAX_MISSED_CHOICES):
        wait(driver, screen, 31)
    assert screen.controller.prompts.plays_automatically
    driver.key("F9")
    assert (
        not screen.controller.prompts.plays_automatically
        and screen.controller.prompts.missed == 0
        and "You are back" in lines(screen)
    )
    for _ in range(60):
        driver.step()
    assert screen.controller.prompts.is_open, "it waits for its player again"
    wait(driver, screen, 31)
    assert screen.controller.prompts.missed == 1
    wait(driver, screen, 3)
    driver.move((600.0, 300.0))
    driver.press((600.0, 300.0))
    driver.release()
    assert screen.controller.prompts.missed == 0


def test_the_timer_makes_the_same_choices_after_a_restart(driver: Driver) -> None:
    chosen = []
    for _ in range(2):
        screen = sit_down(driver, "outposts", 2)
        for _ in range(MAX_MISSED_CHOICES):
            wait(driver, screen, 31)
        chosen.append([line for line in lines(screen).split("\n") if "The window chose" in line])
        driver.window.pop()
    assert chosen[0] == chosen[1] and len(chosen[0]) >= MAX_MISSED_CHOICES


def test_a_timer_that_only_warns_makes_no_decision(driver: Driver) -> None:
    screen = sit_down(driver, "outposts", 2, timer=30)
    wait(driver, screen, 500)
    assert (
        screen.controller.prompts.missed == 0
        and screen.controller.prompts.is_open
        and "others wait" in screen.table.prompt.late
    )
