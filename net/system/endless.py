"""The end of rules that never return: a thread watches how long the functions of game files run.

It watches every thread of the process, so that a command, a seat and a window end such a function alike.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from types import FrameType

from core.kit.errors import KitError
from core.kit.game import KitGame
from core.kit.questions import KitQuestion

LIMIT = 5.0
"""Seconds of computing time after which a call of a game's function is taken to be endless."""
INTERVAL = 0.2
"""Seconds between two looks at the running functions."""


_FAULTS: dict[int, str] = {}
"""The message about the last endless function of each thread."""


class Endless(KitError):
    """Error for a function of a game that does not return; the message names it and its line.

    It is made in the thread of the function, without arguments.
    """

    is_located = True

    def __init__(self) -> None:
        super().__init__(_FAULTS.get(threading.get_ident(), "a function of the game does not return"))


class Guard:
    """The thread that watches the functions of game files. It starts with the first file."""

    def __init__(self, limit: float = LIMIT) -> None:
        self.limit = limit
        self.games: dict[str, KitGame | None] = {}
        """The watched files, each with its game, or None while the file is being loaded."""
        self._calls: dict[int, tuple[FrameType, float]] = {}
        """By thread, the running call of a game's function, and the computing time at which it was first seen."""
        self._thread: threading.Thread | None = None

    def watch(self, file: str, game: KitGame | None = None) -> None:
        """Watch the functions of a file, and its statements while it is being loaded."""
        self.games[file] = game
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="tether-endless", daemon=True)
            self._thread.start()

    def forget(self, file: str) -> None:
        """Stop watching a file."""
        self.games.pop(file, None)

    def _run(self) -> None:
        while True:
            time.sleep(INTERVAL)
            self._calls = self._look(time.process_time())

    def _look(self, now: float) -> dict[int, tuple[FrameType, float]]:
        """Return the running calls, and end those that have run too long.

        No frame outlives this call but those of game files, since a frame keeps all that its function has opened.
        """
        running = dict[int, tuple[FrameType, float]]()
        threads = sys._current_frames()
        threads.pop(threading.get_ident(), None)  # a frame that refers to itself would stay
        for thread, frame in threads.items():
            frames = self._frames(frame)
            if not frames:
                continue
            call, since = self._calls.get(thread, (None, now))
            running[thread] = frames[-1], (since if call is frames[-1] else now)
            if now - running[thread][1] > self.limit:
                running[thread] = frames[-1], now
                self._end(thread, self._describe(frames))
        return running

    def _frames(self, frame: FrameType | None) -> list[FrameType]:
        """Return the running calls of functions of game files, the innermost first."""
        found = []
        while frame is not None:
            if frame.f_code.co_filename in self.games:
                found.append(frame)
            frame = frame.f_back
        return found

    def _end(self, thread: int, fault: str) -> None:
        _FAULTS[thread] = fault
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Endless))

    def _describe(self, frames: list[FrameType]) -> str:
        code = frames[-1].f_code
        name, game = code.co_name, self.games.get(code.co_filename)
        what = f"the function {name}" if name != "<module>" else "the file"
        if game is not None:
            for question in game.kit.rules.questions.values():
                if isinstance(question, KitQuestion) and getattr(question.function, "__code__", None) is code:
                    what = f"the answer to {name}"
            for question, score in game.kit.scores.items():
                if getattr(score.worth, "__code__", None) is code:
                    what = f"the bot's score of {question.kind}"
            if getattr(game.kit.function(name), "__code__", None) is code and not what.startswith("the answer"):
                what = f"the phase {name}"
        return f"{what} (line {frames[0].f_lineno}) has run for {self.limit:g} seconds; does a loop never end?"


GUARD = Guard()
"""The guard of this process."""
