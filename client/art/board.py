"""The board of a match on the screen: any `Bridgefront` state, at any camera.

    view = BoardView(window, textures, Rect(212, 150, 806, 490))
    view.show(state)
    view.light("legal", hexes)
    view.update(dt)
    view.draw()

What stands still (mist, ground, inlays, keeps, bridges, links) is kept in one picture of the window and painted anew
only when it changes; units, badges, lights and plans are sprites drawn over it. Every unit is a `Token` with an id,
to be moved and faded by whoever tells the story of a step: ("cohorts", seat, hex) or ("champion", copy). Hexes and
edges are numbers of the state's grid, as everywhere in the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, ceil, degrees, hypot, sin, tau

import arcade
from arcade import SpriteList
from pyglet.math import Mat4

from client.art import bridges, ground, theme, tiles, tokens
from client.art.colour import RGB
from client.art.ground import LAYOUT, Ground, Layer, Mist
from client.art.icons import GLYPHS
from client.art.theme import SeatLook, seat_look
from client.kit.hexes import BoardCamera, Edge, Point, Rect
from client.kit.hexes import edge as edge_between
from client.kit.textures import Textures
from core.bridgefront.catalogue import CARDS
from core.bridgefront.factions import CODES
from core.bridgefront.state import NOBODY, Bridgefront

TokenId = tuple[str, int, int] | tuple[str, int]
MIST_RATE = 5.0
"""Pictures of the Roil in a second."""

_STRIPS = 8
"""A new picture of the Roil is laid under the board in so many strips, one a frame, so that no frame is late."""

_SLOTS: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    ((0.0, 0.0),),
    ((-21.0, 2.0), (20.0, -2.0)),
    ((-25.0, -10.0), (24.0, -10.0), (0.0, 12.0)),
    ((-24.0, -14.0), (24.0, -14.0), (-22.0, 14.0), (25.0, 14.0)),
    ((-33.0, -14.0), (0.0, -16.0), (33.0, -14.0), (-17.0, 13.0), (18.0, 13.0)),
)
_SLOT_SCALES = (1.0, 1.0, 0.86, 0.72, 0.64, 0.56)
_ON_COPIES = ("marked for coin", "slow", "ward", "frenzy", "plated")
_ON_HEXES = ("skirmish", "hold the line", "breakthrough")


class Token:
    """A unit on the board: its picture, its number and its marks, moved and faded as one; placed in the world."""

    __slots__ = ("_alpha", "_numbers", "_scale", "_x", "_y", "body", "hex", "id", "parts", "seat")

    def __init__(self, id_: TokenId, seat: int, hex_: int, body: arcade.Sprite) -> None:
        self.id = id_
        self.seat = seat
        self.hex = hex_
        self.body = body
        self.parts: list[tuple[arcade.Sprite, float, float, float]] = []
        """Sprites that go with it: sprite, offset x and y at scale 1, how much of the token's scale they take over."""
        self._x = self._y = 0.0
        self._scale = 1.0
        self._alpha = 255

    @property
    def position(self) -> Point:
        """Where it stands."""
        return self._x, self._y

    @position.setter
    def position(self, at: Point) -> None:
        self._x, self._y = at
        self._place()

    @property
    def scale(self) -> float:
        """1 is a unit alone in its hex."""
        return self._scale

    @scale.setter
    def scale(self, value: float) -> None:
        self._scale = value
        self._place()

    @property
    def alpha(self) -> int:
        """0 (gone) .. 255."""
        return self._alpha

    @alpha.setter
    def alpha(self, value: float) -> None:
        self._alpha = max(0, min(255, round(value)))
        self.body.alpha = self._alpha
        for sprite, _, _, _ in self.parts:
            sprite.alpha = self._alpha

    def _place(self) -> None:
        scale = self._scale
        self.body.position = self._x, self._y
        self.body.scale = scale * _unit(self.body)
        for sprite, dx, dy, follow in self.parts:
            sprite.position = self._x + dx * scale, self._y + dy * scale
            sprite.scale = (1.0 - follow + follow * scale) * _unit(sprite)

    def remove(self) -> None:
        """Takes it off the board."""
        self.body.remove_from_sprite_lists()
        for sprite, _, _, _ in self.parts:
            sprite.remove_from_sprite_lists()


def _unit(sprite: arcade.Sprite) -> float:
    """World units to a texel of the sprite's texture, remembered on the sprite."""
    return float(sprite.properties["unit"])


class BoardView:
    """The board in a rectangle of the window."""

    def __init__(
        self,
        window: arcade.Window,
        textures: Textures,
        rect: Rect,
        palette: str = "okabe-ito",
        detail: float | None = None,
        reduced_motion: bool = False,
    ) -> None:
        self.window = window
        self.textures = textures
        self.palette = palette
        self.scale = self._scale_of_window()
        self.detail = detail or detail_for(self.scale)
        """Texels to a unit of the world: more in larger windows, so that pictures stay sharp."""
        self._fixed_detail = detail
        self._generation = textures.generation
        self.reduced_motion = reduced_motion
        self.state: Bridgefront | None = None
        self.tokens: dict[TokenId, Token] = {}
        self.bridges: dict[int, arcade.Sprite] = {}
        """The sprite of each bridge by edge."""
        self.badges: dict[int, arcade.Sprite] = {}
        """The badge of each Mine, Forge, Capital and of the Axis Mundi by hex."""
        self.camera = BoardCamera(rect, Rect(-400, -400, 800, 800))
        ctx = window.ctx
        self._ground = Ground(ctx)
        self._mist = Mist(ctx)
        self._front, self._back = Layer(ctx), Layer(ctx)
        self._strip = _STRIPS
        self._baked: object = None
        self._time = 0.0
        self._mist_age = 1.0
        self._dirty = True
        self._shown_camera: tuple[float, ...] = ()
        atlas = textures.atlas
        self._still: SpriteList[arcade.Sprite] = SpriteList(atlas=atlas, capacity=256)
        self._lights: SpriteList[arcade.Sprite] = SpriteList(atlas=atlas, capacity=128)
        self._bodies: SpriteList[arcade.Sprite] = SpriteList(atlas=atlas, capacity=128)
        self._badges: SpriteList[arcade.Sprite] = SpriteList(atlas=atlas, capacity=64)
        self._numbers: SpriteList[arcade.Sprite] = SpriteList(atlas=atlas, capacity=256)
        self._plans: SpriteList[arcade.Sprite] = SpriteList(atlas=atlas, capacity=128)
        self._lit: dict[str, tuple[int, ...]] = {}
        self._lit_edges: dict[str, tuple[int, ...]] = {}
        self._pulsing: list[arcade.Sprite] = []

    # Looks ------------------------------------------------------------------------------------------------------------

    def look(self, seat: int) -> SeatLook:
        """The look of a seat in the chosen palette."""
        return seat_look(seat, self.palette)

    def emblem(self, seat: int) -> str:
        """The icon of a seat: its faction's, or its own while factions are not drawn or two seats share one."""
        return emblem_of(self.state, seat) if self.state is not None else f"seat {seat}"

    def _sprite(
        self, content: tuple[object, ...], draw: object, list_: SpriteList[arcade.Sprite] | None
    ) -> arcade.Sprite:
        key = ("board", self.detail, *content)
        texture = self.textures.get(key, draw, self.scale, self.palette)  # type: ignore[arg-type]
        sprite = arcade.Sprite(texture)
        sprite.properties["unit"] = 1.0 / self.detail
        sprite.scale = 1.0 / self.detail
        if list_ is not None:
            list_.append(sprite)
        return sprite

    def _scale_of_window(self) -> float:
        return float(getattr(self.window, "ui_scale", 1.0))

    def restyle(self, palette: str | None = None) -> None:
        """The scale of the window, the palette or the atlas has changed: everything is drawn anew."""
        self.palette = palette or self.palette
        self.scale = self._scale_of_window()
        self.detail = self._fixed_detail or detail_for(self.scale)
        self._generation = self.textures.generation
        self._dirty = True
        if self.state is not None:
            self.clear_plans()
            self.show(self.state)
            self._show_lights()

    # The state --------------------------------------------------------------------------------------------------------

    def show(self, state: Bridgefront) -> None:
        """Shows this state: everything where it stands now. What somebody has moved snaps into place."""
        first = self.state is None or self.state._grid is not state._grid
        self.state = state
        if first:
            hexes = state._grid.hexes
            self.camera = BoardCamera(self.camera.view, ground.world_of(hexes))
        self._bake()
        self._show_still()
        self._show_badges()
        self._show_units()

    def _bake(self) -> None:
        state = self.state
        assert state is not None
        kinds = dict.fromkeys(state._grid.hexes, ground.PLAIN)
        kinds[0, 0] = ground.AXIS
        places = (
            (ground.CAPITAL, [c for c in state.capital[1:] if c >= 0]),
            (ground.MINE, list(state.mines)),
            (ground.FORGE, list(state.forges)),
        )
        for kind, hexes in places:
            for hex_ in hexes:
                kinds[state._grid.hexes[hex_]] = kind
        key = (tuple(kinds.items()), self.detail)
        if key != self._baked:
            self._ground.bake(kinds, seed=int.from_bytes(state._setup.match[:2], "big"), detail=self.detail)
            self._baked = key
            self._dirty = True

    def _show_still(self) -> None:
        state = self.state
        assert state is not None
        self._still.clear()
        self.bridges.clear()
        for hex_ in range(len(state._grid.hexes)):
            self._inlay(hex_)
        for seat in state.seats:
            if state.capital[seat] >= 0:
                look, sign = self.look(seat), self.emblem(seat)
                keep = self._sprite(("keep", seat), lambda k=look, s=sign: tiles.keep(k, s, self.detail), self._still)
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

    def _inlay(self, hex_: int) -> None:
        state = self.state
        assert state is not None
        there = state.players_at(hex_)
        owner = state.capital_owner(hex_)
        if owner != NOBODY and not there:
            there = [owner]
        if owner in there and len(there) == 2:
            there = [owner, *(seat for seat in there if seat != owner)]
        parts = ("whole",) if len(there) == 1 else ("left", "right")
        for seat, part in zip(there, parts):
            look = self.look(seat)
            sprite = self._sprite(
                ("inlay", seat, part), lambda k=look, p=part: tiles.inlay(k, p, self.detail), self._still
            )
            sprite.position = self.center(hex_)

    def _bridge(self, edge: int, kind: str, closed: bool, trapped: bool) -> None:
        sprite = self._bridge_sprite(edge, kind, None, self._still)
        self.bridges[edge] = sprite
        angle = self._angle(edge)
        for there, name, draw in (
            (closed, "lock bar", lambda: bridges.lock_bar(angle, self.detail)),
            (trapped, "spikes", lambda: bridges.spikes(angle, self.detail)),
        ):
            if there:
                self._sprite((name, angle), draw, self._still).position = sprite.position

    def _bridge_sprite(
        self, edge: int, kind: str, colour: RGB | None, list_: SpriteList[arcade.Sprite]
    ) -> arcade.Sprite:
        angle = self._angle(edge)
        sprite = self._sprite(
            ("bridge", kind, angle, colour), lambda: bridges.bridge(kind, angle, self.detail, colour), list_
        )
        sprite.position = self.edge_center(edge)
        return sprite

    def _angle(self, edge: int) -> int:
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
        state = self.state
        assert state is not None
        self._badges.clear()
        self.badges.clear()
        for hex_, value in state.mines.items():
            self._badge(hex_, ("mine", value), lambda v=value: tiles.mine_badge(v, self.detail))
        for hex_ in state.forges:
            self._badge(hex_, ("forge",), lambda: tiles.forge_badge(self.detail))
        self._badge(state._grid.center, ("axis",), lambda: tiles.axis_badge(self.detail))
        for seat in state.seats:
            if state.capital[seat] >= 0:
                look, sign = self.look(seat), self.emblem(seat)
                self._badge(
                    state.capital[seat], ("flag", seat, sign), lambda k=look, s=sign: tiles.flag(k, s, self.detail)
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

    def _badge(self, hex_: int, content: tuple[object, ...], draw: object) -> None:
        x, y = self.center(hex_)
        sprite = self.badges[hex_] = self._sprite(("badge", *content), draw, self._badges)
        sprite.position = x, y + 38

    # Units ------------------------------------------------------------------------------------------------------------

    def _show_units(self) -> None:
        state = self.state
        assert state is not None
        for token in self.tokens.values():
            token.remove()
        self.tokens.clear()
        for hex_ in range(len(state._grid.hexes)):
            there = state.players_at(hex_)
            owner = state.capital_owner(hex_)
            if owner in there and len(there) == 2:
                there = [owner, *(seat for seat in there if seat != owner)]
            for place, seat in enumerate(there):
                self._stack(hex_, seat, (place, len(there)))

    def _stack(self, hex_: int, seat: int, side: tuple[int, int]) -> None:
        state = self.state
        assert state is not None
        count = state.forces[seat].get(hex_, 0)
        champions = state.champions_at(hex_, seat)
        units = [*([None] if count else []), *champions]
        places = zip(units, self.slots(hex_, len(units), side))
        for unit, (x, y, scale) in sorted(places, key=lambda at: -at[1][1]):  # what stands behind is drawn first
            if unit is None:
                token = self.spawn_cohorts(("cohorts", seat, hex_), seat, count, hex_)
            else:
                token = self.spawn_champion(unit.copy, crowded=side[1] == 2 or len(units) > 2)
                if side == (0, 2):  # the number on the outer side, where no enemy stands before it
                    token.parts[0] = (token.parts[0][0], -44.0, *token.parts[0][2:])
            token.scale = scale
            token.position = x, y

    def slots(self, hex_: int, count: int, side: tuple[int, int] = (0, 1)) -> list[tuple[float, float, float]]:
        """Where so many tokens stand in a hex, and how large: (x, y, scale) in the world.

        `side` is (which, of how many) players share the hex.
        """
        x, y = self.center(hex_)
        y -= 13 if self._special(hex_) else 2
        known = min(count, len(_SLOTS) - 1)
        scale = _SLOT_SCALES[known]
        places = list(_SLOTS[known])
        while len(places) < count:
            i = len(places)
            places.append((-36.0 + 18.0 * (i % 5), -20.0 + 12.0 * (i // 5)))
        if side[1] == 2:
            x += -28.0 if side[0] == 0 else 28.0
            scale = (0.80, 0.64, 0.56)[min(count, 3) - 1]
            places = [
                (9.0 * (i % 2) - 4.5, -17.0 + 34.0 * i / (count - 1)) if count > 1 else (0.0, 0.0) for i in range(count)
            ]
        return [(x + px, y + py, scale) for px, py in places]

    def _special(self, hex_: int) -> bool:
        state = self.state
        assert state is not None
        return (
            hex_ in state.mines
            or hex_ in state.forges
            or hex_ == state._grid.center
            or state.capital_owner(hex_) != NOBODY
        )

    def spawn_cohorts(self, id_: TokenId, seat: int, count: int, hex_: int, ghost: bool = False) -> Token:
        """Puts a Cohort token on the board; what had this id goes. A ghost is a plan: pale, and above the rest."""
        look, sign = self.look(seat), self.emblem(seat)
        list_ = self._plans if ghost else self._bodies
        body = self._sprite(("cohort", seat, sign), lambda: tokens.cohort(look, sign, self.detail), list_)
        token = self._spawn(id_, seat, hex_, body)
        number = self._sprite(
            ("number", seat, count), lambda: tokens.number(count, look, self.detail), list_ if ghost else self._numbers
        )
        token.parts.append((number, -18.0, -22.0, 0.35))
        return self._settle(token, ghost)

    def spawn_champion(
        self, copy: int, id_: TokenId | None = None, hex_: int | None = None, ghost: bool = False, crowded: bool = False
    ) -> Token:
        """Puts the token of a Champion of the state on the board, or a second one (a ghost) elsewhere."""
        state = self.state
        assert state is not None
        champion = state.champions[copy]
        token = self.spawn_champion_of(
            id_ or ("champion", copy),
            champion.owner,
            state.card[copy],
            champion.hp,
            champion.max_hp,
            champion.hex if hex_ is None else hex_,
            ghost,
            crowded,
        )
        kinds = [m.kind for m in state.marks if m.kind in _ON_COPIES and m.what == copy]
        for i, kind in enumerate(kinds[:2]):
            sprite = self._sprite(("mark", kind), lambda k=kind: tokens.mark(k, self.detail), self._numbers)
            token.parts.append((sprite, 24.0 - 22.0 * i, 32.0, 0.5))
        return self._settle(token, ghost)

    def spawn_champion_of(
        self,
        id_: TokenId,
        seat: int,
        card: int,
        hp: int,
        most: int,
        hex_: int,
        ghost: bool = False,
        crowded: bool = False,
    ) -> Token:
        """Puts a Champion token on the board by its card's number, also one that is not (or no longer) in the state."""
        look = self.look(seat)
        portrait = GLYPHS.get(CARDS[card].id, "champion")
        list_ = self._plans if ghost else self._bodies
        body = self._sprite(("champion", seat, portrait), lambda: tokens.champion(look, portrait, self.detail), list_)
        token = self._spawn(id_, seat, hex_, body)
        health = self._sprite(
            ("health", hp, most, crowded),
            lambda: tokens.health(hp, most, self.detail, bar=not crowded),
            list_ if ghost else self._numbers,
        )
        token.parts.append((health, 6.0, -28.0, 0.40))
        return self._settle(token, ghost)

    def _spawn(self, id_: TokenId, seat: int, hex_: int, body: arcade.Sprite) -> Token:
        self.remove(id_)
        token = self.tokens[id_] = Token(id_, seat, hex_, body)
        return token

    def _settle(self, token: Token, ghost: bool) -> Token:
        x, y, scale = self.slots(token.hex, 1)[0]
        token.scale = scale
        token.position = x, y
        if ghost:
            token.alpha = 165
        return token

    def token(self, id_: TokenId) -> Token | None:
        """The token with this id, to be moved and faded."""
        return self.tokens.get(id_)

    def remove(self, id_: TokenId) -> None:
        """Takes a token off the board, if it is there."""
        token = self.tokens.pop(id_, None)
        if token is not None:
            token.remove()

    # Lights and plans -------------------------------------------------------------------------------------------------

    def light(self, kind: str, hexes: Iterable[int]) -> None:
        """Lights these hexes, and of this kind only these; see `theme.HIGHLIGHTS`, and "dim"."""
        chosen = tuple(sorted(hexes))
        if self._lit.get(kind, ()) != chosen:
            self._lit[kind] = chosen
            self._show_lights()

    def light_edges(self, kind: str, edges: Iterable[int]) -> None:
        """Lights edges: "legal" (a bridge can be built there), "chosen", "hover", "illegal"; bridges too."""
        chosen = tuple(sorted(edges))
        if self._lit_edges.get(kind, ()) != chosen:
            self._lit_edges[kind] = chosen
            self._show_lights()

    def lit(self, kind: str) -> tuple[int, ...]:
        """The hexes that are lit in this way."""
        return self._lit.get(kind, ())

    def clear_lights(self) -> None:
        """Nothing is lit any more."""
        if self._lit or self._lit_edges:
            self._lit.clear()
            self._lit_edges.clear()
            self._show_lights()

    def _show_lights(self) -> None:
        self._lights.clear()
        self._pulsing.clear()
        order = ("dim", "illegal", "legal", "source", "path", "flash", "battle", "chosen", "focus", "hover")
        for kind in sorted(self._lit, key=lambda k: order.index(k) if k in order else 4):
            for hex_ in self._lit[kind]:
                sprite = self._sprite(("light", kind), lambda k=kind: tiles.light(k, self.detail), self._lights)
                sprite.position = self.center(hex_)
                if kind in ("legal", "battle", "flash"):
                    self._pulsing.append(sprite)
        state = self.state
        for kind, edges in self._lit_edges.items():
            colour = theme.HIGHLIGHTS[kind]
            for edge in edges:
                there = state is not None and state.bridges[edge]
                sprite = self._bridge_sprite(edge, "ghost" if there else "legal", colour, self._lights)
                if kind == "legal":
                    self._pulsing.append(sprite)

    def plan_bridge(self, edge: int, seat: int = NOBODY) -> arcade.Sprite:
        """A planned bridge: the pale gold ghost of one."""
        del seat
        return self._bridge_sprite(edge, "planned", None, self._plans)

    def plan_path(self, hexes: Sequence[int], kind: str = "path", fight: bool = False) -> None:
        """Chevrons from hex to hex and an arrow's head at the end; red where it ends in a battle."""
        for a, b in pairwise(hexes):
            self.arrow(self.center(a), self.center(b), "battle" if fight and b == hexes[-1] else kind, b == hexes[-1])

    def arrow(self, start: Point, end: Point, kind: str = "path", head: bool = True) -> None:
        """A row of chevrons in the world, from a point to another."""
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

    def plan_cohorts(self, seat: int, count: int, hex_: int, key: int = 0) -> Token:
        """The ghost of Cohorts that are planned to stand there."""
        return self.spawn_cohorts(("plan", seat, hex_ * 16 + key), seat, count, hex_, ghost=True)

    def clear_plans(self) -> None:
        """No ghosts, no paths, no arrows."""
        for id_ in [id_ for id_ in self.tokens if id_[0] == "plan"]:
            self.remove(id_)
        self._plans.clear()

    # Places -----------------------------------------------------------------------------------------------------------

    def _pair(self, edge: int) -> Edge:
        state = self.state
        assert state is not None
        a, b = state._grid.edges[edge]
        return edge_between(state._grid.hexes[a], state._grid.hexes[b])

    def center(self, hex_: int) -> Point:
        """The middle of a hex in the world."""
        state = self.state
        assert state is not None
        return LAYOUT.center(state._grid.hexes[hex_])

    def edge_center(self, edge: int) -> Point:
        """The middle of an edge in the world."""
        return LAYOUT.edge_center(self._pair(edge))

    def on_screen(self, hex_: int) -> Point:
        """The middle of a hex in the window."""
        return self.camera.to_screen(*self.center(hex_))

    def edge_on_screen(self, edge: int) -> Point:
        """The middle of an edge in the window."""
        return self.camera.to_screen(*self.edge_center(edge))

    def hex_at(self, x: float, y: float) -> int | None:
        """The hex under a point of the window."""
        if self.state is None or not self.camera.view.contains(x, y):
            return None
        return self.state._grid.index.get(LAYOUT.hex_at(*self.camera.to_world(x, y)))

    def edge_at(self, x: float, y: float, among: Iterable[int] | None = None) -> int | None:
        """The edge under a point of the window; with `among` the nearest of these, aimed at less exactly."""
        state = self.state
        if state is None or not self.camera.view.contains(x, y):
            return None
        at = self.camera.to_world(x, y)
        if among is None:
            found = LAYOUT.edge_at(*at)
            if found is None or found[0] not in state._grid.index or found[1] not in state._grid.index:
                return None
            return state._grid.edge_between[state._grid.index[found[0]], state._grid.index[found[1]]]
        pairs = {self._pair(edge): edge for edge in among}
        found = LAYOUT.edge_at(*at, among=pairs, tolerance=0.6)
        return None if found is None else pairs[found]

    def token_at(self, x: float, y: float) -> Token | None:
        """The unit under a point of the window, the one in front first."""
        wx, wy = self.camera.to_world(x, y)
        for token in reversed(list(self.tokens.values())):
            tx, ty = token.position
            if hypot(wx - tx, wy - ty) < 32 * token.scale:
                return token
        return None

    # Frames -----------------------------------------------------------------------------------------------------------

    def resize(self, rect: Rect) -> None:
        """The window or the layout has changed."""
        self.camera.resize(rect)
        self._dirty = True

    def update(self, dt: float) -> None:
        """Lets time pass: the Roil drifts, lights pulse."""
        self._time += dt
        self._mist_age += dt
        if self._pulsing:
            share = 1.0 if self.reduced_motion else 0.88 + 0.12 * sin(self._time * tau / 1.4)
            alpha = round(255 * share)
            for sprite in self._pulsing:
                sprite.alpha = alpha

    @property
    def still(self) -> bool:
        """Whether the next frame would look like the last one."""
        moving = self._dirty or self._pulsing or self._strip < _STRIPS or self._mist_due()
        return not moving and self._camera_key() == self._shown_camera

    def _mist_due(self) -> bool:
        return self._strip == _STRIPS and not self.reduced_motion and self._mist_age >= 1.0 / MIST_RATE

    def _camera_key(self) -> tuple[float, ...]:
        return (self.camera.x, self.camera.y, self.camera.zoom, *self.camera.view)

    def draw(self) -> None:
        """Draws the board over the whole window: mist, ground, what stands still, units, lights, plans."""
        if self._generation != self.textures.generation:
            self.restyle()
        size = self.window.get_framebuffer_size()
        key = self._camera_key()
        resized = self._front.resize(size)
        if self._back.resize(size) or resized or self._dirty or key != self._shown_camera:
            if self._mist_age >= 1.0 / MIST_RATE or resized:
                self._paint_mist(size)
            self._paint_still(self._front, 0, size[1])
            self._shown_camera = key
            self._dirty = False
            self._strip = _STRIPS
        elif self._strip < _STRIPS:
            low, high = (size[1] * i // _STRIPS for i in (self._strip, self._strip + 1))
            self._paint_still(self._back, low, high)
            self._strip += 1
            if self._strip == _STRIPS:
                self._front, self._back = self._back, self._front
        elif self._mist_due():
            self._paint_mist(size)
            self._strip = 0
        self._front.draw()
        self._look_through()
        for list_ in (self._lights, self._bodies, self._badges, self._numbers, self._plans):
            if len(list_):
                list_.draw()
        self.window.default_camera.use()

    def _paint_mist(self, size: tuple[int, int]) -> None:
        age = self.state.age if self.state is not None and self.state.round else 1
        self._mist.paint(size, 31.0 if self.reduced_motion else 31.0 + self._time * 2.2, age)
        self._mist_age = 0.0

    def _paint_still(self, layer: Layer, low: int, high: int) -> None:
        """Paints what stands still into a layer, between two rows of pixels."""
        assert layer.target is not None
        layer.target.scissor = (0, low, layer.target.width, high - low)
        with layer.target.activate():
            self._mist.draw()
            if self.state is not None:
                self._ground.draw(self._clip(self._ground.box))
                self._look_through()
                self._still.draw()
        layer.target.scissor = None
        self.window.default_camera.use()

    def _clip(self, box: Rect) -> tuple[float, float, float, float]:
        w, h = self.window.width, self.window.height
        x1, y1 = self.camera.to_screen(box.x, box.y)
        x2, y2 = self.camera.to_screen(box.right, box.top)
        return 2 * x1 / w - 1, 2 * y1 / h - 1, 2 * x2 / w - 1, 2 * y2 / h - 1

    def _look_through(self) -> None:
        """Sprites are drawn in units of the world from here on."""
        x1, y1 = self.camera.to_world(0, 0)
        x2, y2 = self.camera.to_world(self.window.width, self.window.height)
        ctx = self.window.ctx
        ctx.view_matrix = Mat4()
        ctx.projection_matrix = Mat4.orthogonal_projection(x1, x2, y1, y2, -100, 100)


def detail_for(scale: float) -> float:
    """How finely to draw for a window of this scale: by quarters, 1 to 2.

    >>> [detail_for(scale) for scale in (0.8, 1.0, 1.1, 1.5, 3.0)]
    [1.0, 1.0, 1.25, 1.5, 2.0]
    """
    return min(2.0, max(1.0, ceil(scale * 4 - 0.01) / 4))


def emblem_of(state: Bridgefront, seat: int) -> str:
    """The icon of a seat: its faction's, or its own while factions are not drawn or two seats share one."""
    if not seat:
        return "hex"
    drawn = not any(kind == "factions" for _, kind, _ in state.asking)
    faction = state.faction[seat]
    shared = sum(1 for other in state.seats if state.faction[other] == faction) > 1
    return CODES[faction] if drawn and not shared else f"seat {seat}"
