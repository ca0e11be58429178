"""Places of the displayed state in the world and in the window, and the sprites of the board's pictures."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

import arcade
from arcade import SpriteList

from client.art.board import bridges
from client.art.board.ground import LAYOUT
from client.art.colour import RGB
from client.art.theme import SeatLook, seat_look
from client.ui.hexes import BoardCamera, Edge, Point, Rect
from client.ui.hexes import edge_between as edge_between
from client.ui.textures import Draw, Textures
from core.games.bridgefront.factions import CODES
from core.games.bridgefront.phases.setup import FACTION
from core.games.bridgefront.state import Bridgefront


class BoardMap:
    """The displayed state as the camera sees it."""

    def __init__(
        self, window: arcade.Window, textures: Textures, rect: Rect, palette: str, detail: float | None
    ) -> None:
        self.state: Bridgefront | None = None
        self.camera = BoardCamera(rect, Rect(-400, -400, 800, 800))
        self.window = window
        self.textures = textures
        self.palette = palette
        self.scale = self.scale_of_window()
        self.detail = detail or detail_for(self.scale)
        """Texels per unit of the world; larger windows have more of them, so that pictures stay sharp."""

    # Positions --------------------------------------------------------------------------------------------------------

    @property
    def table(self) -> Bridgefront:
        """The displayed state, which is available only after the first state has been shown."""
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
        """Return the hex under a point of the window, or None."""
        if self.state is None or not self.camera.view.contains(x, y):
            return None
        return self.state.grid.index.get(LAYOUT.hex_at(*self.camera.to_world(x, y)))

    def edge_at(self, x: float, y: float, among: Iterable[int] | None = None) -> int | None:
        """Return the edge under a point of the window, or None.

        With `among`, return the nearest of these edges; the point may then be farther away.
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

    # Pictures ---------------------------------------------------------------------------------------------------------

    def look(self, seat: int) -> SeatLook:
        """Return the look of a seat in the chosen palette."""
        return seat_look(seat, self.palette)

    def emblem(self, seat: int) -> str:
        """Return the icon of a seat, which is that of its faction or a plain one.

        The plain icon is used before factions are drawn, and if two seats share a faction.
        """
        return emblem_of(self.state, seat) if self.state is not None else f"seat {seat}"

    def sprite(self, content: tuple[object, ...], draw: Draw, list_: SpriteList[arcade.Sprite] | None) -> arcade.Sprite:
        """Return a sprite of a picture, which is drawn unless it is in the atlas; add it to a list."""
        key = ("board", self.detail, *content)
        texture = self.textures.get(key, draw, self.scale, self.palette)
        sprite = arcade.Sprite(texture)
        sprite.properties["unit"] = 1.0 / self.detail
        sprite.scale = 1.0 / self.detail
        if list_ is not None:
            list_.append(sprite)
        return sprite

    def add_bridge_sprite(
        self, edge: int, kind: str, colour: RGB | None, list_: SpriteList[arcade.Sprite]
    ) -> arcade.Sprite:
        """Return the sprite of a bridge at its edge, and add it to a list."""
        angle = self.edge_angle(edge)
        sprite = self.sprite(
            ("bridge", kind, angle, colour), lambda: bridges.bridge(kind, angle, self.detail, colour), list_
        )
        sprite.position = self.edge_center(edge)
        return sprite

    def edge_angle(self, edge: int) -> int:
        """Return the angle of an edge, in degrees: 0, 60 or 120."""
        (aq, ar), (bq, br) = self._pair(edge)
        step = (bq - aq, br - ar)
        return 0 if step in ((1, 0), (-1, 0)) else 60 if step in ((1, -1), (-1, 1)) else 120

    def scale_of_window(self) -> float:
        """Return the pixels of the window per design pixel."""
        return float(getattr(self.window, "ui_scale", 1.0))


def detail_for(scale: float) -> float:
    """Return the level of detail for a window of this scale: 1 to 2, in steps of a quarter.

    >>> [detail_for(scale) for scale in (0.8, 1.0, 1.1, 1.5, 3.0)]
    [1.0, 1.0, 1.25, 1.5, 2.0]
    """
    return min(2.0, max(1.0, ceil(scale * 4 - 0.01) / 4))


def emblem_of(state: Bridgefront, seat: int) -> str:
    """Return the icon of a seat, which is that of its faction or a plain one.

    The plain icon is used before factions are drawn, and if two seats share a faction.
    """
    if not seat:
        return "hex"
    drawn = not FACTION.asked_seats(state)
    faction = state.faction[seat]
    shared = sum(1 for other in state.seats if state.faction[other] == faction) > 1
    return CODES[faction] if drawn and not shared else f"seat {seat}"
