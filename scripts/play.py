#!/usr/bin/env python3
"""Plays Tether: `python3 scripts/play.py`, with the options of `tether match` (see --help).

`--window` opens the desktop client; where there can be none it says why and plays in the terminal.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import environment

WINDOW_FIRST = False
"""Whether to open the window when nothing else is asked for."""


def wants_window(arguments: list[str]) -> bool:
    """Whether to open the window; any other option is one of `tether match`."""
    return arguments == ["--window"] or (WINDOW_FIRST and not arguments)


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


def main(arguments: list[str]) -> int:
    """Plays, in a window or in the terminal."""
    if wants_window(arguments):
        print(f"{play_in_window()} So here is a match in the terminal.", flush=True)
    python = environment.python_for()
    words = [word for word in arguments if word not in ("--terminal", "--window")]
    return environment.run([str(python), "-P", "-m", "net.cli", "match", *words])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
