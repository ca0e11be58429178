"""Clean end of a program, with a message and an exit code, whenever Ctrl-C is pressed.

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
    """Make Ctrl-C end the program at once from now on.

    This is for the time in which the program loads or exits and has nothing to clean up. An exception could then be
    swallowed or end in a traceback.
    """
    _set_interrupt_handler(_exit_at_once)


def raise_on_interrupt() -> None:
    """Make Ctrl-C raise `KeyboardInterrupt` from now on, so that all open resources are closed first.

    The exception is raised even if Ctrl-C arrives while Python finalises an object, where it would otherwise be lost.
    """
    _set_interrupt_handler(signal.default_int_handler)
    sys.unraisablehook = _raise_lost_interrupt


def run_main(main: Callable[[], int]) -> NoReturn:
    """Run `main` and exit with the code that it returns."""
    try:
        raise_on_interrupt()
        code = main()
    except KeyboardInterrupt:
        _print_stopped()
        code = INTERRUPTED_EXIT_CODE
    exit_on_interrupt()
    sys.exit(code)


def _raise_lost_interrupt(wrong: sys.UnraisableHookArgs) -> None:
    """Raise again, as soon as possible, a `KeyboardInterrupt` that Python had to swallow."""
    if isinstance(wrong.exc_value, KeyboardInterrupt):
        _thread.start_new_thread(_thread.interrupt_main, ())
    else:
        sys.__unraisablehook__(wrong)


def _set_interrupt_handler(handler: Callable[[int, FrameType | None], object]) -> None:
    """Set the handler of Ctrl-C, unless the program was started with Ctrl-C ignored."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, handler)


def _exit_at_once(_number: int, _frame: FrameType | None) -> None:
    _print_stopped()
    os._exit(INTERRUPTED_EXIT_CODE)


def _print_stopped() -> None:
    """Write directly to standard error that the program was stopped.

    The usual output functions may not be loaded yet, or may already be closed.
    """
    try:
        os.write(2, f"{STOPPED}\n".encode())
    except OSError:
        return
