"""Widget beside Ambition's board: the evidence for and against the present claim."""

from __future__ import annotations

from client.games.ambition.board import Board
from client.games.ambition.evidence import HIGH, Evidence
from client.table.pick.table import TableExtras
from core.games.ambition.state import Ambition


class AmbitionExtras(TableExtras):
    """Widgets that only Ambition has."""

    def build(self) -> None:
        """Add the evidence panel above the log."""
        board = self.table.board
        assert isinstance(board, Board)
        self.evidence = Evidence(self.table.model, lambda: board.target)
        self.table.screen.ui.put(self.evidence, (1024, 676 - HIGH, 250, HIGH), "high", "high")

    def refresh(self, state: Ambition) -> None:
        """Update the evidence."""
        self.evidence.touch()
