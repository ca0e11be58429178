"""Message numbers that rise across restarts, even if the computer's clock was set back.

A receiver ignores a number that is not above the last one of its sender. The time in milliseconds gives each start a
higher number than all before, unless the clock was set back. So the first number of each start is kept on disk.
"""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

from net.system.durable_files import write_private
from net.system.safe_files import read_limited

NUMBERS_PER_START = 1 << 20
"""Amount of numbers that one start may use: one per second for twelve days."""
HIGHEST = 1 << 52
"""Lowest number that is never kept; a file with this or a higher one is damaged."""
SIZE = 8


def first_number(kept: Path | None) -> int:
    """Return a number above those of all earlier starts with this file, and write it to the file.

    Without a file, or on a disk that fails, the number follows from the time alone.
    """
    now = time.time_ns() // 1_000_000
    if kept is None:
        return now
    last = _last(kept)
    number = now if now > last else last + NUMBERS_PER_START
    with contextlib.suppress(OSError):
        write_private(kept, number.to_bytes(SIZE, "big"))
    return number


def _last(kept: Path) -> int:
    """Return the first number of the last start; -1 if there was none, or if the file is damaged."""
    try:
        data = read_limited(kept, SIZE)
    except OSError:
        return -1
    number = int.from_bytes(data, "big")
    return number if len(data) == SIZE and number < HIGHEST else -1
