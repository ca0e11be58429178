"""The program with a window: its screens, and the way from one to the other."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from client import settings as kept
from client import watch
from client.art.theme import ordered
from client.kit import why_no_window
from client.person import Person
from client.replay.shelf import SUFFIX, Kept, Shelf, for_file
from client.settings import Following, Settings
from lobby.profile import Profile

if TYPE_CHECKING:
    from client.art.sounds import Mixer
    from client.matches import OpenMatch
    from client.screens.rooms import HostSetup, JoinSetup
    from client.screens.tournaments import OpenSetup
    from client.session import Begins, RoomSession, Shut
    from client.source import Source
    from client.tournament import KeptTournament, OpenPlan, Plan, TournamentSession
    from lobby.sitting import GuestPlan, HostPlan
    from net.addresses import Address
    from net.match import PeerConfig

VERSION = "0.1"
CUPS = "tournaments"
"""The folder in which tournaments are kept."""
MATCHES = "matches"
"""The folder in which matches are kept till they are over."""


class App:
    """Opens the window and leads from screen to screen. `deal` makes the source of a solo match."""

    def __init__(
        self,
        window: Any,
        settings: Settings,
        path: Path | None,
        deal: Callable[[Any, Settings], Any],
        home: Path | None = None,
    ) -> None:
        """`home` is where identity, matches and records are kept; without one they live as long as the program."""
        self.window, self.settings, self.path, self.deal, self.home = window, settings, path, deal, home
        self.shelf = Shelf(home / "records") if home is not None else None
        self.mixer: Mixer | None = None
        self._setup: Any = None
        self._hosting: HostSetup | None = None
        self._joining: JoinSetup | None = None
        self.person = Person(home)
        self._opening: OpenSetup | None = None
        self._tournament: TournamentSession | None = None

    def set(self, settings: Settings) -> None:
        """These settings are in force; every open screen follows them."""
        self.settings = settings
        self.person.keep(Profile(settings.name, settings.colour))
        for screen in self.window.screens:
            if isinstance(screen, Following):
                screen.follow(settings)

    def keep(self) -> None:
        """The settings are kept on the disk, with the size that the window has now."""
        from client.screens.settings import as_seen

        self.settings = as_seen(self.window, self.settings)
        trouble = kept.save(self.settings, self.path) if self.path is not None else ""
        if trouble:
            kept.complain(trouble)

    def menu(self) -> None:
        """The main menu, alone."""
        from client.screens.menu import MenuScreen

        entries = (
            ("Learn to play", "tutorial", "Ten minutes with somebody beside you", self.learn),
            ("Solo against bots", "solo", "A match on this computer, 2 to 6 seats", self.solo),
            ("Host a match", "peers", "Open a room that others join by its address", self.host),
            ("Join a match", "link", "Go to a room on your network", self.join),
            ("Tournaments", "trophy", "Open one, take part, see how it stands", self.tournaments),
            ("My matches", "replay", "Go on with a match, or see one again", self.my_matches),
            ("Rules and cards", "rules", "Look something up, read every card", self.cards),
            ("Settings", "settings", "Size, colours, motion, speed, keys", self.options),
            ("Quit", "exit", "Leave the program", self.quit),
        )
        self._leave_tournament()
        self.window.clear_screens()
        self._colour(())
        if self.mixer is not None:
            self.mixer.stop("roil")
        self.window.push(MenuScreen(entries, VERSION, self.settings, self.person.identity.key))

    def welcome(self) -> None:
        """At the first start: asks for a name, then the menu."""
        from client.screens.welcome import WelcomeScreen

        def done(name: str, colour: int) -> None:
            self.set(replace(self.settings, name=name, colour=colour))
            self.keep()
            self.menu()

        self.window.clear_screens()
        self.window.push(WelcomeScreen(self.settings, self.person, done, self.menu))

    def solo(self) -> None:
        """Set a solo match up."""
        from client.screens.solo import SoloScreen

        self.window.push(SoloScreen(self.play, self.window.pop, self.settings, self._setup))

    def learn(self) -> None:
        """The tutorial."""
        from client.tables import FIRST, tutorial

        def to_solo() -> None:
            self.menu()
            self.solo()

        screen = tutorial(FIRST)(self.settings, self.menu, to_solo)
        screen.on_settings = self.options
        self.window.clear_screens()
        if self.mixer is not None:
            self.mixer.start("roil")
        self.window.push(screen)

    def my_matches(self, trouble: str = "") -> None:
        """The matches that can be gone on with, and the records of those that are over."""
        from client.matches import Matches
        from client.screens.matches import MatchesScreen

        here = Matches(self.matches) if self.matches is not None else None
        back = self.window.pop
        self.window.push(MatchesScreen(here, self.shelf, self.resume, self.watch, back, self.settings, trouble))

    def resume(self, match: OpenMatch, elsewhere: Sequence[Address] = ()) -> None:
        """Goes on with a match, the others perhaps elsewhere; raises `BadKept`, `StoreInUse` and `OSError`."""
        from client.matches import resumed

        session = resumed(match.home, elsewhere)
        session.start()

        def again() -> None:
            self.menu()
            self.my_matches()

        self._play(session, session.config.seat, again, session.config)

    def watch(self, which: OpenMatch | Kept | Path) -> None:
        """A record, or a match as far as it is, above whatever is shown."""
        from client.matches import OpenMatch
        from client.screens.watching import LoadScreen

        back, settings, options = self.window.pop, self.settings, self.options
        if isinstance(which, OpenMatch):
            name = f"{for_file(which.title)} (not over){SUFFIX}"
            self.window.push(LoadScreen(which.home / name, settings, options, back, which))
        else:
            path = which.path if isinstance(which, Kept) else which
            self.window.push(LoadScreen(path, settings, options, back))

    # With others ------------------------------------------------------------------------------------------------------

    def host(self, trouble: str = "") -> None:
        """What a room is opened with."""
        from client.screens.rooms import HostScreen, HostSetup

        self._hosting = self._hosting or HostSetup()
        self.window.push(HostScreen(self.settings, self._hosting, self._open_as, self.window.pop, trouble))

    def open_room(self, name: str, setup: HostSetup) -> None:
        """Opens a room; if that is not possible the form says why."""
        self._hosting = setup

        def shut(told: Shut) -> None:
            self.menu()
            self.host(told.words)

        def again() -> None:
            self.menu()
            self.host()

        self._enter(name, setup.plan(name), shut, again, setup.bots)

    def join(self, trouble: str = "", code: bool = False) -> None:
        """Where to go."""
        from client.listening import Listening
        from client.screens.rooms import JoinScreen, JoinSetup

        self._joining = self._joining or JoinSetup()
        listening = Listening()
        listening.start()
        form = JoinScreen(self.settings, self._joining, self._go_as, self.window.pop, trouble, code, listening,
                          self.person.known, self.spectate, self._to_tournaments)  # fmt: skip
        self.window.push(form)

    def spectate(self, address: Address, code: str = "") -> None:
        """The match of the room at an address, without a seat."""
        from client.live import WatchSession
        from client.screens.rooms import JoinSetup
        from client.screens.spectating import SpectateScreen
        from net.addresses import shown
        from net.invite import shown as shown_code

        def shut(told: Shut) -> None:
            self.menu()
            self.join(told.words, told.code)

        def leave() -> None:
            self.menu()
            self.join()

        self._joining = JoinSetup(shown(address), shown_code(code) if code else "")
        session = WatchSession(address, code)
        session.start()
        self.window.clear_screens()
        self.window.push(SpectateScreen(session, self.settings, leave, shut, self.options))

    def go_to_room(self, name: str, setup: JoinSetup, plan: GuestPlan) -> None:
        """Goes to a room; if there is no seat the form says why."""
        self._joining = setup

        def shut(told: Shut) -> None:
            self.menu()
            self.join(told.words, told.code)

        def again() -> None:
            self.menu()
            self.join()

        self._enter(name, plan, shut, again)

    def _open_as(self, name: str, setup: HostSetup) -> None:
        if not setup.throw_away:
            self.set(replace(self.settings, name=name))
        self.open_room(name, setup)

    def _go_as(self, name: str, setup: JoinSetup, plan: GuestPlan) -> None:
        if not setup.throw_away:
            self.set(replace(self.settings, name=name))
        self.go_to_room(name, setup, plan)

    def _enter(
        self,
        name: str,
        plan: HostPlan | GuestPlan,
        on_shut: Callable[[Shut], object],
        again: Callable[[], object],
        bots: tuple[str, ...] = (),
    ) -> None:
        from client.screens.room import RoomScreen
        from client.session import RoomSession
        from lobby.identity import fresh_identity

        person = self.person
        identity = fresh_identity() if plan.throw_away else person.identity
        if not plan.colour and not plan.throw_away:
            plan = replace(plan, colour=self.settings.colour)
        session = RoomSession(plan, identity, self.matches, person.learner())
        session.start()

        def begin(begun: RoomSession, begins: Begins) -> None:
            self._play(begun, begins.seat, again, begins.config)

        screen = RoomScreen(self.settings, session, begin, on_shut, self.menu, bots, person.known)
        self.window.clear_screens()
        self.window.push(screen)

    def room(self, plan: HostPlan | GuestPlan, bots: Sequence[str] = ()) -> None:
        """What the command line has asked for: opens a room, or goes to one; asks for a name first if there is none."""
        from client.screens.rooms import HostSetup, JoinSetup
        from lobby.sitting import HostPlan
        from lobby.timer import together
        from net.addresses import shown
        from net.invite import shown as shown_code

        name = plan.name or self.settings.name
        if isinstance(plan, HostPlan):
            self._hosting = HostSetup(
                plan.seats,
                plan.port,
                bool(plan.code),
                together(plan.options, plan.timer),
                plan.code,
                tuple(bots),
                plan.throw_away,
                plan.colour,
                plan.game.name,
            )
            self.open_room(name, self._hosting) if name else self.host()
        else:
            self._joining = JoinSetup(shown(plan.address), shown_code(plan.code) if plan.code else "", plan.throw_away)
            self.go_to_room(name, self._joining, replace(plan, name=name)) if name else self.join()

    @property
    def matches(self) -> Path | None:
        """Where logs and keys of matches with others are kept."""
        return None if self.home is None else self.home / MATCHES

    # Tournaments ------------------------------------------------------------------------------------------------------

    @property
    def cups(self) -> Path | None:
        """Where tournaments are kept."""
        return None if self.home is None else self.home / CUPS

    def tournaments(self, trouble: str = "", code: bool = False, door: Address | None = None) -> None:
        """Those that are there, and those that were."""
        from client.listening import Listening
        from client.screens.tournaments import TournamentsScreen
        from client.tournament import kept_tournaments

        listening = Listening()
        listening.start()
        kept_ones = kept_tournaments(self.cups) if self.cups is not None else []
        self.window.push(TournamentsScreen(
            self.settings, kept_ones, listening, self.enter_tournament, self.open_tournament, self.look_at_tournament,
            self.window.pop, trouble, code, door,
        ))  # fmt: skip

    def _to_tournaments(self) -> None:
        self.window.pop()
        self.tournaments()

    def open_tournament(self) -> None:
        """What a tournament is opened with."""
        from client.screens.tournaments import OpenScreen, OpenSetup

        def opened(plan: OpenPlan, setup: OpenSetup) -> None:
            self._opening = setup
            self.enter_tournament(plan)

        self._opening = self._opening or OpenSetup()
        self.window.push(OpenScreen(self.settings, self._opening, opened, self.window.pop))

    def enter_tournament(self, plan: Plan) -> None:
        """Takes part in a tournament."""
        from client.tournament import TournamentSession
        from lobby.identity import fresh_identity

        if plan.name != self.settings.name and not plan.throw_away:
            self.set(replace(self.settings, name=plan.name))
        self._leave_tournament()
        identity = fresh_identity() if plan.throw_away else self.person.identity
        self._tournament = TournamentSession(plan, identity, self.cups)
        self._tournament.start()
        self._show_tournament()

    def look_at_tournament(self, which: KeptTournament) -> None:
        """A tournament that is over."""
        from client.replay.loading import Loading
        from client.screens.tournament import TournamentScreen
        from client.tournament import checked_view
        from lobby.identity import key_kept

        back = self.window.pop
        key = key_kept(which.folder) if which.throw_away else self.person.identity.key
        loading = Loading(lambda watch: checked_view(which, key, watch))
        loading.start()
        self.window.push(
            TournamentScreen(self.settings, None, None, back, lambda told: None, back, which.folder, loading)
        )

    def _show_tournament(self) -> None:
        """The tournament in which one takes part."""
        from client.screens.tournament import TournamentScreen
        from client.tournament import JoinPlan

        session = self._tournament
        assert session is not None

        def shut(told: Shut) -> None:
            self.menu()
            door = next(iter(session.plan.doors), None) if isinstance(session.plan, JoinPlan) else None
            self.tournaments(told.words, told.code, door)

        def leave() -> None:
            self.menu()
            self.tournaments()

        folder = Path.home() / "Tether"
        screen = TournamentScreen(self.settings, session.view, session, self._sit_in_tournament, shut, leave, folder)
        self.window.clear_screens()
        self._colour(())
        if self.mixer is not None:
            self.mixer.stop("roil")
        self.window.push(screen)

    def _sit_in_tournament(self) -> None:
        """The own table; from there one comes back to the tournament."""
        table = self._tournament.sit() if self._tournament is not None else None
        if table is not None:
            table.start()
            self._play(table, table.config.seat, self._show_tournament, table.config, self._show_tournament)

    def _leave_tournament(self) -> None:
        if self._tournament is not None:
            self._tournament.close()
            self._tournament = None

    # The rest ---------------------------------------------------------------------------------------------------------

    def cards(self) -> None:
        """The card browser."""
        from client.screens.cards import CardsScreen

        self.window.push(CardsScreen())

    def options(self) -> None:
        """The settings, over whatever is shown; kept when they are left."""
        from client.screens.settings import open_settings

        open_settings(self.window, self.settings, self.set, self.mixer, self.keep, self.person)

    def play(self, setup: Any) -> None:
        """A solo match."""
        self._setup = setup
        self._play(self.deal(setup, self.settings), 1, lambda: self.play(setup), game=setup.game)

    def _colour(self, colours: Sequence[int]) -> None:
        """From now on the seats have these colours; with none those of their numbers."""
        from client.kit import theme as themes
        from client.look import game_theme

        look = game_theme(self.settings.text_scale, ordered(self.settings.palette, colours))
        if look != themes.theme():
            themes.use(look)
            self.window.restyle()

    def _play(
        self,
        source: Source,
        seat: int,
        again: Callable[[], object],
        config: PeerConfig | None = None,
        leave: Callable[[], object] | None = None,
        game: str = "",
    ) -> None:
        """A match; `again` follows its end, `leave` whoever leaves it: usually the main menu."""
        from client.tables import match_screen

        game = config.game.name if config is not None else game
        s = self.settings
        source.shelf = self.shelf
        self.window.clear_screens()
        colours = tuple(config.colours) if config is not None else ()
        self._colour(colours)

        def end(match: Any, standing: Any) -> None:
            self.end(match, standing, again, leave)

        palette = ordered(s.palette, colours)
        match = match_screen(game)(source, seat, palette, s.speed, s.reduced_motion, s.effects, end, leave or self.menu)
        match.on_settings = self.options
        if config is not None:
            others = [seat for seat in config.persons if seat != config.seat and seat <= len(config.identities)]
            match.sight.keys = {seat: config.identities[seat - 1] for seat in others}
            match.sight.known = self.person.known
        if self.mixer is not None:
            self.mixer.start("roil")
        self.window.push(match)

    def end(
        self, match: Any, standing: Any, on_again: Callable[[], object], leave: Callable[[], object] | None = None
    ) -> None:
        """The standing over the last picture of the match."""
        from client.screens.end import EndScreen

        def again() -> None:
            match.source.close()
            on_again()

        def menu() -> None:
            match.source.close()
            self.menu()

        record: Path | None = match.source.kept
        watch = (lambda: self.watch(record)) if record is not None else None
        words = "Play again" if leave is None else "To the tournament"
        self.window.push(EndScreen(match.sight, standing, match.ending(), again, menu, watch, words, record))

    def quit(self) -> None:
        """Leave the program."""
        self._leave_tournament()
        self.keep()
        self.window.clear_screens()
        self.window.close()


def deal(setup: Any, settings: Settings, keep: Path | None = None) -> Any:
    """A solo match: the bots in processes of their own, the own seat in a thread; kept in this folder."""
    from client.session import solo
    from core.games import find

    factions = [""] * (len(setup.bots) + 1)
    factions[: len(setup.factions)] = setup.factions
    session = solo(find(setup.game), setup.bots, setup.options, settings.name or "You", factions[1:], None, keep)
    session.start()
    return session


def usable(home: Path) -> Path | None:
    """The folder, if something can be kept in it; else None, and it is said why."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=home).close()
    except OSError as error:
        kept.complain(f"matches cannot be kept in {home}: {error.strerror or error}")
        return None
    return home


class NoWindow(RuntimeError):
    """The program can have no window here; the message says why in plain words."""


def open_app() -> App:
    """The program with its window open and nothing in it; raises `NoWindow`."""
    why = why_no_window()
    if why:
        raise NoWindow(why)
    from client.art.sounds import Mixer
    from client.kit import theme as themes
    from client.kit.keys import Keymap
    from client.kit.window import NoOpenGL, open_window
    from client.look import game_theme
    from client.screens.settings import apply
    from client.table.keys import KEYS
    from lobby.identity import folder as home

    folder = kept.folder()
    path = folder / "client.json"
    settings = kept.load(path)
    themes.use(game_theme(settings.text_scale, settings.palette))
    try:
        window = open_window(
            "Tether",
            settings.size,
            fullscreen=settings.fullscreen,
            user_scale=settings.scale,
            keys=Keymap(KEYS),
            atlas=4096,
            folder=folder / "pictures",
            version=VERSION,
        )
    except NoOpenGL as error:
        raise NoWindow(str(error)) from error
    there = usable(home())
    app = App(window, settings, path, partial(deal, keep=there / MATCHES if there is not None else None), there)
    profile = app.person.profile()  # the name and colour that `tether identity` has set count here too
    app.settings = replace(settings, name=profile.name or settings.name, colour=profile.colour or settings.colour)
    app.mixer = Mixer()
    window.on_feedback = app.mixer.feedback
    silent = app.mixer.why_silent()
    if silent:
        kept.complain(silent)
    apply(window, settings, app.mixer)
    return app


def run(app: App) -> int:
    """Plays until the window is closed; the exit code."""
    watched = os.environ.get(watch.VARIABLE)
    if watched:
        import pyglet

        pyglet.clock.schedule_interval(watch.Watch(app.window, Path(watched)).look, watch.EVERY)
    try:
        app.window.run()
    finally:
        for screen in app.window.screens:
            screen.closed()
    app.keep()
    return 0


def main() -> int:
    """Opens the window on the main menu and plays; 1 if no window can be opened, with the reason in plain words."""
    try:
        app = open_app()
    except NoWindow as why:
        print(why, file=sys.stderr)
        return 1
    app.menu()
    return run(app)


if __name__ == "__main__":
    sys.exit(main())
