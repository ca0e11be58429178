"""`tether`: the window where there can be one, else the terminal; behind words the command line.

tether                      the window; without a display a match in the terminal, and why
tether host, tether join    the window on a room; without a display, or played by a bot, in the terminal
tether replay FILE, tether FILE
                            a record in the window; without a display it says what tells the match in the terminal
tether match, verify ...    the command line as it is everywhere
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from client.app.app import App
    from lab.run.replay import Shown
    from lobby.room.join_plan import GuestPlan, HostPlan
    from net.channels.addresses import Address


RECORD = ".tether"
"""The suffix of records of matches."""


def main(words: Sequence[str] | None = None) -> int:
    """Do what is asked; return the exit code."""
    from net.cli.app import COMPLETES, to_run

    asked = list(sys.argv[1:] if words is None else words)
    if not asked or to_run(asked):
        _find_games()
    if not asked and COMPLETES not in os.environ:
        return first_screen()
    if is_record(asked):
        asked = ["replay", *asked]
    if to_run(asked) != "verify":
        return command(asked)
    from net.records import verification_worker

    # It has enough to do while this one is still loading what a check needs.
    with verification_worker.beside(*(Path(word) for word in asked[1:] if not word.startswith("-"))):
        return command(asked)


def _find_games() -> None:
    """Register the games that the user has installed, and say which are left out."""
    from net.system.installed_games import install
    from net.text.sanitizer import say

    for sentence in install():
        say(f"tether: {sentence}", err=True)


def is_record(asked: Sequence[str]) -> bool:
    """Return True for the path of a file alone, as a double click on a record gives it."""
    if len(asked) != 1 or asked[0].startswith("-"):
        return False
    path = Path(asked[0])
    return path.suffix == RECORD or (len(path.parts) > 1 and path.is_file())


def command(asked: Sequence[str]) -> int:
    """Run a command of the command line, with the windows that some of them open; return the exit code."""
    from client.app.commands import replay
    from lobby.cli.commands import run
    from net.cli.app import cli, to_run

    if replay.name not in cli.commands:
        cli.add_command(replay)
    connect = WINDOWS.get(to_run(asked))
    if connect is not None:
        connect()
    return run(asked)


def _rooms() -> None:
    from lobby.cli import room as cli

    cli.window = room


def _findings() -> None:
    from client.app import diagnostics
    from lobby.cli import doctor

    doctor.window = diagnostics.findings


def _lab() -> None:
    from lab.cli import report

    report.viewer = replayed


def _watched() -> None:
    from net.cli import watch

    watch.window = big


WINDOWS = {"host": _rooms, "join": _rooms, "doctor": _findings, "lab": _lab, "watch": _watched}
"""Commands that know nothing of a window, and what gives them one."""


def open_app() -> App:
    """The program with its window open and nothing in it; raises `NoWindow`. Only then are the window's libraries
    needed, which come with `tether[client]`: every command of the terminal works without them.
    """
    from client.ui import NoWindow, why_no_window

    why = why_no_window()
    if why:
        raise NoWindow(why)
    from client.app import launch

    return launch.open_app()


def play(app: App) -> int:
    """Plays until the window is closed; the exit code."""
    from client.app.launch import run

    return run(app)


def first_screen() -> int:
    """The main menu; without a window a match in the terminal."""
    from client.ui import NoWindow
    from net.text.sanitizer import say

    try:
        app = open_app()
    except NoWindow as why:
        say(
            f"{why} Here is a match between bots in the terminal instead; `tether --help` lists the commands.", err=True
        )
        return command(["match"])
    app.menu() if app.settings.name else app.welcome()
    return play(app)


def replayed(shown: Shown) -> int | None:
    """A match of the lab in the window; None, after saying why, if there can be no window."""
    from client.ui import NoWindow
    from net.text.sanitizer import say

    try:
        app = open_app()
    except NoWindow as why:
        say(f"{why} The match is printed here instead.", err=True)
        return None
    app.menu()
    app.watch(shown)
    return play(app)


def room(plan: HostPlan | GuestPlan, bots: Sequence[str]) -> int | None:
    """A room in the window; None, after saying why, if there can be no window."""
    from client.ui import NoWindow
    from net.text.sanitizer import say

    try:
        app = open_app()
    except NoWindow as why:
        say(f"{why} A bot plays your seat, in the terminal.", err=True)
        return None
    app.menu()
    app.rooms.asked(plan, bots)
    return play(app)


def big(where: Address, code: str) -> int:
    """The match of the room at an address on a big screen; 1, after saying why, if there can be no window."""
    from client.ui import NoWindow
    from net.text.sanitizer import say

    try:
        app = open_app()
    except NoWindow as why:
        say(f"{why} Without --big you can watch in the terminal.", err=True)
        return 1
    app.menu()
    app.rooms.spectate(where, code, True)
    return play(app)
