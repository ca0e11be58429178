"""A load that takes seconds, done in its own thread while frames are drawn.

It reports its progress and can be cancelled.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from client.table.replay.frames import ProgressCallback, Unplayable

T = TypeVar("T")


class _Cancelled(Exception):
    """The exception that ends a cancelled load."""


class BackgroundLoad(Generic[T]):
    """A task in its own thread: `BackgroundLoad(lambda watch: read_frames(path, watch)).start()`.

    Check `done` in each frame.
    """

    def __init__(self, work: Callable[[ProgressCallback], T]) -> None:
        self.part, self.words = 0.0, ""
        self.result: T | None = None
        self.trouble = ""
        """The reason why there is no result, in a sentence."""
        self._work = work
        self._given_up = False
        self._over = threading.Event()

    @property
    def is_done(self) -> bool:
        """True if there is a result, or a reason why there is none."""
        return self._over.is_set()

    def start(self) -> None:
        """Start the work in a thread."""
        threading.Thread(target=self.run, name="tether-load", daemon=True).start()

    def wait(self, seconds: float) -> bool:
        """Wait at most this number of seconds for the end of the work; return True if it has ended."""
        return self._over.wait(seconds)

    def cancel(self) -> None:
        """Cancel the work, which then ends soon without a result."""
        self._given_up = True

    def run(self) -> None:
        """Do the work in this thread.

        Every failure becomes a sentence, because no file may end the program.
        """
        try:
            self.result = self._work(self._report_progress)
        except _Cancelled:
            self.trouble = "Loading was cancelled."
        except Unplayable as why:
            self.trouble = str(why)
        except Exception as error:
            self.trouble = f"The file cannot be shown ({type(error).__name__}: {error})."
        self._over.set()

    def _report_progress(self, part: float, words: str) -> None:
        if self._given_up:
            raise _Cancelled
        self.part, self.words = part, words
