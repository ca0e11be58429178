"""Dialog about a task that takes seconds and runs in the background."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

from client.table.replay.frames import ProgressCallback
from client.table.replay.loader import BackgroundLoad
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.panel import Panel
from client.ui.ui import Ui

T = TypeVar("T")


class ProgressDialog(Panel, Generic[T]):
    """Dialog with a text above *Close* and other buttons, for a task in the background.

    The caller must call `follow` in each frame. Subclasses call `begin`.
    """

    def __init__(self, title: str, words: Label, work: Callable[[ProgressCallback], T], *buttons: Button) -> None:
        self.words = words
        row = Row(Space(grow=1), Button("Close", self.close, does="back"), *buttons, gap=10)
        super().__init__(Column(words, row, gap=12), title, 16, "dialog")
        self._loading = BackgroundLoad(work)
        self._over = False
        self._home: Ui | None = None

    @abstractmethod
    def tell(self, result: T | None, trouble: str) -> None:
        """Show the result of the task, or the reason for its failure."""

    def open(self, ui: Ui) -> None:
        """Open the dialog above everything."""
        self._home = ui
        ui.open(self)

    def close(self) -> None:
        """Close the dialog, and cancel its task."""
        self._over = True
        self._loading.give_up()
        if self._home is not None:
            self._home.close(self)

    def begin(self) -> None:
        """Start the task."""
        self._loading.start()

    def wait(self, seconds: float) -> bool:
        """Wait for the end of the task; return True if it has ended."""
        return self._loading.wait(seconds)

    def follow(self) -> None:
        """Show the result once it is there, unless the dialog was closed."""
        if self._loading.done and not self._over:
            self._over = True
            self.tell(self._loading.result, self._loading.trouble)

    def say(self, words: str, color: str) -> None:
        """Show another text, and announce it."""
        self.words.text, self.words.color = words, color
        if self._home is not None:
            self._home.announcer.say(words)
