"""Moving board behind the menus: its interface, and the scenery that shows it."""

from __future__ import annotations

from typing import Protocol

from client.app.settings import Settings
from client.games import backdrop
from client.ui.controls.layout import DESIGN_SIZE
from client.ui.controls.panel import DimOverlay
from client.ui.damage import Damage
from client.ui.hexes import Rect
from client.ui.ui import Ui
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

    def apply_settings(self, settings: Settings) -> None:
        """Apply the player's settings."""

    def place(self, rect: Rect) -> None:
        """Move the board to a rectangle of the design."""

    def collect_damage(self, damage: Damage) -> None:
        """Report the parts that look different since the last call."""

    def paint(self) -> None:
        """Paint the board over the whole window."""


_shared_backdrop: list[Backdrop] = []
"""List with the one board of the menus, which all screens share because its creation takes a moment."""


def _get_backdrop(window: Window, settings: Settings) -> Backdrop:
    if not _shared_backdrop or _shared_backdrop[0].window is not window:
        _shared_backdrop[:] = [backdrop()(window, "menu", settings)]
    return _shared_backdrop[0]


class MenuScenery:
    """Scenery of a menu: the moving board, at the right side of the window."""

    board: Backdrop
    """The board that all menus share; it is set when the screen enters the window."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def fit(self, window: Window) -> None:
        """Move the board to the right side of the window."""
        w, h = window.design
        self.board = _get_backdrop(window, self._settings)
        self.board.place(Rect(w * 0.34, h * 0.02, w * 0.65, h * 0.96))

    def update(self, dt: float) -> bool:
        """Advance the board; return True if it may look different."""
        return self.board.update(dt)

    def collect_damage(self, damage: Damage) -> None:
        """Ask the board for its changed parts, because only the board knows them."""
        self.board.collect_damage(damage)

    def paint(self) -> None:
        """Paint the board."""
        self.board.paint()


def dim_background(ui: Ui) -> None:
    """Dim everything behind a form or a text; call this before adding other widgets."""
    ui.put(DimOverlay(), (0, 0, *DESIGN_SIZE), "stretch", "stretch")
