"""Work that takes seconds, beside the frames: in a thread of its own, with how far it is and a way to give it up."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from client.table.replay.frames import Unplayable, Watch

T = TypeVar("T")


class _Given(Exception):
    """Nobody waits for the result any more."""


class Loading(Generic[T]):
    """`Loading(lambda watch: shoot(path, watch)).start()`; look at `done` in each frame."""

    def __init__(self, work: Callable[[Watch], T]) -> None:
        self.part, self.words = 0.0, ""
        self.result: T | None = None
        self.trouble = ""
        """Why there is no result, in a sentence."""
        self._work = work
        self._given_up = False
        self._over = threading.Event()

    @property
    def done(self) -> bool:
        """Whether there is a result, or a reason for none."""
        return self._over.is_set()

    def start(self) -> None:
        """Begins, in a thread."""
        threading.Thread(target=self.run, name="tether-load", daemon=True).start()

    def wait(self, seconds: float) -> bool:
        """Waits for the end at most so long; whether it has come."""
        return self._over.wait(seconds)

    def give_up(self) -> None:
        """Ends soon, without a result."""
        self._given_up = True

    def run(self) -> None:
        """Does the work here and now. Whatever fails becomes a sentence: no file from anywhere may end the program."""
        try:
            self.result = self._work(self._watch)
        except _Given:
            self.trouble = "Loading was cancelled."
        except Unplayable as why:
            self.trouble = str(why)
        except Exception as error:
            self.trouble = f"The file cannot be shown ({type(error).__name__}: {error})."
        self._over.set()

    def _watch(self, part: float, words: str) -> None:
        if self._given_up:
            raise _Given
        self.part, self.words = part, words
