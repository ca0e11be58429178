"""Simulated players at the table of games in one file, one with the mouse and one with keys."""

from __future__ import annotations

from math import inf
from typing import Any

from client.games import table_of
from client.table.match.local_source import LocalSource
from client.table.screens import match_screen
from client.table.view import Look
from client.ui.widget import Widget
from core.bots.registry import BOTS
from core.engine.game import Game
from tests.support.client import people
from tests.support.client.driver import Driver
from tests.support.client.people import Pick, lay_table

NAMES = {1: "Ada", 2: "Ilse", 3: "Marek", 4: "Oda", 5: "Priya", 6: "Tomas"}


def sit_down(driver: Driver, game: Game, seats: int, seed: str = "kit", speed: float = inf, patience: int = 0) -> Any:
    """Return a match screen for seat 1 with bots at the other seats."""
    lay_table(driver)
    players = {seat: BOTS["heuristic"](seed, seat) for seat in range(2, seats + 1)}
    source = LocalSource(game, players, 1, seed, None, NAMES, patience)
    screen = match_screen(table_of(game), source, look=Look(speed=speed))
    driver.show(screen)
    return screen


class Person(people.Person):
    """A simulated player at a table on which every pick has its place."""

    def way_out(self, pick: Pick) -> Widget | None:
        return None


class Mouse(Person, people.Mouse):
    """A simulated player with a mouse."""


class Keys(Person, people.Keys):
    """A simulated player with a keyboard."""
