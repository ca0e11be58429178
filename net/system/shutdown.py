"""How a program ends: in a sentence and with its exit code, at whatever moment Ctrl-C comes.

It imports next to nothing, so that a program can import it before all that takes time.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130
"""The exit code of a program that Ctrl-C has ended, as shells have it."""
STOPPED = "tether: stopped"


def at_once() -> None:
    """From now on Ctrl-C ends the program where it is: while it loads and while it exits it has nothing to put away,
    and an exception there might be swallowed, or end in a traceback.
    """
    _heed(_leave)


def by_exception() -> None:
    """From now on Ctrl-C is a `KeyboardInterrupt`, so that whatever is open is closed first; also where Python would
    swallow that: while it puts an object away.
    """
    _heed(signal.default_int_handler)
    sys.unraisablehook = _unraisable


def ending(main: Callable[[], int]) -> NoReturn:
    """Ends the program with what it was made for."""
    try:
        by_exception()
        code = main()
    except KeyboardInterrupt:
        _say_stopped()
        code = INTERRUPTED
    at_once()
    sys.exit(code)


def _unraisable(wrong: sys.UnraisableHookArgs) -> None:
    """Lets Ctrl-C come again as soon as it can be heeded."""
    if isinstance(wrong.exc_value, KeyboardInterrupt):
        _thread.start_new_thread(_thread.interrupt_main, ())
    else:
        sys.__unraisablehook__(wrong)


def _heed(handler: Callable[[int, FrameType | None], object]) -> None:
    """A Ctrl-C that whoever started the program has it ignore stays ignored."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, handler)


def _leave(_number: int, _frame: FrameType | None) -> None:
    _say_stopped()
    os._exit(INTERRUPTED)


def _say_stopped() -> None:
    """Straight to standard error: what it usually goes through may be half loaded, or put away already."""
    try:
        os.write(2, f"{STOPPED}\n".encode())
    except OSError:
        return
