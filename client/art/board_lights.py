"""Highlights on the board, and plans: paths, arrows, ghosts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise
from math import atan2, degrees, hypot

import arcade
from arcade import SpriteList

from client.art import theme, tiles
from client.art.board_units import UnitLayer
from client.art.colour import RGB
from client.ui.hexes import Point, Rect
from client.ui.textures import Textures
from core.games.bridgefront.state import NOBODY


class HighlightLayer(UnitLayer):
    """Lights on hexes and edges by kind, and plans above everything."""

    def __init__(
        self, window: arcade.Window, textures: Textures, rect: Rect, palette: str, detail: float | None
    ) -> None:
        super().__init__(window, textures, rect, palette, detail)
        self._lights: SpriteList[arcade.Sprite] = SpriteList(atlas=textures.atlas, capacity=128)
        self._lit: dict[str, tuple[int, ...]] = {}
        self._lit_edges: dict[str, tuple[int, ...]] = {}
        self._pulsing: list[arcade.Sprite] = []

    def light(self, kind: str, hexes: Iterable[int]) -> None:
        """Light exactly these hexes in this kind; see `theme.HIGHLIGHTS`, and "dim"."""
        chosen = tuple(sorted(hexes))
        if self._lit.get(kind, ()) != chosen:
            self._lit[kind] = chosen
            self._show_lights()

    def light_edges(self, kind: str, edges: Iterable[int]) -> None:
        """Light edges and bridges: "legal" (a bridge can be built there), "chosen", "hover", "illegal"."""
        chosen = tuple(sorted(edges))
        if self._lit_edges.get(kind, ()) != chosen:
            self._lit_edges[kind] = chosen
            self._show_lights()

    def lit(self, kind: str) -> tuple[int, ...]:
        """Return the hexes that are lit in this kind."""
        return self._lit.get(kind, ())

    def clear_lights(self) -> None:
        """Remove all lights."""
        if self._lit or self._lit_edges:
            self._lit.clear()
            self._lit_edges.clear()
            self._show_lights()

    def _show_lights(self) -> None:
        self._lights.clear()
        self._pulsing.clear()
        order = ("dim", "illegal", "legal", "source", "path", "flash", "battle", "told", "chosen", "focus", "hover")
        for kind in sorted(self._lit, key=lambda k: order.index(k) if k in order else 4):
            for hex_ in self._lit[kind]:
                sprite = self._sprite(("light", kind), partial(tiles.light, kind, self.detail), self._lights)
                sprite.position = self.center(hex_)
                if kind in ("legal", "battle", "flash"):
                    self._pulsing.append(sprite)
        state = self.state
        for kind, edges in self._lit_edges.items():
            colour = theme.HIGHLIGHTS[kind]
            for edge in edges:
                there = state is not None and state.bridges[edge]
                look = "legal" if kind in ("legal", "illegal") and not there else "ghost"
                sprite = self._bridge_sprite(edge, look, colour, self._lights)
                if kind == "legal":
                    self._pulsing.append(sprite)

    def plan_bridge(self, edge: int, seat: int = NOBODY) -> arcade.Sprite:
        """Draw a planned bridge as a pale gold ghost."""
        del seat
        return self._bridge_sprite(edge, "planned", None, self._plans)

    def plan_path(self, hexes: Sequence[int], kind: str = "path", fight: bool = False) -> None:
        """Draw chevrons from hex to hex with an arrow's head at the end.

        The arrow is red where it ends in a battle.
        """
        for a, b in pairwise(hexes):
            self.arrow(self.center(a), self.center(b), "battle" if fight and b == hexes[-1] else kind, b == hexes[-1])

    def arrow(self, start: Point, end: Point, kind: str = "path", head: bool = True) -> None:
        """Draw a row of chevrons between two points of the world."""
        colour = theme.HIGHLIGHTS[kind]
        (ax, ay), (bx, by) = start, end
        far = hypot(bx - ax, by - ay)
        angle = -degrees(atan2(by - ay, bx - ax))
        count = max(2, round(far / 19))
        last = count - (2 if head else 1)
        for i in range(1, last + 1):
            self._chevron(ax + (bx - ax) * i / count, ay + (by - ay) * i / count, angle, colour, head and i == last)

    def _chevron(self, x: float, y: float, angle: float, colour: RGB, head: bool) -> None:
        sprite = self._sprite(("dot", colour, head), lambda: tiles.dot(colour, head, self.detail), self._plans)
        sprite.position = x, y
        sprite.angle = angle

    def clear_plans(self) -> None:
        """Remove all ghosts, paths and arrows."""
        self.clear_stacks()
        self._plans.clear()
