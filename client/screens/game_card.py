"""Card of a game: a picture by its own painters, players, minutes, its kind, and two lines about it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PIL import Image

from client.art import paint
from client.art.colour import rgb
from client.games import entry_of
from client.ui import richtext
from client.ui.canvas import Canvas
from client.ui.controls.basic import Button
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.widget import UNLIMITED
from core.games.registry import GAMES, title_of
from lobby.players.game_titles import short_title

CARD_SIZE = (500.0, 90.0)
TILE_SIZE = (150.0, 88.0)
PICTURE_SHARE = 1.36
"""Width of the picture of a card for each pixel of its height."""


def game_facts(game: str) -> str:
    """Return the players, the minutes and the kind of a game in one line."""
    counts, about = GAMES[game].seat_counts, entry_of(game).about
    players = f"{min(counts)}-{max(counts)} players" if len(counts) > 1 else f"{counts[0]} players"
    return " · ".join(filter(None, (players, f"{about.minutes} min" if about else "", about.kind if about else "")))


def paint_cover(canvas: Canvas, game: str, box: Rect) -> None:
    """Paint the picture of a game, or a plain ground for a game without one."""
    px = max(8, round(box.w * canvas.scale)), max(8, round(box.h * canvas.scale))
    texture = canvas.textures.get(("cover", game, px), partial(_render_cover, game, px), canvas.scale, "covers")
    canvas.image(texture, box)


def _render_cover(game: str, size: tuple[int, int]) -> Image.Image:
    entry = entry_of(game)
    if not entry.cover:
        image = paint.gradient(size, ((0.0, rgb("#2a3346")), (1.0, rgb("#10151e")))).convert("RGBA")
        side = round(size[1] * 0.5)
        image.alpha_composite(paint.icon("cards", side, rgb("#8a93a6")), ((size[0] - side) // 2, (size[1] - side) // 2))
        return image
    draw: Callable[[tuple[int, int]], Image.Image] = entry.part("cover")
    return draw(size)


class GameCard(Button):
    """A card that can be pressed, with the picture at the left."""

    def __init__(self, game: str, on_press: Callable[[], object] | None, more: str = "") -> None:
        """Create the card; without `on_press` it only informs. `more` is added to the lines about the game."""
        title = title_of(game)
        super().__init__(title, on_press or (lambda: None), width=CARD_SIZE[0], height=CARD_SIZE[1], name=title)
        self.game, self.more = game, more
        self.enabled = on_press is not None
        self.reason = "" if self.enabled else "This card describes the game."

    def value_text(self) -> str:
        """Return what the card says about the game."""
        return f"{game_facts(self.game)}. {self._lines()}"

    def _lines(self) -> str:
        about = entry_of(self.game).about
        lines = about.lines if about is not None else ""
        return f"{lines}\n{self.more}" if self.more and lines else self.more or lines

    def paint(self, canvas: Canvas) -> None:
        """Paint the picture and the texts."""
        r = self.rect
        lit = self.enabled and (self.hovered or self.focused)
        canvas.box("seat.lit" if lit else "panel", r)
        wide = round((r.h - 10) * PICTURE_SHARE)
        paint_cover(canvas, self.game, Rect(r.x + 5, r.y + 5, wide, r.h - 10))
        x = r.x + wide + 16
        room = r.right - x - 8
        canvas.label(self.text, Rect(x, r.top - 27, room, 22), "accent" if lit else "text", "heading", "bold", 0)
        canvas.label(game_facts(self.game), Rect(x, r.top - 43, room, 16), "accent", "small", align=0)
        words = Rect(x, r.y + 4, room, r.h - 50)
        size = richtext.fit_size(escape(self._lines()), words.w, words.h, 12.0)
        richtext.paint(canvas, escape(self._lines()), words, "muted", size)


class GameTile(Button):
    """A small card with the picture, and the title over its lower edge."""

    def __init__(self, game: str, on_press: Callable[[], object]) -> None:
        title = short_title(game)
        super().__init__(title, on_press, width=TILE_SIZE[0], height=TILE_SIZE[1], name=f"Play {title}", tip=self._tip)
        self.game = game

    def _tip(self) -> str:
        about = entry_of(self.game).about
        lines = f"\n{escape(about.lines)}" if about is not None else ""
        return f"*{escape(self.text)}*\n{escape(game_facts(self.game))}{lines}"

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the size of the tile."""
        return TILE_SIZE

    def paint(self, canvas: Canvas) -> None:
        """Paint the picture, and the title over its lower edge."""
        r = self.rect
        lit = self.hovered or self.focused
        canvas.box("seat.lit" if lit else "panel", r)
        paint_cover(canvas, self.game, r.inset(3))
        strip = Rect(r.x + 3, r.y + 3, r.w - 6, 24)
        canvas.fill(strip, (6, 9, 14, 215))
        canvas.label(self.text, Rect(strip.x + 6, strip.y, strip.w - 12, strip.h), "accent" if lit else "text", "body",
                     "bold", 0)  # fmt: skip
