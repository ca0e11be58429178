#!/usr/bin/env python3
"""Plays Tether: `python3 scripts/play.py` opens the window; where there can be none it says why and plays a match of
bots in the terminal.

`host` and `join ADDRESS` (see `host --help`) open a room for others, or go to one; `replay FILE` shows a record. Any
other options are those of `tether match`, which plays in the terminal (see --help); `--terminal` alone does so too.

`--offline FOLDER`, before all other words, installs from a folder of wheels (`scripts/package.py --wheels FOLDER`), for
a computer without a network.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import environment

WINDOWS = ("host", "join", "replay")
"""Commands that open the window where there can be one: a match with others, a record."""


def wants_window(arguments: list[str]) -> bool:
    """Whether to open the window on its menu; any other option is one of `tether match`."""
    return arguments in ([], ["--window"])


def why_no_window(python: Path) -> str:
    """Why there can be no window here, in one line; "" if there can."""
    command = [str(python), "-P", "-m", "client.possible"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = done.stdout if not done.returncode else done.stderr.strip().rpartition("\n")[2] or "It cannot be started."
    return " ".join(said.split())


def play_in_window() -> str:
    """Plays in a window till it is closed and exits; comes back with the reason if there can be none."""
    try:
        python = environment.python_for("client")
    except SystemExit as failed:
        return str(failed).partition("\n")[0]
    why = why_no_window(python)
    if why:
        return why
    sys.exit(environment.run([str(python), "-P", "-m", "client"]))


def play_command(arguments: list[str]) -> int:
    """A command in the window, else, after saying why, in the terminal."""
    try:
        python = environment.python_for("client")
    except SystemExit as failed:
        print(str(failed).partition("\n")[0], flush=True)
        return environment.run([str(environment.python_for()), "-P", "-m", "lobby", *arguments])
    return environment.run([str(python), "-P", "-m", "client", *arguments])


def main(arguments: list[str]) -> int:
    """Plays, in a window or in the terminal."""
    if arguments[:1] == ["--offline"]:
        folder = Path(arguments[1]) if len(arguments) > 1 else Path()
        if len(arguments) < 2 or not any(folder.glob("*.whl")):
            sys.exit("--offline wants a folder with the wheels that scripts/package.py --wheels FOLDER has made.")
        environment.offline, arguments = folder.resolve(), arguments[2:]
    if arguments[:1] and arguments[0] in WINDOWS:
        return play_command(arguments)
    if wants_window(arguments):
        print(f"{play_in_window()} So here is a match in the terminal.", flush=True)
    python = environment.python_for()
    words = [word for word in arguments if word not in ("--terminal", "--window")]
    return environment.run([str(python), "-P", "-m", "net.cli", "match", *words])


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped\n")
        sys.exit(130)
