"""Layers below and above the other widgets: the map of the nations, and the tags of Ruin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

from client.art import war_map
from client.art.theme import seat_look
from client.games.midnight.art import geometry
from client.games.midnight.art.panels import paint_tag
from client.ui.canvas import Canvas
from client.ui.widget import Widget
from core.games.midnight.state import Midnight

if TYPE_CHECKING:
    from client.games.midnight.board import Board

DETAIL = 0.7
"""Pixels of the soft map per pixel of the window, in each direction."""


class Land(Widget):
    """Widget with the map of the nations, below everything else."""

    transparent = True

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board

    def paint(self, canvas: Canvas) -> None:
        """Draw the map as one picture, which is replaced when a nation falls."""
        board, state = self.board, self.board.model.state_of(Midnight)
        if state is None:
            return
        detail = canvas.scale * DETAIL
        size = max(8, round(self.rect.w * detail)), max(8, round(self.rect.h * detail))
        x, y = board.clock.rect.center
        centre = (x - self.rect.x) * detail, (self.rect.top - y) * detail
        ruined = tuple(seat for seat in state.seats if state.ruined[seat] or state.eliminated[seat])
        cuts = geometry.sectors(board.table.places, board.table.clock, board.own)

        def draw() -> Image.Image:
            looks = {seat: seat_look(seat, board.model.palette) for seat in cuts}
            lands = ((seat, a, b, looks[seat]) for seat, (a, b) in cuts.items())
            all_lands = [war_map.Land(a, b, look.colour, look.hatch, seat in ruined) for seat, a, b, look in lands]
            return war_map.lands(size, centre, all_lands)

        key = ("midnight map", len(cuts), board.own, ruined, size)
        canvas.image(canvas.textures.get(key, draw, detail, board.model.palette), self.rect)


class Tags(Widget):
    """Widget with the tags over the panels of nations in Ruin, or that the next tick will ruin."""

    transparent = True

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board

    def paint(self, canvas: Canvas) -> None:
        """Draw a tag for each panel that has one."""
        board = self.board
        if board.model.state is not None:
            with canvas.magnify(board.unit):
                for seat, panel in board.panels.items():
                    paint_tag(canvas, board.model, seat, panel.rect.scaled(1 / board.unit))
