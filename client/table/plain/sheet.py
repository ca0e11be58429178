"""The public state as a table that unfolds, with a line per field and a column per seat."""

from __future__ import annotations

from pyglet.window import key as codes

from client.table.plain.decision_form import Path, Row, StateReader
from client.table.view_model import ViewModel
from client.ui import richtext
from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.controls.lists import ScrollList
from client.ui.controls.scroll import BAR_WIDTH
from client.ui.hexes import Rect
from client.ui.widget import UNLIMITED

HEAD, STEP = 26.0, 14.0
"""The height of the titles, and the indent of a line inside another, in design pixels."""
NAME_SHARE = 0.3
"""The fraction of the width that the names take."""


class StateTable(ScrollList[Row]):
    """A table of the public state, with the faces of our own cards.

    A press, Enter or the arrow keys unfold and fold lines.
    """

    role = "table"

    def __init__(self, model: ViewModel, reading: StateReader, grow: float = 0.0) -> None:
        super().__init__(
            "State", text=self.describe_row, row_height=24.0, paint_row=self._paint_row, key=lambda row: row.path,
            on_activate=self.toggle_row, row_tip=self._tip, empty="The match has not begun.", grow=grow,
        )  # fmt: skip
        self.model, self.reading = model, reading
        self.activates_on_press = True
        self.unfolded: set[Path] = set()

    def refresh(self) -> None:
        """Update the rows after a change of the displayed table."""
        state = self.model.state
        if state is not None:
            if not self.items:
                self.unfolded = self.reading.initially_unfolded(state)
            rows = self.reading.rows(state, self.unfolded)
            if rows != self.items:
                self.set_items(rows)

    def toggle_row(self, row: Row) -> None:
        """Unfold a line, or fold it."""
        if row.inside:
            self.unfolded ^= {row.path}
            self.refresh()
            if self.ui is not None:
                self.ui.announcer.announce(f"{row.name}: {'unfolded' if row.path in self.unfolded else 'folded'}")

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Unfold a line with Right, and fold it with Left."""
        row = self.item
        if row is not None and symbol in (codes.LEFT, codes.RIGHT):
            wanted = symbol == codes.RIGHT
            if row.inside and (row.path in self.unfolded) != wanted:
                self.toggle_row(row)
                return True
            above = next((i for i, other in enumerate(self.items) if other.path == row.path[:-1]), -1)
            if not wanted and above >= 0:
                self.select(above)
                return True
            return False
        return super().on_key(symbol, modifiers)

    # Appearance -------------------------------------------------------------------------------------------------------

    def content_rect(self) -> Rect:
        """Return the area below the names of the seats."""
        r = self.rect.inset(2)
        return Rect(r.x, r.y, r.w, max(0.0, r.h - HEAD))

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the preferred size, which has room for ten lines."""
        return 400, HEAD + self.row_height * 10 + 4

    def _columns(self, rect: Rect) -> list[Rect]:
        """Return the area of each seat's value in a line."""
        seats = len(self.model.seats)
        left = self.rect.x + 2 + (self.rect.w - BAR_WIDTH) * NAME_SHARE
        wide = (self.rect.right - BAR_WIDTH - 4 - left) / max(1, seats)
        return [Rect(left + i * wide, rect.y, wide - 4, rect.h) for i in range(seats)]

    def paint(self, canvas: Canvas) -> None:
        """Paint the names of the seats above, then the lines."""
        canvas.box("field", self.rect)
        top = self.content_rect().top
        for seat, cell in zip(self.model.seats, self._columns(Rect(self.rect.x, top, self.rect.w, HEAD))):
            canvas.label(self.model.names.plain_name(seat), cell, f"seat_{seat}", "small", "bold")
        canvas.fill(Rect(self.rect.x + 2, top - 1, self.rect.w - 4, 1), "line")
        self.paint_rows(canvas)

    def _paint_row(self, canvas: Canvas, rect: Rect, row: Row, state: str) -> None:
        x = rect.x + 6 + row.depth * STEP
        if row.inside:
            sign = "down" if row.path in self.unfolded else "right"
            canvas.stroke_icon(sign, Rect(x, rect.y + (rect.h - 11) / 2, 11, 11), "accent")
        x += 16
        left = self.rect.x + 2 + (self.rect.w - BAR_WIDTH) * NAME_SHARE
        ink = f"seat_{row.seat}" if row.seat else "text" if row.inside or not row.depth else "muted"
        canvas.label(row.name, Rect(x, rect.y, left - x - 6, rect.h), ink, "small", "bold", 0)
        for words, cell in zip(row.cells, self._columns(rect)):
            told = richtext.plain_text(words)
            canvas.label(told, cell, "muted" if told == "–" else "text", "body", "bold" if told.isdigit() else "text")
        if row.value:
            room = Rect(left, rect.y, rect.right - left - 6, rect.h)
            wide, _ = richtext.measure(row.value, 1e9, "small", "text")
            if wide <= room.w:
                low = (room.h - typeset.line_height("small")) / 2
                richtext.paint(canvas, row.value, Rect(room.x, room.y, room.w + 1, room.h - low), "text", "small")
            else:
                canvas.label(richtext.plain_text(row.value), room, "text", "small", align=0)

    # Texts ------------------------------------------------------------------------------------------------------------

    def describe_row(self, row: Row) -> str:
        """Return the words with which a line is read aloud."""
        names = [self.model.names.plain_name(seat) for seat in self.model.seats]
        values = ", ".join(f"{name} {richtext.plain_text(cell)}" for name, cell in zip(names, row.cells))
        return f"{row.name}: {values or richtext.plain_text(row.value)}"

    def _tip(self, row: Row) -> str | None:
        """Return the whole value, if the line may be too short for it."""
        value = row.value if row.value and len(richtext.plain_text(row.value)) > 30 else ""
        return f"*{richtext.escape(row.name)}*: {value}" if value else None
