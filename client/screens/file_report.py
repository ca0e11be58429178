"""What a file says of itself, checked beside the frames and told in a dialog."""

from __future__ import annotations

import re
from collections.abc import Callable

from client.screens.progress_dialog import RunningPanel
from client.ui.ui import Ui
from client.ui.widgets import Label
from net.cli.file_report import Explained
from net.text.errors import reason

WIDE = 620.0
GAP = re.compile(" {2,}")
COLUMNS = 4
"""A line with so many columns is one of a table."""


def sentence(wrong: Exception) -> str:
    """What went wrong, as a sentence."""
    words = reason(wrong)
    return words if words.endswith(".") else f"{words}."


class ExplainedPanel(RunningPanel[Explained]):
    """A dialog that says what `tether verify` says."""

    def __init__(self, title: str, check: Callable[[], Explained]) -> None:
        words = Label("Checking every signature, decision and digest...", "muted", wrap=True, width=WIDE)
        super().__init__(title, words, lambda watch: check())

    def open(self, ui: Ui) -> None:
        """Opens above everything, and begins to check."""
        super().open(ui)
        self.begin()

    def tell(self, result: Explained | None, trouble: str) -> None:
        """What was found."""
        found = result or Explained("", trouble)
        self.say(in_sentences(found.told), "warn" if found.fault else "text")


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
