"""Simulated players at the plain table, one with the mouse and one with keys, who pick from the list."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import inf
from typing import Any

from client.app.theme import game_theme
from client.table.keys import KEYS
from client.table.match.local_source import LocalSource
from client.table.plain.spec import plain_table
from client.table.screens import match_screen
from client.table.view import Look
from client.ui import theme as themes
from client.ui.keys import Keymap
from core.bots.random_bot import Dice, RandomBot
from core.engine.codec import H
from tests.support.client.driver import Driver

NAMES = {1: "Ada", 2: "Ilse", 3: "Marek", 4: "Oda", 5: "Priya", 6: "Tomas"}


def sit_down(
    driver: Driver, game: Any, seats: int = 3, seed: str = "plain", speed: float = inf, **more: Any
) -> Any:  # fmt: skip
    """Return a match screen for seat 1 with random bots at the other seats."""
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    players = {seat: RandomBot(seed, seat) for seat in range(2, seats + 1)}
    screen = match_screen(
        plain_table(game), LocalSource(game, players, 1, seed, None, NAMES), look=Look(speed=speed), **more
    )
    driver.show(screen)
    return screen


class Person(ABC):
    """A simulated player who picks any listed decision and confirms it; `seen` collects the questions."""

    def __init__(self, driver: Driver, screen: Any, seed: str = "person") -> None:
        self.driver, self.screen = driver, screen
        self.dice = Dice(H("tether.test", [seed]))
        self.seen: set[str] = set()

    def decide(self) -> bool:
        """Make one decision; return False if nothing is asked."""
        screen, inquiry = self.screen, self.screen.controller.prompts.inquiry
        if inquiry is None or screen.table.model.locked:
            return False
        self.seen.add(inquiry.kind)
        self.choose(self.dice.uniform(len(screen.controller.prompts.view.panel.ways.items)))
        assert inquiry.chosen is not None
        self.lock_in()
        assert screen.table.model.locked or screen.controller.prompts.inquiry is not inquiry
        return True

    @abstractmethod
    def choose(self, row: int) -> None:
        """Choose the decision in this row."""

    @abstractmethod
    def lock_in(self) -> None:
        """Confirm the decision."""


class MousePerson(Person):
    """A simulated player who points and clicks."""

    def choose(self, row: int) -> None:
        """Scroll to the row and press it."""
        ways = self.screen.controller.prompts.view.panel.ways
        while not ways.content_rect().contains(*ways.row_rect(row).center):
            below = ways.row_rect(row).center[1] < ways.content_rect().y
            self.driver.scroll(ways, -1 if below else 1)
        self.driver.click(ways.row_rect(row).center)

    def lock_in(self) -> None:
        """Press the large button."""
        self.driver.click("Lock in")


class KeyPerson(Person):
    """A simulated player who uses only keys."""

    def choose(self, row: int) -> None:
        """Choose the row by its number, or with the arrows."""
        self.driver.key(str((min(row, 9) + 1) % 10), *["DOWN"] * max(0, row - 9))

    def lock_in(self) -> None:
        """Press Enter."""
        self.driver.key("ENTER")
