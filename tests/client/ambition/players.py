"""People at the table of Ambition: one who only uses the mouse, one who only uses keys. Both choose what is lit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from math import inf
from typing import Any

from client.ambition.inquiry import OUT, Inquiry
from client.ambition.match import AmbitionScreen
from client.kit import theme as themes
from client.kit.keys import Keymap
from client.kit.widget import Widget
from client.look import game_theme
from client.table.keys import KEYS
from client.table.local_source import LocalSource
from core.ambition.game import GAME
from core.ambition.state import Ambition
from core.bots import BOTS
from core.bots.random_bot import Dice
from core.kernel.codec import H
from core.kernel.local import Table
from tests.client.driver import Driver

NAMES = {1: "Ada", 2: "Ilse", 3: "Marek", 4: "Oda", 5: "Priya", 6: "Tomas"}


def at(table: Table[Ambition]) -> AmbitionScreen:
    """A match screen for seat 1 of this table."""
    others = {seat: player for seat, player in table.players.items() if seat != 1}
    return AmbitionScreen(LocalSource(GAME, others, 1, names=NAMES, table=table), speed=inf)


def sit_down(
    driver: Driver, seed: str, seats: int = 4, options: dict[str, str] | None = None, sealed: bool = False
) -> AmbitionScreen:
    """A match screen for seat 1 with bots at the other seats; sealed, as between computers, it takes twice as long."""
    themes.use(game_theme())
    driver.window.keys = Keymap(KEYS)
    players = {seat: BOTS["random"](seed, seat) for seat in range(1, seats + 1)}
    screen = at(Table(GAME, players, seed, options, sealed))
    driver.show(screen)
    return screen


def asked(
    driver: Driver, kind: str, seats: int = 4, such: Callable[[Inquiry], Any] = lambda inquiry: True
) -> tuple[AmbitionScreen, Inquiry]:
    """A match screen that is asked this, and such a thing: bots have played till there, nothing is sealed."""
    themes.use(game_theme())
    driver.window.keys = Keymap(KEYS)
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


class Person(ABC):
    """Chooses arbitrary lit things; `seen` collects what was asked and picked."""

    def __init__(self, driver: Driver, screen: AmbitionScreen, seed: str) -> None:
        self.driver, self.screen = driver, screen
        self.dice = Dice(H("tether.test", [seed]))
        self.seen: set[str] = set()

    def play(self, limit: int = 3000) -> None:
        """Play until the match is over."""
        screen = self.screen
        for _ in range(limit):
            inquiry = screen.inquiry
            if screen._ended:
                return
            if inquiry is None or screen.model.locked:
                self.driver.step()
                continue
            before = list(inquiry.answers)
            self.seen.add(inquiry.asked_of.kind)
            pick = self.wanted(inquiry)
            if pick is None:
                self.lock_in()
            else:
                self.seen.add(pick[0])
                self.pick(inquiry, pick)
            if screen.inquiry is inquiry and not screen.model.locked and inquiry.answers == before:
                raise AssertionError(f"nothing happened on {inquiry.asked_of.kind} {pick} after {before}")
        raise AssertionError("the match does not end")

    def wanted(self, inquiry: Inquiry) -> tuple[str, int] | None:
        """What to pick next; None to lock in what is decided."""
        targets = list(inquiry.targets)
        if inquiry.decision is not None and (not targets or self.dice.uniform(3)):
            return None
        return targets[self.dice.uniform(len(targets))]

    def place_of(self, pick: tuple[str, int]) -> Widget | None:
        """Where on the table it is picked, or in the row over the hand."""
        screen = self.screen
        found = next((aim.place for aim in screen.lit if aim.pick == pick), None)
        return found or screen.chooser.options.get(pick)

    @abstractmethod
    def pick(self, inquiry: Inquiry, pick: tuple[str, int]) -> None:
        """Picks it."""

    @abstractmethod
    def lock_in(self) -> None:
        """Locks it in."""


class Mouse(Person):
    """Presses everything."""

    def pick(self, inquiry: Inquiry, pick: tuple[str, int]) -> None:
        screen, driver = self.screen, self.driver
        if pick[0] == "card":
            driver.click_card(screen.hand, screen.hand.index_of(pick[1]), (980.0, 660.0))
        elif pick in OUT and pick not in screen.chooser.options:
            driver.click(screen.nothing)
        else:
            place = self.place_of(pick)
            assert place is not None, (inquiry.asked_of.kind, pick)
            driver.click(place)

    def lock_in(self) -> None:
        self.driver.click(self.screen.panel.lock_in)


class Keys(Person):
    """Only keys: numbers for cards and lit places, the arrows for all else, Enter."""

    def pick(self, inquiry: Inquiry, pick: tuple[str, int]) -> None:
        screen, driver = self.screen, self.driver
        aim = next((aim for aim in screen.lit if aim.pick == pick and aim.key), None)
        if pick in OUT:
            driver.key("V")
        elif aim is not None:
            driver.key(aim.key)
        elif pick[0] == "card":
            screen.ui.focus_on(screen.hand, ring=True)
            screen.hand.point_at(screen.hand.index_of(pick[1]))
            driver.key("ENTER")
        else:
            place = self.place_of(pick)
            assert place is not None, (inquiry.asked_of.kind, pick)
            screen.ui.focus_on(place, ring=True)
            driver.key("ENTER")

    def lock_in(self) -> None:
        self.screen.ui.focus_on(self.screen.panel.lock_in, quiet=True)
        self.driver.key("ENTER")
