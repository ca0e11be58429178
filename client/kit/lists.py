"""Lists of any length: plain, as tables, as a choice of one that drops down; and tabs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pyglet.window import key as codes

from client.kit import text as typeset
from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.theme import Color
from client.kit.widget import LEFT, Live, Widget
from client.kit.widgets import CONTROL, Panel

T = TypeVar("T")
BAR = 10.0
"""The width of a scroll bar."""
WHEEL = 48.0
"""Design pixels for a notch of the wheel."""


class Scroller(Widget):
    """What has more height than room: the wheel, the bar, the position. Lists and logs build on it."""

    focusable = True
    offset = Live(0.0)
    """How much lies above the visible part."""

    def __init__(self, name: str = "", **rest: Any) -> None:
        super().__init__(name, **rest)
        self._grip: float | None = None

    def total(self) -> float:
        """The height of everything."""
        raise NotImplementedError

    def view(self) -> Rect:
        """Where it is shown."""
        return self.rect

    @property
    def farthest(self) -> float:
        """The largest offset."""
        return max(0.0, self.total() - self.view().h)

    def scroll_to(self, offset: float) -> None:
        """Show from there, as far as there is something."""
        self.offset = max(0.0, min(self.farthest, offset))

    def reveal(self, top: float, height: float) -> None:
        """Scroll just so far that this part is in sight."""
        if top < self.offset:
            self.scroll_to(top)
        elif top + height > self.offset + self.view().h:
            self.scroll_to(top + height - self.view().h)

    def _bar(self) -> tuple[Rect, Rect] | None:
        view, total = self.view(), self.total()
        if total <= view.h + 0.5:
            return None
        track = Rect(view.right - BAR, view.y, BAR, view.h)
        high = max(24.0, track.h * view.h / total)
        top = track.top - (track.h - high) * (self.offset / self.farthest if self.farthest else 0.0)
        return track, Rect(track.x + 2, top - high, BAR - 4, high)

    def on_scroll(self, x: float, y: float, dx: float, dy: float) -> bool:
        """The wheel; false at the ends, so that what lies around may scroll."""
        before = self.offset
        self.scroll_to(self.offset - dy * WHEEL)
        return self.offset != before

    def on_press(self, x: float, y: float, button: int) -> bool:
        """The bar is taken, or a press beside it turns a page."""
        bar = self._bar()
        if button == LEFT and bar is not None and bar[0].contains(x, y):
            knob = bar[1]
            if knob.y <= y <= knob.top:
                self._grip = y - knob.top
            else:
                self.scroll_to(self.offset + self.view().h * (0.9 if y < knob.y else -0.9))
                self._grip = None
            return True
        return super().on_press(x, y, button)

    def on_drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """Drag the bar."""
        bar = self._bar()
        if self._grip is not None and bar is not None:
            track, knob = bar
            part = (track.top - (y - self._grip)) / (track.h - knob.h) if track.h > knob.h else 0.0
            self.scroll_to(part * self.farthest)

    def on_release(self, x: float, y: float, button: int) -> None:
        """Let the bar go."""
        self._grip = None

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Pages and ends."""
        page = self.view().h * 0.9
        goal = {codes.PAGEUP: self.offset - page, codes.PAGEDOWN: self.offset + page,
                codes.HOME: 0.0, codes.END: self.farthest}  # fmt: skip
        if symbol not in goal:
            return False
        self.scroll_to(goal[symbol])
        return True

    def paint_bar(self, canvas: Canvas) -> None:
        """The bar, if everything does not fit."""
        bar = self._bar()
        if bar is not None:
            canvas.fill(Rect(bar[0].x + 4, bar[0].y, 2, bar[0].h), "track")
            canvas.box("button.hover" if self._grip is not None else "button", bar[1])


class ScrollList(Scroller, Generic[T]):
    """One row an item; only those in sight are drawn. One may be selected; Enter or a second press activates it.

    `possible` gives true, or why this item cannot be chosen. `key` says which item is the same after a refresh.
    """

    role = "list"
    selected = Live(-1)
    _under = Live(-1)

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
        possible: Callable[[T], bool | str] = lambda _item: True,
        key: Callable[[T], object] = lambda item: item,
        row_tip: Callable[[T], str | Widget | None] | None = None,
        empty: str = "",
        selected: int = -1,
        **rest: Any,
    ) -> None:
        super().__init__(name, **rest)
        self.items: Sequence[T] = items
        self.text, self.row_height, self.paint_row = text, row_height, paint_row
        self.on_select, self.on_activate = on_select, on_activate
        self.possible, self.key, self.row_tip, self.empty = possible, key, row_tip, empty
        self.selected = selected
        self.one_press = False
        """One press activates, not only a second one on what is selected (menus)."""
        self._pressed_selected = False

    def prefer(self) -> tuple[float, float]:
        """All items, but not more than ten rows."""
        wide = max((typeset.width(self.text(item)) for item in self.items[:200]), default=60.0)
        return wide + 30 + BAR, self.row_height * min(10, max(1, len(self.items))) + 4

    def set_items(self, items: Sequence[T]) -> None:
        """Show other items: the same one stays selected and in its place on the screen."""
        chosen = self.key(self.items[self.selected]) if 0 <= self.selected < len(self.items) else None
        was = self.selected
        self.items = items
        found = next((i for i, item in enumerate(items) if self.key(item) == chosen), -1) if was >= 0 else -1
        if was >= 0 and found >= 0:
            self.offset += (found - was) * self.row_height
        self.selected = found
        self.scroll_to(self.offset)
        self._under = -1
        self.touch()
        self.relayout()

    @property
    def item(self) -> T | None:
        """What is selected."""
        return self.items[self.selected] if 0 <= self.selected < len(self.items) else None

    def total(self) -> float:
        """All rows."""
        return len(self.items) * self.row_height

    def view(self) -> Rect:
        """Within the frame."""
        return self.rect.inset(2)

    def arrange(self) -> None:
        """Stay within what there is."""
        self.scroll_to(self.offset)

    def row_at(self, x: float, y: float) -> int:
        """The row under a point, or -1."""
        view, bar = self.view(), self._bar()
        if not view.contains(x, y) or (bar is not None and x >= bar[0].x):
            return -1
        row = int((view.top - y + self.offset) // self.row_height)
        return row if row < len(self.items) else -1

    def row_rect(self, row: int) -> Rect:
        """Where a row lies, in sight or not."""
        view = self.view()
        top = view.top - row * self.row_height + self.offset
        return Rect(view.x, top - self.row_height, view.w - (BAR if self._bar() else 0), self.row_height)

    def select(self, row: int, tell: bool = True) -> None:
        """Select a row and bring it into sight."""
        if not 0 <= row < len(self.items):
            return
        changed = row != self.selected
        self.selected = row
        self.reveal(row * self.row_height, self.row_height)
        if changed and tell:
            if self.ui is not None and self.ui.ring:
                self.ui.announcer.say(self.value())
            if self.on_select is not None:
                self.on_select(self.items[row])

    def activate(self) -> None:
        """Choose what is selected; if that is impossible, say why."""
        item = self.item
        if item is None:
            return
        answer = self.possible(item)
        if answer is True:
            if self.on_activate is not None:
                self.on_activate(item)
        elif self.ui is not None:
            self.ui.announcer.say(f"{self.text(item)}: {answer or 'not possible'}")

    def on_move(self, x: float, y: float) -> None:
        """The row under the pointer is lit."""
        self._under = self.row_at(x, y)

    def on_leave(self) -> None:
        """None is."""
        self._under = -1

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Select the row."""
        row = self.row_at(x, y)
        if button == LEFT and row >= 0 and self.enabled:
            self._pressed_selected = self.one_press or row == self.selected
            self.select(row)
            return True
        self._pressed_selected = False
        return super().on_press(x, y, button)

    def on_release(self, x: float, y: float, button: int) -> None:
        """A press on the selected row activates it."""
        super().on_release(x, y, button)
        if self._pressed_selected and self.row_at(x, y) == self.selected:
            self.activate()
        self._under = self.row_at(x, y)

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Up and down, pages, ends; at the ends the focus may go on."""
        page = max(1, int(self.view().h / self.row_height) - 1)
        last = len(self.items) - 1
        goal = {codes.UP: self.selected - 1, codes.DOWN: self.selected + 1, codes.PAGEUP: max(0, self.selected - page),
                codes.PAGEDOWN: min(last, self.selected + page), codes.HOME: 0, codes.END: last}  # fmt: skip
        if symbol not in goal or not 0 <= goal[symbol] <= last:
            return False
        self.select(goal[symbol])
        return True

    def tip_at(self, x: float, y: float) -> tuple[str | Widget | None, Rect]:
        """That of the row: why it cannot be chosen, what it is."""
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
        """Frame, rows in sight, bar."""
        canvas.box("field", self.rect)
        self.paint_rows(canvas)

    def paint_rows(self, canvas: Canvas) -> None:
        """The rows in sight and the bar."""
        view = self.view()
        if not self.items and self.empty:
            canvas.label(self.empty, view.inset(8), "muted")
        first = int(self.offset // self.row_height)
        with canvas.clip(view):
            for row in range(first, min(len(self.items), first + int(view.h / self.row_height) + 2)):
                state = "selected" if row == self.selected else "hover" if row == self._under else ""
                rect = self.row_rect(row)
                if state:
                    canvas.box(f"row.{state}", rect)
                (self.paint_row or self._plain_row)(canvas, rect, self.items[row], state)
        self.paint_bar(canvas)

    def _plain_row(self, canvas: Canvas, rect: Rect, item: T, state: str) -> None:
        ink = "text" if self.possible(item) is True else "faint"
        canvas.label(self.text(item), rect.inset(10, 0), ink, align=0)

    def value(self) -> str:
        """The selected item and its number."""
        item = self.item
        if item is None:
            return f"{len(self.items)} entries"
        answer = self.possible(item)
        why = "" if answer is True else f", not possible: {answer}"
        return f"{self.text(item)}, {self.selected + 1} of {len(self.items)}{why}"


@dataclass(frozen=True, slots=True)
class Column(Generic[T]):
    """A column of a table: what it shows of an item, how wide it is, where its text stands."""

    title: str
    cell: Callable[[T], str]
    width: float = 0.0
    grow: float = 0.0
    align: float = 0.0
    color: Callable[[T], str | Color] | None = None
    order: Callable[[T], Any] | None = None
    """How items are sorted by this column; without it they are not."""


class Table(ScrollList[T]):
    """A list with columns and their titles; a press on a title sorts by it."""

    role = "table"
    sorted_by = Live(-1)
    backwards = Live(False)
    HEAD = 26.0

    def __init__(self, name: str, columns: Sequence[Column[T]], items: Sequence[T] = (), **rest: Any) -> None:
        self.columns = columns
        super().__init__(name, items, lambda item: ", ".join(c.cell(item) for c in columns if c.cell(item)), **rest)

    def prefer(self) -> tuple[float, float]:
        """The columns; ten rows."""
        wide = sum(c.width or 80.0 for c in self.columns)
        return wide + BAR + 4, self.HEAD + self.row_height * 10 + 4

    def view(self) -> Rect:
        """Below the titles."""
        r = self.rect.inset(2)
        return Rect(r.x, r.y, r.w, max(0.0, r.h - self.HEAD))

    def set_items(self, items: Sequence[T]) -> None:
        """Show other items, in the chosen order."""
        super().set_items(self._in_order(items))

    def sort_by(self, column: int) -> None:
        """Sort by a column; by the same again: backwards."""
        if self.columns[column].order is None:
            return
        self.backwards = column == self.sorted_by and not self.backwards
        self.sorted_by = column
        self.set_items(self.items)

    def _in_order(self, items: Sequence[T]) -> Sequence[T]:
        order = self.columns[self.sorted_by].order if self.sorted_by >= 0 else None
        return sorted(items, key=order, reverse=self.backwards) if order is not None else items

    def _spans(self) -> list[Rect]:
        """Where each column lies, over the whole height."""
        room = self.rect.w - BAR - 4
        spare = max(0.0, room - sum(c.width for c in self.columns))
        grows = sum(c.grow for c in self.columns) or 1.0
        x, out = self.rect.x + 2, []
        for c in self.columns:
            wide = c.width + spare * c.grow / grows
            out.append(Rect(x, self.rect.y, wide, self.rect.h))
            x += wide
        return out

    def on_press(self, x: float, y: float, button: int) -> bool:
        """A title sorts."""
        if button == LEFT and y >= self.view().top:
            for i, span in enumerate(self._spans()):
                if span.x <= x < span.right:
                    self.sort_by(i)
            return True
        return super().on_press(x, y, button)

    def paint(self, canvas: Canvas) -> None:
        """Titles and rows."""
        canvas.box("field", self.rect)
        top = self.view().top
        for i, (c, span) in enumerate(zip(self.columns, self._spans(), strict=True)):
            cell = Rect(span.x + 8, top, span.w - 14, self.HEAD)
            canvas.label(c.title, cell, "muted", "small", "bold", c.align)
            if i == self.sorted_by:
                side = Rect(span.right - 12, top + 8, 10, 10)
                canvas.sign("up" if self.backwards else "down", side, "muted")
        canvas.fill(Rect(self.rect.x + 2, top - 1, self.rect.w - 4, 1), "line")
        self.paint_rows(canvas)

    def _plain_row(self, canvas: Canvas, rect: Rect, item: T, state: str) -> None:
        possible = self.possible(item) is True
        for c, span in zip(self.columns, self._spans(), strict=True):
            ink = c.color(item) if c.color is not None and possible else "text" if possible else "faint"
            canvas.label(c.cell(item), Rect(span.x + 8, rect.y, span.w - 14, rect.h), ink, align=c.align)


@dataclass(frozen=True, slots=True)
class Option(Generic[T]):
    """One of several things to choose; with a reason it cannot be chosen now."""

    value: T
    text: str
    reason: str = ""
    tip: str = ""


class Choice(Widget, Generic[T]):
    """One of several, in a list that drops down: press, Enter or Space opens it, left and right go through it."""

    role = "choice"
    focusable = True
    index = Live(0)

    def __init__(
        self,
        name: str,
        options: Sequence[Option[T]],
        chosen: T | None = None,
        on_change: Callable[[T], object] | None = None,
        **rest: Any,
    ) -> None:
        super().__init__(name, **rest)
        self.options = options
        self.on_change = on_change
        self.index = next((i for i, o in enumerate(options) if o.value == chosen), 0)
        self._open: Widget | None = None

    @property
    def chosen(self) -> T:
        """What is chosen."""
        return self.options[self.index].value

    def prefer(self) -> tuple[float, float]:
        """The widest option."""
        return max((typeset.width(o.text) for o in self.options), default=60.0) + 44, CONTROL

    def choose(self, index: int) -> None:
        """Choose, if it can be chosen, and tell if it is another."""
        option = self.options[index]
        if not self.enabled or option.reason:
            if self.ui is not None and option.reason:
                self.ui.announcer.say(f"{option.text}: {option.reason}")
            return
        if index != self.index:
            self.index = index
            if self.on_change is not None:
                self.on_change(option.value)
        if self.ui is not None and (self.ui.ring or self.focused):
            self.ui.announcer.say(self.describe())

    def activate(self) -> None:
        """Drop the list down."""
        ui = self.ui
        if ui is None or self._open is not None:
            return

        def pick(option: Option[T]) -> None:
            ui.close(panel)
            self.choose(self.options.index(option))

        def closed() -> None:
            self._open = None

        menu: ScrollList[Option[T]] = ScrollList(
            f"{self.name} options", self.options, lambda o: o.text, selected=self.index, on_activate=pick,
            possible=lambda o: o.reason or True, row_tip=lambda o: o.tip or None,
        )  # fmt: skip
        menu.one_press = True
        panel = Panel(menu, pad=3, box="raised")
        self._open = panel
        ui.menu(panel, self.rect, closed)
        menu.reveal(self.index * menu.row_height, menu.row_height)

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Left and right: the one before, the next that can be chosen."""
        if symbol not in {codes.LEFT, codes.RIGHT} or not self.enabled:
            return False
        by = 1 if symbol == codes.RIGHT else -1
        index = self.index + by
        while 0 <= index < len(self.options) and self.options[index].reason:
            index += by
        if 0 <= index < len(self.options):
            self.choose(index)
        return True

    def paint(self, canvas: Canvas) -> None:
        """The chosen one and a sign that there are more."""
        look = "button.disabled" if not self.enabled else "button.hover" if self.hovered else "button"
        canvas.box(look, self.rect)
        ink = "text" if self.enabled else "disabled"
        r = self.rect
        if self.options:
            canvas.label(self.options[self.index].text, Rect(r.x + 11, r.y, r.w - 38, r.h), ink, align=0)
        canvas.sign("down", Rect(r.right - 25, r.y + (r.h - 15) / 2, 15, 15), "muted" if self.enabled else "disabled")

    def value(self) -> str:
        """What is chosen."""
        return self.options[self.index].text if self.options else ""


class TabStrip(Widget):
    """The titles of tabs: left and right, or a press."""

    role = "tabs"
    focusable = True
    at = Live(0)

    def __init__(self, owner: Tabs, **rest: Any) -> None:
        super().__init__(**rest)
        self.owner = owner

    def spans(self) -> list[Rect]:
        """Where each title lies."""
        x, out = self.rect.x, []
        for title in self.owner.titles:
            wide = typeset.width(title, "bold") + 22 + (20 if self.owner.badges.get(title) else 0)
            out.append(Rect(x, self.rect.y, wide, self.rect.h))
            x += wide + 2
        return out

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Show the tab that was pressed."""
        if button == LEFT:
            for i, span in enumerate(self.spans()):
                if span.contains(x, y):
                    self.owner.show(i)
        return button == LEFT

    def on_release(self, x: float, y: float, button: int) -> None:
        """Nothing more."""

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """The tab before, the next."""
        by = {codes.LEFT: -1, codes.RIGHT: 1}.get(symbol, 0)
        if not by or not 0 <= self.at + by < len(self.owner.titles):
            return False
        self.owner.show(self.at + by)
        return True

    def on_move(self, x: float, y: float) -> None:
        """The title under the pointer is lit."""
        self.touch()

    def paint(self, canvas: Canvas) -> None:
        """The titles; a line under the one that is shown."""
        pointer = self.ui.pointer if self.ui is not None and self.hovered else (-1.0, -1.0)
        canvas.fill(Rect(self.rect.x, self.rect.y, self.rect.w, 1), "line")
        for i, (title, span) in enumerate(zip(self.owner.titles, self.spans(), strict=True)):
            chosen = i == self.at
            if span.contains(*pointer) and not chosen:
                canvas.box("ghost.hover", span.inset(1))
            badge = self.owner.badges.get(title, "")
            room = Rect(span.x + 11, span.y, span.w - 22 - (20 if badge else 0), span.h)
            canvas.label(title, room, "accent" if chosen else "muted", role="bold", align=0)
            if badge:
                chip = Rect(span.right - 26, span.y + (span.h - 17) / 2, 20, 17)
                canvas.box("chip", chip)
                canvas.label(badge, chip, "text", "small", "bold")
            if chosen:
                canvas.fill(Rect(span.x + 4, span.y, span.w - 8, 2), "accent")

    def value(self) -> str:
        """Which is shown."""
        return f"{self.owner.titles[self.at]}, {self.at + 1} of {len(self.owner.titles)}" if self.owner.titles else ""


class Tabs(Widget):
    """Several widgets in one place, one shown: `Tabs("Side", {"Log": log, "Chat": chat})`."""

    STRIP = 30.0

    def __init__(
        self, name: str, pages: dict[str, Widget], on_change: Callable[[str], object] | None = None, **rest: Any
    ) -> None:
        super().__init__(**rest)
        self.titles = list(pages)
        self.pages = list(pages.values())
        self.badges: dict[str, str] = {}
        self.on_change = on_change
        self.strip = TabStrip(self, name=name)
        self.add(self.strip, *self.pages)
        self.show(0)

    @property
    def shown(self) -> str:
        """The title of the tab that is shown."""
        return self.titles[self.strip.at]

    def show(self, which: int | str) -> None:
        """Show a tab; its badge goes."""
        at = self.titles.index(which) if isinstance(which, str) else which
        changed = at != self.strip.at
        self.strip.at = at
        for i, page in enumerate(self.pages):
            page.visible = i == at
        self.badge(self.titles[at], "")
        if changed:
            if self.ui is not None:
                self.ui.announcer.say(self.strip.describe())
            if self.on_change is not None:
                self.on_change(self.titles[at])

    def badge(self, title: str, text: str) -> None:
        """A number beside a title: how much is new there."""
        if self.badges.get(title, "") != text:
            self.badges[title] = text
            self.strip.touch()

    def prefer_within(self, limit: float) -> tuple[float, float]:
        """The largest page and the titles."""
        sizes = [page.wish(limit) for page in self.pages]
        return max((w for w, _ in sizes), default=0.0), max((h for _, h in sizes), default=0.0) + self.STRIP + 4

    def arrange(self) -> None:
        """Titles above, the page below."""
        r = self.rect
        self.strip.place(Rect(r.x, r.top - self.STRIP, r.w, self.STRIP))
        for page in self.pages:
            page.place(Rect(r.x, r.y, r.w, max(0.0, r.h - self.STRIP - 4)))
