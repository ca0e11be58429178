"""Static content of the board: inlays, keeps, bridges, links, and the badges of special hexes."""

from __future__ import annotations

from functools import partial
from math import hypot

import arcade
from arcade import SpriteList

from client.art import theme
from client.art.board import bridges, tiles, tokens
from client.art.board.board_map import BoardMap
from client.ui.hexes import Point
from client.ui.textures import Draw
from core.games.bridgefront.state import NOBODY, Bridgefront

_ON_HEXES = ("skirmish", "hold the line", "breakthrough")


class StillLayer:
    """Sprites of the static content, which change only with the state: `below` the units, and `above` them."""

    def __init__(self, board: BoardMap) -> None:
        self._map = board
        self.bridges: dict[int, arcade.Sprite] = {}
        """The sprite of each bridge by edge."""
        self.badges: dict[int, arcade.Sprite] = {}
        """The badges of the Mines, the Forges, the Capitals and the Axis Mundi, by hex."""
        self.below: SpriteList[arcade.Sprite] = SpriteList(atlas=board.textures.atlas, capacity=256)
        self.above: SpriteList[arcade.Sprite] = SpriteList(atlas=board.textures.atlas, capacity=64)

    def show(self) -> None:
        """Make the sprites of the static content of the state."""
        state = self._map.table
        self.below.clear()
        self.bridges.clear()
        for hex_ in range(len(state.grid.hexes)):
            self._place_inlay(hex_)
        for seat in state.seats:
            if state.capital[seat] >= 0:
                look, sign = self._map.look(seat), self._map.emblem(seat)
                keep = self._map.sprite(("keep", seat), partial(tiles.keep, look, sign, self._map.detail), self.below)
                x, y = self._map.center(state.capital[seat])
                keep.position = x, y + 12
        closed = {m.what for m in state.marks_of_kind("closed")}
        trapped = {m.what for m in state.marks_of_kind("trap")}
        passing = {m.what for m in state.marks_of_kind("temporary")}
        for m in state.marks_of_kind("link"):
            self._link(m.what, m.more)
        for edge in sorted(self._edges(state), key=lambda e: -self._map.edge_center(e)[1]):
            self._bridge(edge, "temporary" if edge in passing else "bridge", edge in closed, edge in trapped)

    def _edges(self, state: Bridgefront) -> list[int]:
        return [edge for edge, there in enumerate(state.bridges) if there]

    def _place_inlay(self, hex_: int) -> None:
        state = self._map.table
        there = state.players_at(hex_)
        owner = state.capital_owner(hex_)
        if owner != NOBODY and not there:
            there = [owner]
        if owner in there and len(there) == 2:
            there = [owner, *(seat for seat in there if seat != owner)]
        parts = ("whole",) if len(there) == 1 else ("left", "right")
        for seat, part in zip(there, parts):
            look = self._map.look(seat)
            sprite = self._map.sprite(
                ("inlay", seat, part), partial(tiles.draw_inlay, look, part, self._map.detail), self.below
            )
            sprite.position = self._map.center(hex_)

    def _bridge(self, edge: int, kind: str, closed: bool, trapped: bool) -> None:
        sprite = self._map.add_bridge_sprite(edge, kind, None, self.below)
        self.bridges[edge] = sprite
        angle = self._map.edge_angle(edge)
        for there, name, draw in (
            (closed, "lock bar", lambda: bridges.draw_lock_bar(angle, self._map.detail)),
            (trapped, "spikes", lambda: bridges.spikes(angle, self._map.detail)),
        ):
            if there:
                self._map.sprite((name, angle), draw, self.below).position = sprite.position

    def _link(self, a: int, b: int) -> None:
        (ax, ay), (bx, by) = self._map.center(a), self._map.center(b)
        for x, y in ((ax, ay), (bx, by)):
            self._map.sprite(("portal",), lambda: tiles.draw_portal(self._map.detail), self.below).position = x, y
        far = hypot(bx - ax, by - ay)
        count = max(3, round(far / 17))
        for i in range(1, count):
            t = i / count
            spark = self._map.sprite(("spark", "link"), lambda: tiles.spark(theme.LINK, self._map.detail), self.below)
            spark.position = ax + (bx - ax) * t, ay + (by - ay) * t + 0.22 * far * 4 * t * (1 - t)

    def show_badges(self) -> None:
        """Make the sprites of the badges and marks of the state."""
        state = self._map.table
        self.above.clear()
        self.badges.clear()
        for hex_, value in state.mines.items():
            self._place_badge(hex_, ("mine", value), partial(tiles.draw_mine_badge, value, self._map.detail))
        for hex_ in state.forges:
            self._place_badge(hex_, ("forge",), lambda: tiles.draw_forge_badge(self._map.detail))
        self._place_badge(state.grid.center, ("axis",), lambda: tiles.draw_axis_badge(self._map.detail))
        for seat in state.seats:
            if state.capital[seat] >= 0:
                look, sign = self._map.look(seat), self._map.emblem(seat)
                self._place_badge(
                    state.capital[seat], ("flag", seat, sign), partial(tiles.flag, look, sign, self._map.detail)
                )
        marks: dict[int, list[str]] = {}
        for mark in state.marks:
            if mark.kind in _ON_HEXES:
                marks.setdefault(mark.what, []).append(mark.kind)
            elif mark.kind in ("trap", "closed", "temporary"):
                self._mark(mark.kind, self._map.edge_center(mark.what))
        for hex_, kinds in marks.items():
            x, y = self._map.center(hex_)
            for i, kind in enumerate(kinds):
                self._mark(kind, (x + (i - (len(kinds) - 1) / 2) * 26, y - 42))

    def _mark(self, kind: str, at: Point) -> None:
        self._map.sprite(("mark", kind), lambda: tokens.mark(kind, self._map.detail), self.above).position = at

    def _place_badge(self, hex_: int, content: tuple[object, ...], draw: Draw) -> None:
        x, y = self._map.center(hex_)
        sprite = self.badges[hex_] = self._map.sprite(("badge", *content), draw, self.above)
        sprite.position = x, y + 38
