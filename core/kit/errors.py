"""The error of a game of the kit, in the terms of its author."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import ParamSpec, TypeVar

from core.engine.agenda import MatchDecided, Unfinished
from core.engine.game import IllegalDecision

P = ParamSpec("P")
R = TypeVar("R")


class KitError(RuntimeError):
    """An error in a game of the kit. The message is one sentence that says what to change."""


def located(what: str, function: Callable[P, R]) -> Callable[P, R]:
    """Return a function of a game that reports its exceptions as a `KitError` with their line.

    `what` says what the function does, for example "the phase lay_row". Signals of the engine pass unchanged.
    """

    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except (KitError, Unfinished, MatchDecided, IllegalDecision):
            raise
        except Exception as error:
            code = getattr(function, "__code__", None)
            line = line_in(error.__traceback__, code.co_filename) if code is not None else 0
            where = f" (line {line})" if line else ""
            raise KitError(f"{what}{where}: {type(error).__name__}: {error}") from error

    return run


def line_in(traceback: TracebackType | None, file: str) -> int:
    """Return the last line of a traceback that is in the file of this name, or 0 if there is none."""
    line = 0
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == file:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return line
