"""Widgets beside Midnight's board: the turn, the laws in force, and the display of the striking clock."""

from __future__ import annotations

from client.games.midnight.art.laws import LawsPanel
from client.games.midnight.board import Board
from client.games.midnight.strike import Strike
from client.table.pick.table import PickTable, TableExtras
from client.ui.controls.basic import Label
from client.ui.widget import Widget
from core.games.midnight.state import Midnight

LAWS_HEIGHT = 120.0
"""Design pixels: height of the panel of the laws in force."""


class MidnightExtras(TableExtras):
    """Widgets that only Midnight has."""

    def __init__(self, table: PickTable) -> None:
        super().__init__(table)
        self.strike = Strike(table.model, table.names)
        self.laws: LawsPanel | None = None

    @property
    def board(self) -> Board:
        """The board."""
        assert isinstance(self.table.board, Board)
        return self.table.board

    def top_bar_widgets(self) -> tuple[Widget, ...]:
        """Return the label of the turn, which is beside the clock."""
        self.turn = Label("", "muted", "small", name="Turn")
        return (self.turn,)

    def build(self) -> None:
        """Connect the board with the display of the striking clock, which `build_overlays` places over the table."""
        self.board.strike = self.strike

    def build_seats(self, state: Midnight) -> None:
        """Create the panel of laws if the match uses Escalations."""
        if state.option("escalations") == "on":
            self.laws = LawsPanel()
            self.table.screen.ui.put(self.laws, (1024, 676 - LAWS_HEIGHT, 250, LAWS_HEIGHT), "high", "high")
            self.table.place_log(LAWS_HEIGHT)

    def build_overlays(self) -> None:
        """Place the display of the striking clock."""
        self.table.screen.ui.put(self.strike, (0, 0, 1280, 680), "stretch", "stretch")

    def refresh(self, state: Midnight) -> None:
        """Update the phase, the turn, the laws and the striking clock."""
        self.table.phases.now = self.board.phase
        self.strike.touch()
        self.turn.text = f"Turn {state.turn}" if state.turn else "Set-up"
        if self.laws is not None:
            self.laws.lay(tuple(map(state.rules.escalations.__getitem__, state.escalations)))

    def clear_step(self) -> None:
        """Remove the die result and the dispute of another step."""
        self.board.dice.rolled, self.board.disputed = "", (0, 0)
