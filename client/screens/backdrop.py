"""The living board behind the menus: a match of bots that goes on by itself."""

from __future__ import annotations

from typing import Any

from client.art.board import BoardView
from client.kit.damage import Damage
from client.kit.hexes import Rect
from client.kit.screen import Screen
from client.kit.window import Window
from client.settings import Settings
from core.bots import BOTS
from core.bridgefront.game import GAME
from core.kernel.local import Table

EVERY = 2.5
"""Seconds between two steps."""


class Backdrop:
    """A board in a rectangle of the design, on which bots play."""

    def __init__(self, window: Window, seed: str, settings: Settings) -> None:
        self.window = window
        self.view = BoardView(window, window.textures, Rect(0, 0, 100, 100), settings.palette,
                              reduced_motion=settings.reduced_motion, effects=settings.effects)  # fmt: skip
        self.table: Any = Table(GAME, {s: BOTS["heuristic"](seed, s) for s in range(1, 7)}, seed)
        self._age = 0.0
        while self.table.state.round < 4 and not self.table.state.over:
            self.table.step()
        self.view.show(self.table.state.clone())

    def update(self, dt: float) -> bool:
        """Lets time pass; true if it looks different."""
        self._age += dt
        if self._age > EVERY and not self.table.state.over and not self.view.reduced_motion:
            self._age = 0.0
            self.table.step()
            self.view.show(self.table.state.clone())
        self.view.update(dt)
        return not self.view.still

    def place(self, rect: Rect) -> None:
        """Lie there, in the design."""
        s = self.window.ui_scale
        self.view.resize(Rect(rect.x * s, rect.y * s, rect.w * s, rect.h * s))


_kept: list[Backdrop] = []
"""The board of the menus, which goes on from screen to screen: making it anew would take a moment each time."""


def _behind(window: Window, settings: Settings) -> Backdrop:
    if not _kept or _kept[0].window is not window:
        _kept[:] = [Backdrop(window, "menu", settings)]
    _kept[0].view.follow(settings.palette, settings.reduced_motion, settings.effects)
    return _kept[0]


class MenuLike(Screen):
    """A screen before the living board."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self._backdrop: Backdrop | None = None

    @property
    def backdrop(self) -> Backdrop:
        """The board behind."""
        if self._backdrop is None:
            self._backdrop = _behind(self.window, self.settings)
            self.resized()
        return self._backdrop

    def follow(self, settings: Settings) -> None:
        """What the player has set is in force from now on."""
        self.settings = settings
        self.backdrop.view.follow(settings.palette, settings.reduced_motion, settings.effects)
        self.redraw()

    def update(self, dt: float) -> None:
        """The board lives."""
        if self.backdrop.update(dt):
            self.stir()

    def look_at_world(self, damage: Damage) -> None:
        """Only the board knows what has changed on it."""
        self.backdrop.view.renew(damage)

    def draw_world(self) -> None:
        """The board."""
        self.backdrop.view.paint()

    def resized(self) -> None:
        """The board keeps to the right."""
        if self._backdrop is not None:
            w, h = self.window.design
            self._backdrop.place(Rect(w * 0.34, h * 0.02, w * 0.65, h * 0.96))
