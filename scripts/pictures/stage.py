"""The window of the pictures, and a seat at a table that receives given messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from client.table.screens import match_screen
from client.table.view import Look
from pictures.moments import MATCHES, Moment, asks_kind, find_answers, match_steps, steps_before

if TYPE_CHECKING:
    from client.table.replay.library import RecordLibrary

NAMES = ("Ada", "Ilse", "Marek", "Oda", "Priya", "Tomas")


class Tape:
    """A message source that delivers recorded messages."""

    library: RecordLibrary | None = None
    kept: Path | None = None
    home: Path | None = None
    timer = 60

    def __init__(self, *told: Any) -> None:
        self.told: list[Any] = list(told)

    def drain(self) -> list[Any]:
        """Return all remaining messages at once."""
        told, self.told = self.told, []
        return told

    def decide(self, decision: Any, own: Any) -> None:
        """Ignore the decision."""

    def take_back(self) -> None:
        """Do nothing."""

    def chat(self, text: str, to: int = 0) -> None:
        """Ignore the text."""

    def gesture(self, what: int, place: str = "") -> None:
        """Do nothing."""

    def propose(self, seats: tuple[int, ...]) -> None:
        """Ignore the proposal."""

    def adjourn(self) -> None:
        """Do nothing."""

    def vote_to_end(self, what: int) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class Stage:
    """The window in which the pictures are taken; if a driver is given, its window is used."""

    def __init__(self, driver: Any = None) -> None:
        from tests.support.client.driver import Driver, open_test_window

        self.driver = driver or Driver(open_test_window(4096), Path())
        self.window = self.driver.window
        self.restyle()
        self.clear()

    def restyle(self, texts: float = 1.0) -> None:
        """Apply the theme of the game with texts of this size."""
        from client.app.theme import game_theme
        from client.ui import theme as themes

        look = game_theme(texts)
        if themes.theme() != look:
            themes.set_theme(look)
            self.window.restyle()

    def clear(self) -> None:
        """Remove all screens from the window."""
        from client.table.keys import KEYS
        from client.ui.keys import Keymap

        self.window.clear_screens()
        self.window.keys = Keymap(KEYS)
        self.driver.at = (-1.0, -1.0)
        if self.window.textures.used_fraction() > 0.4:
            self.window.textures.keep_only(-1.0)

    def show(self, screen: Any) -> Any:
        """Show a screen without any other, and return it."""
        self.clear()
        self.driver.show(screen)
        return screen

    def settle(self, seconds: float = 0.6) -> None:
        """Let time pass until animations have ended and the Roil is painted."""
        self.driver.pass_time(seconds)
        self.driver.step(frames=3)

    def app(self, home: Path | None = None) -> Any:
        """Return the program at its main menu."""
        from client.app.app import App
        from client.app.settings import Settings
        from client.ui import theme as themes
        from lobby.players.identity import Identity

        self.clear()
        settings = Settings(name="Ada", scale=self.window.user_scale, text_scale=themes.theme().text_scale)
        program = App(self.window, settings, None, lambda setup, settings: Tape(), home)
        program.person._identity = Identity(b"A" * 32)  # keeps the pictures reproducible
        program.show_menu()
        self.settle()
        return program

    def await_board(self) -> None:
        """Wait for the board behind the menus, which is loaded while the menu is already shown."""
        self.app()
        menu: Any = self.driver.screen
        while not menu.scenery.board.ready:
            self.driver.step()

    # Matches ----------------------------------------------------------------------------------------------------------

    def table(self, *told: Any, before: list[Moment] = []) -> Any:  # noqa: B006 - never changed
        """Return a match screen that receives these messages; its log shows the steps in `before`."""
        return self._table(before[0].before if before else told[0].state, told, before)

    def _table(self, first: Any, told: Sequence[Any], before: list[Moment]) -> Any:
        from client.games.bridgefront.table import TABLE
        from client.session.source import MatchEvent
        from net.match.events import MatchStarted

        seated = MatchEvent(MatchStarted(b"", NAMES), first.clone(), None, (), b"")
        tape = Tape(seated, *(m.heard() for m in before))
        screen = match_screen(TABLE, tape, look=Look(speed=inf))
        self.show(screen)
        self.settle(0.1)
        screen.timeline.speed = 1.0
        tape.told = list(told)
        self.settle()
        return screen

    def asked(self, moment: Moment, owed: tuple[int, ...] = (1, 3, 5)) -> Any:
        """Return a match screen with the question that seat 1 has at the moment."""
        from client.session.source import MatchEvent
        from net.match.events import DecisionRequest, OwedEntry

        heard = MatchEvent(DecisionRequest(moment.before.t, moment.asked), moment.before.clone(), moment.own.copy(),
                      tuple(OwedEntry(seat, "decision") for seat in owed), b"")  # fmt: skip
        return self.table(heard, before=steps_before(moment, 12))

    def told(self, moment: Moment, until: Callable[[Any], bool], after: list[Moment] | None = None) -> Any:
        """Return a match screen in the middle of a step's animation, as soon as `until` holds.

        The moments of `after` come before the step; by default, these are the ones before it in its match. The table
        begins with the state before the first of them.
        """
        earlier = after if after is not None else steps_before(moment, 10)
        screen = self._table((earlier or [moment])[0].before, (), earlier)
        screen.controller.source.told = [moment.heard()]
        frames = 0
        while frames < 3600 and not until(screen):
            self.window._dispatch_updates(1 / 60)
            frames += 1
        self.driver.step(frames=3)
        return screen


def plan_screen(stage: Stage, goal: Callable[[Any], bool], least_round: int = 4) -> Any:
    """Return a match screen with a plan that has reached a goal."""
    from client.games.bridgefront.questions import BridgefrontPrompt

    for moment in (moment for item in MATCHES for moment in match_steps(*item)):
        if moment.before.round < least_round or not asks_kind("action")(moment):
            continue
        way = find_answers(BridgefrontPrompt(moment.before.clone(), 1, moment.own.copy(), moment.asked), goal)
        if way is not None:
            screen = stage.asked(moment)
            for value in way:
                screen.controller.prompts.answer(value)
            stage.settle()
            return screen
    raise LookupError("no plan comes to such a point")
