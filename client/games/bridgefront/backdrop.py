"""The living board behind the menus: a match of bots that goes on by itself.

Only the Roil is there at first, so that a menu can be used at once. What the board needs is loaded, the match played as
far as is shown, and the pictures drawn, a part in each frame.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from client.app.settings import Settings
from client.art.ground import Mist
from client.ui.damage import Damage
from client.ui.hexes import Rect
from client.ui.window import Window

if TYPE_CHECKING:
    from client.art.board import BoardView

EVERY = 2.5
"""Seconds between two steps."""
FIRST_ROUND = 4
AT_ONCE = 3
"""So many steps are played in one frame until the board is shown."""


class Backdrop:
    """A board in a rectangle of the design, on which bots play."""

    def __init__(self, window: Window, seed: str, settings: Settings) -> None:
        self.window, self.seed = window, seed
        self.view: BoardView | None = None
        """The board, once it has been loaded."""
        self.table: Any = None
        self._settings = settings
        self._mist = Mist(window.ctx)
        self._rect = Rect(0, 0, 1280, 720)
        self._age = 0.0
        self._painted = False
        """Whether anything has been shown yet: what takes time comes after that."""
        self._opening: Iterator[None] | None = self._open()

    def _open(self) -> Iterator[None]:
        """Loads, plays up to the round that is shown, and lays the board out; a part at each `next`."""
        import core.games.bridgefront.game

        yield
        from core.bots.registry import BOTS

        yield
        from client.art.board import BoardView

        yield
        from core.engine.local_match import Table

        game = core.games.bridgefront.game.GAME
        table = Table(game, {s: BOTS["heuristic"](self.seed, s) for s in range(1, 7)}, self.seed)
        while table.state.round < FIRST_ROUND and not table.state.over:
            for _ in range(AT_ONCE):
                table.step()
            yield
        self.table, s = table, self._settings
        self.view = BoardView(self.window, self.window.textures, Rect(0, 0, 100, 100), s.palette,
                              reduced_motion=s.reduced_motion, effects=s.effects)  # fmt: skip
        self.place(self._rect)
        yield from self.view.lay_out(table.state.clone())
        # What is loaded by now stays: looking for garbage need not walk over it in the middle of a match's frame.
        gc.collect()
        gc.freeze()

    @property
    def ready(self) -> bool:
        """Whether the whole board is shown."""
        return self._opening is None

    def update(self, dt: float) -> bool:
        """Lets time pass; true if it may look different."""
        if not self._painted:
            return False
        if self._opening is not None:
            try:
                next(self._opening)
            except StopIteration:
                self._opening = None
            return self.view is not None
        view = self.view
        assert view is not None
        self._age += dt
        if self._age > EVERY and not self.table.state.over and not view.reduced_motion:
            self._age = 0.0
            self.table.step()
            view.show(self.table.state.clone())
        view.update(dt)
        return not view.still

    def follow(self, settings: Settings) -> None:
        """What the player has set is in force from now on."""
        self._settings = settings
        if self.view is not None:
            self.view.follow(settings.palette, settings.reduced_motion, settings.effects)

    def place(self, rect: Rect) -> None:
        """Lie there, in the design."""
        s, self._rect = self.window.ui_scale, rect
        if self.view is not None:
            self.view.resize(Rect(rect.x * s, rect.y * s, rect.w * s, rect.h * s))

    def renew(self, damage: Damage) -> None:
        """Says where it looks different since the last time."""
        if self.view is not None:
            self.view.renew(damage)
        elif self._settings.effects == "full":
            self._mist.paint(self.window.get_framebuffer_size(), 31.0)

    def paint(self) -> None:
        """Draws it over the whole window."""
        self._painted = True
        if self.view is not None:
            self.view.paint()
        elif self._settings.effects == "full":
            self._mist.draw()
        else:
            self.window.clear_box()
