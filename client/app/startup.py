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
    from lab.run.replay import ReplayedMatch
    from lobby.room.join_plan import GuestPlan, HostPlan
    from net.channels.addresses import Address


RECORD = ".tether"
"""Suffix of files that contain the record of a match."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command that the words name, and return the exit code."""
    from net.cli.app import command_to_run
    from net.cli.arguments.completion import VARIABLE as COMPLETION_VARIABLE

    asked = list(sys.argv[1:] if words is None else words)
    if is_game_file(asked):
        return _show_game_file(Path(asked[0]))
    if not asked or command_to_run(asked):
        _find_games()
    if not asked and COMPLETION_VARIABLE not in os.environ:
        return first_screen()
    if is_record(asked):
        asked = ["replay", *asked]
    if command_to_run(asked) != "verify":
        return run_command(asked)
    from net.records import verification_worker

    # It works while this process still loads the modules of a check.
    with verification_worker.running_twin(*(Path(word) for word in asked[1:] if not word.startswith("-"))):
        return run_command(asked)


def _find_games() -> None:
    """Register the games that the user has installed, and print which ones are left out."""
    from net.system.installed_games import leave_out_broken_games, register_installed_games
    from net.text.sanitizer import print_lines

    for sentence in [*register_installed_games(), *leave_out_broken_games()]:
        print_lines(f"tether: {sentence}", err=True)


def is_game_file(asked: Sequence[str]) -> bool:
    """Return True if the only argument is the path of a game file: the window opens with the game in its lists."""
    return len(asked) == 1 and not asked[0].startswith("-") and Path(asked[0]).suffix == ".py"


def _show_game_file(path: Path) -> int:
    """Load a game file and open the window; return 1 if the file is no game."""
    from core.games.registry import GAMES
    from net.system import game_files
    from net.text.sanitizer import print_lines

    _find_games()
    try:
        game = game_files.load(path)
    except game_files.BadGameFile as bad:
        print_lines(f"tether: {bad}", err=True)
        return 1
    return first_screen(["match", "--game", str(path), "--seats", str(GAMES[game].seat_counts[-1])])


def is_record(asked: Sequence[str]) -> bool:
    """Return True if the only argument is the path of a file, as after a double click on a record."""
    if len(asked) != 1 or asked[0].startswith("-"):
        return False
    path = Path(asked[0])
    return path.suffix == RECORD or (len(path.parts) > 1 and path.is_file())


def run_command(asked: Sequence[str]) -> int:
    """Run a command of the command line, with a window if the command can use one; return the exit code."""
    from client.app.commands import ALL
    from lobby.cli.commands import run
    from net.cli.app import cli, command_to_run

    for each in ALL:
        if each.name not in cli.commands:
            cli.add_command(each)
    connect = WINDOWS.get(command_to_run(asked))
    if connect is not None:
        connect()
    return run(asked)


def _rooms() -> None:
    from lobby.cli import room as cli

    cli.window = show_room


def _connect_doctor_findings() -> None:
    from client.app import diagnostics
    from lobby.cli import doctor

    doctor.window = diagnostics.findings


def _connect_replay_viewer() -> None:
    from lab.cli import report

    report.viewer = show_replay


def _connect_big_screen() -> None:
    from net.cli.matches import watch

    watch.window = show_big_screen


WINDOWS = {
    "host": _rooms,
    "join": _rooms,
    "doctor": _connect_doctor_findings,
    "lab": _connect_replay_viewer,
    "watch": _connect_big_screen,
}
"""Functions that connect commands to the window, by the name of the command.

The commands themselves do not depend on the window.
"""


def open_app() -> App:
    """Open the program's window without any screen; raise `NoWindow`.

    Only this function needs the window's libraries, which `tether[client]` installs. Every terminal command works
    without them.
    """
    from client.ui import NoWindow, why_no_window

    why = why_no_window()
    if why:
        raise NoWindow(why)
    from client.app import launch

    return launch.open_app()


def run_window(app: App) -> int:
    """Run until the window is closed, and return the exit code."""
    from client.app.launch import run

    return run(app)


def first_screen(instead: Sequence[str] = ("match",)) -> int:
    """Show the main menu; if no window can be opened, run the command `instead` in the terminal."""
    from client.ui import NoWindow
    from net.text.sanitizer import print_lines

    try:
        app = open_app()
    except NoWindow as why:
        print_lines(
            f"{why} Here is a match between bots in the terminal instead; `tether --help` lists the commands.", err=True
        )
        return run_command(list(instead))
    app.show_menu() if app.settings.name else app.show_welcome()
    return run_window(app)


def show_replay(shown: ReplayedMatch) -> int | None:
    """Show a match of the lab in the window.

    Print the reason and return None if no window can be opened.
    """
    from client.ui import NoWindow
    from net.text.sanitizer import print_lines

    try:
        app = open_app()
    except NoWindow as why:
        print_lines(f"{why} The match is printed here instead.", err=True)
        return None
    app.show_menu()
    app.show_replay(shown)
    return run_window(app)


def show_room(plan: HostPlan | GuestPlan, bots: Sequence[str]) -> int | None:
    """Show a room in the window.

    Print the reason and return None if no window can be opened.
    """
    from client.ui import NoWindow
    from net.text.sanitizer import print_lines

    try:
        app = open_app()
    except NoWindow as why:
        print_lines(f"{why} A bot plays your seat, in the terminal.", err=True)
        return None
    app.show_menu()
    app.rooms.enter_requested(plan, bots)
    return run_window(app)


def show_big_screen(where: Address, code: str) -> int:
    """Show the match of the room at an address on a large display.

    Print the reason and return 1 if no window can be opened.
    """
    from client.ui import NoWindow
    from net.text.sanitizer import print_lines

    try:
        app = open_app()
    except NoWindow as why:
        print_lines(f"{why} Without --big you can watch in the terminal.", err=True)
        return 1
    app.show_menu()
    app.rooms.spectate((where,), code, True)
    return run_window(app)
