"""Main menu of the program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from client.app.settings import Settings
from client.games import with_tables
from client.screens.backdrop import MenuScenery
from client.screens.game_card import TILE_SIZE, GameTile
from client.ui.canvas import Canvas
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Row
from client.ui.hexes import Rect
from client.ui.screen import Screen
from client.ui.widget import Widget, trigger
from core.engine.text.words import join_list
from lobby.players.identity import fingerprint

TILES_WIDTH = 832.0
"""Design pixels: greatest width of the tiles of all games, at the right of the entries."""
TILE_GAP = 8.0
ENTRIES_HEIGHT = 446.0
"""Design pixels: height of all menu entries together."""


class MenuEntry(Button):
    """Entry of the menu, with an icon, a name and a purpose."""

    def __init__(self, text: str, icon: str, below: str, on_press: Callable[[], object], high: float = 58.0) -> None:
        super().__init__(text, on_press, icon, height=high, width=330)
        self.below = below

    def paint(self, canvas: Canvas) -> None:
        """Paint the entry, which is larger than a button and has a second line."""
        r = self.rect
        lit = self.hovered or self.focused
        canvas.box("seat.lit" if lit else "panel", r)
        middle = r.y + r.h / 2
        canvas.icon(self.icon, Rect(r.x + 16, middle - 13, 26, 26), "accent" if lit else "muted")
        canvas.label(self.text, Rect(r.x + 58, middle - 3, r.w - 70, 24), "accent" if lit else "text", "heading",
                     "bold", 0)  # fmt: skip
        canvas.label(self.below, Rect(r.x + 58, middle - 21, r.w - 70, 20), "muted", "small", align=0)


class Shade(Widget):
    """Dark area at the left side, which makes the menu readable."""

    def paint(self, canvas: Canvas) -> None:
        """Paint dark strips that become more transparent to the right."""
        r, n = self.rect, 40
        for i in range(n):
            canvas.fill(Rect(r.x + r.w * i / n, r.y, r.w / n, r.h), (5, 7, 11, round(235 * (1 - i / n) ** 0.8)))


class MenuScreen(Screen):
    """Main menu: title and entries at the left, the board at the right."""

    scenery: MenuScenery

    def __init__(
        self, entries: Sequence[tuple[str, str, str, Callable[[], object]]], version: str, settings: Settings,
        key: bytes = b"", passing: str = "", on_game: Callable[[str], object] | None = None,
    ) -> None:  # fmt: skip
        """Create the menu.

        `passing` is the reason why the key is not the stored one, or "" if it is the stored one. `on_game` sets up a
        match of a game.
        """
        super().__init__()
        self.settings, self.scenery = settings, MenuScenery(settings)
        self.entries, self.version, self.key, self.passing = entries, version, key, passing
        self.on_game = on_game

    def build(self) -> None:
        """Build the entries."""
        ui = self.ui
        ui.put(Shade(), (0, 0, 760, 720), "low", "stretch")
        ui.put(Label("Tether", "accent", 58.0, "title"), (70, 566, 500, 76), v="middle")
        games = join_list([name.capitalize() for name in with_tables()])
        ui.put(Label(games, "text", "heading"), (74, 536, 500, 26), v="middle")
        step = min(66.0, ENTRIES_HEIGHT / len(self.entries))
        lines = [MenuEntry(*entry, high=step - 8.0) for entry in self.entries]
        high = len(lines) * step
        column = Column(*lines, gap=8, region="menu", is_tab_stop=True)
        ui.put(column, (70, 496 - high, 330, high), v="middle")
        if self.on_game is not None:
            tiles = [GameTile(game, partial(self.on_game, game)) for game in with_tables()]
            row = Row(*tiles, gap=TILE_GAP, region="games", is_tab_stop=True)
            gaps = TILE_GAP * (len(tiles) - 1)
            wide = min(TILES_WIDTH, TILE_SIZE[0] * len(tiles) + gaps)
            high = TILE_SIZE[1] * (wide - gaps) / (TILE_SIZE[0] * len(tiles))
            ui.put(row, (1280 - wide - 24, 20, wide, high), "high", "low")
        if self.passing:
            ui.put(Label(self.passing, "warn", "small", name="Temporary key"), (72, 36, 700, 20))
        self.footer = ui.put(Label("", "muted", "small"), (72, 18, 700, 20))
        self._show_player()
        ui.focus_on(lines[0], quiet=True, ring=False)

    def apply_settings(self, settings: Settings) -> None:
        """Apply the player's settings."""
        self.settings = settings
        self.scenery.board.apply_settings(settings)
        self._show_player()
        self.redraw_all()

    def _show_player(self) -> None:
        """Show the player's name and key in the footer."""
        self.footer.text = f"Version {self.version}   {self.settings.name or 'no name yet: see Settings'}"
        if self.key:
            self.footer.text += f"   key {fingerprint(self.key)}"

    def run_action(self, action: str) -> bool:
        """Press the focused entry on Enter, even before the focus is visible."""
        if action == "confirm" and self.ui.focus is not None:
            trigger(self.ui.focus)
            return True
        return False
