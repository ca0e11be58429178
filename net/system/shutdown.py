"""End of a program, with a sentence and an exit code, even if Ctrl-C comes at any moment.

This module imports next to nothing, so that a program can import it before its slow imports.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

INTERRUPTED_EXIT_CODE = 130
"""Exit code of a program that Ctrl-C has ended, as in shells: 130."""
STOPPED = "tether: stopped"


def exit_on_interrupt() -> None:
    """Make Ctrl-C end the program immediately from now on.

    While the program loads or exits there is nothing to clean up. An exception could then be swallowed or end in a
    traceback.
    """
    _heed(_leave)


def raise_on_interrupt() -> None:
    """Make Ctrl-C raise `KeyboardInterrupt` from now on, so that all open resources are closed first.

    This also holds while Python finalises an object, a moment in which it would swallow the exception.
    """
    _heed(signal.default_int_handler)
    sys.unraisablehook = _raise_lost_interrupt


def run_main(main: Callable[[], int]) -> NoReturn:
    """Run `main` and exit with the code that it returns."""
    try:
        raise_on_interrupt()
        code = main()
    except KeyboardInterrupt:
        _say_stopped()
        code = INTERRUPTED_EXIT_CODE
    exit_on_interrupt()
    sys.exit(code)


def _raise_lost_interrupt(wrong: sys.UnraisableHookArgs) -> None:
    """Raise a `KeyboardInterrupt` that Python could not raise again, as soon as it can be handled."""
    if isinstance(wrong.exc_value, KeyboardInterrupt):
        _thread.start_new_thread(_thread.interrupt_main, ())
    else:
        sys.__unraisablehook__(wrong)


def _heed(handler: Callable[[int, FrameType | None], object]) -> None:
    """Set the handler of Ctrl-C, unless the program was started with Ctrl-C ignored."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, handler)


def _leave(_number: int, _frame: FrameType | None) -> None:
    _say_stopped()
    os._exit(INTERRUPTED_EXIT_CODE)


def _say_stopped() -> None:
    """Write that the program was stopped, directly to standard error.

    The usual way of writing may be half loaded or already closed.
    """
    try:
        os.write(2, f"{STOPPED}\n".encode())
    except OSError:
        return
