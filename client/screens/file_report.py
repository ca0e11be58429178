"""Description of a file, which is checked in the background and shown in a dialog."""

from __future__ import annotations

import re
from collections.abc import Callable

from client.screens.progress_dialog import ProgressDialog
from client.ui.controls.basic import Label
from client.ui.ui import Ui
from net.cli.file_report import FileReport
from net.text.errors import reason

WIDE = 620.0
GAP = re.compile(" {2,}")
MIN_TABLE_COLUMNS = 4
"""Columns: minimum number that makes a line part of a table."""


def error_sentence(wrong: Exception) -> str:
    """Return the error as a sentence."""
    words = reason(wrong)
    return words if words.endswith(".") else f"{words}."


class ExplainedPanel(ProgressDialog[FileReport]):
    """Dialog with the output of `tether verify`."""

    def __init__(self, title: str, check: Callable[[], FileReport]) -> None:
        words = Label("Checking every signature, decision and digest...", "muted", wrap=True, width=WIDE)
        super().__init__(title, words, lambda watch: check())

    def open(self, ui: Ui) -> None:
        """Open the dialog above everything, and begin the check."""
        super().open(ui)
        self.begin()

    def tell(self, result: FileReport | None, trouble: str) -> None:
        """Show the result of the check, or the reason for its failure."""
        found = result or FileReport("", trouble)
        self.say(in_sentences(found.told), "warn" if found.fault else "text")


def in_sentences(told: str) -> str:
    r"""Return a terminal text without its columns, because a proportional font would not align them.

    >>> in_sentences("    Seat  Faction  Gold  held\n1.  2     Ciphers  4     0")
    '1. Seat 2, Faction Ciphers, Gold 4, held 0'
    """
    lines: list[str] = []
    head: list[str] = []
    for line in told.split("\n"):
        cells = GAP.split(line.strip())
        if len(cells) < MIN_TABLE_COLUMNS:
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
