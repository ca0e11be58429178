"""Damaged regions: the parts of the window that must be drawn again.

They differ from the last picture. Without a graphics card, most of the cost of a frame is filling pixels. Therefore
each changed thing reports its box, and a frame without changes draws nothing.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import ceil, floor, hypot
from typing import NamedTuple

FLOATS_PER_QUAD = 13
"""The number of floats in one quad.

They are the middle (2), the size (2), the angle (1), the texture coordinates (4) and the colour (4).
"""
SMOOTH_QUAD_ANGLE = 1e-9
"""The angle of a quad that is stretched but not turned, which must be drawn smoothly."""
MAX_BOXES = 4
"""The maximum number of boxes that are drawn again one by one."""
PIXELS_PER_BOX = 40_000
"""The number of pixels that cost as much as drawing one more box."""


class PixelBox(NamedTuple):
    """A rectangle of window pixels.

    `right` and `top` are the first coordinates outside of it.
    """

    left: int
    low: int
    right: int
    top: int

    @property
    def area(self) -> int:
        """The number of pixels in the box."""
        return max(0, self.right - self.left) * max(0, self.top - self.low)

    def union(self, other: PixelBox) -> PixelBox:
        """Return the smallest box that contains both."""
        return PixelBox(
            min(self.left, other.left), min(self.low, other.low), max(self.right, other.right), max(self.top, other.top)
        )

    def intersection(self, other: PixelBox) -> PixelBox:
        """Return the intersection of both boxes."""
        return PixelBox(
            max(self.left, other.left), max(self.low, other.low), min(self.right, other.right), min(self.top, other.top)
        )


EMPTY_BOX = PixelBox(0, 0, 0, 0)


class Damage:
    """The boxes of a window that must be drawn again; at first this is the whole window.

    >>> damage = Damage((1000, 1000))
    >>> damage.take_boxes()
    [PixelBox(left=0, low=0, right=1000, top=1000)]
    >>> for box in PixelBox(0, 0, 10, 10), PixelBox(900, 900, 2000, 910), PixelBox(5, 5, 20, 20):
    ...     damage.add(box)
    >>> damage.take_boxes()
    [PixelBox(left=900, low=900, right=1000, top=910), PixelBox(left=0, low=0, right=20, top=20)]
    >>> damage.take_boxes()
    []
    """

    def __init__(self, size: tuple[int, int]) -> None:
        self.window = PixelBox(0, 0, *size)
        self._boxes = [self.window]

    def resize(self, size: tuple[int, int]) -> None:
        """Set the size of a new or resized window."""
        self.window = PixelBox(0, 0, *size)
        self.mark_all()

    def mark_all(self) -> None:
        """Mark the whole window as changed."""
        self._boxes = [self.window]

    def add(self, box: PixelBox) -> None:
        """Mark a box as changed, and join boxes that are cheaper to draw as one."""
        box = box.intersection(self.window)
        if not box.area:
            return
        apart = []
        for other in self._boxes:
            both = box.union(other)
            if both.area <= box.area + other.area + PIXELS_PER_BOX:
                box = both
            else:
                apart.append(other)
        if len(apart) < len(self._boxes):
            self._boxes = apart
            self.add(box)
        else:
            self._boxes.append(box)
            if len(self._boxes) > MAX_BOXES:
                self._join()

    def _join(self) -> None:
        """Join the two boxes whose union adds the fewest pixels."""
        boxes = self._boxes
        pairs = ((a, b) for a in range(len(boxes)) for b in range(a + 1, len(boxes)))
        a, b = min(pairs, key=lambda p: boxes[p[0]].union(boxes[p[1]]).area - boxes[p[0]].area - boxes[p[1]].area)
        one, other = boxes[a], boxes[b]
        self._boxes = [box for i, box in enumerate(boxes) if i not in (a, b)]
        self.add(one.union(other))

    def take_boxes(self) -> list[PixelBox]:
        """Return the boxes that must be drawn again, and empty the list."""
        taken, self._boxes = self._boxes, []
        return taken


class PaintedPart(NamedTuple):
    """The quads of one widget, with their owner and their box."""

    owner: object
    quads: array[float]
    box: PixelBox


def quad_bounds(quads: array[float], first: int = 0, last: int | None = None) -> PixelBox:
    """Return the box around a range of quads, which are given by their numbers."""
    end = len(quads) if last is None else last * FLOATS_PER_QUAD
    if first * FLOATS_PER_QUAD >= end:
        return EMPTY_BOX
    xs, ys, ws, hs, angles = (quads[first * FLOATS_PER_QUAD + i : end : FLOATS_PER_QUAD] for i in range(5))
    if max(angles) > 2 * SMOOTH_QUAD_ANGLE or min(angles) < -2 * SMOOTH_QUAD_ANGLE:
        ws = hs = array("f", map(hypot, ws, hs))
    return PixelBox(
        floor(min(x - w / 2 for x, w in zip(xs, ws, strict=True))),
        floor(min(y - h / 2 for y, h in zip(ys, hs, strict=True))),
        ceil(max(x + w / 2 for x, w in zip(xs, ws, strict=True))),
        ceil(max(y + h / 2 for y, h in zip(ys, hs, strict=True))),
    )


def make_part(owner: object, quads: array[float]) -> PaintedPart:
    """Return a part made of these quads, with their box."""
    return PaintedPart(owner, quads, quad_bounds(quads))


def diff_boxes(before: Sequence[PaintedPart], after: Sequence[PaintedPart]) -> list[PixelBox] | None:
    """Return the boxes where two pictures made of parts differ.

    None means that they differ everywhere, because the parts overlap in a different order.
    """
    old = {p.owner: p for p in before}
    new = {p.owner: p for p in after}
    if [p.owner for p in before if p.owner in new] != [p.owner for p in after if p.owner in old]:
        return None
    boxes = [p.box for p in before if p.owner not in new]
    for p in after:
        was = old.get(p.owner)
        if was is None:
            boxes.append(p.box)
        elif was.quads is not p.quads:
            boxes += _changed_boxes(was.quads, p.quads)
    return boxes


def _changed_boxes(before: array[float], after: array[float]) -> list[PixelBox]:
    """Return the boxes of the quads from the first to the last difference, before and after."""
    a, b, size = before.tobytes(), after.tobytes(), FLOATS_PER_QUAD * before.itemsize
    if a == b:
        return []
    least = min(len(a), len(b)) // size
    first = 0
    while first < least and a[first * size : (first + 1) * size] == b[first * size : (first + 1) * size]:
        first += 1
    tail = 0
    while (
        tail < least - first
        and a[len(a) - (tail + 1) * size : len(a) - tail * size]
        == (b[len(b) - (tail + 1) * size : len(b) - tail * size])
    ):
        tail += 1
    return [quad_bounds(quads, first, len(quads) // FLOATS_PER_QUAD - tail) for quads in (before, after)]
