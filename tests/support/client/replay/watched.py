"""A replay in a replay screen of its game."""

from __future__ import annotations

from typing import TypeVar

from client.app.settings import Settings
from client.table.replay.frames import ReplayFrames
from client.table.replay.viewer import ReplayViewer
from tests.support.client.driver import Driver
from tests.support.client.people import lay_table

V = TypeVar("V", bound=ReplayViewer)


def watched(driver: Driver, kind: type[V], frames: ReplayFrames) -> V:
    """Return the screen of a replay with its whole log."""
    lay_table(driver)
    replay_timeline = kind.replay_timelines(frames)
    replay_timeline.write_log()
    screen = kind(replay_timeline, Settings(), "A match")
    driver.show(screen)
    while len(screen._lines) < len(replay_timeline.entries):
        screen.update(0.0)
    return screen
