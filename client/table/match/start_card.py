"""The painted card that is shown while a match is set up: the game, its goal and the players."""

from __future__ import annotations

from collections.abc import Callable

from client.games import entry_of
from client.screens.game_card import game_facts, paint_cover
from client.table.seats.names import Names
from client.ui import richtext
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import Color
from client.ui.ui import Ui
from client.ui.widget import Reactive, Widget
from core.games.registry import GAMES, title_of

SIZE = (700.0, 490.0)
"""Design pixels: size of the card."""
COVER_HEIGHT, TITLE_HEIGHT = 226.0, 60.0
READ_SECONDS = 3.0
"""Seconds for which the card stays after the players are known."""
FADE_SECONDS = 0.35
DOTS_SECONDS = 0.5
"""Seconds between two dots of the text that shows the program at work."""
SHADE: Color = (8, 11, 17, 200)


class StartCard(Widget):
    """The card. A key or a click removes it, and it disappears after a few seconds."""

    role = "moment"
    solid = True

    seats = Reactive(0)
    """Number of players, or 0 until they are known."""
    dots = Reactive(0)

    def __init__(
        self, game: str, names: Names, paint_emblem: Callable[[Canvas, int, Rect], object], reduced: bool = False
    ) -> None:  # fmt: skip
        """Create the card; with `reduced` motion it does not fade."""
        super().__init__(title_of(game))
        self.game, self.names, self.paint_emblem, self.reduced = game, names, paint_emblem, reduced
        self._age = 0.0
        self._ui: Ui | None = None

    @property
    def goal(self) -> str:
        """The goal of the game in one line, or the lines about the game; "" if there are none."""
        about = entry_of(self.game).about
        return (about.goal or about.lines) if about is not None else ""

    def show_players(self, seats: int) -> None:
        """Show the players; from now on the card stays for a few seconds."""
        self.seats, self._age = seats, 0.0

    def open(self, ui: Ui) -> None:
        """Show the card in the middle of the window, above the table; the widgets around it stay usable."""

        def middle(_size: tuple[float, float], window: Rect) -> Rect:
            w, h = SIZE
            return Rect((window.w - w) / 2, (window.h - h) / 2, w, h)

        self._ui = ui
        ui.open(self, middle, "panel")

    @property
    def is_open(self) -> bool:
        """True while the card is shown."""
        return self._ui is not None and any(layer.widget is self for layer in self._ui.layers)

    def hide(self) -> None:
        """Remove the card."""
        if self._ui is not None and self.is_open:
            self._ui.close(self)

    def advance(self, dt: float) -> None:
        """Let time pass, in seconds."""
        if not self.is_open:
            return
        self._age += dt
        if not self.seats:
            self.dots = 0 if self.reduced else int(self._age / DOTS_SECONDS) % 4
            return
        left = READ_SECONDS - self._age
        if left <= 0:
            self.hide()
        elif left < FADE_SECONDS and not self.reduced:
            self.opacity = left / FADE_SECONDS

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Remove the card."""
        self.hide()
        return True

    def value_text(self) -> str:
        """Return the goal and the players."""
        players = ", ".join(self.names.plain_name(seat) for seat in range(1, self.seats + 1))
        return " ".join(filter(None, (self.goal, players)))

    def paint(self, canvas: Canvas) -> None:
        """Paint the picture with the title, the goal, and the players or the state of the set-up."""
        r = self.rect
        canvas.fill(r.inset(2), "background")
        canvas.box("dialog", r)
        cover = Rect(r.x + 10, r.top - 10 - COVER_HEIGHT, r.w - 20, COVER_HEIGHT)
        paint_cover(canvas, self.game, cover)
        strip = Rect(cover.x, cover.y - TITLE_HEIGHT, cover.w, TITLE_HEIGHT)
        canvas.fill(strip, SHADE)
        title = Rect(strip.x + 16, strip.y + 20, strip.w - 32, 36)
        canvas.label(title_of(self.game), title, "accent", 30.0, "title", 0)
        if self.game in GAMES:
            canvas.label(game_facts(self.game), Rect(title.x, strip.y + 4, title.w, 18), "text", "small", align=0)
        goal = Rect(r.x + 26, strip.y - 62, r.w - 52, 50)
        markup = richtext.escape(self.goal)
        richtext.paint(canvas, markup, goal, "text", richtext.fit_size(markup, goal.w, goal.h, 16.0), 0.5)
        players = Rect(r.x + 20, r.y + 14, r.w - 40, goal.y - r.y - 22)
        if self.seats:
            self._paint_players(canvas, players)
        else:
            x, y = players.x + players.w / 2 - 82, players.y + players.h / 2 - 12
            canvas.text("Setting the table" + "." * self.dots, x, y, "muted", "heading")

    def _paint_players(self, canvas: Canvas, r: Rect) -> None:
        wide = r.w / self.seats
        side = min(64.0, wide - 16, r.h - 28)
        for i in range(self.seats):
            x, seat = r.x + wide * i, i + 1
            self.paint_emblem(canvas, seat, Rect(round(x + wide / 2 - side / 2), round(r.top - side - 4), side, side))
            name = Rect(x + 4, r.top - side - 30, wide - 8, 22)
            canvas.label(self.names.plain_name(seat), name, f"seat_{seat}", "body", "bold")
