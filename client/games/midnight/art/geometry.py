"""Layout of Midnight's table: pure functions from the number of nations to rectangles and angles.

Lengths are units of the table. The table is 1018x680 units in a window of 1280x720, and grows with the window; y runs
upwards. Each place is named by its content: ("panel", seat), ("tray", seat, other), ("home", "capital"), ("clock",),
...
"""

from __future__ import annotations

import itertools
from math import atan2, cos, hypot, pi, sin
from typing import NamedTuple

from client.ui.hexes import Point, Rect

SIZE = (1018.0, 680.0)
"""Minimum width and height of the table, in its units."""
LARGEST = 2.0
CARD = (54.0, 75.0)
"""Width and height of a card in our home row, in units of the table."""
Name = tuple[str | int, ...]
Places = dict[Name, Rect]

HOME_Y, HOME_H = 178.0, 92.0
HOME_X, HOME_RIGHT, GAP = 8.0, 1012.0, 7.0
HOME_SIDES = {"capital": 116.0, "store": 74.0, "discard": 76.0}
DEGREES_PER_MINUTE = 18.0
"""Degrees on the clock for one minute; the last quarter has five wedges."""


class TableLayout(NamedTuple):
    """Layout of one table: its places, its clock, and the size of a unit in design pixels."""

    places: Places
    clock: Rect
    unit: float

    def rect(self, *name: str | int) -> Rect:
        """Return the rectangle of a place, in design pixels."""
        return self.places[name].scaled(self.unit)


# Layout: opponents clockwise from the player's seat, as places 1, 2, ... ----------------------------------------------

_NATION_PANEL_AREAS: dict[int, tuple[Rect, ...]] = {
    3: (Rect(8, 402, 262, 160), Rect(748, 402, 262, 160)),
    4: (Rect(8, 402, 248, 152), Rect(283, 552, 454, 86), Rect(762, 402, 248, 152)),
    5: (Rect(6, 408, 228, 152), Rect(240, 486, 267, 142), Rect(513, 486, 267, 142), Rect(786, 408, 228, 152)),
}
_TO_YOU: dict[int, tuple[Rect, ...]] = {
    3: (Rect(38, 310, 250, 86), Rect(732, 310, 250, 86)),
    4: (Rect(66, 314, 234, 82), Rect(282, 482, 150, 65), Rect(720, 314, 234, 82)),
    5: (Rect(16, 318, 212, 84), Rect(240, 424, 136, 58), Rect(644, 424, 136, 58), Rect(792, 318, 212, 84)),
}
_FAR_TRAY_AREAS: dict[int, dict[tuple[int, int], Rect]] = {
    3: {(1, 2): Rect(66, 568, 176, 70), (2, 1): Rect(778, 568, 176, 70)},
    4: {
        (1, 2): Rect(58, 567, 112, 71), (2, 1): Rect(176, 567, 102, 71),
        (2, 3): Rect(742, 567, 102, 71), (3, 2): Rect(850, 567, 112, 71),
        (1, 3): Rect(264, 404, 112, 74), (3, 1): Rect(644, 404, 112, 74),
    },
    5: {},
}  # fmt: skip
_BORDER_POST_AREAS: dict[tuple[int, int], Rect] = {
    (1, 2): Rect(128, 570, 104, 30), (3, 4): Rect(788, 570, 104, 30), (2, 3): Rect(534, 456, 104, 26),
    (1, 3): Rect(240, 394, 104, 30), (2, 4): Rect(680, 394, 104, 30), (1, 4): Rect(240, 356, 104, 30),
}  # fmt: skip
"""Rectangles of the posts, which show the far borders between five nations.

A post has two low trays side by side, each with an emblem and a count.
"""
_CLOCK_CIRCLES = {3: (510.0, 464.0, 136.0), 4: (510.0, 396.0, 106.0), 5: (510.0, 375.0, 84.0)}
_DICE_AREAS = {3: Rect(590, 588, 180, 50), 4: Rect(578, 496, 180, 50), 5: Rect(602, 340, 180, 50)}
_COMMON_AREAS: Places = {
    ("own",): Rect(7, 6, 266, 164),
    ("hand",): Rect(276, 0, 740, 174),
    ("tick",): Rect(304, 273, 412, 44),
    ("prompt",): Rect(230, 644, 560, 32),
}


def table(seats: int, own: int, wide: float = SIZE[0], high: float = SIZE[1]) -> TableLayout:
    """Return the layout of a table seen from one seat; `wide` and `high` are in design pixels."""
    unit = max(0.5, min(LARGEST, wide / SIZE[0], high / SIZE[1]))
    more = wide / unit - SIZE[0], high / unit - SIZE[1]
    around = [(own - 1 + turn) % seats + 1 for turn in range(1, seats)]
    found: Places = {("panel", seat): rect for seat, rect in zip(around, _NATION_PANEL_AREAS[seats], strict=True)}
    found |= {("tray", seat, own): rect for seat, rect in zip(around, _TO_YOU[seats], strict=True)}
    found |= {("tray", around[a - 1], around[b - 1]): rect for (a, b), rect in _FAR_TRAY_AREAS[seats].items()}
    if seats == 5:
        for (a, b), rect in _BORDER_POST_AREAS.items():
            half = Rect(rect.x, rect.y, rect.w / 2, rect.h)
            found["tray", around[a - 1], around[b - 1]] = half
            found["tray", around[b - 1], around[a - 1]] = half.moved(half.w, 0)
    x, y, r = _CLOCK_CIRCLES[seats]
    found |= _COMMON_AREAS | {("dice",): _DICE_AREAS[seats], ("clock",): Rect(x - r, y - r, 2 * r, 2 * r)}
    found = {name: _spread(rect, more) for name, rect in found.items()}
    found |= _home(around, own, more[0])
    found["panel", own] = found.pop(("own",))
    return TableLayout(found, found["clock",], unit)


def _spread(rect: Rect, more: tuple[float, float]) -> Rect:
    """Spread a rectangle outwards into extra space, in proportion to its position.

    Places at the lower edge stay there.
    """
    x = rect.x + more[0] * rect.center[0] / SIZE[0]
    return Rect(x, rect.y + (more[1] * rect.center[1] / SIZE[1] if rect.y > HOME_Y else 0.0), rect.w, rect.h)


def _home(around: list[int], own: int, more: float) -> Places:
    """Return the places of the home row: Capital, a tray for each border, stockpile, discard pile."""
    room = HOME_RIGHT + more - HOME_X - sum(HOME_SIDES.values()) - GAP * (len(around) + 2)
    each, x, found = room / len(around), HOME_X, Places()
    names: list[Name] = [("home", "capital"), *(("tray", own, other) for other in around),
                         ("home", "store"), ("home", "discard")]  # fmt: skip
    for name in names:
        w = HOME_SIDES[str(name[1])] if name[0] == "home" else each
        found[name] = Rect(x, HOME_Y, w, HOME_H)
        x += w + GAP
    return found


# Cards in a tray ------------------------------------------------------------------------------------------------------


def cards_in(room: Rect, count: int, card: tuple[float, float], least: float = 8.0) -> list[Rect]:
    """Return the boxes of `count` cards in a room, from left to right.

    The more cards there are, the closer they are. The distance between two neighbours is at least `least`.
    """
    w, h = card
    step = min(w + 4, max(least, (room.w - w) / max(1, count - 1)))
    return [Rect(room.x + i * step, room.y + (room.h - h) / 2, w, h) for i in range(count)]


# Clock ----------------------------------------------------------------------------------------------------------------


def angle(minutes: float) -> float:
    """Return the angle of the hand with this number of minutes left, in radians; 0 is straight up."""
    return (90.0 + minutes * DEGREES_PER_MINUTE) * pi / 180


def on_clock(clock: Rect, minutes: float, far: float) -> Point:
    """Return a point on the clock; `minutes` gives its angle, `far` its distance from the middle in radii."""
    x, y = clock.center
    return x + cos(angle(minutes)) * far * clock.w / 2, y + sin(angle(minutes)) * far * clock.w / 2


# Map ------------------------------------------------------------------------------------------------------------------


def sectors(places: Places, clock: Rect, own: int) -> dict[int, tuple[float, float]]:
    """Return the two angles that bound each nation's land, counter-clockwise, in radians.

    Our land is at the lower edge. Two other lands meet half-way between their panels.
    """
    x, y = clock.center
    aim = {int(name[1]): atan2(rect.center[1] - y, rect.center[0] - x)
           for name, rect in places.items() if name[0] == "panel" and name[1] != own}  # fmt: skip
    order = sorted(aim, key=lambda seat: aim[seat] % (2 * pi) if aim[seat] > -pi / 2 else aim[seat] + 2 * pi)
    order.sort(key=lambda seat: (aim[seat] + pi / 2) % (2 * pi))
    low = clock.y - 8
    right = atan2(low - y, places["home", "discard"].right - x)
    left = atan2(low - y, -x) % (2 * pi)
    turns = {seat: (aim[seat] - right) % (2 * pi) + right for seat in order}
    cuts = [right, *((turns[a] + turns[b]) / 2 for a, b in itertools.pairwise(order)), left]
    return {own: (left, right + 2 * pi)} | {seat: (cuts[i], cuts[i + 1]) for i, seat in enumerate(order)}


def gap_between(a: Rect, b: Rect) -> float:
    """Return the distance between two rectangles; it is negative if they overlap."""
    across = max(a.x, b.x) - min(a.right, b.right)
    up = max(a.y, b.y) - min(a.top, b.top)
    return hypot(max(across, 0), max(up, 0)) if max(across, up) > 0 else max(across, up)
