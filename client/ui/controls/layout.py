"""Containers: rows, columns, grids, and places of the 1280x720 design that keep to a side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Unpack

from client.ui.hexes import Rect
from client.ui.widget import UNLIMITED, NamedWidgetOptions, Widget, relayout, requested_size

DESIGN_SIZE = (1280.0, 720.0)
Side = Literal["low", "middle", "high", "stretch", "scale"]
"""The side that a widget keeps to when its room is larger than the design.

'low' keeps it at the left or bottom, 'middle' in the middle, and 'high' at the right or top. With 'stretch' the widget
takes the extra room. With 'scale' it moves and grows in proportion.
"""
Align = Literal["start", "center", "end", "fill"]


def visible_children(container: Widget) -> list[Widget]:
    """Return the children that take up room."""
    return [child for child in container.children if child.visible]


class Row(Widget):
    """A container with its children from left to right.

    Extra room goes to the children that `grow`. `align` is their alignment across the axis, and `pack` that along it if
    no child grows.
    """

    def __init__(
        self, *children: Widget, gap: float = 6.0, pad: float = 0.0, align: Align = "fill", pack: Align = "start",
        **rest: Unpack[NamedWidgetOptions],
    ) -> None:  # fmt: skip
        super().__init__(**rest)
        self.gap, self.pad, self.align, self.pack = gap, pad, align, pack
        self.add(*children)

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the sum of the widths and the largest height."""
        sizes = [requested_size(child) for child in visible_children(self)]
        wide = sum(w for w, _ in sizes) + self.gap * max(0, len(sizes) - 1)
        return wide + 2 * self.pad, max((h for _, h in sizes), default=0.0) + 2 * self.pad

    def arrange(self) -> None:
        """Place the children."""
        inner, inside = self.rect.inset(self.pad), visible_children(self)
        sizes = [requested_size(child) for child in inside]
        widths = _distribute_lengths([w for w, _ in sizes], [c.grow for c in inside], inner.w, self.gap)
        x = inner.x + _leading_space(widths, inner.w, self.gap, self.pack)
        for child, w, (_, h) in zip(inside, widths, sizes, strict=True):
            y, high = _cross_span(inner.y, inner.h, h, self.align, False)
            child.place(Rect(x, y, w, high))
            x += w + self.gap


class Column(Widget):
    """A container with its children from top to bottom, otherwise as `Row`."""

    def __init__(
        self, *children: Widget, gap: float = 6.0, pad: float = 0.0, align: Align = "fill", pack: Align = "start",
        **rest: Unpack[NamedWidgetOptions],
    ) -> None:  # fmt: skip
        super().__init__(**rest)
        self.gap, self.pad, self.align, self.pack = gap, pad, align, pack
        self.add(*children)

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the largest width and the sum of the heights; flowing text inside keeps to the limit."""
        sizes = [requested_size(child, limit - 2 * self.pad) for child in visible_children(self)]
        high = sum(h for _, h in sizes) + self.gap * max(0, len(sizes) - 1)
        return max((w for w, _ in sizes), default=0.0) + 2 * self.pad, high + 2 * self.pad

    def arrange(self) -> None:
        """Place the children."""
        inner, inside = self.rect.inset(self.pad), visible_children(self)
        sizes = [requested_size(child, inner.w) for child in inside]
        heights = _distribute_lengths([h for _, h in sizes], [c.grow for c in inside], inner.h, self.gap)
        y = inner.top - _leading_space(heights, inner.h, self.gap, self.pack)
        for child, h, (w, _) in zip(inside, heights, sizes, strict=True):
            x, wide = _cross_span(inner.x, inner.w, w, self.align, True)
            child.place(Rect(x, y - h, wide, h))
            y -= h + self.gap


class Grid(Widget):
    """A container with a fixed number of columns, filled row by row from the upper left.

    All columns are as wide as the widest one. If the grid fills its room, they share it equally.
    """

    def __init__(
        self, *children: Widget, columns: int, gap: float = 6.0, row_gap: float | None = None, align: Align = "fill",
        **rest: Unpack[NamedWidgetOptions],
    ) -> None:  # fmt: skip
        super().__init__(**rest)
        self.columns, self.gap, self.align = columns, gap, align
        self.row_gap = gap if row_gap is None else row_gap
        self.add(*children)

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the width of the widest child times the columns, and the sum of the rows' heights."""
        wide = max((requested_size(child)[0] for child in visible_children(self)), default=0.0)
        rows = self._rows()
        high = sum(max(requested_size(child)[1] for child in row) for row in rows) + self.row_gap * max(
            0, len(rows) - 1
        )
        return wide * self.columns + self.gap * (self.columns - 1), high

    def arrange(self) -> None:
        """Place the children."""
        inner = self.rect
        wide = (inner.w - self.gap * (self.columns - 1)) / self.columns
        top = inner.top
        for row in self._rows():
            high = max(requested_size(child, wide)[1] for child in row)
            for i, child in enumerate(row):
                w, h = requested_size(child, wide)
                x, across = _cross_span(inner.x + i * (wide + self.gap), wide, w, self.align, True)
                child.place(Rect(x, top - high if self.align == "fill" else top - (high + h) / 2, across,
                                 high if self.align == "fill" else h))  # fmt: skip
            top -= high + self.row_gap

    def _rows(self) -> list[list[Widget]]:
        inside = visible_children(self)
        return [inside[i : i + self.columns] for i in range(0, len(inside), self.columns)]


class Space(Widget):
    """An empty widget that pushes other widgets apart."""

    def __init__(self, length: float = 0.0, grow: float = 0.0) -> None:
        super().__init__(width=length, height=length, grow=grow)


class Anchored(Widget):
    """A container with its children at fixed places of the design.

    Each child keeps to a side when the room is larger than the design.
    """

    def __init__(self, design: tuple[float, float] = DESIGN_SIZE, **rest: Unpack[NamedWidgetOptions]) -> None:
        super().__init__(**rest)
        self.design = design
        self._places: dict[int, tuple[Rect, Side, Side]] = {}

    def put(self, widget: Widget, at: Rect | Sequence[float], h: Side = "low", v: Side = "low") -> Widget:
        """Add a widget at a place of the design, or move it there; return the widget.

        If the place has no height, the widget extends down from it, with its preferred height.
        """
        self._places[id(widget)] = (Rect(*at), h, v)
        if widget.parent is not self:
            self.add(widget)
        else:
            relayout(self)
        return widget

    def remove(self, *widgets: Widget) -> None:
        """Remove widgets and their places."""
        for widget in widgets:
            self._places.pop(id(widget), None)
        super().remove(*widgets)

    def design_rect(self, widget: Widget) -> Rect:
        """Return the place in the design where a widget was put."""
        return self._places[id(widget)][0]

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the size of the design."""
        return self.design

    def arrange(self) -> None:
        """Place each child by its sides; a child without a place fills the whole room."""
        more_w, more_h = self.rect.w - self.design[0], self.rect.h - self.design[1]
        for child in self.children:
            place = self._places.get(id(child))
            if place is None:
                child.place(self.rect)
                continue
            (x, y, w, h), side_h, side_v = place
            x, w = _anchored_span(x, w, more_w, self.design[0], side_h)
            if not h:
                h = requested_size(child, w)[1]
                y -= h
            y, h = _anchored_span(y, h, more_h, self.design[1], side_v)
            child.place(Rect(self.rect.x + x, self.rect.y + y, w, h))


class Padded(Widget):
    """A container for one widget, with some room around it."""

    def __init__(self, child: Widget, pad: float = 8.0, **rest: Unpack[NamedWidgetOptions]) -> None:
        super().__init__(**rest)
        self.pad = pad
        self.add(child)

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the size of the child, with the room around it."""
        w, h = requested_size(self.children[0], limit - 2 * self.pad)
        return w + 2 * self.pad, h + 2 * self.pad

    def arrange(self) -> None:
        """Place the child."""
        self.children[0].place(self.rect.inset(self.pad))


def _anchored_span(at: float, length: float, more: float, design: float, side: Side) -> tuple[float, float]:
    """Return the beginning and the length of a widget in a room that exceeds the design by `more`."""
    if side == "middle":
        return at + more / 2, length
    if side == "high":
        return at + more, length
    if side == "stretch":
        return at, length + more
    if side == "scale":
        return at * (design + more) / design, length * (design + more) / design
    return at, length


def _distribute_lengths(wished: list[float], grows: list[float], room: float, gap: float) -> list[float]:
    """Return the lengths of the children along the axis.

    Children that grow share extra room. If room is missing, it is first taken from these children in proportion, up to
    half of their length. The rest is taken from all children.
    """
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


def _leading_space(lengths: list[float], room: float, gap: float, pack: Align) -> float:
    """Return the beginning of the first child, if the children do not fill the room."""
    spare = room - sum(lengths) - gap * max(0, len(lengths) - 1)
    return {"center": spare / 2, "end": spare}.get(pack, 0.0) if spare > 0 else 0.0


def _cross_span(at: float, room: float, wished: float, align: Align, horizontal: bool) -> tuple[float, float]:
    """Return the beginning and the length of a child across the axis.

    "start" is the left or the top.
    """
    length = room if align == "fill" else min(room, wished)
    spare = room - length
    if align == "center":
        return at + spare / 2, length
    if align == ("end" if horizontal else "start"):
        return at + spare, length
    return at, length
