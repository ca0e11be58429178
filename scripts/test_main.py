"""`scripts/test.py` installs the required packages, runs every check, and finally reports what was left out and why."""

from __future__ import annotations

import ctypes.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import environment

HELP = """\
Check everything: style, format, types, and all tests.

  python3 scripts/test.py                    everything
  python3 scripts/test.py -k market          arguments go to pytest
  python3 scripts/test.py --long             also the long tier: further games, seats and moments of the same tests
  python3 scripts/test.py --lowest           the lowest versions of the libraries (Python 3.11), no window
  python3 scripts/test.py --package          build the packaged program, start it, play a match; needs a display
  python3 scripts/test.py --untested         first: install the newest libraries instead of the tested ones

Programs of the system that are missing are installed where that is possible without a password (Debian, Ubuntu:
root or sudo). Else the tests that need them are left out, and the last line names them.
"""
PLACES = ["core", "net", "lab", "lobby", "client", "tests"]
"""Tests, and doctests in the code."""


def missing_packages() -> list[str]:
    """Return the Debian packages of programs that the tests need and that are missing."""
    if not sys.platform.startswith("linux"):
        return []
    programs = {"Xvfb": "xvfb", "xdotool": "xdotool", "node": "nodejs", "ip": "iproute2", "git": "git"}
    libraries = {"fontconfig": "libfontconfig1", "GL": "libgl1"}
    there = os.environ.get("PATH", "") + os.pathsep + "/usr/sbin:/sbin"
    missing = [package for program, package in programs.items() if shutil.which(program, path=there) is None]
    missing += [package for library, package in libraries.items() if ctypes.util.find_library(library) is None]
    if not environment.can_import("ensurepip"):
        missing.append("python3-venv")
    return missing


def root_command() -> list[str] | None:
    """Return the beginning of a command that may install packages; None if that would need a password."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    may = sudo and subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode == 0
    return [str(sudo), "-n", "env", "DEBIAN_FRONTEND=noninteractive"] if may else None


def install_packages() -> None:
    """Install the missing packages, or print the command that does it."""
    packages = missing_packages()
    if not packages:
        return
    how = root_command()
    by_hand = f"sudo apt install {' '.join(packages)}"
    if how is None:
        known = by_hand if shutil.which("apt-get") else "install " + ", ".join(packages)
        print(f"-- some tests need more programs; to run them: {known}", flush=True)
        return
    print(f"-- installing {', '.join(packages)}", flush=True)
    around = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *packages]):
        command = [*how, "apt-get", *words]
        done = subprocess.run(
            command, env=around, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        if done.returncode and words[0] == "install":
            print(f"{environment.last_lines(done.stdout + done.stderr, 4)}\n-- try by hand: {by_hand}", flush=True)


def check_commands(arguments: list[str]) -> dict[str, list[str]]:
    """Return the commands to be run, by name; pytest is limited to the files that the arguments name."""
    named = any(Path(argument.partition("::")[0]).exists() for argument in arguments)
    return {
        "style": ["ruff", "check", "."],
        "format": ["ruff", "format", "--check", "."],
        "types": ["mypy"],
        "tests": [
            "pytest",
            "-n",
            str((os.cpu_count() or 1) + 1),  # one more than cores: some tests wait for other processes
            "--dist",
            "worksteal",
            "--doctest-modules",
            *([] if named else PLACES),
            *arguments,
        ],
    }


def left_out_note(written: Path) -> str:
    """Return a note about what the tests have left out, as the end of the last line; "" if nothing.

    >>> left_out(Path("no such file"))
    ''
    """
    try:
        count: dict[str, str] = json.loads(written.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    parts = [f"{what}: {number}" for what, number in sorted(count.items())]
    return f"; left out: {', '.join(parts)}" if parts else ""


def run_with_lowest(arguments: list[str]) -> int:
    """Run the tests of everything except the window with the lowest versions of all libraries; return the exit code."""
    python = str(environment.lowest_python())
    os.chdir(environment.ROOT)
    places = arguments or ["tests", "--ignore", "tests/client"]
    return environment.run([python, "-P", "-m", "pytest", "-n", str(os.cpu_count() or 1), *places])


def main(arguments: list[str]) -> int:
    """Run all checks, even after one has failed, and return 0 if none fails; types are checked beside the tests."""
    if arguments in (["--help"], ["-h"]):
        print(HELP, end="")
        return 0
    if arguments == ["--package"]:
        with tempfile.TemporaryDirectory() as out:
            script = str(environment.ROOT / "scripts" / "build" / "package.py")
            return environment.run([sys.executable, script, "--out", out, "--check"])
    if arguments[:1] == ["--untested"]:
        environment.untested, arguments = True, arguments[1:]
    install_packages()
    if arguments[:1] == ["--lowest"]:
        return run_with_lowest(arguments[1:])
    python = str(environment.python_for("test"))
    os.chdir(environment.ROOT)
    if arguments[:1] == ["--long"]:
        os.environ["TETHER_LONG"] = "1"
        arguments = arguments[1:]
    os.environ["PATH"] = f"{os.environ.get('PATH', os.defpath)}{os.pathsep}/usr/sbin{os.pathsep}/sbin"
    with tempfile.TemporaryDirectory() as work:
        written = Path(work) / "left-out.json"
        os.environ["TETHER_LEFT_OUT"] = str(written)
        failed = run_all(python, check_commands(arguments))
        print(f"-- {'failed: ' + ', '.join(failed) if failed else 'all is well'}{left_out_note(written)}")
    return bool(failed)


def run_all(python: str, commands: dict[str, list[str]]) -> list[str]:
    """Run the checks, and return the names of those that fail."""
    failed = []
    types = commands.pop("types")
    isolated = [python, "-P", "-m"]
    beside = subprocess.Popen([*isolated, *types], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for name, command in commands.items():
        print(f"-- {name}: {' '.join(command)}", flush=True)
        if environment.run([*isolated, *command]):
            failed.append(name)
    said, _ = beside.communicate()
    print(f"-- types: {' '.join(types)}\n{said}", end="")
    if beside.returncode:
        failed.append("types")
    return failed
