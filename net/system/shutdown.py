"""End of a program: a sentence and its exit code, at any moment of a Ctrl-C.

It imports next to nothing, so that a program can import it before its slow imports.
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
"""Exit code of a program that Ctrl-C has ended, as in shells."""
STOPPED = "tether: stopped"


def exit_on_interrupt() -> None:
    """Make Ctrl-C end the program immediately from now on.

    While it loads or exits there is nothing to clean up, and an exception could be swallowed or end in a traceback.
    """
    _heed(_leave)


def raise_on_interrupt() -> None:
    """Make Ctrl-C a `KeyboardInterrupt` from now on, so that all open resources are closed first.

    This includes the moments where Python would swallow it: while it finalises an object.
    """
    _heed(signal.default_int_handler)
    sys.unraisablehook = _unraisable


def run_main(main: Callable[[], int]) -> NoReturn:
    """Run `main` and exit with its code."""
    try:
        raise_on_interrupt()
        code = main()
    except KeyboardInterrupt:
        _say_stopped()
        code = INTERRUPTED
    exit_on_interrupt()
    sys.exit(code)


def _unraisable(wrong: sys.UnraisableHookArgs) -> None:
    """Raise Ctrl-C again as soon as it can be handled."""
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
    os._exit(INTERRUPTED)


def _say_stopped() -> None:
    """Write to standard error directly, as the usual path may be half loaded or already closed."""
    try:
        os.write(2, f"{STOPPED}\n".encode())
    except OSError:
        return
