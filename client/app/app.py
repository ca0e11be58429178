"""The windowed application and the navigation between its screens."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from client.app import settings as kept
from client.app.local_player import LocalPlayer
from client.app.room_flow import RoomFlow
from client.app.settings import Settings, SettingsObserver
from client.app.tournament_flow import TournamentFlow
from client.art.theme import order_of, ordered
from client.table.replay.library import SUFFIX, RecordLibrary, SavedRecord
from core.games.registry import title_of
from lobby.players.colours import COLOURS
from lobby.players.profile import Profile
from net.system import game_files
from net.system.paths import MATCHES
from net.text.errors import error_reason
from net.text.filenames import to_filename
from net.version import VERSION

if TYPE_CHECKING:
    from client.art.sound.mixer import Mixer
    from client.screens.solo import SoloSetup
    from client.session.career import Career
    from client.session.match_session import TableSession
    from client.session.room_session import StoredSeat
    from client.session.saved_matches import OpenMatch
    from client.session.source import MatchSource
    from client.table.match.controller import MatchController
    from client.ui.window import Window
    from core.engine.fork import ForkedGame
    from core.engine.game import Standing
    from lab.run.replay import ReplayedMatch
    from net.channels.addresses import Address
    from net.session.peer_config import PeerConfig

FIRST_COLOUR = 1
"""Colour of a solo player without a preference: that of the first seat."""
SCREENSHOT_FOLDER = "screenshots"
"""Name of the folder in which screenshots of the window are saved."""


class App:
    """Controller of the window, which navigates between screens.

    `deal` creates the source of a solo match.
    """

    def __init__(
        self,
        window: Window,
        settings: Settings,
        path: Path | None,
        deal: Callable[[SoloSetup, Settings], MatchSource],
        home: Path | None = None,
    ) -> None:
        """Create the application for a window.

        `home` is the folder for the identity, the matches and the records. Without it, they exist only while the
        program runs.
        """
        self.window, self.settings, self.path, self.deal, self.home = window, settings, path, deal, home
        self.library = RecordLibrary(home / "records") if home is not None else None
        self._career: Career | None = None
        self.mixer: Mixer | None = None
        self._setup: SoloSetup | None = None
        self.person = LocalPlayer(home)
        self.tournaments = TournamentFlow(self)
        self.rooms = RoomFlow(self, self.tournaments.from_rooms)
        window.on_screenshot, window.on_files = self.save_screenshot, self.open_dropped

    def apply_settings(self, settings: Settings) -> None:
        """Apply new settings to every open screen."""
        self.settings = settings
        self.person.save_profile(Profile(settings.name, settings.colour))
        for screen in self.window.screens:
            if isinstance(screen, SettingsObserver):
                screen.apply_settings(settings)

    def take_name(self, name: str, throw_away: bool) -> None:
        """Use this name for the player and save it, unless `throw_away` limits it to this run of the program."""
        if not throw_away:
            self.apply_settings(replace(self.settings, name=name))

    def save_settings(self) -> None:
        """Save the settings to disk, including the current size of the window."""
        from client.screens.settings.settings import with_window_size

        self.settings = with_window_size(self.window, self.settings)
        trouble = kept.save(self.settings, self.path) if self.path is not None else ""
        if trouble:
            kept.warn(trouble)

    def show_menu(self) -> None:
        """Show the main menu and close all other screens."""
        from client.screens.menu import MenuScreen

        entries = (
            ("Learn to play", "tutorial", "A guided match, about ten minutes", self.show_lessons),
            ("Solo against bots", "solo", "Play on this computer, 1 to 6 seats", self.show_solo_form),
            ("Host a match", "peers", "Open a room for others to join", self.rooms.show_host_form),
            ("Join a match", "link", "Join a room on your network", self.rooms.show_join_form),
            ("Tournaments", "trophy", "Open one, take part, see the standings", self.tournaments.show),
            ("My matches", "replay", "Resume a match, or watch one again", self.show_matches),
            ("Rules and cards", "rules", "Look up a rule, read every card", self.show_cards),
            ("Settings", "settings", "Size, colours, motion, speed, keys", self.show_settings),
            ("Quit", "exit", "Close Tether", self.quit),
        )
        self.tournaments.leave()
        self.window.clear_screens()
        self.set_colours(())
        if self.mixer is not None:
            self.mixer.bed()
        key, passing = self.person.identity.key, self.person.temporary_key_reason
        self.window.push(MenuScreen(entries, VERSION, self.settings, key, passing, self.show_solo_form))

    def show_welcome(self) -> None:
        """Ask the player for a name at the first start, then show the main menu."""
        from client.screens.welcome import WelcomeScreen

        def done(name: str, colour: int) -> None:
            self.apply_settings(replace(self.settings, name=name, colour=colour))
            self.save_settings()
            self.show_menu()

        self.window.clear_screens()
        self.window.push(WelcomeScreen(self.settings, self.person, done, self.show_menu))

    def show_solo_form(self, game: str = "") -> None:
        """Show the form for a solo match, with the seats in the colours that they will have.

        Without a game, the form shows the last match, or the usual game.
        """
        from client.screens.solo import SoloScreen, SoloSetup

        def back() -> None:
            self.window.pop()
            self.set_colours(())

        self.set_colours(self._colours_around(1, self.settings.colour))
        setup = SoloSetup(["easy", "easy"], ["", "", ""], {}, game) if game else self._setup
        self.window.push(SoloScreen(self.start_solo, back, self.settings, setup))

    def show_lessons(self) -> None:
        """Show the list of lessons."""
        from client.games import lessons
        from client.screens.lesson_menu import LearnScreen

        found = [(game, words, partial(self.start_lesson, game)) for game, _title, words in lessons()]
        self.window.push(LearnScreen(found, self.window.pop, self.settings))

    def start_lesson(self, game: str) -> None:
        """Start the lesson of a game."""
        from client.games import lesson_of
        from client.screens.solo import SoloSetup
        from client.table.screens import lesson_screen

        def to_solo() -> None:
            self.start_solo(SoloSetup(["easy", "easy"], ["", "", ""], {}, game))

        screen = lesson_screen(lesson_of(game), self.settings, self.show_menu, to_solo)
        screen.table.dialogs.on_settings = self.show_settings
        self.window.clear_screens()
        if self.mixer is not None:
            self.mixer.bed(game)
        self.window.push(screen)

    def show_matches(self, trouble: str = "", parting: Path | None = None) -> None:
        """Show the matches that can be resumed and the records of finished ones."""
        from client.screens.matches import MatchesScreen
        from client.session.saved_matches import SavedMatches

        here = SavedMatches(self.matches) if self.matches is not None else None
        back = self.window.pop
        self.window.push(MatchesScreen(
            here, self.library, self.resume, self.show_replay, back, self.settings, self.continue_with_bots, trouble,
            parting, self.career,
        ))  # fmt: skip

    def resume(self, match: OpenMatch | StoredSeat, elsewhere: Sequence[Address] = ()) -> None:
        """Resume a match; `elsewhere` holds new addresses of the other peers.

        Raises `BadSavedMatch`, `EntryLogInUse` and `OSError`.
        """
        from client.session.match_session import resumed_session

        self._show_match(resumed_session(match.home, elsewhere))

    def continue_with_bots(self, game: ForkedGame, old: OpenMatch) -> None:
        """Continue a match as a new one, with our player in the same seat and bots in the others.

        Raises `BadSavedMatch` and `OSError`.
        """
        from client.session.saved_matches import forked_session

        self._show_match(forked_session(game, old, self.settings.name or "You"))

    def offer_fork(self, home: Path) -> None:
        """Show the player's matches, with the offer to continue with bots a match that cannot be resumed.

        `home` is the folder of that match.
        """
        self.show_menu()
        self.show_matches(parting=home)

    def _show_match(self, session: TableSession) -> None:
        """Show the match screen of a session; leaving it leads back to the list of saved matches."""
        session.start()

        def again() -> None:
            self.show_menu()
            self.show_matches()

        self.start_match(session, session.config.seat, again, session.config)

    def show_replay(self, which: OpenMatch | SavedRecord | Path | ReplayedMatch, step: int = 0) -> None:
        """Show a record, an unfinished match or a match of the lab above the current screen, after some steps."""
        from client.screens.replay_loader import LoadScreen
        from client.session.saved_matches import OpenMatch
        from client.table.replay.frames import frames_of_lab_match
        from client.ui.theme import theme
        from lab.run import replay

        settings, options, look = self.settings, self.show_settings, theme().palette

        def back() -> None:
            self.window.pop()
            self.set_colours(order_of(look))

        if isinstance(which, OpenMatch):
            self.set_colours(which.colours)
            name = f"{to_filename(which.title)} (not over){SUFFIX}"
            self.window.push(LoadScreen(which.home / name, settings, options, back, which))
        elif isinstance(which, replay.ReplayedMatch):
            title = Path(f"{which.game.title}, a match of the lab")
            self.window.push(LoadScreen(title, settings, options, back, frames=frames_of_lab_match(which)))
        else:
            path = which.path if isinstance(which, SavedRecord) else which
            if path.suffix == game_files.SUFFIX:
                self.add_game(path)
                return
            colours = self.career.colours_of(path) if self.career is not None else ()
            if colours:
                self.set_colours(colours)
            self.window.push(LoadScreen(path, settings, options, back, step=step))

    @property
    def career(self) -> Career | None:
        """The results of the player's records, or None without a home folder."""
        from client.session.career import Career

        if self._career is None and self.library is not None:
            self._career = Career(self.library.folder.parent)
        return self._career

    @property
    def matches(self) -> Path | None:
        """Folder of the logs and keys of matches with other peers, or None without a home folder."""
        return None if self.home is None else self.home / MATCHES

    def add_game(self, path: Path) -> None:
        """Load a game file that the user has named or dropped, and say in which lists its game is."""
        try:
            title = title_of(game_files.load(path))
        except game_files.BadGameFile as bad:
            self.window.notify(f"This game file cannot be opened: {bad}")
        else:
            self.window.notify(f"{title} is in the lists of games now, for solo matches and for rooms")

    def open_dropped(self, files: list[Path]) -> None:
        """Show the first of the files that the user dropped on the window."""
        self.show_replay(files[0])

    def save_screenshot(self) -> None:
        """Save a picture of the window and show the path of the file."""
        if self.home is None:
            self.window.notify("There is no folder to save pictures in.")
            return
        path = self.home / SCREENSHOT_FOLDER / f"Tether {datetime.now():%Y-%m-%d %H.%M.%S.%f}.png"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.window.snapshot().save(path)
        except OSError as wrong:
            with contextlib.suppress(OSError):
                path.unlink()
            self.window.notify(f"The picture could not be saved as {path}: {error_reason(wrong)}.")
        else:
            self.window.notify(f"Picture saved as {path}")

    # Other screens ----------------------------------------------------------------------------------------------------

    def show_cards(self) -> None:
        """Show the card browser."""
        from client.screens.cards import CardsScreen

        self.window.push(CardsScreen())

    def show_settings(self) -> None:
        """Show the settings above the current screen and save them when the player leaves."""
        from client.screens.settings.settings import open_settings

        open_settings(self.window, self.settings, self.apply_settings, self.mixer, self.save_settings, self.person)

    def start_solo(self, setup: SoloSetup) -> None:
        """Start a solo match; in a rematch, we and the bots keep our colours."""
        from lobby.room.rematch import next_seat

        colours = self._colours_around(setup.seat, self.settings.colour or FIRST_COLOUR)
        self._setup = setup = replace(setup, colours=colours[: len(setup.bots) + 1])
        onward = replace(setup, seat=next_seat(setup.seat, len(setup.bots) + 1))
        source = self.deal(setup, self.settings)
        self.start_match(source, setup.seat, lambda: self.start_solo(onward), game=setup.game, colours=setup.colours)

    def set_colours(self, colours: Sequence[int], texts: float = 0.0) -> None:
        """Set the colours of the seats; without any colours, each seat has the colour of its number.

        `texts` is the scale of text; 0 stands for the player's setting.
        """
        from client.app.theme import game_theme
        from client.ui import theme as themes

        look = game_theme(texts or self.settings.text_scale, ordered(self.settings.palette, colours))
        if look != themes.theme():
            themes.set_theme(look)
            self.window.restyle()

    @staticmethod
    def _colours_around(own: int, wish: int) -> tuple[int, ...]:
        """Return the colours of the seats if we alone have picked one: ours at our seat, then the others."""
        if not wish:
            return ()
        rest = [colour for colour in range(1, len(COLOURS) + 1) if colour != wish]
        return (*rest[: own - 1], wish, *rest[own - 1 :])

    def start_match(
        self,
        source: MatchSource,
        seat: int,
        again: Callable[[], object],
        config: PeerConfig | None = None,
        leave: Callable[[], object] | None = None,
        game: str = "",
        colours: Sequence[int] = (),
    ) -> None:
        """Start a match; `again` is called after its end, and `leave` when the player leaves.

        By default, leaving shows the main menu. The seats have the colours of `config`, or else these colours.
        """
        from client.games import table_of
        from client.table.screens import match_screen
        from client.table.view import Look
        from core.games.registry import find_game

        game = config.game.name if config is not None else game
        s = self.settings
        source.library = self.library
        self.window.clear_screens()
        chosen = config.colours if config is not None else colours
        colours = tuple(chosen) or self._colours_around(seat, self.settings.colour)
        self.set_colours(colours)

        def end(match: MatchController, standing: tuple[Standing, ...]) -> None:
            self.show_end(match, standing, again, leave)

        palette = ordered(s.palette, colours)
        look = Look(palette, s.speed, s.reduced_motion, s.effects)
        rules = config.game if config is not None else find_game(game)
        screen = match_screen(table_of(rules), source, seat, look, end, leave or self.show_menu)
        screen.table.dialogs.on_settings = self.show_settings
        screen.controller.ceremony.introduce(rules.name)
        screen.controller.on_part = self.offer_fork
        if config is not None:
            others = [seat for seat in config.persons if seat != config.seat and seat <= len(config.identities)]
            screen.table.model.keys = {seat: config.identities[seat - 1] for seat in others}
            screen.table.model.known = self.person.known
        if self.mixer is not None:
            self.mixer.bed(game)
        self.window.push(screen)

    def show_end(
        self,
        match: MatchController,
        standing: tuple[Standing, ...],
        on_again: Callable[[], object],
        leave: Callable[[], object] | None = None,
    ) -> None:
        """Show the final standing above the last picture of the match."""
        from client.screens.end import EndScreen
        from client.table.review.live import make_review

        def again() -> None:
            if leave is None:
                match.social.announce_rematch()
            match.source.close()
            on_again()

        def menu() -> None:
            match.source.close()
            self.show_menu()

        record: Path | None = match.source.kept
        career = self.career
        if record is not None and career is not None:
            career.note_match(record, match.source.home, order_of(match.model.palette)[: len(match.names.names)])
        watch = (lambda: self.show_replay(record)) if record is not None else None
        jump = (lambda step: self.show_replay(record, step)) if record is not None else None
        words = "Rematch" if leave is None else "To the tournament"
        screen = EndScreen(
            match.model,
            standing,
            match.make_ending(),
            again,
            menu,
            watch,
            words,
            record,
            match.table.kind,
            match.match_end,
            make_review(match),
            jump,
        )
        screen.on_update, match.social.on_rematch = match.receive, screen.tell
        self.window.push(screen)

    def quit(self) -> None:
        """Quit the program."""
        from client.session.match_session import end_finished

        self.tournaments.leave()
        self.save_settings()
        self.window.clear_screens()
        self.window.close()
        end_finished()
