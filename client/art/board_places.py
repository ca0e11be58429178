"""Positions on the board: hexes and edges of a state, in the world and in the window."""

from __future__ import annotations

from collections.abc import Iterable

from client.art.ground import LAYOUT
from client.ui.hexes import BoardCamera, Edge, Point, Rect
from client.ui.hexes import edge as edge_between
from core.games.bridgefront.state import Bridgefront


class BoardGeometry:
    """Geometry of the displayed state, as the camera sees it."""

    def __init__(self, rect: Rect) -> None:
        self.state: Bridgefront | None = None
        self.camera = BoardCamera(rect, Rect(-400, -400, 800, 800))

    @property
    def table(self) -> Bridgefront:
        """The displayed state; available only once there is one."""
        assert self.state is not None
        return self.state

    def _pair(self, edge: int) -> Edge:
        state = self.table
        a, b = state.grid.edges[edge]
        return edge_between(state.grid.hexes[a], state.grid.hexes[b])

    def center(self, hex_: int) -> Point:
        """Return the middle of a hex in the world."""
        state = self.table
        return LAYOUT.center(state.grid.hexes[hex_])

    def edge_center(self, edge: int) -> Point:
        """Return the middle of an edge in the world."""
        return LAYOUT.edge_center(self._pair(edge))

    def on_screen(self, hex_: int) -> Point:
        """Return the middle of a hex in the window."""
        return self.camera.to_screen(*self.center(hex_))

    def edge_on_screen(self, edge: int) -> Point:
        """Return the middle of an edge in the window."""
        return self.camera.to_screen(*self.edge_center(edge))

    def hex_at(self, x: float, y: float) -> int | None:
        """Return the hex under a point of the window."""
        if self.state is None or not self.camera.view.contains(x, y):
            return None
        return self.state.grid.index.get(LAYOUT.hex_at(*self.camera.to_world(x, y)))

    def edge_at(self, x: float, y: float, among: Iterable[int] | None = None) -> int | None:
        """Return the edge under a point of the window.

        With `among` it is the nearest of these edges, with a larger tolerance.
        """
        state = self.state
        if state is None or not self.camera.view.contains(x, y):
            return None
        at = self.camera.to_world(x, y)
        if among is None:
            found = LAYOUT.edge_at(*at)
            if found is None or found[0] not in state.grid.index or found[1] not in state.grid.index:
                return None
            return state.grid.edge_between[state.grid.index[found[0]], state.grid.index[found[1]]]
        pairs = {self._pair(edge): edge for edge in among}
        found = LAYOUT.edge_at(*at, among=pairs, tolerance=0.6)
        return None if found is None else pairs[found]
