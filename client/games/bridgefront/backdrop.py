"""Live board behind the menus, on which a match of bots runs without the player.

At first, only the Roil is drawn, so that the menu can be used at once. In the following frames, part by part, the
program loads the modules, plays the match up to the first displayed round, and draws the pictures.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import TYPE_CHECKING

from client.app.settings import Settings
from client.art.board.ground import Mist
from client.ui.damage import Damage
from client.ui.hexes import Rect
from client.ui.window import Window

if TYPE_CHECKING:
    from client.art.board.view import BoardView
    from core.engine.local_match import LocalMatch
    from core.games.bridgefront.state import Bridgefront

STEP_SECONDS = 2.5
"""Seconds between two steps."""
FIRST_ROUND = 4
STEPS_PER_FRAME = 3
"""Number of steps played per frame until the board is shown."""


class Backdrop:
    """Board in a rectangle of the design, on which bots play a match."""

    def __init__(self, window: Window, seed: str, settings: Settings) -> None:
        self.window, self.seed = window, seed
        self.view: BoardView | None = None
        """View of the board, or None until it is loaded."""
        self.table: LocalMatch[Bridgefront] | None = None
        self._settings = settings
        self._mist = Mist(window.ctx)
        self._rect = Rect(0, 0, 1280, 720)
        self._age = 0.0
        self._painted = False
        """True once a frame has been shown; slow work begins only after that."""
        self._opening: Iterator[None] | None = self._open()

    def _open(self) -> Iterator[None]:
        """Load the game, play up to the first displayed round, and prepare the board.

        Each call of `next` does a part of this work.
        """
        import core.games.bridgefront.game

        yield
        from core.bots.registry import BOTS

        yield
        from client.art.board.view import BoardView

        yield
        from core.engine.local_match import LocalMatch

        game = core.games.bridgefront.game.GAME
        table = LocalMatch(game, {s: BOTS["heuristic"](self.seed, s) for s in range(1, 7)}, self.seed)
        while table.state.round < FIRST_ROUND and not table.state.over:
            for _ in range(STEPS_PER_FRAME):
                table.step()
            yield
        self.table, s = table, self._settings
        self.view = BoardView(self.window, self.window.textures, Rect(0, 0, 100, 100), s.palette,
                              reduced_motion=s.reduced_motion, effects=s.effects)  # fmt: skip
        self.place(self._rect)
        yield from self.view.lay_out(table.state.clone())
        # Loaded objects stay: garbage collection need not walk over them during a match's frame.
        gc.collect()
        gc.freeze()

    @property
    def ready(self) -> bool:
        """True if the whole board is visible."""
        return self._opening is None

    def update(self, dt: float) -> bool:
        """Advance the time; return True if the board may now look different."""
        if not self._painted:
            return False
        if self._opening is not None:
            try:
                next(self._opening)
            except StopIteration:
                self._opening = None
            return self.view is not None
        view = self.view
        assert view is not None and self.table is not None
        self._age += dt
        if self._age > STEP_SECONDS and not self.table.state.over and not view.reduced_motion:
            self._age = 0.0
            self.table.step()
            view.show(self.table.state.clone())
        view.update(dt)
        return not view.still

    def apply_settings(self, settings: Settings) -> None:
        """Apply the player's settings."""
        self._settings = settings
        if self.view is not None:
            self.view.follow(settings.palette, settings.reduced_motion, settings.effects)

    def place(self, rect: Rect) -> None:
        """Place the board in a rectangle of the design."""
        s, self._rect = self.window.ui_scale, rect
        if self.view is not None:
            self.view.resize(Rect(rect.x * s, rect.y * s, rect.w * s, rect.h * s))

    def collect_damage(self, damage: Damage) -> None:
        """Record the areas in which the board has changed since the last call."""
        if self.view is not None:
            self.view.collect_damage(damage)
        elif self._settings.effects == "full":
            self._mist.paint(self.window.get_framebuffer_size(), 31.0)

    def paint(self) -> None:
        """Draw the board over the whole window."""
        self._painted = True
        if self.view is not None:
            self.view.paint()
        elif self._settings.effects == "full":
            self._mist.draw()
        else:
            self.window.clear_box()
