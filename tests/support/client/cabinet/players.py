"""Simulated players at the table of Cabinet, one with the mouse and one with keys, who pick highlighted items."""

from __future__ import annotations

from math import inf
from typing import Any

from client.games.cabinet.table import TABLE
from client.table.match.local_source import LocalSource
from client.table.screens import match_screen
from client.table.view import Look
from client.ui.widget import Widget
from core.bots.registry import BOTS
from core.engine.game import any_game
from core.engine.options import Value
from core.games.cabinet.game import GAME
from tests.support.client import people
from tests.support.client.driver import Driver
from tests.support.client.people import Pick, lay_table

NAMES = {1: "Ada", 2: "Ilse", 3: "Marek", 4: "Oda", 5: "Priya"}


def sit_down(
    driver: Driver,
    seed: str,
    seats: int = 3,
    options: dict[str, Value] | None = None,
    bot: str = "heuristic",
    speed: float = inf,
) -> Any:
    """Return a match screen for seat 1 with bots at the other seats."""
    lay_table(driver)
    players = {seat: BOTS[bot](seed, seat) for seat in range(2, seats + 1)}
    screen = match_screen(TABLE, LocalSource(any_game(GAME), players, 1, seed, options, NAMES), look=Look(speed=speed))
    driver.show(screen)
    return screen


class Person(people.Person):
    """A simulated player who may also stop, or pick nothing."""

    def way_out(self, pick: Pick) -> Widget | None:
        return self.screen.controller.prompts.view.controls.nothing if pick[0] in ("stop", "none") else None


class Mouse(Person, people.Mouse):
    """A simulated player with a mouse."""


class Keys(Person, people.Keys):
    """A simulated player with a keyboard."""
