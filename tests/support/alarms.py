"""An alarm for calls that must return at once."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Stuck(AssertionError):
    """Raised when a call has not returned in time."""


@contextmanager
def at_once(seconds: float = 20.0) -> Iterator[None]:
    """Raise `Stuck` in this thread unless the block ends in time, even during a blocked system call."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise Stuck(f"no return within {seconds} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
