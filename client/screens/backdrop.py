"""Moving board behind the menus: its interface, and the base of the screens in front of it."""

from __future__ import annotations

from typing import Protocol

from client.app.settings import Settings
from client.games import backdrop
from client.ui.controls.layout import DESIGN
from client.ui.controls.panel import Veil
from client.ui.damage import Damage
from client.ui.hexes import Rect
from client.ui.screen import Screen
from client.ui.window import Window


class Backdrop(Protocol):
    """Interface of the board behind the menus, on which a match plays without input.

    The board fills a rectangle of the design. Its constructor takes the window, a seed and the settings, and must be
    fast. The board loads its parts bit by bit, and a menu can be used before they are loaded.
    """

    window: Window

    @property
    def ready(self) -> bool:
        """True once the whole board is shown."""

    def update(self, dt: float) -> bool:
        """Advance by `dt` seconds; return True if the board may look different."""

    def follow(self, settings: Settings) -> None:
        """Apply the player's settings."""

    def place(self, rect: Rect) -> None:
        """Move the board to a rectangle of the design."""

    def renew(self, damage: Damage) -> None:
        """Report the parts that look different since the last call."""

    def paint(self) -> None:
        """Paint the board over the whole window."""


_shared_backdrop: list[Backdrop] = []
"""List with the one board of the menus, which all screens share because its creation takes a moment."""


def _behind(window: Window, settings: Settings) -> Backdrop:
    if not _shared_backdrop or _shared_backdrop[0].window is not window:
        _shared_backdrop[:] = [backdrop()(window, "menu", settings)]
    return _shared_backdrop[0]


class BackdropScreen(Screen):
    """Base of the screens in front of the moving board."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self._backdrop: Backdrop | None = None

    @property
    def backdrop(self) -> Backdrop:
        """Moving board behind the screen."""
        if self._backdrop is None:
            self._backdrop = _behind(self.window, self.settings)
            self.resized()
        return self._backdrop

    def follow(self, settings: Settings) -> None:
        """Apply the player's settings."""
        self.settings = settings
        self.backdrop.follow(settings)
        self.redraw()

    def update(self, dt: float) -> None:
        """Advance the board."""
        if self.backdrop.update(dt):
            self.stir()

    def look_at_world(self, damage: Damage) -> None:
        """Ask the board for its changed parts, because only the board knows them."""
        self.backdrop.renew(damage)

    def draw_world(self) -> None:
        """Paint the board."""
        self.backdrop.paint()

    def dim(self) -> None:
        """Dim the board behind a form or a text; call this before adding other widgets."""
        self.ui.put(Veil(), (0, 0, *DESIGN), "stretch", "stretch")

    def resized(self) -> None:
        """Move the board to the right side of the new window."""
        if self._backdrop is not None:
            w, h = self.window.design
            self._backdrop.place(Rect(w * 0.34, h * 0.02, w * 0.65, h * 0.96))
