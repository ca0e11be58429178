"""The folder of pictures that were drawn before, kept small: who uses them no more is no longer there after a month."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from pathlib import Path

DAY = 86_400.0
UNUSED = 30 * DAY
"""Pictures are kept for so many seconds after they were used last, as `used` notes it..."""
MOST_BYTES = 200_000_000
"""...and those used last as long as they are no more than this."""


def used(path: Path) -> None:
    """Notes that a picture is in use; once a day is often enough."""
    with contextlib.suppress(OSError):
        if time.time() - path.stat().st_mtime > DAY:
            os.utime(path)


def prune(folder: Path, now: float, most: int = MOST_BYTES) -> int:
    """Deletes what nobody has used for long, the halves that a program has left that was ended, and the oldest of what
    is too much; how many files. What cannot be deleted stays.
    """
    found, gone, size = [], 0, 0
    for path in folder.glob("*/*"):
        with contextlib.suppress(OSError):
            facts = path.stat()
            found.append((facts.st_mtime, facts.st_size, path))
    for when, bytes, path in sorted(found, reverse=True):
        size += bytes
        half = path.suffix == ".tmp" and now - when > DAY
        if half or now - when > UNUSED or size > most:
            with contextlib.suppress(OSError):
                path.unlink()
                gone += 1
    return gone


def move_out(old: Path) -> None:
    """Deletes the folder in which they were before, among the settings."""
    if old.is_dir() and not old.is_symlink():
        shutil.rmtree(old, ignore_errors=True)
