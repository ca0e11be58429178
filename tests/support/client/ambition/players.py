"""People at the table of Ambition: one who only uses the mouse, one who only uses keys. Both choose what is lit."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from client.games.ambition.prompts import OUT, Inquiry
from client.games.ambition.screen import AmbitionScreen
from client.table.local_source import LocalSource
from client.ui.widget import Widget
from core.bots.registry import BOTS
from core.engine.local_match import Table
from core.games.ambition.game import GAME
from core.games.ambition.state import Ambition
from tests.support.client import people
from tests.support.client.driver import Driver
from tests.support.client.people import Pick, lay_table

NAMES = {1: "Ada", 2: "Ilse", 3: "Marek", 4: "Oda", 5: "Priya", 6: "Tomas"}


def at(table: Table[Ambition]) -> AmbitionScreen:
    """A match screen for seat 1 of this table."""
    others = {seat: player for seat, player in table.players.items() if seat != 1}
    return AmbitionScreen(LocalSource(GAME, others, 1, names=NAMES, table=table), speed=inf)


def sit_down(
    driver: Driver, seed: str, seats: int = 4, options: dict[str, str] | None = None, sealed: bool = False
) -> AmbitionScreen:
    """A match screen for seat 1 with bots at the other seats; sealed, as between computers, it takes twice as long."""
    lay_table(driver)
    players = {seat: BOTS["random"](seed, seat) for seat in range(1, seats + 1)}
    screen = at(Table(GAME, players, seed, options, sealed))
    driver.show(screen)
    return screen


def asked(
    driver: Driver, kind: str, seats: int = 4, such: Callable[[Inquiry], Any] = lambda inquiry: True
) -> tuple[AmbitionScreen, Inquiry]:
    """A match screen that is asked this, and such a thing: bots have played till there, nothing is sealed."""
    lay_table(driver)
    for match in range(12):
        table = Table(GAME, {seat: BOTS["random"](f"{match}", seat) for seat in range(1, seats + 1)}, f"table {match}")
        while not table.state.over:
            ask = GAME.asks(table.state).get(1)
            own = table.secrets[1].copy()
            due = ask is not None and ask.kind == kind and GAME.automatic(table.state, 1, own) is None
            if due and such(Inquiry(table.state.clone(), 1, own, ask)):
                screen = at(table)
                driver.show(screen)
                assert screen.inquiry is not None
                return screen, screen.inquiry
            table.step()
    raise AssertionError(f"never asked {kind!r}")


class Person(people.Person):
    """Somebody who may leave it."""

    def way_out(self, pick: Pick) -> Widget | None:
        return self.screen.nothing if pick in OUT else None


class Mouse(Person, people.Mouse):
    """With the mouse."""


class Keys(Person, people.Keys):
    """With keys."""
