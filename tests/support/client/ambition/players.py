"""Simulated players at the table of Ambition, one with the mouse and one with keys, who pick highlighted items."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from client.games.ambition.prompts import DECLINING_PICKS, AmbitionPrompt
from client.games.ambition.table import TABLE
from client.table.match.local_source import LocalSource
from client.table.screens import match_screen
from client.table.view import Look
from client.ui.widget import Widget
from core.bots.registry import BOTS
from core.engine.game import any_game
from core.engine.local_match import LocalMatch
from core.games.ambition.game import GAME
from core.games.ambition.state import Ambition
from tests.support.client import people
from tests.support.client.driver import Driver
from tests.support.client.people import Pick, lay_table

NAMES = {1: "Ada", 2: "Ilse", 3: "Marek", 4: "Oda", 5: "Priya", 6: "Tomas"}


def at(table: LocalMatch[Ambition]) -> Any:
    """Return the match screen of seat 1 for this match."""
    others = {seat: player for seat, player in table.players.items() if seat != 1}
    return match_screen(TABLE, LocalSource(any_game(GAME), others, 1, names=NAMES, table=table), look=Look(speed=inf))


def sit_down(
    driver: Driver, seed: str, seats: int = 4, options: dict[str, str] | None = None, sealed: bool = False
) -> Any:
    """Return a match screen for seat 1, with bots at the other seats.

    A sealed match, as over the network, takes twice as long.
    """
    lay_table(driver)
    players = {seat: BOTS["random"](seed, seat) for seat in range(1, seats + 1)}
    screen = at(LocalMatch(GAME, players, seed, options, sealed))
    driver.show(screen)
    return screen


def asked(
    driver: Driver, kind: str, seats: int = 4, such: Callable[[AmbitionPrompt], Any] = lambda inquiry: True
) -> tuple[Any, AmbitionPrompt]:
    """Return the match screen of a seat that is asked a question of this kind, and the question.

    Bots have played the match up to this point.
    """
    lay_table(driver)
    for match in range(12):
        table = LocalMatch(
            GAME, {seat: BOTS["random"](f"{match}", seat) for seat in range(1, seats + 1)}, f"table {match}"
        )
        while not table.state.over:
            ask = GAME.pending_asks(table.state).get(1)
            own = table.secrets[1].copy()
            due = ask if ask is not None and ask.kind == kind else None
            if (
                due
                and GAME.automatic_decision(table.state, 1, own) is None
                and such(AmbitionPrompt(table.state.clone(), 1, own, due))
            ):
                screen = at(table)
                driver.show(screen)
                assert screen.controller.prompts.inquiry is not None
                return screen, screen.controller.prompts.inquiry
            table.step()
    raise AssertionError(f"never asked {kind!r}")


class Person(people.Person):
    """A simulated player who may also decline to answer."""

    def way_out(self, pick: Pick) -> Widget | None:
        return self.screen.controller.prompts.view.controls.nothing if pick in DECLINING_PICKS else None


class Mouse(Person, people.Mouse):
    """A simulated player with a mouse."""


class Keys(Person, people.Keys):
    """A simulated player with a keyboard."""
