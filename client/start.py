"""`tether`: the window where there can be one, else the terminal; behind words the command line.

tether                      the window; without a display a match in the terminal, and why
tether host, tether join    the window on a room; without a display, or played by a bot, in the terminal
tether replay FILE          a record in the window; without a display it says what tells the match in the terminal
tether match, verify ...    the command line as it is everywhere
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from client.kit import NoWindow, why_no_window
from net.outlet import say

if TYPE_CHECKING:
    from client.app import App
    from lab.showing import Shown
    from lobby.plans import GuestPlan, HostPlan
    from net.addresses import Address

__all__ = ["NoWindow", "first_screen", "main", "open_app", "play", "room"]


COMPLETES = "_TETHER_COMPLETE"
"""Set by a shell that wants to complete a word, or wants the script for that."""


def main(words: Sequence[str] | None = None) -> int:
    """Does what is asked; the exit code."""
    asked = list(sys.argv[1:] if words is None else words)
    if not asked and COMPLETES not in os.environ:
        return first_screen()
    if asked[:1] != ["verify"]:
        return command(asked)
    from net import twin

    # It has enough to do while this one is still loading the commands.
    with twin.beside(*(Path(word) for word in asked[1:] if not word.startswith("-"))):
        return command(asked)


def command(asked: Sequence[str]) -> int:
    """A command of the command line; the exit code. The menu needs none of what is loaded here."""
    from client import healthy
    from client.replay.command import replay
    from lab.cli import report
    from lobby import cli, doctor
    from net.cli import watch
    from net.cli.app import cli as commands

    cli.window, doctor.window, report.viewer, watch.window = room, healthy.findings, replayed, big
    commands.add_command(replay)
    return cli.run(asked)


def open_app() -> App:
    """The program with its window open and nothing in it; raises `NoWindow`. Only then are the window's libraries
    needed, which come with `tether[client]`: every command of the terminal works without them.
    """
    why = why_no_window()
    if why:
        raise NoWindow(why)
    from client import opening

    return opening.open_app()


def play(app: App) -> int:
    """Plays until the window is closed; the exit code."""
    from client.opening import run

    return run(app)


def first_screen() -> int:
    """The main menu; without a window a match in the terminal."""
    try:
        app = open_app()
    except NoWindow as why:
        from lobby import cli

        say(f"{why} So here is a match in the terminal.", err=True)
        return cli.run(["match"])
    app.menu() if app.settings.name else app.welcome()
    return play(app)


def replayed(shown: Shown) -> int | None:
    """A match of the lab in the window; None, after saying why, if there can be no window."""
    try:
        app = open_app()
    except NoWindow as why:
        say(f"{why} So the match is told here.", err=True)
        return None
    app.menu()
    app.watch(shown)
    return play(app)


def room(plan: HostPlan | GuestPlan, bots: Sequence[str]) -> int | None:
    """A room in the window; None, after saying why, if there can be no window."""
    try:
        app = open_app()
    except NoWindow as why:
        say(f"{why} So a bot plays your seat, in the terminal.", err=True)
        return None
    app.menu()
    app.rooms.asked(plan, bots)
    return play(app)


def big(where: Address, code: str) -> int:
    """The match of the room at an address on a big screen; 1, after saying why, if there can be no window."""
    try:
        app = open_app()
    except NoWindow as why:
        say(f"{why} Without --big it is watched in the terminal.", err=True)
        return 1
    app.menu()
    app.rooms.spectate(where, code, True)
    return play(app)
