"""Message numbers that rise across restarts, even if the computer's clock was set back.

A receiver ignores a number that is not above the sender's last one. The time in milliseconds gives each start a higher
number than all starts before it, unless the clock was set back. Therefore the first number of each start is also saved
on disk.
"""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

from net.system.durable_files import write_private
from net.system.safe_files import read_limited

NUMBERS_PER_START = 1 << 20
"""Number of messages that one start may send: one per second for twelve days."""
HIGHEST = 1 << 52
"""Bound of saved numbers; a file with this number or a higher one is damaged."""
SIZE = 8


def first_number(path: Path | None) -> int:
    """Return a number above those of all earlier starts that used this file, and save it there.

    Without a file, or if the disk fails, the number is derived from the time alone.
    """
    now = time.time_ns() // 1_000_000
    if path is None:
        return now
    last = _read_first_number(path)
    number = now if now > last else last + NUMBERS_PER_START
    with contextlib.suppress(OSError):
        write_private(path, number.to_bytes(SIZE, "big"))
    return number


def _read_first_number(kept: Path) -> int:
    """Return the first number of the last start, or -1 if there was none or the file is damaged."""
    try:
        data = read_limited(kept, SIZE)
    except OSError:
        return -1
    number = int.from_bytes(data, "big")
    return number if len(data) == SIZE and number < HIGHEST else -1
