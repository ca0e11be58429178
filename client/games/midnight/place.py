"""Base of the places of Midnight's table that the player may pick or point at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.games.midnight.art import geometry
from client.table.pick import board as pick_board
from core.games.midnight.state import Midnight

if TYPE_CHECKING:
    from client.games.midnight.board import Board


class Place(pick_board.Place):
    """Place of Midnight's table that the player may pick or point at."""

    board: Board

    def __init__(self, board: Board, name: str, at: geometry.Name) -> None:
        super().__init__(board, name)
        self.at = at

    @property
    def state(self) -> Midnight:
        """Displayed state of the table."""
        return self.model.table_of(Midnight)
