"""The program with a window: its screens, and the way from one to the other."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from client import settings as kept
from client.kit import why_no_window
from client.settings import Following, Settings

if TYPE_CHECKING:
    from client.art.sounds import Mixer

VERSION = "0.1"


class App:
    """Opens the window and leads from screen to screen. `deal` makes the source of a solo match."""

    def __init__(
        self, window: Any, settings: Settings, path: Path | None, deal: Callable[[Any, Settings], Any]
    ) -> None:
        self.window, self.settings, self.path, self.deal = window, settings, path, deal
        self.mixer: Mixer | None = None
        self._setup: Any = None

    def set(self, settings: Settings) -> None:
        """These settings are in force; every open screen follows them."""
        self.settings = settings
        for screen in self.window.screens:
            if isinstance(screen, Following):
                screen.follow(settings)

    def keep(self) -> None:
        """The settings are kept on the disk, with the size that the window has now."""
        from client.screens.settings import as_seen

        self.settings = as_seen(self.window, self.settings)
        if self.path is not None:
            kept.save(self.settings, self.path)

    def menu(self) -> None:
        """The main menu, alone."""
        from client.screens.menu import MenuScreen

        entries = (
            ("Learn to play", "tutorial", "Ten minutes with somebody beside you", self.learn),
            ("Solo against bots", "solo", "A match on this computer, 2 to 6 seats", self.solo),
            ("Rules and cards", "rules", "Every card of the game", self.cards),
            ("Settings", "settings", "Size, colours, motion, speed, keys", self.options),
            ("Quit", "exit", "Leave the program", self.quit),
        )
        self.window.clear_screens()
        self.window.push(MenuScreen(entries, VERSION, self.settings))

    def solo(self) -> None:
        """Set a solo match up."""
        from client.screens.solo import SoloScreen

        self.window.push(SoloScreen(self.play, self.window.pop, self.settings, self._setup))

    def learn(self) -> None:
        """The tutorial."""
        from client.bridgefront.tutorial.screen import TutorialScreen

        def to_solo() -> None:
            self.menu()
            self.solo()

        tutorial = TutorialScreen(self.settings, self.menu, to_solo)
        tutorial.on_settings = self.options
        self.window.clear_screens()
        self.window.push(tutorial)

    def cards(self) -> None:
        """The card browser."""
        from client.screens.cards import CardsScreen

        self.window.push(CardsScreen())

    def options(self) -> None:
        """The settings, over whatever is shown; kept when they are left."""
        from client.screens.settings import open_settings

        open_settings(self.window, self.settings, self.set, self.mixer, self.keep)

    def play(self, setup: Any) -> None:
        """A solo match."""
        from client.bridgefront.match import MatchScreen

        self._setup = setup
        s = self.settings
        source = self.deal(setup, s)
        match = MatchScreen(source, 1, s.palette, s.speed, s.reduced_motion, s.effects, self.end, self.menu)
        match.on_settings = self.options
        self.window.clear_screens()
        self.window.push(match)

    def end(self, match: Any, standing: Any) -> None:
        """The standing over the last picture of the match."""
        from client.screens.end import EndScreen

        def again() -> None:
            match.source.close()
            self.play(self._setup)

        def menu() -> None:
            match.source.close()
            self.menu()

        self.window.push(EndScreen(match.sight, standing, again, menu))

    def quit(self) -> None:
        """Leave the program."""
        self.keep()
        self.window.clear_screens()
        self.window.close()


def deal(setup: Any, settings: Settings) -> Any:
    """A solo match: the bots in processes of their own, the own seat in a thread."""
    from client.session import solo
    from core.games import find

    factions = [""] * (len(setup.bots) + 1)
    factions[: len(setup.factions)] = setup.factions
    session = solo(find("bridgefront"), setup.bots, setup.options, settings.name or "You", factions[1:])
    session.start()
    return session


def main() -> int:
    """Opens the window and plays until it is closed; 1 if no window can be opened, with the reason in plain words."""
    why = why_no_window()
    if why:
        print(why, file=sys.stderr)
        return 1
    from client.bridgefront.keys import KEYS
    from client.kit import theme as themes
    from client.kit.keys import Keymap
    from client.kit.window import NoOpenGL, open_window
    from client.look import game_theme
    from client.screens.settings import apply

    folder = kept.folder()
    path = folder / "client.json"
    settings = kept.load(path)
    themes.use(game_theme(settings.text_scale, settings.palette))
    try:
        window = open_window(
            "Tether",
            settings.size,
            fullscreen=settings.fullscreen,
            user_scale=settings.ui_scale,
            keys=Keymap(KEYS),
            atlas=4096,
            folder=folder / "pictures",
            version=VERSION,
        )
    except NoOpenGL as error:
        print(error, file=sys.stderr)
        return 1
    app = App(window, settings, path, deal)
    apply(window, settings, app.mixer)
    app.menu()
    try:
        window.run()
    finally:
        for screen in window.screens:
            screen.closed()
    app.keep()
    return 0


if __name__ == "__main__":
    sys.exit(main())
