"""Simulated players at the table of Midnight, one with the mouse and one with keys, who pick highlighted items."""

from __future__ import annotations

from math import inf
from typing import Any

from client.games.midnight.place import Place
from client.games.midnight.prompts import STOP, MidnightPrompt
from client.games.midnight.table import TABLE
from client.games.midnight.trays import Tray
from client.table.match.local_source import LocalSource
from client.table.screens import match_screen
from client.table.view import Look
from core.bots.registry import BOTS
from core.engine.game import any_game
from core.engine.options import Value
from core.games.midnight.game import GAME
from tests.support.client.driver import Driver
from tests.support.client.people import Sitting, lay_table

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


class Person(Sitting):
    """A simulated player who picks highlighted items at random."""

    def wanted(self, inquiry: MidnightPrompt) -> tuple[str, int] | None:
        """Return the next pick, or None to confirm the decision."""
        targets = inquiry.targets
        if inquiry.decision is not None and (not targets or self.dice.uniform(2)):
            return None
        useful = [pick for pick in targets if pick != STOP] or targets
        return useful[self.dice.uniform(len(useful))] if self.dice.uniform(2) or STOP not in targets else STOP


class MousePerson(Person):
    """A simulated player who clicks on cards, highlighted places and the rows of an action."""

    def act(self, inquiry: MidnightPrompt) -> None:
        """Click on a highlighted item."""
        driver, screen, pick = self.driver, self.screen, self.wanted(inquiry)
        if pick is None:
            if screen.table.extras.strike.visible:
                driver.click(screen.table.extras.strike.taking)
                return
            chosen = next((place for place in screen.table.board.places if place.chosen), None)
            driver.click(chosen if chosen is not None and self.dice.uniform(2) else "Lock in")
        elif pick == STOP:
            driver.click("End the turn")
        elif pick[0] == "card":
            index = [held[0] for held in screen.table.hand.cards].index(pick[1])
            driver.click_card(screen.table.hand, index, (900.0, 600.0))
        elif (
            pick in screen.controller.prompts.view.panel.buttons
            and not screen.table.extras.strike.visible
            and self.dice.uniform(2)
        ):
            driver.click(screen.controller.prompts.view.panel.buttons[pick])
        elif pick in screen.table.extras.strike.options:
            driver.click(screen.table.extras.strike.options[pick])
        elif pick in screen.controller.prompts.view.chooser.options:
            driver.click(screen.controller.prompts.view.chooser.options[pick])
        else:
            place = self.lit_place(pick)
            driver.click(self.spot(place, pick))

    def lit_place(self, pick: tuple[str, int]) -> Place:
        """Return the highlighted place on the table for this pick."""
        places: list[Place] = self.screen.table.board.places
        return next(place for place in places if place.pick is not None and place.accepts_pick(pick))

    def spot(self, place: Place, pick: tuple[str, int]) -> tuple[float, float]:
        """Return the point to press for this pick."""
        if pick[0] == "entry" and isinstance(place, Tray):
            return place.spot_of(pick[1])
        return place.rect.center


class KeyPerson(Person):
    """A simulated player who uses only keys."""

    def act(self, inquiry: MidnightPrompt) -> None:
        """Press one or more keys."""
        driver, screen = self.driver, self.screen
        pick = self.wanted(inquiry)
        keys = {aim.pick: aim.key for aim in screen.controller.prompts.view.lit}
        if pick is None:
            screen.ui.focus_on(screen.controller.prompts.view.panel.lock_in, quiet=True)
            driver.key("ENTER")
        elif pick == STOP:
            driver.key("V")
        elif pick[0] == "card":
            index = [held[0] for held in screen.table.hand.cards].index(pick[1])
            if index < 10 and not any(keys.values()):
                driver.key(str((index + 1) % 10))
            else:
                screen.ui.focus_on(screen.table.hand, ring=True)
                screen.table.hand.raise_card(index)
                driver.key("ENTER")
        elif keys.get(pick):
            driver.key(keys[pick])
        else:
            ways = [aim.place for aim in screen.controller.prompts.view.lit] or list(
                screen.controller.prompts.view.chooser.options.values()
            )
            for _ in range(1 + len(ways)):
                driver.key("BRACKETRIGHT")
                focus = screen.ui.focus
                if focus is screen.controller.prompts.view.chooser.options.get(pick) or (
                    isinstance(focus, Place) and focus.pick == pick
                ):
                    break
            driver.key("ENTER")
