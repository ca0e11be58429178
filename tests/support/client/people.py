"""Simulated players at tables with highlighted items, one with the mouse and one with keys."""

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
    """Set the colours and keys of a table before its screen is created."""
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)


def until_asked(driver: Driver, screen: Any, kind: str = "", most: int = 2000) -> Any:
    """Let a bot decide until the seat is asked this kind of question, and return it."""
    bot = BOTS["heuristic"]("until", 1)
    for _ in range(most):
        inquiry = screen.controller.prompts.inquiry
        if inquiry is not None and not screen.table.model.locked:
            if not kind or inquiry.asked_of.kind == kind:
                return inquiry
            decision = bot.decide(screen.controller.source.game, inquiry.state, 1, inquiry.secrets)
            screen.table.model.locked = True
            screen.controller.source.decide(decision, inquiry.secrets)
        driver.step()
    raise AssertionError(f"never asked {kind!r}")


class Sitting(ABC):
    """A simulated player who plays a match to the end; `seen` collects the questions and picks."""

    def __init__(self, driver: Driver, screen: Any, seed: str) -> None:
        self.driver, self.screen = driver, screen
        self.dice = Dice(H("tether.test", [seed]))
        self.seen: set[str] = set()

    def play(self, limit: int = 3000) -> None:
        """Play until the match is over."""
        screen = self.screen
        for _ in range(limit):
            inquiry = screen.controller.prompts.inquiry
            if screen.controller.end_shown:
                return
            if inquiry is None or screen.table.model.locked:
                self.driver.step()
                continue
            before = list(inquiry.answers)
            self.seen.add(inquiry.asked_of.kind)
            self.act(inquiry)
            self.seen |= {kind for kind, _ in inquiry.answers}
            if (
                screen.controller.prompts.inquiry is inquiry
                and not screen.table.model.locked
                and inquiry.answers == before
            ):
                raise AssertionError(f"nothing happened on {inquiry.asked_of.kind} after {before}")
        raise AssertionError("the match does not end")

    @abstractmethod
    def act(self, inquiry: Any) -> None:
        """Perform one action for this question."""


class Person(Sitting):
    """A simulated player who picks highlighted items at random."""

    def act(self, inquiry: Any) -> None:
        """Pick an item, or confirm the decision."""
        pick = self.wanted(inquiry)
        if pick is None:
            self.lock_in()
        else:
            self.seen.add(pick[0])
            self.pick(pick)

    def wanted(self, inquiry: Any) -> Pick | None:
        """Return the next pick, or None to confirm the decision."""
        targets: list[Pick] = list(inquiry.targets)
        if inquiry.decision is not None and (not targets or self.dice.uniform(3)):
            return None
        return targets[self.dice.uniform(len(targets))]

    def panel_rect(self, pick: Pick) -> Widget | None:
        """Return the widget for the pick, which is on the table or in the row above the hand."""
        screen = self.screen
        result: Widget | None = next(
            (aim.place for aim in screen.controller.prompts.view.lit if aim.pick == pick), None
        )
        options: dict[Pick, Widget] = screen.controller.prompts.view.chooser.options
        return result or options.get(pick)

    @abstractmethod
    def way_out(self, pick: Pick) -> Widget | None:
        """Return the button for a pick that is not on the table, such as Pass or Stop, or None."""

    @abstractmethod
    def pick(self, pick: Pick) -> None:
        """Pick this item."""

    @abstractmethod
    def lock_in(self) -> None:
        """Confirm the decision."""


class Mouse(Person):
    """A simulated player who uses only the mouse."""

    def pick(self, pick: Pick) -> None:
        screen, driver = self.screen, self.driver
        if pick[0] == "card":
            driver.click_card(screen.table.hand, screen.table.hand.index_of(pick[1]), (980.0, 660.0))
        else:
            place = self.panel_rect(pick) or self.way_out(pick)
            assert place is not None, (screen.controller.prompts.inquiry.asked_of.kind, pick)
            driver.click(place)

    def lock_in(self) -> None:
        self.driver.click(self.screen.controller.prompts.view.panel.lock_in)


class Keys(Person):
    """A simulated player who uses only keys: numbers for cards and places, arrows for all else, Enter to confirm."""

    def pick(self, pick: Pick) -> None:
        screen, driver = self.screen, self.driver
        key = next((aim.key for aim in screen.controller.prompts.view.lit if aim.pick == pick and aim.key), None)
        if self.way_out(pick) is not None:
            driver.key("V")
        elif key is not None:
            driver.key(key)
        elif pick[0] == "card":
            screen.ui.focus_on(screen.table.hand, ring=True)
            screen.table.hand.raise_card(screen.table.hand.index_of(pick[1]))
            driver.key("ENTER")
        else:
            place = self.panel_rect(pick)
            assert place is not None, (screen.controller.prompts.inquiry.asked_of.kind, pick)
            screen.ui.focus_on(place, ring=True)
            driver.key("ENTER")

    def lock_in(self) -> None:
        self.screen.ui.focus_on(self.screen.controller.prompts.view.panel.lock_in, quiet=True)
        self.driver.key("ENTER")
