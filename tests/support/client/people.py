"""People at a table where one picks what is lit: one who only uses the mouse, one who only uses keys."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from client.app.theme import game_theme
from client.table.keys import KEYS
from client.ui import theme as themes
from client.ui.keys import Keymap
from client.ui.widget import Widget
from core.bots.random_bot import Dice
from core.bots.registry import BOTS
from core.engine.codec import H
from tests.support.client.driver import Driver

Pick = tuple[str, int]


def lay_table(driver: Driver) -> None:
    """Colours and keys of a table, before its screen is made."""
    themes.use(game_theme())
    driver.window.keys = Keymap(KEYS)


def until_asked(driver: Driver, screen: Any, kind: str = "", most: int = 2000) -> Any:
    """Plays what the bot would till the seat is asked this; the inquiry."""
    bot = BOTS["heuristic"]("until", 1)
    for _ in range(most):
        inquiry = screen.inquiry
        if inquiry is not None and not screen.model.locked:
            if not kind or inquiry.asked_of.kind == kind:
                return inquiry
            decision = bot.decide(screen.source.game, inquiry.state, 1, inquiry.secrets)
            screen.model.locked = True
            screen.source.decide(decision, inquiry.secrets)
        driver.step()
    raise AssertionError(f"never asked {kind!r}")


class Sitting(ABC):
    """Somebody who plays a match to its end; `seen` collects what was asked and picked."""

    def __init__(self, driver: Driver, screen: Any, seed: str) -> None:
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
            self.act(inquiry)
            self.seen |= {kind for kind, _ in inquiry.answers}
            if screen.inquiry is inquiry and not screen.model.locked and inquiry.answers == before:
                raise AssertionError(f"nothing happened on {inquiry.asked_of.kind} after {before}")
        raise AssertionError("the match does not end")

    @abstractmethod
    def act(self, inquiry: Any) -> None:
        """One deed."""


class Person(Sitting):
    """Chooses arbitrary lit things."""

    def act(self, inquiry: Any) -> None:
        """Picks something, or locks in what is decided."""
        pick = self.wanted(inquiry)
        if pick is None:
            self.lock_in()
        else:
            self.seen.add(pick[0])
            self.pick(pick)

    def wanted(self, inquiry: Any) -> Pick | None:
        """What to pick next; None to lock in what is decided."""
        targets = list(inquiry.targets)
        if inquiry.decision is not None and (not targets or self.dice.uniform(3)):
            return None
        return targets[self.dice.uniform(len(targets))]

    def place_of(self, pick: Pick) -> Widget | None:
        """Where on the table it is picked, or in the row over the hand."""
        screen = self.screen
        found = next((aim.place for aim in screen.lit if aim.pick == pick), None)
        return found or screen.chooser.options.get(pick)

    @abstractmethod
    def way_out(self, pick: Pick) -> Widget | None:
        """The button for a pick that is nothing on the table: to pass, to stop, to name none."""

    @abstractmethod
    def pick(self, pick: Pick) -> None:
        """Picks it."""

    @abstractmethod
    def lock_in(self) -> None:
        """Locks it in."""


class Mouse(Person):
    """Presses everything."""

    def pick(self, pick: Pick) -> None:
        screen, driver = self.screen, self.driver
        if pick[0] == "card":
            driver.click_card(screen.hand, screen.hand.index_of(pick[1]), (980.0, 660.0))
        else:
            place = self.place_of(pick) or self.way_out(pick)
            assert place is not None, (screen.inquiry.asked_of.kind, pick)
            driver.click(place)

    def lock_in(self) -> None:
        self.driver.click(self.screen.panel.lock_in)


class Keys(Person):
    """Only keys: numbers for cards and lit places, the arrows for all else, Enter."""

    def pick(self, pick: Pick) -> None:
        screen, driver = self.screen, self.driver
        key = next((aim.key for aim in screen.lit if aim.pick == pick and aim.key), None)
        if self.way_out(pick) is not None:
            driver.key("V")
        elif key is not None:
            driver.key(key)
        elif pick[0] == "card":
            screen.ui.focus_on(screen.hand, ring=True)
            screen.hand.point_at(screen.hand.index_of(pick[1]))
            driver.key("ENTER")
        else:
            place = self.place_of(pick)
            assert place is not None, (screen.inquiry.asked_of.kind, pick)
            screen.ui.focus_on(place, ring=True)
            driver.key("ENTER")

    def lock_in(self) -> None:
        self.screen.ui.focus_on(self.screen.panel.lock_in, quiet=True)
        self.driver.key("ENTER")
