"""The final standings, with a row for each seat and a bar for its score."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from client.table.seats.emblem import paint_emblem
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import Color
from client.ui.widget import UNLIMITED, Widget
from core.engine.game import Standing

ROW, HEAD = 46.0, 22.0
NAME, NUMBERS = 220.0, 84.0
"""The width of the names before the bar, and of each number after it, in design pixels."""


class StandingsRow(NamedTuple):
    """The content of a row after the rank and the name.

    It has the parts of the bar with their colours, and the numbers with their colours and sizes. `below` is shown under
    the name.
    """

    bar: tuple[tuple[int, str], ...]
    numbers: tuple[tuple[str, str, str], ...]
    below: str = ""


Emblem = Callable[[Canvas, int, Rect], object]


class StandingsTable(Widget):
    """A table with a row for each seat.

    `heads` are the titles of the bar and of the numbers, if they have titles.
    """

    role = "standing"
    focusable = True

    def __init__(
        self,
        model: ViewModel,
        standing: tuple[Standing, ...],
        line: Callable[[Standing], StandingsRow],
        winners: tuple[int, ...],
        wide: float = 620.0,
        heads: tuple[str, ...] = (),
        emblem: Emblem | None = None,
        others: Mapping[int, tuple[str, Color]] = {},
    ) -> None:
        """Create the table.

        `others` maps each row without a seat to its name and its colour.
        """
        super().__init__("Standing")
        self.model, self.standing, self.winners, self.wide, self.heads = model, standing, winners, wide, heads
        self.others = others
        self.lines = {place.seat: line(place) for place in standing}
        self.emblem = emblem or (lambda canvas, seat, rect: paint_emblem(canvas, seat, model.palette, rect))

    def row_name(self, seat: int) -> str:
        """Return the name that a row shows."""
        return self.others[seat][0] if seat in self.others else self.model.names.plain_name(seat)

    @property
    def head(self) -> float:
        """The height of the titles."""
        return HEAD if self.heads else 0.0

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the size of all rows and the titles."""
        return self.wide, ROW * len(self.standing) + self.head

    def _columns(self, r: Rect) -> list[Rect]:
        """Return the columns of the numbers; their y and height are unused."""
        many = max((len(line.numbers) for line in self.lines.values()), default=0)
        return [Rect(r.right - NUMBERS * (many - i), 0, NUMBERS - 4, 0) for i in range(many)]

    def paint(self, canvas: Canvas) -> None:
        """Draw the titles, then the rows."""
        r, columns = self.rect, self._columns(self.rect)
        high = (r.h - self.head) / len(self.standing)
        most = max(1, *(sum(part for part, _ in line.bar) for line in self.lines.values()))
        if self.heads:
            end = columns[0].x - 8 if columns else r.right
            canvas.label(self.heads[0], Rect(r.x + NAME, r.top - 20, end - r.x - NAME, 18), "muted", "tiny", align=0)
            for column, words in zip(columns, self.heads[1:]):
                canvas.label(words, Rect(column.x, r.top - 20, column.w, 18), "muted", "tiny")
        end = (columns[0].x if columns else r.right) - 16
        for i, place in enumerate(self.standing):
            self._paint_line(canvas, Rect(r.x, r.top - self.head - (i + 1) * high, r.w, high - 4), place, end, most)

    def _paint_line(self, canvas: Canvas, r: Rect, place: Standing, end: float, most: int) -> None:
        line, won, middle = self.lines[place.seat], place.seat in self.winners, r.y + r.h / 2
        canvas.box("seat.lit" if won else "panel", r)
        rank = Rect(r.x + 8, r.y, 28, r.h)
        canvas.label(f"{place.rank}.", rank, "accent" if won else "muted", "heading", "bold")
        self.emblem(canvas, place.seat, Rect(r.x + 42, middle - 15, 29, 29))
        name = Rect(r.x + 84, middle - (5 if line.below else 11), 120 - (28 if won else 0), 22)
        ink: str | Color = self.others[place.seat][1] if place.seat in self.others else f"seat_{place.seat}"
        canvas.label(self.row_name(place.seat), name, ink, "body", "bold", 0)
        if line.below:
            canvas.label(line.below, Rect(r.x + 84, middle - 20, 120, 18), "muted", "tiny", align=0)
        if won:
            canvas.icon("trophy", Rect(r.x + NAME - 42, middle - 11, 22, 22), "accent")
        x, room = r.x + NAME, end - r.x - NAME
        canvas.fill(Rect(x, middle - 6, room, 12), "track")
        for part, ink in line.bar:
            wide = room * part / most
            if part:
                canvas.fill(Rect(x, middle - 6, max(1.0, wide), 12), ink)
            x += wide
        for column, (text, ink, size) in zip(self._columns(self.rect), line.numbers):
            canvas.label(text, Rect(column.x, r.y, column.w, r.h), ink, size, "bold")

    def value_text(self) -> str:
        """Return the standings in words."""
        return "; ".join(
            f"{place.rank}. {self.row_name(place.seat)} {' '.join(text for text, _, _ in line.numbers[:1])}"
            for place, line in ((place, self.lines[place.seat]) for place in self.standing)
        )
