"""Containers: rows, columns, grids, and places of the 1280x720 design that keep to a side of a wider window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from client.ui.hexes import Rect
from client.ui.widget import Widget

DESIGN = (1280.0, 720.0)
Side = Literal["low", "middle", "high", "stretch", "scale"]
"""Where extra room goes: to the right or top, to both sides, to the left or bottom, into it; or in proportion."""
Align = Literal["start", "center", "end", "fill"]


class Box(Widget):
    """Children along one axis. Extra room goes to those that `grow`; `align` is across the axis."""

    def __init__(
        self,
        *children: Widget,
        gap: float = 6.0,
        pad: float = 0.0,
        align: Align = "fill",
        pack: Align = "start",
        **rest: Any,
    ) -> None:
        super().__init__(**rest)
        self.gap, self.pad, self.align, self.pack = gap, pad, align, pack
        if children:
            self.add(*children)

    @property
    def shown(self) -> list[Widget]:
        """The children that take room."""
        return [child for child in self.children if child.visible]


class Row(Box):
    """From left to right."""

    def prefer(self) -> tuple[float, float]:
        """As wide as all together, as high as the highest."""
        sizes = [child.wish() for child in self.shown]
        wide = sum(w for w, _ in sizes) + self.gap * max(0, len(sizes) - 1)
        return wide + 2 * self.pad, max((h for _, h in sizes), default=0.0) + 2 * self.pad

    def arrange(self) -> None:
        """Place the children."""
        inner, shown = self.rect.inset(self.pad), self.shown
        sizes = [child.wish() for child in shown]
        widths = _lengths([w for w, _ in sizes], [c.grow for c in shown], inner.w, self.gap)
        x = inner.x + _lead(widths, inner.w, self.gap, self.pack)
        for child, w, (_, h) in zip(shown, widths, sizes, strict=True):
            y, high = _across(inner.y, inner.h, h, self.align, False)
            child.place(Rect(x, y, w, high))
            x += w + self.gap


class Column(Box):
    """From top to bottom."""

    def prefer(self) -> tuple[float, float]:
        """As high as all together, as wide as the widest."""
        return self.prefer_within(1e9)

    def prefer_within(self, limit: float) -> tuple[float, float]:
        """Flowing text inside keeps to the limit."""
        sizes = [child.wish(limit - 2 * self.pad) for child in self.shown]
        high = sum(h for _, h in sizes) + self.gap * max(0, len(sizes) - 1)
        return max((w for w, _ in sizes), default=0.0) + 2 * self.pad, high + 2 * self.pad

    def arrange(self) -> None:
        """Place the children."""
        inner, shown = self.rect.inset(self.pad), self.shown
        sizes = [child.wish(inner.w) for child in shown]
        heights = _lengths([h for _, h in sizes], [c.grow for c in shown], inner.h, self.gap)
        y = inner.top - _lead(heights, inner.h, self.gap, self.pack)
        for child, h, (w, _) in zip(shown, heights, sizes, strict=True):
            x, wide = _across(inner.x, inner.w, w, self.align, True)
            child.place(Rect(x, y - h, wide, h))
            y -= h + self.gap


class Grid(Box):
    """Rows of so many columns, filled from the upper left; all columns as wide as the widest, or equal if it fills."""

    def __init__(self, *children: Widget, columns: int, row_gap: float | None = None, **rest: Any) -> None:
        self.columns = columns
        self.row_gap = row_gap
        super().__init__(*children, **rest)

    def prefer(self) -> tuple[float, float]:
        """The widest times the columns, the highest of each row."""
        wide = max((child.wish()[0] for child in self.shown), default=0.0)
        rows = self._rows()
        gap = self.gap if self.row_gap is None else self.row_gap
        high = sum(max(child.wish()[1] for child in row) for row in rows) + gap * max(0, len(rows) - 1)
        return wide * self.columns + self.gap * (self.columns - 1) + 2 * self.pad, high + 2 * self.pad

    def arrange(self) -> None:
        """Place the children."""
        inner = self.rect.inset(self.pad)
        wide = (inner.w - self.gap * (self.columns - 1)) / self.columns
        gap = self.gap if self.row_gap is None else self.row_gap
        top = inner.top
        for row in self._rows():
            high = max(child.wish(wide)[1] for child in row)
            for i, child in enumerate(row):
                w, h = child.wish(wide)
                x, across = _across(inner.x + i * (wide + self.gap), wide, w, self.align, True)
                child.place(Rect(x, top - high if self.align == "fill" else top - (high + h) / 2, across,
                                 high if self.align == "fill" else h))  # fmt: skip
            top -= high + gap

    def _rows(self) -> list[list[Widget]]:
        shown = self.shown
        return [shown[i : i + self.columns] for i in range(0, len(shown), self.columns)]


class Space(Widget):
    """Nothing, to push others apart."""

    def __init__(self, length: float = 0.0, grow: float = 0.0) -> None:
        super().__init__(width=length, height=length, grow=grow)


class Anchored(Widget):
    """Children at fixed places of the design, each kept to a side when the room is larger than the design."""

    def __init__(self, design: tuple[float, float] = DESIGN, **rest: Any) -> None:
        super().__init__(**rest)
        self.design = design
        self._places: dict[int, tuple[Rect, Side, Side]] = {}

    def put(self, widget: Widget, at: Rect | Sequence[float], h: Side = "low", v: Side = "low") -> Widget:
        """Add a widget at a place of the design; returns the widget. Again for the same widget: move it.

        Without a height it hangs down from the place, as high as it wishes.
        """
        self._places[id(widget)] = (Rect(*at), h, v)
        if widget.parent is not self:
            self.add(widget)
        else:
            self.relayout()
        return widget

    def remove(self, widget: Widget) -> None:
        """Take a widget out."""
        self._places.pop(id(widget), None)
        super().remove(widget)

    def prefer(self) -> tuple[float, float]:
        """The design."""
        return self.design

    def arrange(self) -> None:
        """Place each by its sides; children without a place fill everything."""
        more_w, more_h = self.rect.w - self.design[0], self.rect.h - self.design[1]
        for child in self.children:
            place = self._places.get(id(child))
            if place is None:
                child.place(self.rect)
                continue
            (x, y, w, h), side_h, side_v = place
            x, w = _kept(x, w, more_w, self.design[0], side_h)
            if not h:
                h = child.wish(w)[1]
                y -= h
            y, h = _kept(y, h, more_h, self.design[1], side_v)
            child.place(Rect(self.rect.x + x, self.rect.y + y, w, h))


class Padded(Widget):
    """One widget with room around it."""

    def __init__(self, child: Widget, pad: float = 8.0, **rest: Any) -> None:
        super().__init__(**rest)
        self.pad = pad
        self.add(child)

    def prefer_within(self, limit: float) -> tuple[float, float]:
        """The child's size and the room around."""
        w, h = self.children[0].wish(limit - 2 * self.pad)
        return w + 2 * self.pad, h + 2 * self.pad

    def arrange(self) -> None:
        """Place the child."""
        self.children[0].place(self.rect.inset(self.pad))


def _kept(at: float, length: float, more: float, design: float, side: Side) -> tuple[float, float]:
    """Begin and length when there is so much more room than in the design."""
    if side == "middle":
        return at + more / 2, length
    if side == "high":
        return at + more, length
    if side == "stretch":
        return at, length + more
    if side == "scale":
        return at * (design + more) / design, length * (design + more) / design
    return at, length


def _lengths(wished: list[float], grows: list[float], room: float, gap: float) -> list[float]:
    """Lengths along the axis: extra room to those that grow; missing room is taken in proportion from those that grow,
    but not more than half of theirs, and then from all."""
    spare = room - sum(wished) - gap * max(0, len(wished) - 1)
    total = sum(grows)
    if spare > 0 and total:
        return [w + spare * g / total for w, g in zip(wished, grows, strict=True)]
    if spare < 0:
        flexible = sum(w for w, g in zip(wished, grows, strict=True) if g) or 1.0
        cut = min(0.5, -spare / flexible)
        wished = [w * (1 - cut) if g else w for w, g in zip(wished, grows, strict=True)]
        used = sum(wished)
        rest = room - gap * max(0, len(wished) - 1)
        if used > rest > 0:
            wished = [w * rest / used for w in wished]
    return wished


def _lead(lengths: list[float], room: float, gap: float, pack: Align) -> float:
    """Where the first begins, if they do not fill the room."""
    spare = room - sum(lengths) - gap * max(0, len(lengths) - 1)
    return {"center": spare / 2, "end": spare}.get(pack, 0.0) if spare > 0 else 0.0


def _across(at: float, room: float, wished: float, align: Align, horizontal: bool) -> tuple[float, float]:
    """Begin and length across the axis; start is left, or top."""
    length = room if align == "fill" else min(room, wished)
    spare = room - length
    if align == "center":
        return at + spare / 2, length
    if align == ("end" if horizontal else "start"):
        return at + spare, length
    return at, length
