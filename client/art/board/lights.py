"""Lights on hexes and edges of the board, and plans: ghosts of bridges, paths and arrows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise
from math import atan2, degrees, hypot

import arcade
from arcade import SpriteList

from client.art import theme
from client.art.board import tiles
from client.art.board.board_map import BoardMap
from client.art.board.units import UnitLayer
from client.art.colour import RGB
from client.ui.hexes import Point
from core.games.bridgefront.state import NOBODY


class LightLayer:
    """Lights on hexes and edges; each light has a kind."""

    def __init__(self, board: BoardMap) -> None:
        self._map = board
        self.sprites: SpriteList[arcade.Sprite] = SpriteList(atlas=board.textures.atlas, capacity=128)
        self.pulsing: list[arcade.Sprite] = []
        """The sprites whose brightness pulses."""
        self._lit: dict[str, tuple[int, ...]] = {}
        self._lit_edges: dict[str, tuple[int, ...]] = {}

    def light(self, kind: str, hexes: Iterable[int]) -> None:
        """Light exactly these hexes in this kind; see `theme.HIGHLIGHT_COLOURS`, and "dim"."""
        chosen = tuple(sorted(hexes))
        if self._lit.get(kind, ()) != chosen:
            self._lit[kind] = chosen
            self.show()

    def light_edges(self, kind: str, edges: Iterable[int]) -> None:
        """Light edges and bridges with this kind of light.

        The kinds are "legal" (a bridge can be built there), "chosen", "hover" and "illegal".
        """
        chosen = tuple(sorted(edges))
        if self._lit_edges.get(kind, ()) != chosen:
            self._lit_edges[kind] = chosen
            self.show()

    def lit(self, kind: str) -> tuple[int, ...]:
        """Return the hexes that are lit with this kind of light."""
        return self._lit.get(kind, ())

    def clear(self) -> None:
        """Remove all lights."""
        if self._lit or self._lit_edges:
            self._lit.clear()
            self._lit_edges.clear()
            self.show()

    def show(self) -> None:
        """Make the sprites of all lights."""
        self.sprites.clear()
        self.pulsing.clear()
        order = ("dim", "illegal", "legal", "source", "path", "flash", "battle", "told", "chosen", "focus", "hover")
        for kind in sorted(self._lit, key=lambda k: order.index(k) if k in order else 4):
            for hex_ in self._lit[kind]:
                sprite = self._map.sprite(("light", kind), partial(tiles.light, kind, self._map.detail), self.sprites)
                sprite.position = self._map.center(hex_)
                if kind in ("legal", "battle", "flash"):
                    self.pulsing.append(sprite)
        state = self._map.state
        for kind, edges in self._lit_edges.items():
            colour = theme.HIGHLIGHT_COLOURS[kind]
            for edge in edges:
                there = state is not None and state.bridges[edge]
                look = "legal" if kind in ("legal", "illegal") and not there else "ghost"
                sprite = self._map.add_bridge_sprite(edge, look, colour, self.sprites)
                if kind == "legal":
                    self.pulsing.append(sprite)


class PlanLayer:
    """Ghosts of bridges, paths and arrows of the player's plan; the ghosts of units are tokens (`UnitLayer`)."""

    def __init__(self, board: BoardMap, units: UnitLayer) -> None:
        self._map, self._units = board, units

    def bridge(self, edge: int, seat: int = NOBODY) -> arcade.Sprite:
        """Draw a planned bridge as a pale gold ghost."""
        del seat
        return self._map.add_bridge_sprite(edge, "planned", None, self._units.plans)

    def path(self, hexes: Sequence[int], kind: str = "path", fight: bool = False) -> None:
        """Draw chevrons from hex to hex, with an arrowhead at the end of the path.

        The arrow is red if the path ends in a battle.
        """
        for a, b in pairwise(hexes):
            self.arrow(
                self._map.center(a), self._map.center(b), "battle" if fight and b == hexes[-1] else kind, b == hexes[-1]
            )

    def arrow(self, start: Point, end: Point, kind: str = "path", head: bool = True) -> None:
        """Draw a row of chevrons between two points of the world."""
        colour = theme.HIGHLIGHT_COLOURS[kind]
        (ax, ay), (bx, by) = start, end
        far = hypot(bx - ax, by - ay)
        angle = -degrees(atan2(by - ay, bx - ax))
        count = max(2, round(far / 19))
        last = count - (2 if head else 1)
        for i in range(1, last + 1):
            self._place_chevron(
                ax + (bx - ax) * i / count, ay + (by - ay) * i / count, angle, colour, head and i == last
            )

    def _place_chevron(self, x: float, y: float, angle: float, colour: RGB, head: bool) -> None:
        sprite = self._map.sprite(
            ("dot", colour, head), lambda: tiles.dot(colour, head, self._map.detail), self._units.plans
        )
        sprite.position = x, y
        sprite.angle = angle

    def clear(self) -> None:
        """Remove all ghosts, paths and arrows."""
        self._units.clear_stacks()
        self._units.plans.clear()
