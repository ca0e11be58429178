"""The error of a game of the kit, in the terms of its author."""

from __future__ import annotations

import dis
import inspect
import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from types import CodeType, TracebackType
from typing import ParamSpec, TypeVar

from core.engine.agenda import MatchDecided, UnfinishedMatchError
from core.engine.game import IllegalDecision

P = ParamSpec("P")
R = TypeVar("R")
MISSING = re.compile("'(.+)' object has no attribute '(.+)'")
"""Pattern of Python's message about a misspelt attribute: its owner and its name."""


class KitError(RuntimeError):
    """An error in a game of the kit. The message is one sentence that says what to change."""

    is_located = False
    """True if the message says in which function of the game the error is."""


def located(what: str, function: Callable[P, R]) -> Callable[P, R]:
    """Return a function of a game that reports its exceptions as a `KitError` with their line.

    `what` says what the function does, for example "the phase lay_row". Signals of the engine pass unchanged.
    """

    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except (UnfinishedMatchError, MatchDecided, IllegalDecision):
            raise
        except Exception as error:
            if isinstance(error, KitError) and error.is_located:
                raise
            raise locate(what, function, error, *args) from error

    return run


def locate(what: str, function: Callable[..., object], error: Exception, *values: object) -> KitError:
    """Return an exception of a game's function, called with these values, as a `KitError` with its place."""
    code = code_of(function)
    line = line_in(error.__traceback__, code.co_filename) if code is not None else 0
    made = KitError(f"{what}{in_line(line)}: {describe(error, *values)}")
    made.is_located = True
    return made


def describe(error: Exception, *values: object) -> str:
    """Return an exception of a game's function, called with these values, in the terms of its author."""
    if isinstance(error, KitError):
        return str(error)
    if isinstance(error, AttributeError) and (found := MISSING.search(str(error))):
        owner, name = found.groups()
        if owner == "int":
            return f"{type(error).__name__}: {error}; a card is a number, and SET[card].{name} reads its face"
        thing = next((each for each in (error.obj, *values) if type(each).__name__ == owner), None)
        close = suggestion(name, [each for each in dir(thing) if not each.startswith("_")])
        if hasattr(thing, "field_names"):
            return f"the state {owner} has no field {name!r}{close}"
        return f"{type(error).__name__}: {error}{close}"
    if isinstance(error, (IndexError, ValueError)) and str(error).endswith(("out of range", "got 0)")):
        return f"{type(error).__name__}: {error}; what is read here has no cards or entries yet, or no more"
    if isinstance(error, OverflowError):
        return f"a number is too large: use numbers below 2**63 ({error})"
    return f"{type(error).__name__}: {error}"


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return "; did you mean 'wish'?" for a name that resembles a known one, or ""."""
    close = get_close_matches(name, list(known), 1)
    return f"; did you mean {close[0]!r}?" if close else ""


def in_line(*lines: int) -> str:
    """Return " (line 63)" for the lines of a game file, or "" for none.

    >>> in_line(63), in_line(2, 5), in_line(0)
    (' (line 63)', ' (line 2 or 5)', '')
    """
    found = [str(line) for line in lines if line]
    return f" (line {' or '.join(found)})" if found else ""


def code_of(function: object) -> CodeType | None:
    """Return the code of a function of a game, or None for a callable without any."""
    code = getattr(function, "__code__", None)
    return code if isinstance(code, CodeType) else None


def first_line(function: object) -> int:
    """Return the line of the game file in which a function begins, or 0."""
    code = code_of(function)
    return code.co_firstlineno if code is not None else 0


def line_in(traceback: TracebackType | None, file: str) -> int:
    """Return the last line of a traceback that is in the file of this name, or 0 if there is none."""
    line = 0
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == file:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return line


def calling_line() -> int:
    """Return the line of the game that calls the kit at this moment, or 0."""
    frame = inspect.currentframe()
    while frame is not None and str(frame.f_globals.get("__name__")).startswith("core.kit"):
        frame = frame.f_back
    return frame.f_lineno if frame is not None else 0


def changing_lines(function: Callable[..., object], field: str) -> list[int]:
    """Return the lines of a function that change a field of the state: `s.points = ...` or `s.points[seat] += ...`."""
    code = code_of(function)
    found, line, named = set[int](), 0, False
    for each in dis.get_instructions(code) if code is not None else ():
        at = each.positions.lineno if each.positions is not None else None
        if at is not None and at != line:
            line, named = at, False
        named = named or (each.argval == field and each.opname.startswith(("LOAD_ATTR", "LOAD_METHOD")))
        if (each.opname == "STORE_ATTR" and each.argval == field) or (each.opname == "STORE_SUBSCR" and named):
            found.add(line)
    return sorted(found)
