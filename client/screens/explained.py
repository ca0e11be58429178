"""What a file says of itself, checked beside the frames and told in a dialog."""

from __future__ import annotations

import re
from collections.abc import Callable

from client.kit.layout import Column, Row, Space
from client.kit.panel import Panel
from client.kit.ui import Ui
from client.kit.widgets import Button, Label
from client.replay.loading import Loading
from net.cli.explain import Explained
from net.reasons import reason

WIDE = 620.0
GAP = re.compile(" {2,}")
COLUMNS = 4
"""A line with so many columns is one of a table."""


def sentence(wrong: Exception) -> str:
    """What went wrong, as a sentence."""
    words = reason(wrong)
    return words if words.endswith(".") else f"{words}."


class ExplainedPanel(Panel):
    """A dialog that says what `tether verify` says; `follow` is to be called in each frame."""

    def __init__(self, title: str, check: Callable[[], Explained]) -> None:
        self.words = Label("Checking every signature, decision and digest ...", "muted", wrap=True, width=WIDE)
        close = Button("Close", self.close, does="back")
        super().__init__(Column(self.words, Row(Space(grow=1), close), gap=12), title, 16, "dialog")
        self._loading: Loading[Explained] = Loading(lambda watch: check())
        self._told = False
        self._home: Ui | None = None

    def open(self, ui: Ui) -> None:
        """Opens above everything, and begins to check."""
        self._home = ui
        ui.open(self)
        self._loading.start()

    def close(self) -> None:
        """Closes; what is being checked is given up."""
        self._loading.give_up()
        if self._home is not None:
            self._home.close(self)

    def wait(self, seconds: float) -> bool:
        """Waits for the end of the check; whether it has come."""
        return self._loading.wait(seconds)

    def follow(self) -> None:
        """Tells what came of it, once."""
        if self._told or not self._loading.done or self._home is None:
            return
        self._told = True
        found = self._loading.result or Explained("", self._loading.trouble)
        self.words.color = "warn" if found.fault else "text"
        self.words.text = in_sentences(found.told)
        self._home.announcer.say(self.words.text)


def in_sentences(told: str) -> str:
    """Words for a terminal without their columns, which letters of different widths would not keep.

    >>> in_sentences("    Seat  Faction  Gold  held\\n1.  2     Ciphers  4     0")
    '1. Seat 2, Faction Ciphers, Gold 4, held 0'
    """
    lines: list[str] = []
    head: list[str] = []
    for line in told.split("\n"):
        cells = GAP.split(line.strip())
        if len(cells) < COLUMNS:
            head = []
            lines.append(" ".join(cells))
        elif not head:
            head = cells
        elif len(cells) == len(head) + 1:
            said = (f"{what} {cell}" for what, cell in zip(head, cells[1:], strict=True))
            lines.append(f"{cells[0]} {', '.join(said)}")
        else:
            lines.append(", ".join(cells))
    return "\n".join(lines)
