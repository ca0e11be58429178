"""The folder of drawn pictures, kept small: pictures not used for a month are deleted."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from pathlib import Path

DAY_SECONDS = 86_400.0
MAX_UNUSED_SECONDS = 30 * DAY_SECONDS
"""Seconds for which a picture is kept after its last use, as `mark_used` records it."""
MAX_TOTAL_BYTES = 200_000_000
"""The maximum number of bytes of pictures to keep; the most recently used ones stay."""


def mark_used(path: Path) -> None:
    """Record that a picture is in use; this is done at most once a day."""
    with contextlib.suppress(OSError):
        if time.time() - path.stat().st_mtime > DAY_SECONDS:
            os.utime(path)


def prune(folder: Path, now: float, max_bytes: int = MAX_TOTAL_BYTES) -> int:
    """Delete pictures, and return the number of those deleted.

    It deletes pictures that were not used for long, partial files of interrupted programs, and the oldest pictures
    above the limit. A file that cannot be deleted stays.
    """
    found, gone, size = [], 0, 0
    for path in folder.glob("*/*"):
        with contextlib.suppress(OSError):
            facts = path.stat()
            found.append((facts.st_mtime, facts.st_size, path))
    for when, bytes, path in sorted(found, reverse=True):
        size += bytes
        half = path.suffix == ".tmp" and now - when > DAY_SECONDS
        if half or now - when > MAX_UNUSED_SECONDS or size > max_bytes:
            with contextlib.suppress(OSError):
                path.unlink()
                gone += 1
    return gone


def delete_old_folder(old: Path) -> None:
    """Delete the former folder of pictures, which was among the settings."""
    if old.is_dir() and not old.is_symlink():
        shutil.rmtree(old, ignore_errors=True)
