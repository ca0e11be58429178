"""The living board behind the menus: what it has to be able to do, and the screens that stand before it."""

from __future__ import annotations

from typing import Protocol

from client.app.settings import Settings
from client.games import backdrop
from client.ui.damage import Damage
from client.ui.hexes import Rect
from client.ui.layout import DESIGN
from client.ui.panel import Veil
from client.ui.screen import Screen
from client.ui.window import Window


class Backdrop(Protocol):
    """A board in a rectangle of the design, on which a match goes on by itself; a menu can be used before it is there.

    It is made with the window, a seed and the settings, and must not take long: it loads what it needs bit by bit.
    """

    window: Window

    @property
    def ready(self) -> bool:
        """Whether the whole board is shown."""

    def update(self, dt: float) -> bool:
        """Lets time pass, in seconds; true if it may look different."""

    def follow(self, settings: Settings) -> None:
        """What the player has set is in force from now on."""

    def place(self, rect: Rect) -> None:
        """Lie there, in the design."""

    def renew(self, damage: Damage) -> None:
        """Says where it looks different since the last time."""

    def paint(self) -> None:
        """Draws it over the whole window."""


_kept: list[Backdrop] = []
"""The board of the menus, which goes on from screen to screen: making it anew would take a moment each time."""


def _behind(window: Window, settings: Settings) -> Backdrop:
    if not _kept or _kept[0].window is not window:
        _kept[:] = [backdrop()(window, "menu", settings)]
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
        self.backdrop.follow(settings)
        self.redraw()

    def update(self, dt: float) -> None:
        """The board lives."""
        if self.backdrop.update(dt):
            self.stir()

    def look_at_world(self, damage: Damage) -> None:
        """Only the board knows what has changed on it."""
        self.backdrop.renew(damage)

    def draw_world(self) -> None:
        """The board."""
        self.backdrop.paint()

    def dim(self) -> None:
        """The board stands back: for what is read or filled in before it. To be called first."""
        self.ui.put(Veil(), (0, 0, *DESIGN), "stretch", "stretch")

    def resized(self) -> None:
        """The board keeps to the right."""
        if self._backdrop is not None:
            w, h = self.window.design
            self._backdrop.place(Rect(w * 0.34, h * 0.02, w * 0.65, h * 0.96))
