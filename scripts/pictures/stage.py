"""The window of the pictures, and a seat at a table that hears what it is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import Any

from pictures.moments import MATCHES, Moment, answers, asks, before, match

NAMES = ("Ada", "Ilse", "Marek", "Oda", "Priya", "Tomas")


class Tape:
    """A source that tells what is on it."""

    library = kept = home = None
    timer = 60

    def __init__(self, *told: Any) -> None:
        self.told: list[Any] = list(told)

    def drain(self) -> list[Any]:
        """Everything at once."""
        told, self.told = self.told, []
        return told

    def decide(self, decision: Any, own: Any) -> None:
        """Nothing comes of it."""

    def take_back(self) -> None:
        """Nothing to take back."""

    def chat(self, text: str) -> None:
        """Nobody hears it."""

    def propose(self, seats: tuple[int, ...]) -> None:
        """Nobody sees it."""

    def adjourn(self) -> None:
        """Nobody sees it."""

    def end(self, what: int) -> None:
        """Nobody hears it."""

    def close(self) -> None:
        """Nothing to close."""


class Stage:
    """The window of the pictures; `driver` has one already."""

    def __init__(self, driver: Any = None) -> None:
        from tests.support.client.driver import Driver, open_test_window

        self.driver = driver or Driver(open_test_window(4096), Path())
        self.window = self.driver.window
        self.restyle()
        self.clear()

    def restyle(self, texts: float = 1.0) -> None:
        """The game's look, with texts of this size."""
        from client.app.theme import game_theme
        from client.ui import theme as themes

        look = game_theme(texts)
        if themes.theme() != look:
            themes.use(look)
            self.window.restyle()

    def clear(self) -> None:
        """An empty window."""
        from client.table.keys import KEYS
        from client.ui.keys import Keymap

        self.window.clear_screens()
        self.window.keys = Keymap(KEYS)
        self.driver.at = (-1.0, -1.0)
        if self.window.textures.fullness() > 0.4:
            self.window.textures.keep_only(-1.0)

    def show(self, screen: Any) -> Any:
        """A screen, alone."""
        self.clear()
        self.driver.show(screen)
        return screen

    def settle(self, seconds: float = 0.6) -> None:
        """What moves comes to rest, the Roil is painted."""
        self.driver.pass_time(seconds)
        self.driver.step(frames=3)

    def app(self, home: Path | None = None) -> Any:
        """The program at its main menu."""
        from client.app.app import App
        from client.app.settings import Settings
        from client.ui import theme as themes
        from lobby.players.identity import Identity

        self.clear()
        settings = Settings(name="Ada", scale=self.window.user_scale, text_scale=themes.theme().text_scale)
        program = App(self.window, settings, None, lambda setup, settings: Tape(), home)
        program.person._identity = Identity(b"A" * 32)  # the same picture each time
        program.menu()
        self.settle()
        return program

    def await_board(self) -> None:
        """The board behind the menus is loaded while the menu is there already: the pictures wait for it."""
        self.app()
        while not self.driver.screen.backdrop.ready:
            self.driver.step()

    # Matches ----------------------------------------------------------------------------------------------------------

    def table(self, *told: Any, before: list[Moment] = []) -> Any:  # noqa: B006 - never changed
        """A match screen that hears this; the log holds what happened `before`."""
        return self._table(before[0].before if before else told[0].state, told, before)

    def _table(self, first: Any, told: Sequence[Any], before: list[Moment]) -> Any:
        from client.games.bridgefront.screen import MatchScreen
        from client.session.source import Heard
        from net.match.events import Seated

        seated = Heard(Seated(b"", NAMES), first.clone(), None, (), b"")
        screen = MatchScreen(Tape(seated, *(m.heard() for m in before)), speed=inf)
        self.show(screen)
        self.settle(0.1)
        screen.timeline.speed = 1.0
        screen.source.told = list(told)
        self.settle()
        return screen

    def asked(self, moment: Moment, owed: tuple[int, ...] = (1, 3, 5)) -> Any:
        """A match screen that is asked what seat 1 is asked here."""
        from client.session.source import Heard
        from net.match.events import Asked, Owed

        heard = Heard(Asked(moment.before.t, moment.asked), moment.before.clone(), moment.own.copy(),
                      tuple(Owed(seat, "decision") for seat in owed), b"")  # fmt: skip
        return self.table(heard, before=before(moment, 12))

    def told(self, moment: Moment, until: Callable[[Any], bool], after: list[Moment] | None = None) -> Any:
        """A match screen in the middle of telling a step, as soon as this holds; it comes after these, or as in its
        match. The table always begins with the state before the first step that is told.
        """
        earlier = after if after is not None else before(moment, 10)
        screen = self._table((earlier or [moment])[0].before, (), earlier)
        screen.source.told = [moment.heard()]
        frames = 0
        while frames < 3600 and not until(screen):
            self.window._dispatch_updates(1 / 60)
            frames += 1
        self.driver.step(frames=3)
        return screen


def planned(stage: Stage, goal: Callable[[Any], bool], least_round: int = 4) -> Any:
    """A match screen with a plan that has come to such a point."""
    from client.games.bridgefront.questions import Inquiry

    for moment in (moment for one in MATCHES for moment in match(*one)):
        if moment.before.round < least_round or not asks("action")(moment):
            continue
        way = answers(Inquiry(moment.before.clone(), 1, moment.own.copy(), moment.asked), goal)
        if way is not None:
            screen = stage.asked(moment)
            for value in way:
                screen.answer(value)
            stage.settle()
            return screen
    raise LookupError("no plan comes to such a point")
