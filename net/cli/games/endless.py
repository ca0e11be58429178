"""The end of rules that never return: a thread watches how long the functions of a game run."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from core.kit.errors import KitError
from core.kit.game import KitGame
from core.kit.questions import KitQuestion
from net.system.game_files import LOADED

LIMIT = 5.0
"""Seconds of computing time after which a call of a game's function is taken to be endless."""
INTERVAL = 0.2
"""Seconds between two looks at the running functions."""


class Endless(KitError):
    """Error for a function of a game that does not return; the message names it and its line."""


class _Interruption(BaseException):
    """Exception that the watching thread raises in the watched one; a signal could be ignored there."""


class _Watch:
    """The thread that watches the functions of one game file in the calling thread."""

    def __init__(self, game: KitGame, file: str, limit: float) -> None:
        self._game, self._file, self._limit = game, file, limit
        self._watched = threading.get_ident()
        self._ended = threading.Event()
        self.fault = ""
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Start to watch."""
        self._thread.start()

    def end(self) -> None:
        """Stop watching."""
        self._ended.set()
        self._thread.join()
        if self.fault:  # the call may have returned in between, and nothing must be raised any more
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._watched), None)

    def _run(self) -> None:
        call: FrameType | None = None
        since = 0.0
        while not self._ended.wait(INTERVAL):
            frames = self._frames()
            now = time.process_time()
            if not frames or frames[-1] is not call:
                call, since = (frames[-1] if frames else None), now
            elif now - since > self._limit:
                self.fault = self._describe(frames)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self._watched), ctypes.py_object(_Interruption)
                )
                return

    def _frames(self) -> list[FrameType]:
        """Return the running calls of the game file's functions, the innermost first."""
        found, frame = [], sys._current_frames().get(self._watched)
        while frame is not None:
            if frame.f_code.co_filename == self._file:
                found.append(frame)
            frame = frame.f_back
        return found

    def _describe(self, frames: list[FrameType]) -> str:
        code = frames[-1].f_code
        name, kit = code.co_name, self._game.kit
        what = f"the function {name}"
        for question in kit.rules.questions.values():
            if isinstance(question, KitQuestion) and getattr(question.function, "__code__", None) is code:
                what = f"the answer to {name}"
        if getattr(kit.function(name), "__code__", None) is code and not what.startswith("the answer"):
            what = f"the phase {name}"
        return f"{what} (line {frames[0].f_lineno}) has run for {self._limit:g} seconds; does a loop never end?"


@contextmanager
def ended_when_endless(game: object, limit: float = LIMIT) -> Iterator[None]:
    """Raise `Endless` in this context when a call of a function of a game file has run for `limit` seconds."""
    if not isinstance(game, KitGame) or game.name not in LOADED:
        yield
        return
    watch = _Watch(game, str(LOADED[game.name].path), limit)
    watch.start()
    try:
        yield
    except _Interruption:
        raise Endless(watch.fault) from None
    finally:
        watch.end()
