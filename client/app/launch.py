"""Start of the windowed program with the player's saved data."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from client.app import settings as kept
from client.app import ui_trace
from client.app.app import App
from client.app.settings import Settings
from client.ui import NoWindow, why_no_window
from client.ui.controls import pictures
from net.system import paths, shutdown
from net.system.exit_signals import ExitRequest
from net.text.errors import error_reason
from net.text.sanitizer import print_lines
from net.version import VERSION

if TYPE_CHECKING:
    from client.screens.solo import SoloSetup
    from client.session.match_session import TableSession

PICTURE_FOLDER_NAME = "pictures"
POLL_SECONDS = 0.1
"""Seconds between two checks for a signal to end the program."""


def start_solo_session(setup: SoloSetup, settings: Settings, keep: Path | None = None) -> TableSession:
    """Start a solo match and save it in the folder `keep`.

    Each bot runs in a separate process, and our seat runs in a thread.
    """
    from client.session.match_session import solo_session

    factions = [""] * (len(setup.bots) + 1)
    factions[: len(setup.factions)] = setup.factions
    name = settings.name or "You"
    session = solo_session(
        setup.changed_game(), setup.bots, setup.options, name, factions[1:], None, keep, setup.seat, setup.colours
    )
    session.start()
    return session


def writable_folder(home: Path) -> Path | None:
    """Return the folder if it is writable; else print the reason and return None."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=home).close()
    except OSError as error:
        kept.warn(f"matches cannot be saved in {home}: {error_reason(error)}")
        return None
    return home


def picture_folder(settings: Path) -> Path | None:
    """Return the cache folder of rendered pictures, or None if there is none.

    The function also removes old pictures, and pictures that an earlier version stored in the settings folder.
    """
    try:
        folder = paths.cache_folder() / PICTURE_FOLDER_NAME
    except paths.NoHome:
        return None

    def tidy() -> None:
        pictures.delete_old_folder(settings / PICTURE_FOLDER_NAME)
        pictures.prune(folder, time.time())

    threading.Thread(target=tidy, name="tether-pictures", daemon=True).start()
    return folder


def open_app() -> App:
    """Open the program's window without any screen; raise `NoWindow`."""
    why = why_no_window()
    if why:
        raise NoWindow(why)
    from client.app.theme import game_theme
    from client.art.sound.mixer import Mixer
    from client.screens.settings.settings import apply_changes
    from client.table.keys import KEYS
    from client.ui import theme as themes
    from client.ui.keys import Keymap
    from client.ui.window import NoOpenGL, open_window
    from lobby.players.identity import identity_folder as home

    folder = kept.folder()
    path = folder / "client.json"
    settings = kept.load(path)
    themes.set_theme(game_theme(settings.text_scale, settings.palette))
    try:
        window = open_window(
            "Tether",
            settings.size,
            fullscreen=settings.fullscreen,
            user_scale=settings.scale,
            keys=Keymap(KEYS),
            atlas=4096,
            folder=picture_folder(folder),
            version=VERSION,
        )
    except NoOpenGL as error:
        raise NoWindow(str(error)) from error
    there = writable_folder(home())
    app = App(
        window,
        settings,
        path,
        partial(start_solo_session, keep=there / paths.MATCHES if there is not None else None),
        there,
    )
    profile = app.person.profile()  # `tether identity` sets name and colour here too
    app.settings = replace(settings, name=profile.name or settings.name, colour=profile.colour or settings.colour)
    app.mixer = Mixer()
    window.on_feedback = app.mixer.feedback
    silent = app.mixer.why_silent()
    if silent:
        kept.warn(silent)
    apply_changes(window, settings, app.mixer)
    return app


def run(app: App) -> int:
    """Run until the window is closed or a signal asks the program to end; return the exit code.

    In both cases the program first says goodbye to the other players.
    """
    import pyglet

    watched = os.environ.get(ui_trace.TRACE_VARIABLE)
    if watched:
        pyglet.clock.schedule_interval(
            ui_trace.UiTrace(app.window, Path(watched)).write_changes, ui_trace.INTERVAL_SECONDS
        )
    with ExitRequest() as leaving:

        def look(_: float) -> None:
            if leaving.received:
                app.window.close()

        pyglet.clock.schedule_interval(look, POLL_SECONDS)
        try:
            app.window.run()
        finally:
            for screen in app.window.screens:
                screen.on_closed()
        app.save_settings()
    if leaving.received:
        print_lines(shutdown.STOPPED, err=True)
    return leaving.exit_code


def main() -> int:
    """Open the window on the main menu and run until it is closed.

    Returns 1, after printing the reason in plain words, if no window can be opened.
    """
    try:
        app = open_app()
    except NoWindow as why:
        print_lines(why, err=True)
        return 1
    app.show_menu()
    return run(app)
