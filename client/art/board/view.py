"""The board of a match on the screen: any `Bridgefront` state, at any camera.

    view = BoardView(window, textures, Rect(212, 150, 806, 490))
    view.show(state)
    view.lights.light("legal", hexes)
    view.update(dt)
    view.draw()

Static content (mist, ground, inlays, keeps, bridges, links) is cached in one picture of the window. It is painted again
only when it changes. Units, badges, lights and plans are sprites drawn over it.

Every unit is a `Token` with an id: ("cohorts", seat, hex) or ("champion", copy). Animations move and fade tokens. Hexes
and edges are numbers of the state's grid, as everywhere in the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor, hypot, sin, tau

import arcade
from arcade import SpriteList, Texture
from arcade.types import Color, Point2
from pyglet.math import Mat4

from client.art import theme
from client.art.board import ground
from client.art.board.board_map import BoardMap, detail_for
from client.art.board.ground import Ground, Layer, Mist
from client.art.board.lights import LightLayer, PlanLayer
from client.art.board.still import StillLayer
from client.art.board.units import UnitLayer
from client.ui.damage import Damage, PixelBox
from client.ui.hexes import BoardCamera, Rect
from client.ui.textures import Textures
from core.games.bridgefront.state import Bridgefront

MIST_RATE = 5.0
"""Pictures of the Roil per second."""

PULSE_RATE = 20.0
"""Brightness steps per second of pulsing lights."""

_MIST_STRIPS = 8
"""Number of strips in which a new picture of the Roil is drawn, one strip per frame.

The strips spread the work, so that no frame is late.
"""

SpriteLook = tuple[Point2, tuple[float, float], float, Color, bool, Texture]
"""Visible properties of a sprite: its position, size, angle, colour, visibility and texture."""


class BoardView:
    """Board in a rectangle of the window, with lights on hexes and edges and with plans above everything."""

    def __init__(
        self,
        window: arcade.Window,
        textures: Textures,
        rect: Rect,
        palette: str = "okabe-ito",
        detail: float | None = None,
        reduced_motion: bool = False,
        effects: str = "full",
    ) -> None:
        self.window, self.textures = window, textures
        self.map = BoardMap(window, textures, rect, palette, detail)
        """Places of hexes and edges, and looks of seats."""
        self.still_layer = StillLayer(self.map)
        self.units = UnitLayer(self.map)
        self.lights = LightLayer(self.map)
        self.plans = PlanLayer(self.map, self.units)
        self.reduced_motion, self.effects = reduced_motion, effects
        self._fixed_detail = detail
        self._generation = textures.generation
        self._ground = Ground(window.ctx)
        self._mist = Mist(window.ctx)
        self._kept = Layer(window.ctx)
        self._dirty = True
        """True if the static content must be painted again."""
        self._strip = _MIST_STRIPS
        self._baked: object = None
        self._time = 0.0
        self._mist_age = 1.0
        self._shown_camera: tuple[float, ...] = ()
        self._shown: list[list[SpriteLook]] = [[] for _ in self._lists()]

    @property
    def state(self) -> Bridgefront | None:
        """The displayed state, or None before the first one."""
        return self.map.state

    @property
    def camera(self) -> BoardCamera:
        """The camera, which pans and zooms."""
        return self.map.camera

    # State ------------------------------------------------------------------------------------------------------------

    def show(self, state: Bridgefront) -> None:
        """Show this state; units that were moved by an animation snap to their places."""
        for _ in self.lay_out(state):
            pass

    def lay_out(self, state: Bridgefront) -> Iterator[None]:
        """Show this state in parts, one part for each call of `next`."""
        first = self.state is None or self.state.grid is not state.grid
        self.map.state = state
        if first:
            hexes = state.grid.hexes
            self.map.camera = BoardCamera(self.camera.view, ground.world_rect(hexes))
        self._bake_ground()
        yield
        self.still_layer.show()
        self._dirty = True
        yield
        self.still_layer.show_badges()
        yield
        self.units.show()

    def _bake_ground(self) -> None:
        state = self.map.table
        kinds = dict.fromkeys(state.grid.hexes, ground.PLAIN)
        kinds[0, 0] = ground.AXIS
        places = (
            (ground.CAPITAL, [c for c in state.capital[1:] if c >= 0]),
            (ground.MINE, list(state.mines)),
            (ground.FORGE, list(state.forges)),
        )
        for kind, hexes in places:
            for hex_ in hexes:
                kinds[state.grid.hexes[hex_]] = kind
        key = (tuple(kinds.items()), self.map.detail)
        if key != self._baked:
            self._ground.bake(kinds, seed=int.from_bytes(state.setup.match[:2], "big"), detail=self.map.detail)
            self._baked = key
            self._dirty = True

    def follow(self, palette: str, reduced_motion: bool, effects: str) -> None:
        """Apply the player's settings: seat colours, motion, and effects "full" or "low"."""
        self.reduced_motion, self.effects = reduced_motion, effects
        self.restyle(palette)

    def restyle(self, palette: str | None = None) -> None:
        """Redraw everything after a change of the window's scale, the palette or the atlas."""
        self.map.palette = palette or self.map.palette
        self.map.scale = self.map.scale_of_window()
        self.map.detail = self._fixed_detail or detail_for(self.map.scale)
        self._generation = self.textures.generation
        self._dirty = True
        if self.state is not None:
            self.plans.clear()
            self.show(self.state)
            self.lights.show()

    # Frames -----------------------------------------------------------------------------------------------------------

    def resize(self, rect: Rect) -> None:
        """Adapt to a new window size or layout."""
        self.camera.resize(rect)
        self._dirty = True

    def bring_into_sight(self, hex_: int) -> None:
        """Pan the board just far enough to show a hex, if the board is zoomed in."""
        x, y = self.map.on_screen(hex_)
        inner = self.camera.view.inset(52 * self.map.scale)
        dx = max(inner.x - x, min(0.0, inner.right - x))
        dy = max(inner.y - y, min(0.0, inner.top - y))
        if dx or dy:
            self.camera.pan(dx, dy)

    def update(self, dt: float) -> None:
        """Advance the time, so that the Roil drifts and the lights pulse."""
        self._time += dt
        self._mist_age += dt
        if self.lights.pulsing:
            beat = floor(self._time * PULSE_RATE) / PULSE_RATE
            share = 1.0 if self.reduced_motion else 0.88 + 0.12 * sin(beat * tau / 1.4)
            alpha = round(255 * share)
            for sprite in self.lights.pulsing:
                sprite.alpha = alpha

    @property
    def still(self) -> bool:
        """True if the next frame would look like the last one."""
        moving = self._dirty or self.lights.pulsing or self._strip < _MIST_STRIPS or self._is_mist_due()
        return not moving and self._camera_key() == self._shown_camera

    def _is_mist_due(self) -> bool:
        drifts = self.effects == "full" and not self.reduced_motion
        return drifts and self._strip == _MIST_STRIPS and self._mist_age >= 1.0 / MIST_RATE

    def _camera_key(self) -> tuple[float, ...]:
        return (self.camera.x, self.camera.y, self.camera.zoom, *self.camera.view)

    def draw(self) -> None:
        """Draw the board over the whole window: the mist, the ground, the units, the lights and the plans."""
        self.collect_damage(Damage((0, 0)))
        self.paint()

    def collect_damage(self, damage: Damage) -> None:
        """Update the cached picture, and record the areas in which `paint` would now draw something new."""
        if self._generation != self.textures.generation:
            self.restyle()
        size = self.window.get_framebuffer_size()
        key = self._camera_key()
        if self._kept.resize(size):
            self._dirty, self._mist_age = True, 1.0
        if self._dirty or key != self._shown_camera:
            if self._mist_age >= 1.0 / MIST_RATE:
                self._paint_mist(size)
            self._paint_still(0, size[1])
            self._shown_camera = key
            self._dirty = False
            self._strip = _MIST_STRIPS
            damage.mark_all()
        elif self._strip < _MIST_STRIPS:
            low, high = (size[1] * i // _MIST_STRIPS for i in (self._strip, self._strip + 1))
            self._paint_still(low, high)
            self._strip += 1
            damage.add(PixelBox(0, low, size[0], high))
        elif self._is_mist_due():
            self._paint_mist(size)
            self._strip = 0
        for i, list_ in enumerate(self._lists()):
            looks = [(s.position, (s.width, s.height), s.angle, s.color, s.visible, s.texture) for s in list_]
            for look in _changed(self._shown[i], looks):
                damage.add(self._covered_pixels(look))
            self._shown[i] = looks

    def paint(self) -> None:
        """Draw the board in the state to which `renew` has brought it."""
        self._kept.draw()
        self._look_through()
        for list_ in self._lists():
            if len(list_):
                list_.draw()
        self.window.default_camera.use()

    def _lists(self) -> tuple[SpriteList[arcade.Sprite], ...]:
        units = self.units
        return self.lights.sprites, units.bodies, self.still_layer.above, units.numbers, units.plans

    def _covered_pixels(self, look: SpriteLook) -> PixelBox:
        """Return the pixels of the window that a sprite covers."""
        (x, y), (w, h), angle, *_ = look
        (x, y), zoom = self.camera.to_screen(x, y), self.camera.zoom
        reach = hypot(w, h) if angle else 0.0
        wide, high = (reach or w) * zoom / 2 + 1, (reach or h) * zoom / 2 + 1
        return PixelBox(floor(x - wide), floor(y - high), ceil(x + wide), ceil(y + high))

    def _paint_mist(self, size: tuple[int, int]) -> None:
        if self.effects == "low":
            return
        age = self.state.age if self.state is not None and self.state.round else 1
        self._mist.paint(size, 31.0 if self.reduced_motion else 31.0 + self._time * 2.2, age)
        self._mist_age = 0.0

    def _paint_still(self, low: int, high: int) -> None:
        """Paint the static content into the cached picture, between two rows of pixels."""
        layer = self._kept
        assert layer.target is not None
        layer.target.scissor = (0, low, layer.target.width, high - low)
        with layer.target.activate():
            if self.effects == "full":
                self._mist.draw()
            else:
                layer.target.clear(color=(*theme.NIGHT, 255))
            if self.state is not None:
                self._ground.draw(self._clip(self._ground.box))
                self._look_through()
                self.still_layer.below.draw()
        layer.target.scissor = None
        self.window.default_camera.use()

    def _clip(self, box: Rect) -> tuple[float, float, float, float]:
        w, h = self.window.width, self.window.height
        x1, y1 = self.camera.to_screen(box.x, box.y)
        x2, y2 = self.camera.to_screen(box.right, box.top)
        return 2 * x1 / w - 1, 2 * y1 / h - 1, 2 * x2 / w - 1, 2 * y2 / h - 1

    def _look_through(self) -> None:
        """Set the matrices of the graphics context so that sprites are drawn in world units."""
        x1, y1 = self.camera.to_world(0, 0)
        x2, y2 = self.camera.to_world(self.window.width, self.window.height)
        ctx = self.window.ctx
        ctx.view_matrix = Mat4()
        ctx.projection_matrix = Mat4.orthogonal_projection(x1, x2, y1, y2, -100, 100)


def _changed(before: list[SpriteLook], after: list[SpriteLook]) -> list[SpriteLook]:
    """Return the old and new looks of the sprites whose appearance or position has changed."""
    if before == after:
        return []
    if len(before) == len(after):
        return [look for a, b in zip(before, after, strict=True) if a != b for look in (a, b)]
    first = next((i for i, (a, b) in enumerate(zip(before, after)) if a != b), min(len(before), len(after)))
    return [*before[first:], *after[first:]]
