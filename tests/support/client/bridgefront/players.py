"""Simulated players at the match screen, one with the mouse and one with keys, who pick highlighted items."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from math import inf
from typing import Any, TypeVar

from client.app.theme import game_theme
from client.games.bridgefront.board import ON_BOARD
from client.games.bridgefront.panels.dialogs import StackDialog
from client.games.bridgefront.panels.market import BidDialog
from client.games.bridgefront.questions import BridgefrontPrompt
from client.games.bridgefront.table import TABLE
from client.table.keys import KEYS
from client.table.match.local_source import LocalSource
from client.table.screens import match_screen
from client.table.view import Look
from client.ui import theme as themes
from client.ui.keys import Keymap
from client.ui.widget import RIGHT, walk
from core.bots.faction_preference import FactionBot
from core.bots.random_bot import Dice
from core.bots.registry import BOTS
from core.engine.codec import H
from core.engine.game import any_game
from core.engine.options import Value
from core.games.bridgefront.game import GAME
from tests.support.client.driver import Driver

T = TypeVar("T")
SHORT = {"vp_to_win": 5, "max_action_steps": 8}
"""Options of a short match, with every kind of question and the code of a long one."""


def sit_down(
    driver: Driver, seed: str, seats: int = 4, options: dict[str, Value] | None = None, bot: str = "random",
    speed: float = inf, patience: int = 0, factions: dict[int, str] | None = None,
) -> Any:  # fmt: skip
    """Return a match screen for seat 1 with bots at the other seats."""
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    players = {}
    for seat in range(2, seats + 1):
        player = BOTS[bot](seed, seat)
        wanted = (factions or {}).get(seat, "")
        players[seat] = FactionBot(player, wanted) if wanted else player
    names = {1: "Ada", 2: "Ilse", 3: "Marek", 4: "Oda", 5: "Priya", 6: "Tomas"}
    source = LocalSource(any_game(GAME), players, 1, seed, options, names, patience)
    screen = match_screen(TABLE, source, look=Look(speed=speed))
    driver.show(screen)
    return screen


class Person(ABC):
    """A simulated player who picks highlighted items at random; `seen` collects the kinds of questions."""

    def __init__(self, driver: Driver, screen: Any, seed: str = "person") -> None:
        self.driver, self.screen = driver, screen
        self.dice = Dice(H("tether.test", [seed]))
        self.seen: set[tuple[str, str]] = set()
        self.deeds = 0

    def pick(self, things: Sequence[T]) -> T:
        """Return a random one of these items."""
        return things[self.dice.uniform(len(things))]

    def play(self, until: Callable[[Any], bool] = lambda screen: False, limit: int = 4000) -> None:
        """Play until the match is over or `until` is true."""
        for _ in range(limit):
            screen = self.screen
            match = getattr(screen.controller, "match", screen.controller)  # a lesson holds its match
            if match.standing and match.end_shown:
                return
            if until(screen):
                return
            inquiry = screen.controller.prompts.inquiry
            if inquiry is None or screen.table.model.locked:
                self.driver.step()
                continue
            before = (inquiry, len(inquiry.history))
            question = inquiry.question
            if question is not None:
                self.seen.add((inquiry.asked.kind, question.kind))
            self.deeds += 1
            self.act(inquiry)
            after = screen.controller.prompts.inquiry
            if after is inquiry and not screen.table.model.locked and (after, len(after.history)) == before:
                raise AssertionError(f"nothing happened on {inquiry.asked.kind}: {question}")
        raise AssertionError("the match does not end")

    @abstractmethod
    def act(self, inquiry: BridgefrontPrompt) -> None:
        """Perform one action for this question."""

    def playable(self) -> list[int]:
        """Return the indices of the cards of the hand that can be chosen now."""
        hand, screen = self.screen.table.hand, self.screen
        return [i for i, held in enumerate(hand.cards) if not screen.controller.prompts.view.why_not_card(held)]


class MousePerson(Person):
    """A simulated player who points and clicks."""

    def act(self, inquiry: BridgefrontPrompt) -> None:
        """Click on a highlighted item."""
        driver, screen, question = self.driver, self.screen, inquiry.question
        if question is None:
            if self.dice.uniform(12) == 0:
                driver.click((615.0, 400.0), RIGHT)
            else:
                driver.click("Lock in")
        elif question.enough and self.dice.uniform(3) == 0:
            driver.click("Lock in")
        elif isinstance(screen.controller.prompts.view.dialog, BidDialog):
            driver.click(screen.controller.prompts.view.dialog.lock)
        elif isinstance(screen.controller.prompts.view.dialog, StackDialog):
            driver.click(screen.controller.prompts.view.dialog.button)
        elif screen.controller.prompts.view.dialog is not None:
            screen.ui.arrange()
            usable = [w for w in walk(screen.controller.prompts.view.dialog) if w.focusable and w.enabled]
            driver.click(self.pick(usable))
        elif question.kind in ON_BOARD:
            driver.click(self.pick(screen.controller.prompts.view.lit())[1])
        else:
            cards = self.playable()
            basics = (
                [b for b in screen.controller.prompts.view.panel.basics.values() if b.enabled]
                if question.kind == "action"
                else []
            )
            if cards and (not basics or self.dice.uniform(2)):
                driver.click_card(screen.table.hand, self.pick(cards), (640.0, 420.0))
            else:
                useful = [b for b in basics if b.name != "Done"] or basics
                driver.click(self.pick(useful))


class KeyPerson(Person):
    """A simulated player who uses only keys."""

    def act(self, inquiry: BridgefrontPrompt) -> None:
        """Press one or more keys."""
        driver, screen, question = self.driver, self.screen, inquiry.question
        if not screen.ui.shows_ring:
            driver.key("TAB")
            screen.controller.prompts.view.confirm()
        if question is None:
            driver.key("BACKSPACE" if self.dice.uniform(12) == 0 else "ENTER")
        elif question.kind == "action":
            cards = self.playable()
            basics = [k for k, b in screen.controller.prompts.view.panel.basics.items() if b.enabled]
            if cards and self.dice.uniform(2):
                index = self.pick(cards)
                driver.key(str((index + 1) % 10)) if index < 10 else driver.key("V")
            else:
                useful = [k for k in basics if k != "done"] or basics
                driver.key({"build": "Z", "march": "X", "reinforce": "C", "done": "V"}[self.pick(useful)])
        elif question.kind == "card":
            cards = self.playable()
            if question.enough and self.dice.uniform(2):
                screen.ui.focus_on(screen.controller.prompts.view.panel.lock_in, ring=True)
                driver.key("ENTER")
            else:
                driver.key(str((self.pick(cards) + 1) % 10))
        elif question.kind in ON_BOARD and screen.controller.prompts.view.dialog is None:
            for _ in range(self.dice.uniform(4)):
                driver.key("BRACKETRIGHT")
            driver.key("ENTER")
        else:
            if isinstance(screen.controller.prompts.view.dialog, BidDialog):
                driver.key("P" if self.dice.uniform(3) else "B", "UP" if self.dice.uniform(2) else "RIGHT")
                screen.controller.prompts.view.focus()
            driver.key("ENTER")
