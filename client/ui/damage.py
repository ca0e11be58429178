"""Where the window differs from the picture that was shown last: only there it is drawn again.

Filling pixels is what a frame costs without a graphics card. So whoever changes says where, and a frame in which
nothing has changed draws nothing.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import ceil, floor, hypot
from typing import NamedTuple

FLOATS = 13
"""Numbers for one quad: middle (2), size (2), angle, texture coordinates (4), colour (4)."""
SMOOTH = 1e-9
"""The angle of what is not turned but stretched: it must be drawn smoothly."""
MOST = 4
"""At most so many boxes are drawn again one by one."""
PASS = 40_000
"""Drawing one more box costs about as much as so many more pixels in another."""


class Box(NamedTuple):
    """Pixels of the window; `right` and `top` lie just outside."""

    left: int
    low: int
    right: int
    top: int

    @property
    def area(self) -> int:
        """How many pixels."""
        return max(0, self.right - self.left) * max(0, self.top - self.low)

    def around(self, other: Box) -> Box:
        """The smallest box that holds both."""
        return Box(
            min(self.left, other.left), min(self.low, other.low), max(self.right, other.right), max(self.top, other.top)
        )

    def within(self, other: Box) -> Box:
        """What both share."""
        return Box(
            max(self.left, other.left), max(self.low, other.low), min(self.right, other.right), min(self.top, other.top)
        )


NOTHING = Box(0, 0, 0, 0)


class Damage:
    """What must be drawn again in a window of so many pixels; at first all of it.

    >>> damage = Damage((1000, 1000))
    >>> damage.take()
    [Box(left=0, low=0, right=1000, top=1000)]
    >>> damage.add(Box(0, 0, 10, 10)), damage.add(Box(900, 900, 2000, 910)), damage.add(Box(5, 5, 20, 20))
    (None, None, None)
    >>> damage.take()
    [Box(left=900, low=900, right=1000, top=910), Box(left=0, low=0, right=20, top=20)]
    >>> damage.take()
    []
    """

    def __init__(self, size: tuple[int, int]) -> None:
        self.window = Box(0, 0, *size)
        self._boxes = [self.window]

    def resize(self, size: tuple[int, int]) -> None:
        """The window is new, or has another size."""
        self.window = Box(0, 0, *size)
        self.everything()

    def everything(self) -> None:
        """The whole window must be drawn again."""
        self._boxes = [self.window]

    def add(self, box: Box) -> None:
        """What lies in this box has changed. Boxes that are cheaper drawn as one become one."""
        box = box.within(self.window)
        if not box.area:
            return
        apart = []
        for other in self._boxes:
            both = box.around(other)
            if both.area <= box.area + other.area + PASS:
                box = both
            else:
                apart.append(other)
        if len(apart) < len(self._boxes):
            self._boxes = apart
            self.add(box)
        else:
            self._boxes.append(box)
            if len(self._boxes) > MOST:
                self._join()

    def _join(self) -> None:
        """Makes one box of those two that lose least by it."""
        boxes = self._boxes
        pairs = ((a, b) for a in range(len(boxes)) for b in range(a + 1, len(boxes)))
        a, b = min(pairs, key=lambda p: boxes[p[0]].around(boxes[p[1]]).area - boxes[p[0]].area - boxes[p[1]].area)
        one, other = boxes[a], boxes[b]
        self._boxes = [box for i, box in enumerate(boxes) if i not in (a, b)]
        self.add(one.around(other))

    def take(self) -> list[Box]:
        """The boxes that must be drawn again; from now on none."""
        taken, self._boxes = self._boxes, []
        return taken


class Part(NamedTuple):
    """What one widget has drawn: whose it is, its quads, where they lie."""

    owner: object
    quads: array[float]
    box: Box


def bounds(quads: array[float], first: int = 0, last: int | None = None) -> Box:
    """The box of some quads, by their numbers."""
    end = len(quads) if last is None else last * FLOATS
    if first * FLOATS >= end:
        return NOTHING
    xs, ys, ws, hs, angles = (quads[first * FLOATS + i : end : FLOATS] for i in range(5))
    if max(angles) > 2 * SMOOTH or min(angles) < -2 * SMOOTH:
        ws = hs = array("f", map(hypot, ws, hs))
    return Box(
        floor(min(x - w / 2 for x, w in zip(xs, ws, strict=True))),
        floor(min(y - h / 2 for y, h in zip(ys, hs, strict=True))),
        ceil(max(x + w / 2 for x, w in zip(xs, ws, strict=True))),
        ceil(max(y + h / 2 for y, h in zip(ys, hs, strict=True))),
    )


def part(owner: object, quads: array[float]) -> Part:
    """These quads and where they lie."""
    return Part(owner, quads, bounds(quads))


def differences(before: Sequence[Part], after: Sequence[Part]) -> list[Box] | None:
    """Where two pictures made of parts differ; None is everywhere, since parts lie above one another otherwise."""
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
            boxes += _changed(was.quads, p.quads)
    return boxes


def _changed(before: array[float], after: array[float]) -> list[Box]:
    """The quads between the first and the last that differ, as they were and as they are."""
    a, b, size = before.tobytes(), after.tobytes(), FLOATS * before.itemsize
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
    return [bounds(quads, first, len(quads) // FLOATS - tail) for quads in (before, after)]
