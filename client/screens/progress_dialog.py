"""Dialog about a task that takes seconds and runs in the background."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from client.table.replay.frames import ProgressCallback
from client.table.replay.loader import BackgroundLoad
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.panel import Panel
from client.ui.ui import Ui

T = TypeVar("T")


class ProgressDialog(Generic[T]):
    """Dialog with a text above *Close* and other buttons, for a task in the background.

    `tell` receives the result of the task, or None and the reason for its failure, unless the dialog was closed before.
    """

    def __init__(
        self, ui: Ui, title: str, words: Label, work: Callable[[ProgressCallback], T],
        tell: Callable[[T | None, str], object], *buttons: Button,
    ) -> None:  # fmt: skip
        self._ui, self.words, self._tell = ui, words, tell
        self._loading = BackgroundLoad(work)
        self._closed = False
        row = Row(Space(grow=1), Button("Close", self.close, action="back"), *buttons, gap=10)
        self._panel = ui.open(Panel(Column(words, row, gap=12), title, 16, "dialog"), on_close=self._cancel)

    def close(self) -> None:
        """Close the dialog, and cancel its task."""
        self._ui.close(self._panel)

    def _cancel(self) -> None:
        self._closed = True
        self._loading.cancel()

    def start_task(self) -> None:
        """Start the task."""
        self._loading.start()
        self._ui.add_ticker(self._poll)

    def wait(self, seconds: float) -> bool:
        """Wait for the end of the task; return True if it has ended."""
        return self._loading.wait(seconds)

    def _poll(self, _dt: float) -> bool:
        """Pass the result on once it is there; return True while it is still to come."""
        if self._closed:
            return False
        if self._loading.is_done:
            self._tell(self._loading.result, self._loading.trouble)
        return not self._loading.is_done

    def show_text(self, words: str, color: str) -> None:
        """Show another text, and announce it."""
        self.words.text, self.words.color = words, color
        self._ui.announcer.announce(words)
