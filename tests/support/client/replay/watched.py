"""A replay in the replay screen of its game."""

from __future__ import annotations

from typing import Any

from client.app.settings import Settings
from client.table.replay.frames import ReplayFrames
from client.table.screens import replay_screen
from client.table.spec import TableSpec
from tests.support.client.driver import Driver
from tests.support.client.people import lay_table


def watched(driver: Driver, table: TableSpec, frames: ReplayFrames) -> Any:
    """Return the screen of a replay with its whole log."""
    lay_table(driver)
    replay_timeline = table.replay.timeline(frames)
    replay_timeline.write_log()
    screen = replay_screen(table, replay_timeline, Settings(), "A match")
    driver.show(screen)
    while len(screen.controller._lines) < len(replay_timeline.entries):
        screen.update(0.0)
    return screen
