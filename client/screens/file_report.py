"""Description of a file, which is checked in the background and shown in a dialog."""

from __future__ import annotations

import re
from collections.abc import Callable

from client.screens.progress_dialog import ProgressDialog
from client.ui.controls.basic import Label
from client.ui.ui import Ui
from net.cli.file_report import FileReport
from net.text.errors import error_reason

DIALOG_WIDTH = 620.0
COLUMN_GAP = re.compile(" {2,}")
MIN_TABLE_COLUMNS = 4
"""Columns: minimum number that makes a line part of a table."""


def error_sentence(wrong: Exception) -> str:
    """Return the error as a sentence."""
    words = error_reason(wrong)
    return words if words.endswith(".") else f"{words}."


def open_report(ui: Ui, title: str, check: Callable[[], FileReport]) -> ProgressDialog[FileReport]:
    """Open a dialog that shows the output of `tether verify` once the check is done."""
    words = Label("Checking every signature, decision and digest...", "muted", wrap=True, width=DIALOG_WIDTH)

    def tell(result: FileReport | None, trouble: str) -> None:
        found = result or FileReport("", trouble)
        dialog.show_text(to_sentences(found.text), "warn" if found.fault else "text")

    dialog = ProgressDialog(ui, title, words, lambda watch: check(), tell)
    dialog.start_task()
    return dialog


def to_sentences(told: str) -> str:
    r"""Return a terminal text without its columns, because a proportional font would not align them.

    >>> to_sentences("    Seat  Faction  Gold  held\n1.  2     Ciphers  4     0")
    '1. Seat 2, Faction Ciphers, Gold 4, held 0'
    """
    lines: list[str] = []
    head: list[str] = []
    for line in told.split("\n"):
        cells = COLUMN_GAP.split(line.strip())
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
