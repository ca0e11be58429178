"""A match between bots that is replayed and watched at the table of any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import UnionType
from typing import Any, NamedTuple

from client.app.settings import Settings
from client.app.theme import game_theme
from client.session.spectator_session import MatchFound, NewsEnded, StepShown, append_step
from client.table.replay.frames import ReplayFrames
from client.table.replay.timeline import Place
from client.table.screens import live_screen
from client.ui import theme as themes
from client.ui.richtext import plain_text
from core.bots.registry import BOTS
from core.engine.game import Game
from core.engine.local_match import LocalMatch
from core.engine.options import Value
from net.match.events import StepResolved
from tests.client.session.test_spectator_session import Line
from tests.support.client.driver import Driver
from tests.support.client.replay.watched import watched

Shows = Callable[[Any, int], None]
"""Check that raises an error unless the whole screen shows the table after this step."""


class Again:
    """A match that is played once and can be read any number of times."""

    def __init__(
        self, game: Game, names: tuple[str, ...], bot: str = "heuristic", options: Mapping[str, Value] | None = None
    ) -> None:
        self.game, self.names, self.bot, self.options = game, names, bot, dict(options or {})
        self.seats = range(1, len(names) + 1)

    def table(self, sealed: bool = False) -> LocalMatch[Any]:
        """Return the match before step 1."""
        players = {seat: BOTS[self.bot]("again", seat) for seat in self.seats}
        return LocalMatch(self.game, players, "again", self.options, sealed)

    @cached_property
    def steps(self) -> tuple[StepShown, ...]:
        """All steps of the match, as reports."""
        played, told = self.table(), []
        while not played.state.over:
            t = played.state.t
            decisions, events = played.step()
            stepped = StepResolved(t, dict(decisions), played.state.beacon, list(events), played.state.digest())
            told.append(StepShown(stepped, played.state.clone()))
        return tuple(told)

    def frames(self, length: int = 10_000) -> ReplayFrames:
        """Return up to `length` frames of the match."""
        state = self.table().state.clone()
        faces: dict[int, dict[int, int]] = {seat: {} for seat in self.seats}
        made = ReplayFrames(
            self.game, bytes(32), self.names, self.options, False, "", [state], [state.digest()], faces=faces
        )
        for step in self.steps[:length]:
            append_step(made, step)
        made.complete = length > len(self.steps)
        return made


class Sought(NamedTuple):
    """Kinds of events and marks that a test looks for in a replay."""

    signed: type | UnionType
    told: type
    marks: set[str]


def shows_state(screen: Any, step: int) -> None:
    """Check that the table shows the state after this step."""
    digest = screen.controller.frames.digests[step]
    assert (
        screen.controller.place == Place(step)
        and screen.table.model.state.digest() == screen.table.model.digest == digest
    )


def goes_anywhere(driver: Driver, table: Any, match: Again, shows: Shows, sought: Sought) -> None:
    """Check a replay while moving through it by the bar, the marks, the log and the timer, up to the end."""
    screen = watched(driver, table, match.frames())
    shows(screen, 0)
    y = screen.controller.bar.scrub.line_rect().center[1]
    for step in (60, 9, screen.controller.frames.steps, 30):
        driver.click(
            (screen.controller.bar.scrub.x_of(screen.controller.replay_timeline.position(Place(step)) + 0.5), y)
        )
        shows(screen, step)
    driver.key("N")
    step, event = screen.controller.place
    assert isinstance(screen.controller.frames.events[step][event], sought.signed)
    driver.key("PERIOD")
    shows(screen, step + 1)
    entries = screen.controller.replay_timeline.entries
    number = next(i for i, entry in enumerate(entries) if isinstance(entry.event, sought.told))
    screen.controller.go_to_line(screen.controller._lines[number])
    assert screen.controller.place == entries[number].place
    driver.key("SPACE")
    driver.pass_time(4)
    assert screen.controller.playing and screen.controller.place > entries[number].place
    driver.key("END")
    shows(screen, screen.controller.frames.steps)
    assert "The match is over" in screen.table.prompt.text
    assert {mark.kind for mark in screen.controller.replay_timeline.marks} >= sought.marks


def is_followed(driver: Driver, table: Any, match: Again, shows: Shows) -> None:
    """Check that the screen of a running match shows new steps and the end."""
    themes.set_theme(game_theme())
    line: Any = Line()
    screen = live_screen(table, MatchFound(match.frames(0)), line, Settings(), lambda: None, None, match.steps[:6])
    driver.show(screen)
    assert "Live" in plain_text(screen.table.prompt.text) or screen.controller.playing
    line.to_tell += [*match.steps[6:12], NewsEnded("")]
    driver.step(frames=2)
    screen.controller.go_to(screen.controller.replay_timeline.end)
    shows(screen, 12)
    assert not screen.controller.is_live
