#!/usr/bin/env python3
"""Break one safeguard at a time in a copy of the project, and print the breaks that go unnoticed.

A break goes unnoticed if no test fails.

    python3 scripts/trials/mutate.py                    all of scripts/mutations.toml
    python3 scripts/trials/mutate.py left-out links     those whose names contain one of these words
    python3 scripts/trials/mutate.py --jobs 2

A mutation has a name, a file, a text that occurs exactly once in the file (`old`), its replacement (`new`), and the
tests that should fail. The exit code is 1 if a mutation goes unnoticed, or if it cannot be made because the text no
longer occurs.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

if not environment.can_import("msgpack", "pytest"):
    environment.enter("test")
LIST = environment.ROOT / "scripts" / "mutations.toml"
LONGEST = 600
"""Seconds for the tests of one mutation; one that makes them hang has been noticed."""


def try_mutation(mutation: dict[str, Any]) -> dict[str, Any]:
    """Return the result of a mutation: that it was noticed, that it was not, or why it could not be made."""
    told = {"name": mutation["name"], "file": mutation["file"]}
    with tempfile.TemporaryDirectory(prefix="tether-mutate-") as home:
        copy = Path(home) / "tether"
        _copy_project(copy)
        place = copy / mutation["file"]
        text = place.read_text(encoding="utf-8")
        if text.count(mutation["old"]) != 1:
            return {**told, "came": f"not made: the text stands there {text.count(mutation['old'])} times"}
        if _run_tests(copy, mutation["tests"]):
            return {**told, "came": "not made: its tests fail without it"}
        place.write_text(text.replace(mutation["old"], mutation["new"]), encoding="utf-8")
        return {**told, "came": "noticed" if _run_tests(copy, mutation["tests"]) else "lives"}


def _copy_project(to: Path) -> None:
    """Copy all files of the project to a folder, both those that git tracks and new ones."""
    items = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(items, cwd=environment.ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    for name in filter(None, names):
        source = environment.ROOT / name
        if source.is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, to / name)


def _run_tests(home: Path, tests: list[str]) -> int:
    """Run these tests in a copy of the project, and return 0 only if they pass."""
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *tests]
    try:
        around = {**os.environ, "PYTHONPATH": str(home), "TETHER_LONG": "1"}
        ran = subprocess.run(command, cwd=home, env=around, capture_output=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        return 1
    if ran.returncode not in (0, 1, 2):
        raise SystemExit(f"mutate: these are no tests: {' '.join(tests)}\n{ran.stdout.decode()[-2000:]}")
    return ran.returncode


def main() -> int:
    """Try the requested mutations, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="parts of names; all without any")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="so many at a time")
    asked = parser.parse_args()
    listed = tomllib.loads(LIST.read_text(encoding="utf-8"))["mutation"]
    wanted = [item for item in listed if not asked.names or any(name in item["name"] for name in asked.names)]
    came: list[str] = []
    with ThreadPoolExecutor(asked.jobs) as pool:
        for told in pool.map(try_mutation, wanted):
            print(json.dumps(told), flush=True)
            came.append(told["came"])
    print(json.dumps({"tried": len(came), "noticed": came.count("noticed"), "lived": came.count("lives")}))
    return 0 if came.count("noticed") == len(came) else 1


if __name__ == "__main__":
    sys.exit(main())
