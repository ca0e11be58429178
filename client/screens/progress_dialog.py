"""A dialog about something that takes seconds, and is done beside the frames."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

from client.table.replay.frames import Watch
from client.table.replay.loader import Loading
from client.ui.layout import Column, Row, Space
from client.ui.panel import Panel
from client.ui.ui import Ui
from client.ui.widgets import Button, Label

T = TypeVar("T")


class RunningPanel(Panel, Generic[T]):
    """Words above *Close* and other buttons; `follow` is to be called in each frame. Whoever inherits calls `begin`."""

    def __init__(self, title: str, words: Label, work: Callable[[Watch], T], *buttons: Button) -> None:
        self.words = words
        row = Row(Space(grow=1), Button("Close", self.close, does="back"), *buttons, gap=10)
        super().__init__(Column(words, row, gap=12), title, 16, "dialog")
        self._loading = Loading(work)
        self._over = False
        self._home: Ui | None = None

    @abstractmethod
    def tell(self, result: T | None, trouble: str) -> None:
        """It is done: what came of it, or why nothing did."""

    def open(self, ui: Ui) -> None:
        """Opens above everything."""
        self._home = ui
        ui.open(self)

    def close(self) -> None:
        """Closes; what runs is given up."""
        self._over = True
        self._loading.give_up()
        if self._home is not None:
            self._home.close(self)

    def begin(self) -> None:
        """Starts what takes seconds."""
        self._loading.start()

    def wait(self, seconds: float) -> bool:
        """Waits for its end; whether it has come."""
        return self._loading.wait(seconds)

    def follow(self) -> None:
        """Tells what came of it, once, and not after it was closed."""
        if self._loading.done and not self._over:
            self._over = True
            self.tell(self._loading.result, self._loading.trouble)

    def say(self, words: str, color: str) -> None:
        """Shows other words, and announces them."""
        self.words.text, self.words.color = words, color
        if self._home is not None:
            self._home.announcer.say(words)
