"""Signals that ask a program to end, noted so that the program can first say goodbye.

Ctrl-C, the end of the user's session and a closed terminal send such signals.

with ExitRequest() as exit_request:
    ...
    if exit_request.received: ...  # checked again and again

The second signal ends the program at once, as it would without this context.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Self

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""Names of the signals by which a person or a system asks a program to end; a system has some of them."""


class ExitRequest:
    """Context manager that notes a signal which asks the program to end.

    A signal that was ignored when the program started stays ignored.
    """

    def __init__(self) -> None:
        self.number = 0
        """Number of the signal that came, or 0 if none has come."""
        self.on_signal: Callable[[], object] = lambda: None
        """Callback that runs in the signal handler; it may set a flag, and do no more."""
        self._previous_handlers: dict[int, Callable[[int, FrameType | None], object] | int | None] = {}

    @property
    def received(self) -> bool:
        """True if a signal has asked the program to end."""
        return self.number != 0

    @property
    def exit_code(self) -> int:
        """Exit code of a program that a signal has ended, as in shells; 0 if none has arrived."""
        return 128 + self.number if self.number else 0

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for name in SIGNALS:
                number = getattr(signal, name, None)
                if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
                    self._previous_handlers[number] = signal.signal(number, self._on_signal_received)
        return self

    def __exit__(self, *_: object) -> None:
        self._restore()

    def _on_signal_received(self, number: int, _frame: FrameType | None) -> None:
        self.number = number
        self._restore()
        self.on_signal()

    def _restore(self) -> None:
        for number, handler in self._previous_handlers.items():
            signal.signal(number, handler)
        self._previous_handlers = {}
