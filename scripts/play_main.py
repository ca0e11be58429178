"""`scripts/play.py` finds out what a command needs, installs that once, and passes the command on to Tether."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import environment

HELP = """\
Play Tether.

  python3 scripts/play.py                  open the window
  python3 scripts/play.py COMMAND ...      any command of tether: host, join, match, verify, doctor, games, ...
  python3 scripts/play.py --seats 2 ...    options alone are those of the command match, in the terminal
  python3 scripts/play.py COMMAND --help   explain a command

Before all other words:
  --offline FOLDER    install all from a folder of wheels (scripts/build/package.py --wheels FOLDER), without a
                      network; needed once, for the folder is remembered
  --untested          install the newest libraries instead of the tested ones; their files are not checked
  --version, --help

The first start installs the libraries into .venv beside the project: about 220 MB with the window, 60 MB without.
"""
WINDOWS = ("host", "join", "replay")
"""Commands that open the window where there can be one."""
EXTRAS = {"lab": "lab", "print": "print"}
"""Extras of commands that need one with a display and without."""
MATCH = "For a match between bots in the terminal: python3 scripts/play.py match"
NO_DISPLAY = "There is no display, so no window can be opened."


def has_display() -> bool:
    """Return False if no window can be shown, so that its libraries need not be installed."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def extra_for(words: list[str]) -> str:
    """Return the extra of pyproject.toml that a command needs.

    >>> extra_for(["lab", "play"]), extra_for(["print", "midnight"]), extra_for(["match"])
    ('lab', 'print', '')
    >>> extra_for(["host", "--terminal"])
    ''
    """
    if words and words[0] in EXTRAS:
        return EXTRAS[words[0]]
    in_terminal = {"--terminal", "--bot", "--help", "-h"} & {word.partition("=")[0] for word in words}
    shows = not words or words[0] in WINDOWS or (words[0] == "watch" and "--big" in words)
    return "client" if shows and not in_terminal and has_display() else ""


def why_no_window(python: Path) -> str:
    """Return the reason why no window can be shown here, in one line, or "" if there is none."""
    command = [str(python), "-I", "-m", "client.app.display_check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = done.stdout if not done.returncode else done.stderr.strip().rpartition("\n")[2] or "It cannot be started."
    return " ".join(said.split())


def tether_version() -> str:
    """Return Tether's version without installing anything."""
    source = (environment.ROOT / "net" / "version.py").read_text(encoding="utf-8")
    return source.partition('VERSION = "')[2].partition('"')[0]


def apply_options(words: list[str]) -> list[str]:
    """Apply the options for the installation, and return the arguments that are for Tether."""
    while words and words[0] in ("--offline", "--untested"):
        if words[0] == "--untested":
            environment.untested, words = True, words[1:]
            continue
        folder = Path(words[1]) if len(words) > 1 else Path()
        if len(words) < 2 or not any(folder.glob("*.whl")):
            sys.exit("--offline needs a folder with the wheels that scripts/build/package.py --wheels FOLDER has made.")
        environment.offline, words = folder.resolve(), words[2:]
    if words in (["--window"], ["--terminal"]):
        return [] if words == ["--window"] else ["match"]
    if words and words[0].startswith("-"):
        return ["match", *(word for word in words if word != "--terminal")]
    return words


def main(words: list[str]) -> int:
    """Install what is needed, play, and return the exit code."""
    if words in (["--help"], ["-h"], ["help"]):
        print(HELP, end="")
        return 0
    if words in (["--version"], ["-V"], ["version"]):
        print(f"tether {tether_version()}")
        return 0
    words = apply_options(words)
    if not words and not has_display():
        sys.exit(f"{NO_DISPLAY}\n{MATCH}")
    python = environment.python_for(extra_for(words))
    why = "" if words else why_no_window(python)
    if why:
        sys.exit(f"{why}\n{MATCH}")
    return environment.run([str(python), "-P", "-m", "client", *words])
