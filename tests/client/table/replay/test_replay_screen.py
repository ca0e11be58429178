"""The replay in a real window: every position shows the state of the engine, however it is reached."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from client.app.settings import Settings
from client.app.theme import game_theme
from client.games.bridgefront.table import TABLE
from client.table.hand import NEVER_OPENED
from client.table.keys import KEYS
from client.table.replay.bar import ALL, NONE, SPEEDS
from client.table.replay.timeline import Place, ReplayTimeline, load_replay
from client.table.screens import replay_screen
from client.ui import theme as themes
from client.ui.keys import Keymap
from client.ui.richtext import plain_text
from core.games.bridgefront import events as e
from net.records import record
from tests.support.client.driver import Driver
from tests.support.client.reached import keyless
from tests.support.client.replay.records import played


@lru_cache(maxsize=2)
def replay_timeline(entries: int = 100_000) -> ReplayTimeline:
    """Return the replay of the match with only the first `entries` entries of each feed."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match.tether"
        kept = played()[0].record
        record.write(path, kept._replace(feeds=tuple(feed[:entries] for feed in kept.feeds)))
        return load_replay(path, lambda part, words: None)


@pytest.fixture
def screen(driver: Driver) -> Any:
    return watch(driver, replay_timeline())


def watch(driver: Driver, match: ReplayTimeline) -> Any:
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    screen = replay_screen(TABLE, match, Settings(), "A match")
    driver.show(screen)
    for _ in range(len(match.entries)):
        if len(screen.controller._lines) == len(match.entries):
            break
        driver.window._dispatch_updates(1 / 60)
    return screen


def shows(screen: Any, step: int) -> None:
    """Check that everything on screen shows the state after this step, as the engine had it in the match."""
    digests = played()[1]
    digest = digests[step - 1] if step else screen.controller.frames.digests[0]
    assert screen.controller.place == Place(step)
    assert screen.table.model.table.digest() == screen.table.model.digest == digest
    assert screen.table.board.view.state is not None and screen.table.board.view.state.digest() == digest


def test_the_replay_bar_jumps_anywhere(driver: Driver, screen: Any) -> None:
    shows(screen, 0)
    bar = screen.controller.bar.scrub
    y = bar.line_rect().center[1]
    last = screen.controller.frames.steps  # how long the match is changes with the code, whose digest it is dealt by
    for step in (last * 3 // 4, 7, last // 2, last // 2 + 1, 0, last):
        driver.click((bar.x_of(screen.controller.replay_timeline.position(Place(step)) + 0.5), y))
        shows(screen, step)
    driver.press((bar.x_of(screen.controller.replay_timeline.position(Place(last // 3)) + 0.5), y))
    driver.drag_to((bar.x_of(screen.controller.replay_timeline.position(Place(last * 4 // 5)) + 0.5), y))
    driver.release()
    shows(screen, last * 4 // 5)


def test_a_click_on_a_log_line_leads_to_its_moment(driver: Driver, screen: Any) -> None:
    log = screen.table.story.log
    number = next(
        i
        for i, x in enumerate(screen.controller.replay_timeline.entries)
        if isinstance(x.event, e.BridgeBuilt) and x.place.event
    )
    entry, line = screen.controller.replay_timeline.entries[number], screen.controller._lines[number]
    log.reveal_line(line)
    driver.step()
    at = log.visible_lines.index(line)
    view = log.content_rect()
    driver.click((view.x + 60, view.top + log.scroll.offset - (log._tops[at] + log._tops[at + 1]) / 2))
    assert screen.controller.place == entry.place and log.current_line is line
    assert (
        screen.table.model.table.bridges[entry.event.edge]
        and not screen.controller.frames.states[entry.place.step].bridges[entry.event.edge]
    )
    assert screen.table.board.view.state is screen.table.model.table
    driver.key("PERIOD")
    shows(screen, entry.place.step + 1)
    driver.key("COMMA")
    shows(screen, entry.place.step)


def test_a_replay_plays_to_the_end_and_names_the_winner(driver: Driver, screen: Any) -> None:
    screen.controller.bar.speeds.choose(len(SPEEDS) - 1)
    driver.click(screen.controller.bar.play)
    lines = []
    for _ in range(200_000):
        driver.window._dispatch_updates(0.25)
        lines.append(screen.controller.bar.scrub.at)
        if not screen.controller.playing:
            break
    shows(screen, screen.controller.frames.steps)
    assert lines == sorted(lines), "it only ever goes on"
    winners = screen.controller.frames.states[-1].winners
    assert "The match is over" in screen.table.prompt.text and screen.table.names.plain_name(winners[0]) in plain_text(
        screen.table.prompt.text
    )
    driver.key("SPACE")
    assert screen.controller.playing and screen.controller.place.step == 0


def test_pausing_a_replay_stops_the_steps_and_the_animations(driver: Driver, screen: Any) -> None:
    driver.key("SPACE")
    driver.pass_time(3)
    assert screen.controller.playing
    driver.key("SPACE")
    held = (screen.controller.place, screen.timeline.now)
    driver.pass_time(2)
    assert (screen.controller.place, screen.timeline.now) == held and not screen.controller.playing
    driver.key("SPACE")
    driver.pass_time(3)
    assert screen.controller.place > held[0]


def test_a_replay_is_controlled_by_keys(driver: Driver, screen: Any) -> None:
    assert keyless(screen) == []
    rounds = [mark for mark in screen.controller.replay_timeline.marks if mark.kind == "round"]
    battles = [mark for mark in screen.controller.replay_timeline.marks if mark.kind == "battle"]
    driver.key("RIGHT", "RIGHT", "LEFT")
    shows(screen, 1)
    driver.key("PAGEDOWN", "PAGEDOWN")
    assert screen.controller.place == rounds[1].place
    driver.key("PAGEUP")
    assert screen.controller.place == rounds[0].place
    driver.key("N")
    assert screen.controller.place == battles[0].place and driver.said
    driver.key("CTRL+END")
    shows(screen, screen.controller.frames.steps)
    driver.key("B")
    assert screen.controller.place == battles[-1].place
    driver.key("CTRL+HOME")
    shows(screen, 0)
    driver.key("PAGEDOWN", "2")
    assert screen.controller.viewing == 2 and screen.table.hand.visible and not screen.table.hands.visible
    driver.key("0")
    assert screen.controller.viewing == ALL and screen.table.hands.visible
    driver.key("G")
    assert screen.timeline.speed == 2.0
    driver.key("F2")
    assert "is valid" in " ".join(widget.describe() for widget in screen.ui.widgets())
    driver.key("ESCAPE", "ESCAPE")
    driver.find("Leave the replay")
    driver.key("ESCAPE")
    assert driver.screen is screen and not screen.ui.modal


def test_replayed_hands_are_those_that_the_seats_had(driver: Driver, screen: Any) -> None:
    step = next(i for i, state in enumerate(screen.controller.frames.states) if state.phase == "action")
    screen.controller.go_to(Place(step))
    state = screen.controller.frames.states[step]
    for seat, spots in screen.table.hands.rows():
        assert len(spots) == state.piles.hand_size(seat)
        assert all(spot.copy in (*state.piles.closed[seat], *state.piles.shown[seat]) for spot in spots)
    screen.controller.set_view(NONE)
    assert all(not spot.copy for _, spots in screen.table.hands.rows() for spot in spots if not spot.open)
    assert screen.table.model.points(1) == f"{screen.table.model.points(1).rstrip('+')}+"
    driver.click(screen.table.seats.panels[3])
    assert screen.controller.viewing == 3 and [card for card, _ in screen.table.hand.cards]
    assert {copy for copy, _ in screen.table.hand.cards} <= {*state.piles.closed[3], *state.piles.shown[3]}
    driver.click("Draw pile")
    assert "Marek's draw pile" in [widget.name for widget in screen.ui.widgets()]


def test_the_replay_of_an_unfinished_match_ends_with_the_reason_and_closed_hands(driver: Driver) -> None:
    screen = watch(driver, replay_timeline(61))
    driver.key("CTRL+END")
    shows(screen, screen.controller.frames.steps)
    assert "cut short" in screen.table.prompt.text
    assert any(not spot.copy for _, spots in screen.table.hands.rows() for spot in spots)
    for seat in (1, 2, 3):
        driver.key(str(seat))
        driver.pass_time(0.5)
        opened = [bool(copy) for copy, _ in screen.table.hand.cards]
        assert opened == sorted(opened, reverse=True), "closed cards lie last"
        assert opened == [screen.table.hand.describe_card(held) != NEVER_OPENED for held in screen.table.hand.cards]
    driver.key("F2")
    assert "cut short" in " ".join(widget.describe() for widget in screen.ui.widgets())
