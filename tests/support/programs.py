"""Programs of the system that some tests need; where they are missing, these tests are left out.

A test declares its needs with `@pytest.mark.needs("node")`. The fixture `window` implies that a display is needed.
"""

from __future__ import annotations

import ctypes.util
import json
import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest


def _display() -> str:
    is_there = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or shutil.which("Xvfb")
    return "" if is_there else "no display and no Xvfb"


def _program(name: str) -> Callable[[], str]:
    return lambda: "" if shutil.which(name) else f"no {name}"


def _namespaces() -> str:
    if sys.platform != "linux" or os.geteuid():
        return "only root on Linux may make them"
    return _program("ip")()


@cache
def no_graphics() -> str:
    """Return the reason why graphics cannot be used on this system, or "" if they can."""
    is_there = sys.platform != "linux" or ctypes.util.find_library("GL")
    return "" if is_there else "no libGL"


NEEDS: dict[str, tuple[str, Callable[[], str]]] = {
    "display": ("the window", _display),
    "graphics": ("the window", no_graphics),
    "xvfb": ("windows driven from outside", _program("Xvfb")),
    "xdotool": ("windows driven from outside", _program("xdotool")),
    "node": ("the second verifier", _program("node")),
    "namespaces": ("networks of their own", _namespaces),
    "fork": ("forked processes", lambda: "" if hasattr(os, "fork") else "no fork on this system"),
}
"""By need: the part of Tether that is tested with it, and a function that returns why it is missing, or ""."""

FILE = "TETHER_LEFT_OUT"
"""Variable with the path of the file that keeps the count for `scripts/test.py`."""


IGNORED: set[str] = set()
"""Files that cannot even be imported here, by path."""


def ignores(path: Path, root: Path) -> bool:
    """Return True for a test file of the window on systems that cannot import its modules."""
    place = path.relative_to(root).parts if path.is_relative_to(root) else ()
    if path.suffix != ".py" or (place[:1] != ("client",) and place[:2] != ("tests", "client")) or not no_graphics():
        return False
    if path.name.startswith("test_"):
        IGNORED.add(str(path))
    return True


class Nothing(pytest.File):
    """A test file that cannot be imported on this system."""

    def collect(self) -> list[Any]:
        """Return no tests."""
        return []


def needs(item: pytest.Item) -> list[str]:
    """Return the needs of a test, from its marks and fixtures."""
    named = [str(need) for mark in item.iter_markers("needs") for need in mark.args]
    shows = "window" in getattr(item, "fixturenames", ())
    return [*named, "display"] if shows else named


def leave_out(items: list[Any], skips_long: bool) -> list[Any]:
    """Remove and return the tests whose needs are not met, and the long tier if it is skipped.

    Their numbers are stored by part and reason.
    """
    kept: list[Any] = []
    remaining: list[Any] = []
    count: Counter[str] = Counter()
    reasons = {need: missing() for need, (_, missing) in NEEDS.items()}
    for item in items:
        unmet = [need for need in needs(item) if reasons[need]]
        if skips_long and item.get_closest_marker("long"):
            remaining.append(item)
            count["the long tier (--long)"] += 1
        elif unmet:
            remaining.append(item)
            count[f"{NEEDS[unmet[0]][0]} ({reasons[unmet[0]]})"] += 1
        else:
            kept.append(item)
    items[:] = kept
    counted = {what: _counted(number, "test") for what, number in count.items()}
    if IGNORED:
        counted[f"the window ({no_graphics()})"] = _counted(len(IGNORED), "file")
    _write(counted)
    return remaining


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _write(count: dict[str, str]) -> None:
    """Write the counts to a file; every worker collects the same tests and writes the same file."""
    path = Path(os.environ[FILE])
    part = path.with_name(f"{path.name}.{os.getpid()}")
    part.write_text(json.dumps(count), encoding="utf-8")
    part.replace(path)


def summary() -> Sequence[str]:
    """Return a phrase about each group of tests that was left out."""
    try:
        count: dict[str, str] = json.loads(Path(os.environ[FILE]).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return [f"{what}: {number}" for what, number in sorted(count.items())]
