"""A list with columns, whose titles sort it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Unpack

from client.ui.canvas import Canvas
from client.ui.controls.lists import ListOptions, ScrollList, T
from client.ui.controls.scroll import BAR_WIDTH
from client.ui.hexes import Rect
from client.ui.theme import Color
from client.ui.widget import LEFT, UNLIMITED, Reactive

if TYPE_CHECKING:
    from _typeshed import SupportsRichComparison


@dataclass(frozen=True, slots=True)
class TableColumn(Generic[T]):
    """A column of a table: its text for an item, its width and its alignment."""

    title: str
    cell: Callable[[T], str]
    width: float = 0.0
    grow: float = 0.0
    align: float = 0.0
    color: Callable[[T], str | Color] | None = None
    order: Callable[[T], SupportsRichComparison] | None = None
    """A function that returns the sort key of an item, or None if the column cannot sort."""


class Table(ScrollList[T]):
    """A list with columns and their titles; a press on a title sorts by it."""

    role = "table"
    sorted_by = Reactive(-1)
    is_descending = Reactive(False)
    HEAD_HEIGHT = 26.0

    def __init__(
        self, name: str, columns: Sequence[TableColumn[T]], items: Sequence[T] = (), **rest: Unpack[ListOptions[T]]
    ) -> None:
        self.columns = columns
        super().__init__(name, items, lambda item: ", ".join(c.cell(item) for c in columns if c.cell(item)), **rest)

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the width of the columns and the height of ten rows."""
        wide = sum(c.width or 80.0 for c in self.columns)
        return wide + BAR_WIDTH + 4, self.HEAD_HEIGHT + self.row_height * 10 + 4

    def content_rect(self) -> Rect:
        """Return the area below the titles."""
        r = self.rect.inset(2)
        return Rect(r.x, r.y, r.w, max(0.0, r.h - self.HEAD_HEIGHT))

    def set_items(self, items: Sequence[T]) -> None:
        """Show other items, sorted in the chosen order."""
        super().set_items(self._sort(items))

    def sort_by(self, column: int) -> None:
        """Sort by a column; to sort by the same column again reverses the order."""
        if self.columns[column].order is None:
            return
        self.is_descending = column == self.sorted_by and not self.is_descending
        self.sorted_by = column
        self.set_items(self.items)

    def _sort(self, items: Sequence[T]) -> Sequence[T]:
        order = self.columns[self.sorted_by].order if self.sorted_by >= 0 else None
        return sorted(items, key=order, reverse=self.is_descending) if order is not None else items

    def _column_rects(self) -> list[Rect]:
        """Return the rectangle of each column, over the whole height of the table."""
        room = self.rect.w - BAR_WIDTH - 4
        spare = max(0.0, room - sum(c.width for c in self.columns))
        grows = sum(c.grow for c in self.columns) or 1.0
        x, out = self.rect.x + 2, []
        for c in self.columns:
            wide = c.width + spare * c.grow / grows
            out.append(Rect(x, self.rect.y, wide, self.rect.h))
            x += wide
        return out

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Sort by the pressed title."""
        if button == LEFT and y >= self.content_rect().top:
            for i, span in enumerate(self._column_rects()):
                if span.x <= x < span.right:
                    self.sort_by(i)
            return True
        return super().on_press(x, y, button)

    def paint(self, canvas: Canvas) -> None:
        """Draw the titles and the rows."""
        canvas.box("field", self.rect)
        top = self.content_rect().top
        for i, (c, span) in enumerate(zip(self.columns, self._column_rects(), strict=True)):
            cell = Rect(span.x + 8, top, span.w - 14, self.HEAD_HEIGHT)
            canvas.label(c.title, cell, "muted", "small", "bold", c.align)
            if i == self.sorted_by:
                side = Rect(span.right - 12, top + 8, 10, 10)
                canvas.stroke_icon("up" if self.is_descending else "down", side, "muted")
        canvas.fill(Rect(self.rect.x + 2, top - 1, self.rect.w - 4, 1), "line")
        self.paint_rows(canvas)

    def _paint_plain_row(self, canvas: Canvas, rect: Rect, item: T, state: str) -> None:
        possible = self.possible(item) is True
        for c, span in zip(self.columns, self._column_rects(), strict=True):
            ink = c.color(item) if c.color is not None and possible else "text" if possible else "faint"
            canvas.label(c.cell(item), Rect(span.x + 8, rect.y, span.w - 14, rect.h), ink, align=c.align)
