#!/usr/bin/env python3
"""Checks everything: style, format, types, tests. Arguments go to pytest: `python3 scripts/test.py -k market`.

`--lowest`, as the first argument, runs the tests of everything but the window with the lowest versions of the
libraries that pyproject.toml allows, in an environment of its own. `--long`, as the first argument, plays all that the
ten minutes of the suite have no room for (tests/budget.py). `--package` builds the packaged program, starts it,
and plays a match in it; it needs a display.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import environment

PLACES = ["core", "net", "lab", "lobby", "client", "tests"]
"""Tests, and doctests in the code."""


def checks(arguments: list[str]) -> dict[str, list[str]]:
    """By name what is run; pytest is narrowed to the files that the arguments name."""
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


def with_lowest(arguments: list[str]) -> int:
    """Runs the tests of everything but the window with the lowest versions of all libraries."""
    python = str(environment.lowest())
    os.chdir(environment.ROOT)
    places = arguments or ["tests", "--ignore", "tests/client"]
    return environment.run([python, "-m", "pytest", "-n", str(os.cpu_count() or 1), *places])


def main() -> int:
    """Runs all checks, whichever fail; 0 if none does. Types are checked beside the tests, and told of after them."""
    if sys.argv[1:] == ["--package"]:
        with tempfile.TemporaryDirectory() as out:
            script = str(environment.ROOT / "scripts" / "package.py")
            return environment.run([sys.executable, script, "--out", out, "--check"])
    if sys.argv[1:2] == ["--lowest"]:
        return with_lowest(sys.argv[2:])
    python = str(environment.python_for("test"))
    os.chdir(environment.ROOT)
    failed = []
    arguments = sys.argv[1:]
    if arguments[:1] == ["--long"]:
        os.environ["TETHER_LONG"] = "1"
        del arguments[0]
    commands = checks(arguments)
    types = commands.pop("types")
    beside = subprocess.Popen([python, "-m", *types], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for name, command in commands.items():
        print(f"-- {name}: {' '.join(command)}", flush=True)
        if environment.run([python, "-m", *command]):
            failed.append(name)
    said, _ = beside.communicate()
    print(f"-- types: {' '.join(types)}\n{said}", end="")
    if beside.returncode:
        failed.append("types")
    print(f"-- {'failed: ' + ', '.join(failed) if failed else 'all is well'}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
