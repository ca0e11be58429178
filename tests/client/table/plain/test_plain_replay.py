"""Replays and spectating of any game at the plain table, which shows the state of the engine."""

from __future__ import annotations

from typing import Any

import pytest

from client.app.settings import Settings
from client.app.theme import game_theme
from client.session.spectator_session import MatchFound, NewsEnded, StepShown, append_step
from client.table.plain.spec import plain_table
from client.table.replay.bar import NONE
from client.table.replay.frames import ReplayFrames
from client.table.replay.timeline import Place
from client.table.screen import TableScreen
from client.table.screens import live_screen
from client.ui import theme as themes
from client.ui.richtext import plain_text
from client.ui.widget import walk
from core.bots.random_bot import RandomBot
from core.engine.local_match import LocalMatch
from core.games.registry import find_game
from net.match.events import StepResolved
from tests.client.session.test_spectator_session import Line
from tests.support.client.driver import Driver
from tests.support.client.replay.watched import watched
from tests.support.games.rock_paper_scissors.game import GAME

NAMES = ("Ada", "Ilse", "Marek")


def match(game: Any, most: int = 60) -> tuple[ReplayFrames, list[StepShown]]:
    """Return a replay of the first state, and the first steps of a match of three bots, as published."""
    table = LocalMatch(game, {seat: RandomBot("again", seat) for seat in (1, 2, 3)}, "again", sealed=True)
    state = table.state.clone()
    frames = ReplayFrames(game, bytes(32), NAMES, {}, False, "", [state], [state.digest()], faces={1: {}, 2: {}, 3: {}})
    told: list[StepShown] = []
    while not table.state.over and len(told) < most:
        decisions, events = table.step()
        digest = table.state.digest()
        told.append(
            StepShown(
                StepResolved(len(told) + 1, dict(decisions), table.state.beacon, list(events), digest),
                table.state.clone(),
            )
        )
    return frames, told


def watch(driver: Driver, game: Any) -> Any:
    """Return a replay with its whole log."""
    frames, told = match(game)
    for step in told:
        append_step(frames, step)
    frames.complete = frames.states[-1].over
    return watched(driver, plain_table(game), frames)


def shows(screen: Any, step: int) -> None:
    """Check that everything on screen shows the state after this step."""
    digest = screen.controller.frames.digests[step]
    assert (
        screen.controller.place == Place(step)
        and screen.table.model.state.digest() == screen.table.model.digest == digest
    )


def test_a_replay_without_cards_can_jump_anywhere(driver: Driver) -> None:
    screen = watch(driver, GAME)
    shows(screen, 0)
    assert not screen.controller.bar.views.visible, "there are no hands to look into"
    assert not any("battle" in widget.name.lower() for widget in walk(screen.controller.bar)), "and no fights to go to"
    driver.key("PAGEDOWN", "PAGEDOWN")
    shows(screen, 2)
    assert plain_text(screen.table.told.text) == plain_text(screen.controller.replay_timeline.entries[1].words)
    y = screen.controller.bar.scrub.line_rect().center[1]
    driver.click((screen.controller.bar.scrub.x_of(screen.controller.replay_timeline.position(Place(4)) + 0.5), y))
    shows(screen, 4)
    driver.key("N", "COMMA")
    shows(screen, 3)
    screen.controller.go_to_line(screen.controller._lines[0])
    shows(screen, 1)
    assert all(plate.lit for plate in screen.table.seats.plates.values())
    driver.key("SPACE")
    driver.pass_time(1.0)
    assert screen.controller.playing and screen.controller.place > Place(1)
    driver.key("END")
    shows(screen, 5)
    assert "The match is over" in screen.table.prompt.text and screen.table.sheet.items[1].cells == tuple(
        map(str, screen.controller.frames.states[5].points[1:])
    )
    driver.key("F2")
    assert "is valid" in " ".join(widget.describe() for widget in screen.ui.widgets())


def test_a_plain_replay_shows_all_hands_one_or_none(driver: Driver) -> None:
    game = find_game("midnight")
    screen = watch(driver, game)
    step = next(
        t for t, state in enumerate(screen.controller.frames.states) if t > 20 and min(map(len, state.piles.hand[1:]))
    )
    frames, state = screen.controller.frames, screen.controller.frames.states[step]
    for seat in (1, 2, 3):
        frames.faces[seat].update((slot, 1 + slot % 50) for slot in state.piles.hand[seat])
    screen.controller.go_to(Place(step))

    def hand(seat: int) -> str:
        return plain_text(
            next(r.value for r in screen.table.sheet.items if r.path[:2] == ("Piles", "Hand") and r.seat == seat)
        )

    cards = {
        seat: ", ".join(game.card_name(state, frames.faces[seat][slot]) for slot in state.piles.hand[seat])
        for seat in (1, 2)
    }
    assert hand(1) == cards[1] and hand(2) == cards[2]
    driver.click(screen.table.seats.plates[2])
    assert hand(2) == cards[2] and "hidden card" in hand(1)
    screen.controller.set_view(NONE)
    assert "hidden card" in hand(1) and "hidden card" in hand(2)
    driver.key("H")
    assert not screen.table.story.visible and not screen.table.seats.visible


@pytest.mark.parametrize("name", ["midnight", "bridgefront"])
def test_a_plain_replay_shows_marks_and_audits(name: str) -> None:
    frames, told = match(find_game(name), 90)
    for step in told:
        append_step(frames, step)
    replay_timeline = plain_table(find_game(name)).replay.timeline(frames)
    replay_timeline.write_log()
    begun = frames.game.rounds(frames.states[-1])
    assert [mark.words for mark in replay_timeline.marks] == [f"Round {n}" for n in range(1, begun + 1)]
    told_of = [event for events in frames.events for event in events if type(event).__name__ == "AuditPassed"]
    assert len(replay_timeline.audits) == len(told_of)


def test_a_spectator_screen_follows_a_running_match_at_the_plain_table(driver: Driver) -> None:
    themes.set_theme(game_theme())
    line = Line()
    frames, told = match(GAME)
    screen = live_screen(plain_table(GAME), MatchFound(frames), line, Settings(), lambda: None, None, told[:2])
    assert isinstance(screen, TableScreen)
    driver.show(screen)
    line.to_tell += [*told[2:], NewsEnded("")]
    driver.step(frames=2)
    screen.controller.go_to(screen.controller.replay_timeline.end)
    shows(screen, 5)
    assert not screen.controller.is_live
