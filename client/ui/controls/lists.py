"""A list of any length, of which only the rows in sight are drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, Unpack

from pyglet.window import key as codes

from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.controls.scroll import BAR_WIDTH, Scroll
from client.ui.hexes import Rect
from client.ui.widget import LEFT, UNLIMITED, Reactive, Widget, WidgetOptions, announce, relayout

T = TypeVar("T")


class ListOptions(WidgetOptions, Generic[T], total=False):
    """The keyword arguments of `ScrollList`, for classes that pass them on."""

    row_height: float
    paint_row: Callable[[Canvas, Rect, T, str], None] | None
    on_select: Callable[[T], object] | None
    on_activate: Callable[[T], object] | None
    on_step: Callable[[int], object] | None
    possible: Callable[[T], bool | str]
    key: Callable[[T], object]
    row_tip: Callable[[T], str | Widget | None] | None
    empty: str
    selected: int


class ScrollList(Widget, Generic[T]):
    """A list with one row for each item; only the rows in sight are drawn.

    One item may be selected. Enter or a second press activates it, and left and right call `on_step` with -1 and 1.
    `possible` returns True, or the reason why the item cannot be chosen. `key` identifies an item after a refresh.
    """

    role = "list"
    focusable = True
    selected = Reactive(-1)
    _hovered_row = Reactive(-1)

    def __init__(
        self,
        name: str,
        items: Sequence[T] = (),
        text: Callable[[T], str] = str,
        *,
        row_height: float = 28.0,
        paint_row: Callable[[Canvas, Rect, T, str], None] | None = None,
        on_select: Callable[[T], object] | None = None,
        on_activate: Callable[[T], object] | None = None,
        on_step: Callable[[int], object] | None = None,
        possible: Callable[[T], bool | str] = lambda _item: True,
        key: Callable[[T], object] = lambda item: item,
        row_tip: Callable[[T], str | Widget | None] | None = None,
        empty: str = "",
        selected: int = -1,
        **rest: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(name, **rest)
        self.scroll: Scroll = Scroll(self, self._total_height, lambda: self.content_rect())
        self.items: Sequence[T] = items
        self.text, self.row_height, self.paint_row = text, row_height, paint_row
        self.on_select, self.on_activate, self.on_step = on_select, on_activate, on_step
        self.possible, self.key, self.row_tip, self.empty = possible, key, row_tip, empty
        self.selected = selected
        self.activates_on_press = False
        """True if one press activates an item, as in menus, even if it was not selected before."""
        self._pressed_selected = False

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the size of all items, with a height of at most ten rows."""
        wide = max((typeset.width(self.text(item)) for item in self.items[:200]), default=60.0)
        return wide + 30 + BAR_WIDTH, self.row_height * min(10, max(1, len(self.items))) + 4

    def set_items(self, items: Sequence[T]) -> None:
        """Show other items; the selected item stays selected, at its place on the screen."""
        chosen = self.key(self.items[self.selected]) if 0 <= self.selected < len(self.items) else None
        was = self.selected
        self.items = items
        found = next((i for i, item in enumerate(items) if self.key(item) == chosen), -1) if was >= 0 else -1
        if was >= 0 and found >= 0:
            self.scroll.offset += (found - was) * self.row_height
        self.selected = found
        self.scroll.scroll_to(self.scroll.offset)
        self._hovered_row = -1
        self.touch()
        relayout(self)

    @property
    def item(self) -> T | None:
        """The selected item, or None."""
        return self.items[self.selected] if 0 <= self.selected < len(self.items) else None

    def _total_height(self) -> float:
        return len(self.items) * self.row_height

    def content_rect(self) -> Rect:
        """Return the area within the frame."""
        return self.rect.inset(2)

    def arrange(self) -> None:
        """Keep the offset within the rows."""
        self.scroll.scroll_to(self.scroll.offset)

    def row_at(self, x: float, y: float) -> int:
        """Return the index of the row under a point, or -1."""
        view, bar = self.content_rect(), self.scroll.bar_rects()
        if not view.contains(x, y) or (bar is not None and x >= bar[0].x):
            return -1
        row = int((view.top - y + self.scroll.offset) // self.row_height)
        return row if row < len(self.items) else -1

    def row_rect(self, row: int) -> Rect:
        """Return the rectangle of a row, which may be out of sight."""
        view = self.content_rect()
        top = view.top - row * self.row_height + self.scroll.offset
        return Rect(
            view.x, top - self.row_height, view.w - (BAR_WIDTH if self.scroll.bar_rects() else 0), self.row_height
        )

    def select(self, row: int, tell: bool = True) -> None:
        """Select a row and scroll to it."""
        if not 0 <= row < len(self.items):
            return
        changed = row != self.selected
        self.selected = row
        self.scroll.reveal(row * self.row_height, self.row_height)
        if changed and tell:
            if self.ui is not None and self.ui.shows_ring:
                self.ui.announcer.announce(self.value_text())
            if self.on_select is not None:
                self.on_select(self.items[row])

    def activate(self) -> None:
        """Choose the selected item; if that is impossible, announce the reason."""
        item = self.item
        if item is None:
            return
        answer = self.possible(item)
        if answer is True:
            if self.on_activate is not None:
                self.on_activate(item)
        else:
            announce(self, f"{self.text(item)}: {answer or 'not possible'}")

    def on_move(self, x: float, y: float) -> None:
        """Highlight the row under the pointer."""
        self._hovered_row = self.row_at(x, y)

    def on_pointer(self, over: bool) -> None:
        """Clear the highlight when the pointer leaves."""
        self._hovered_row = -1

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Select the pressed row."""
        row = self.row_at(x, y)
        if button == LEFT and row >= 0 and self.enabled:
            self._pressed_selected = self.activates_on_press or row == self.selected
            self.select(row)
            return True
        self._pressed_selected = False
        return super().on_press(x, y, button)

    def on_release(self, x: float, y: float, button: int) -> None:
        """Activate the row if it was already selected when pressed."""
        if self._pressed_selected and self.row_at(x, y) == self.selected:
            self.activate()
        self._hovered_row = self.row_at(x, y)

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Handle Up, Down, the page keys, Home and End, and Left and Right if they step through values.

        At the ends of the list, the focus may leave it.
        """
        if self.on_step is not None and symbol in (codes.LEFT, codes.RIGHT):
            self.on_step(1 if symbol == codes.RIGHT else -1)
            return True
        page = max(1, int(self.content_rect().h / self.row_height) - 1)
        last = len(self.items) - 1
        goal = {codes.UP: self.selected - 1, codes.DOWN: self.selected + 1, codes.PAGEUP: max(0, self.selected - page),
                codes.PAGEDOWN: min(last, self.selected + page), codes.HOME: 0, codes.END: last}  # fmt: skip
        if symbol not in goal or not 0 <= goal[symbol] <= last:
            return False
        self.select(goal[symbol])
        return True

    def tip_at(self, x: float, y: float) -> tuple[str | Widget | None, Rect]:
        """Return the tip of the row, with the reason if it cannot be chosen."""
        row = self.row_at(x, y)
        if row < 0:
            return super().tip_at(x, y)
        item = self.items[row]
        answer = self.possible(item)
        tip = self.row_tip(item) if self.row_tip is not None else None
        if answer is not True and not isinstance(tip, Widget):
            why = "{warn}" + (answer or "Not possible now") + "{/}"
            tip = f"{tip}\n{why}" if tip else why
        return tip, self.row_rect(row)

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame, the rows in sight and the scroll bar."""
        canvas.box("field", self.rect)
        self.paint_rows(canvas)

    def paint_rows(self, canvas: Canvas) -> None:
        """Draw the rows in sight and the scroll bar."""
        view = self.content_rect()
        if not self.items and self.empty:
            canvas.label(self.empty, view.inset(8), "muted")
        first = int(self.scroll.offset // self.row_height)
        with canvas.clip(view):
            for row in range(first, min(len(self.items), first + int(view.h / self.row_height) + 2)):
                state = "selected" if row == self.selected else "hover" if row == self._hovered_row else ""
                rect = self.row_rect(row)
                if state:
                    canvas.box(f"row.{state}", rect)
                (self.paint_row or self._paint_plain_row)(canvas, rect, self.items[row], state)
        self.scroll.paint(canvas)

    def _paint_plain_row(self, canvas: Canvas, rect: Rect, item: T, state: str) -> None:
        ink = "text" if self.possible(item) is True else "faint"
        canvas.label(self.text(item), rect.inset(10, 0), ink, align=0)

    def value_text(self) -> str:
        """Return the text and the number of the selected item."""
        item = self.item
        if item is None:
            return f"{len(self.items)} entries"
        answer = self.possible(item)
        why = "" if answer is True else f", not possible: {answer}"
        return f"{self.text(item)}, {self.selected + 1} of {len(self.items)}{why}"
