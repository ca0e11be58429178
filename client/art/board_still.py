"""Static content of the board: inlays, keeps, bridges, links, and the badges of special hexes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import ceil, hypot

import arcade
from arcade import SpriteList

from client.art import bridges, theme, tiles, tokens
from client.art.colour import RGB
from client.art.ground import LAYOUT
from client.art.theme import SeatLook, seat_look
from client.ui.hexes import BoardCamera, Edge, Point, Rect
from client.ui.hexes import edge as edge_between
from client.ui.textures import Draw, Textures
from core.games.bridgefront.factions import CODES
from core.games.bridgefront.phases.setup import FACTION
from core.games.bridgefront.state import NOBODY, Bridgefront

_ON_HEXES = ("skirmish", "hold the line", "breakthrough")


class StaticLayer:
    """Geometry of the displayed state, as the camera sees it, and the sprites of its static content.

    The sprites change only with the state.

    The sprites are in two lists: `_still` is below the units, and `_badges` is above them.
    """

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
        self.bridges: dict[int, arcade.Sprite] = {}
        """The sprite of each bridge by edge."""
        self.badges: dict[int, arcade.Sprite] = {}
        """The badges of the Mines, the Forges, the Capitals and the Axis Mundi, by hex."""
        self._dirty = True
        """True if the static content must be painted again."""
        self._still: SpriteList[arcade.Sprite] = SpriteList(atlas=textures.atlas, capacity=256)
        self._badges: SpriteList[arcade.Sprite] = SpriteList(atlas=textures.atlas, capacity=64)

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

    # Looks ------------------------------------------------------------------------------------------------------------

    def look(self, seat: int) -> SeatLook:
        """Return the look of a seat in the chosen palette."""
        return seat_look(seat, self.palette)

    def emblem(self, seat: int) -> str:
        """Return the icon of a seat, which is that of its faction or a plain one.

        The plain icon is used before factions are drawn, and if two seats share a faction.
        """
        return emblem_of(self.state, seat) if self.state is not None else f"seat {seat}"

    def _sprite(
        self, content: tuple[object, ...], draw: Draw, list_: SpriteList[arcade.Sprite] | None
    ) -> arcade.Sprite:
        key = ("board", self.detail, *content)
        texture = self.textures.get(key, draw, self.scale, self.palette)
        sprite = arcade.Sprite(texture)
        sprite.properties["unit"] = 1.0 / self.detail
        sprite.scale = 1.0 / self.detail
        if list_ is not None:
            list_.append(sprite)
        return sprite

    def scale_of_window(self) -> float:
        """Return the pixels of the window per design pixel."""
        return float(getattr(self.window, "ui_scale", 1.0))

    def _show_still(self) -> None:
        state = self.table
        self._still.clear()
        self.bridges.clear()
        for hex_ in range(len(state.grid.hexes)):
            self._place_inlay(hex_)
        for seat in state.seats:
            if state.capital[seat] >= 0:
                look, sign = self.look(seat), self.emblem(seat)
                keep = self._sprite(("keep", seat), partial(tiles.keep, look, sign, self.detail), self._still)
                x, y = self.center(state.capital[seat])
                keep.position = x, y + 12
        closed = {m.what for m in state.marked("closed")}
        trapped = {m.what for m in state.marked("trap")}
        passing = {m.what for m in state.marked("temporary")}
        for m in state.marked("link"):
            self._link(m.what, m.more)
        for edge in sorted(self._edges(state), key=lambda e: -self.edge_center(e)[1]):
            self._bridge(edge, "temporary" if edge in passing else "bridge", edge in closed, edge in trapped)
        self._dirty = True

    def _edges(self, state: Bridgefront) -> list[int]:
        return [edge for edge, there in enumerate(state.bridges) if there]

    def _place_inlay(self, hex_: int) -> None:
        state = self.table
        there = state.players_at(hex_)
        owner = state.capital_owner(hex_)
        if owner != NOBODY and not there:
            there = [owner]
        if owner in there and len(there) == 2:
            there = [owner, *(seat for seat in there if seat != owner)]
        parts = ("whole",) if len(there) == 1 else ("left", "right")
        for seat, part in zip(there, parts):
            look = self.look(seat)
            sprite = self._sprite(("inlay", seat, part), partial(tiles.inlay, look, part, self.detail), self._still)
            sprite.position = self.center(hex_)

    def _bridge(self, edge: int, kind: str, closed: bool, trapped: bool) -> None:
        sprite = self._bridge_sprite(edge, kind, None, self._still)
        self.bridges[edge] = sprite
        angle = self._edge_angle(edge)
        for there, name, draw in (
            (closed, "lock bar", lambda: bridges.lock_bar(angle, self.detail)),
            (trapped, "spikes", lambda: bridges.spikes(angle, self.detail)),
        ):
            if there:
                self._sprite((name, angle), draw, self._still).position = sprite.position

    def _bridge_sprite(
        self, edge: int, kind: str, colour: RGB | None, list_: SpriteList[arcade.Sprite]
    ) -> arcade.Sprite:
        angle = self._edge_angle(edge)
        sprite = self._sprite(
            ("bridge", kind, angle, colour), lambda: bridges.bridge(kind, angle, self.detail, colour), list_
        )
        sprite.position = self.edge_center(edge)
        return sprite

    def _edge_angle(self, edge: int) -> int:
        (aq, ar), (bq, br) = self._pair(edge)
        step = (bq - aq, br - ar)
        return 0 if step in ((1, 0), (-1, 0)) else 60 if step in ((1, -1), (-1, 1)) else 120

    def _link(self, a: int, b: int) -> None:
        (ax, ay), (bx, by) = self.center(a), self.center(b)
        for x, y in ((ax, ay), (bx, by)):
            self._sprite(("portal",), lambda: tiles.portal(self.detail), self._still).position = x, y
        far = hypot(bx - ax, by - ay)
        count = max(3, round(far / 17))
        for i in range(1, count):
            t = i / count
            spark = self._sprite(("spark", "link"), lambda: tiles.spark(theme.LINK, self.detail), self._still)
            spark.position = ax + (bx - ax) * t, ay + (by - ay) * t + 0.22 * far * 4 * t * (1 - t)

    def _show_badges(self) -> None:
        state = self.table
        self._badges.clear()
        self.badges.clear()
        for hex_, value in state.mines.items():
            self._place_badge(hex_, ("mine", value), partial(tiles.mine_badge, value, self.detail))
        for hex_ in state.forges:
            self._place_badge(hex_, ("forge",), lambda: tiles.forge_badge(self.detail))
        self._place_badge(state.grid.center, ("axis",), lambda: tiles.axis_badge(self.detail))
        for seat in state.seats:
            if state.capital[seat] >= 0:
                look, sign = self.look(seat), self.emblem(seat)
                self._place_badge(
                    state.capital[seat], ("flag", seat, sign), partial(tiles.flag, look, sign, self.detail)
                )
        marks: dict[int, list[str]] = {}
        for mark in state.marks:
            if mark.kind in _ON_HEXES:
                marks.setdefault(mark.what, []).append(mark.kind)
            elif mark.kind in ("trap", "closed", "temporary"):
                self._mark(mark.kind, self.edge_center(mark.what))
        for hex_, kinds in marks.items():
            x, y = self.center(hex_)
            for i, kind in enumerate(kinds):
                self._mark(kind, (x + (i - (len(kinds) - 1) / 2) * 26, y - 42))

    def _mark(self, kind: str, at: Point) -> None:
        self._sprite(("mark", kind), lambda: tokens.mark(kind, self.detail), self._badges).position = at

    def _place_badge(self, hex_: int, content: tuple[object, ...], draw: Draw) -> None:
        x, y = self.center(hex_)
        sprite = self.badges[hex_] = self._sprite(("badge", *content), draw, self._badges)
        sprite.position = x, y + 38


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
    drawn = not FACTION.asked(state)
    faction = state.faction[seat]
    shared = sum(1 for other in state.seats if state.faction[other] == faction) > 1
    return CODES[faction] if drawn and not shared else f"seat {seat}"
