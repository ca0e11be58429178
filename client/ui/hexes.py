"""Hexes on the screen: coordinates, the hex or edge at a point, and the camera.

Hexes are pointy, with axial coordinates (q, r): q grows to the right, r downwards. The module converts these to pixels
and back. Pixels have y upwards, as in Arcade. Squash flattens the board, as if it were seen from above at a slant.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import atan2, hypot, sqrt
from typing import NamedTuple

Hex = tuple[int, int]
Edge = tuple[Hex, Hex]
Point = tuple[float, float]

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The steps to the six neighbours of a hex, counter-clockwise from the one at the right."""

_SQRT_3 = sqrt(3.0)
_HEX_CORNERS = (
    (_SQRT_3 / 2, 0.5),
    (0.0, 1.0),
    (-_SQRT_3 / 2, 0.5),
    (-_SQRT_3 / 2, -0.5),
    (0.0, -1.0),
    (_SQRT_3 / 2, -0.5),
)
"""The corners of a hex of size 1, counter-clockwise from the upper right one."""

_HEX_SIDE_CORNERS = ((5, 0), (0, 1), (1, 2), (2, 3), (3, 4), (4, 5))
"""The two corners, by number, of the side towards each of `DIRECTIONS`."""


class Rect(NamedTuple):
    """A rectangle, given by its lower left corner and its size.

    >>> Rect(0, 0, 10, 4).contains(10, 2), Rect(0, 0, 10, 4).contains(9.9, 2), Rect(0, 0, 10, 4).center
    (False, True, (5.0, 2.0))
    """

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x coordinate of the right edge."""
        return self.x + self.w

    @property
    def top(self) -> float:
        """The y coordinate of the upper edge."""
        return self.y + self.h

    @property
    def center(self) -> Point:
        """The middle of the rectangle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def contains(self, x: float, y: float) -> bool:
        """Return True if the point is inside the rectangle.

        Of two adjacent rectangles, only one contains a point of their common border.
        """
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h

    def inset(self, by: float, by_y: float | None = None) -> Rect:
        """Return the rectangle reduced by this length at each side, or enlarged if it is negative."""
        dy = by if by_y is None else by_y
        return Rect(self.x + by, self.y + dy, max(0.0, self.w - 2 * by), max(0.0, self.h - 2 * dy))

    def scaled(self, by: float) -> Rect:
        """Return the rectangle with all its numbers multiplied by a factor."""
        return Rect(self.x * by, self.y * by, self.w * by, self.h * by)

    def moved(self, dx: float, dy: float) -> Rect:
        """Return the rectangle moved by this distance."""
        return Rect(self.x + dx, self.y + dy, self.w, self.h)

    def intersection(self, other: Rect) -> Rect:
        """Return the intersection of both rectangles; its size is zero if there is none."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Rect(x, y, max(0.0, min(self.right, other.right) - x), max(0.0, min(self.top, other.top) - y))


def distance(a: Hex, b: Hex) -> int:
    """Return the number of steps between two hexes."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def neighbours(hex_: Hex) -> tuple[Hex, ...]:
    """Return the six neighbours of a hex, counter-clockwise from the one at the right."""
    q, r = hex_
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


def edge_between(a: Hex, b: Hex) -> Edge:
    """Return the edge between two neighbours, whose order does not matter.

    >>> edge_between((1, 0), (0, 0)) == edge_between((0, 0), (1, 0))
    True
    """
    if distance(a, b) != 1:
        raise ValueError(f"{a} and {b} are not neighbours")
    return (a, b) if a < b else (b, a)


def hex_disc(radius: int) -> tuple[Hex, ...]:
    """Return all hexes at most `radius` steps from (0, 0), upper rows first.

    >>> len(hex_disc(5))
    91
    """
    span = range(-radius, radius + 1)
    return tuple((q, r) for r in span for q in span if abs(q + r) <= radius)


def round_to_hex(q: float, r: float) -> Hex:
    """Return the hex that contains a point in fractional axial coordinates."""
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return rq, rr


def hex_line(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """Return the hexes of a straight line from a to b, both included.

    >>> hex_line((0, 0), (2, -1))
    ((0, 0), (1, 0), (2, -1))
    """
    n = distance(a, b)
    if n == 0:
        return (a,)
    # A nudge keeps points exactly on a border on one side of it.
    aq, ar, bq, br = a[0] + 1e-6, a[1] + 2e-6, b[0] + 1e-6, b[1] + 2e-6
    return tuple(round_to_hex(aq + (bq - aq) * i / n, ar + (br - ar) * i / n) for i in range(n + 1))


@dataclass(frozen=True, slots=True)
class HexLayout:
    """A layout of hexes in the plane.

    `size` is the distance from the centre of a hex to a corner, before squash.

    >>> lay = HexLayout(size=34)
    >>> lay.hex_at(*lay.center((3, -2)))
    (3, -2)
    """

    size: float = 34.0
    squash: float = 0.8
    origin: Point = (0.0, 0.0)

    def center(self, hex_: Hex) -> Point:
        """Return the middle of a hex."""
        q, r = hex_
        return (
            self.origin[0] + self.size * _SQRT_3 * (q + r / 2),
            self.origin[1] - self.size * 1.5 * r * self.squash,
        )

    def corners(self, hex_: Hex, scale: float = 1.0) -> tuple[Point, ...]:
        """Return the six corners, counter-clockwise from the upper right one.

        `scale` moves them towards the middle.
        """
        x, y = self.center(hex_)
        s = self.size * scale
        return tuple((x + cx * s, y + cy * s * self.squash) for cx, cy in _HEX_CORNERS)

    def side(self, edge_: Edge) -> tuple[Point, Point]:
        """Return the two corners that the hexes of an edge share."""
        (aq, ar), (bq, br) = edge_
        first, second = _HEX_SIDE_CORNERS[DIRECTIONS.index((bq - aq, br - ar))]
        corners = self.corners(edge_[0])
        return corners[first], corners[second]

    def edge_center(self, edge_: Edge) -> Point:
        """Return the middle of an edge, which is also the point halfway between its two hexes."""
        (ax, ay), (bx, by) = self.center(edge_[0]), self.center(edge_[1])
        return (ax + bx) / 2, (ay + by) / 2

    def edge_angle(self, edge_: Edge) -> float:
        """Return the direction across an edge on the screen.

        It is in radians, counter-clockwise from the right.
        """
        (ax, ay), (bx, by) = self.center(edge_[0]), self.center(edge_[1])
        return atan2(by - ay, bx - ax)

    def hex_at(self, x: float, y: float) -> Hex:
        """Return the hex under a point, on a board without limits."""
        px, py = (x - self.origin[0]) / self.size, (self.origin[1] - y) / (self.size * self.squash)
        return round_to_hex(px * _SQRT_3 / 3 - py / 3, py * 2 / 3)

    def edge_at(self, x: float, y: float, among: Iterable[Edge] | None = None, tolerance: float = 0.36) -> Edge | None:
        """Return the edge nearest to a point, if its side is nearer than `tolerance` hex sizes.

        With `among`, only those edges count, because a player with few choices may aim less exactly.
        """
        px, py = (x - self.origin[0]) / self.size, (y - self.origin[1]) / (self.size * self.squash)
        if among is None:
            here = self.hex_at(x, y)
            among = (edge_between(here, there) for there in neighbours(here))
        best, least = None, tolerance
        for candidate in among:
            far = _distance_to_side(px, py, candidate)
            if far < least:
                best, least = candidate, far
        return best

    def bounds(self, hexes: Iterable[Hex]) -> Rect:
        """Return the smallest rectangle around the given hexes."""
        centers = [self.center(h) for h in hexes]
        dx, dy = self.size * _SQRT_3 / 2, self.size * self.squash
        left, right = min(x for x, _ in centers) - dx, max(x for x, _ in centers) + dx
        low, high = min(y for _, y in centers) - dy, max(y for _, y in centers) + dy
        return Rect(left, low, right - left, high - low)

    def nearest(self, here: Hex, dx: float, dy: float, among: Iterable[Hex]) -> Hex | None:
        """Return the hex to which an arrow key leads.

        It is the nearest hex of `among` in the direction (dx, dy); hexes straight ahead come first.
        """
        x, y = self.center(here)
        best, least = None, float("inf")
        for hex_ in among:
            hx, hy = self.center(hex_)
            ahead = (hx - x) * dx + (hy - y) * dy
            aside = abs((hx - x) * dy - (hy - y) * dx)
            if hex_ != here and ahead > 1e-6 and aside <= ahead * 2.0 and ahead + aside < least - 1e-6:
                best, least = hex_, ahead + aside
        return best


def _distance_to_side(px: float, py: float, edge_: Edge) -> float:
    """Return the distance of a point from the side of an edge.

    It is in hex sizes, before squash, with y upwards.
    """
    (aq, ar), (bq, br) = edge_
    cx, cy = _SQRT_3 * (aq + ar / 2), -1.5 * ar
    first, second = _HEX_SIDE_CORNERS[DIRECTIONS.index((bq - aq, br - ar))]
    (x1, y1), (x2, y2) = _HEX_CORNERS[first], _HEX_CORNERS[second]
    ux, uy = x2 - x1, y2 - y1  # the length of a side is 1
    along = max(0.0, min(1.0, (px - cx - x1) * ux + (py - cy - y1) * uy))
    return hypot(px - cx - x1 - along * ux, py - cy - y1 - along * uy)


@dataclass(slots=True)
class BoardCamera:
    """A camera that pans and zooms: it shows a part of the world in a rectangle of the window.

    World and window have y upwards. `view` is the rectangle in the window. `world` is the part of the plane that may be
    shown. `x` and `y` are the point of the world in the middle of the view. `zoom` is the number of window pixels in
    one unit of the world.
    """

    view: Rect
    world: Rect
    x: float = 0.0
    y: float = 0.0
    zoom: float = 1.0
    max_zoom: float = 3.0
    """The largest zoom, as a multiple of `fit_zoom`."""

    def __post_init__(self) -> None:
        self.fit()

    @property
    def fit_zoom(self) -> float:
        """The zoom at which the whole world just fits."""
        return min(self.view.w / self.world.w, self.view.h / self.world.h)

    def fit(self) -> None:
        """Show the whole world (key Home)."""
        self.zoom = self.fit_zoom
        self.x, self.y = self.world.center

    def resize(self, view: Rect) -> None:
        """Adapt to a new view, and keep the middle.

        If the world just fitted before, it still does.
        """
        closer = self.zoom / self.fit_zoom
        self.view = view
        self.zoom = self.fit_zoom * closer
        self.clamp()

    def to_world(self, sx: float, sy: float) -> Point:
        """Return the point of the world at a point of the window."""
        cx, cy = self.view.center
        return self.x + (sx - cx) / self.zoom, self.y + (sy - cy) / self.zoom

    def to_screen(self, x: float, y: float) -> Point:
        """Return the point of the window at a point of the world."""
        cx, cy = self.view.center
        return cx + (x - self.x) * self.zoom, cy + (y - self.y) * self.zoom

    def pan(self, dx: float, dy: float) -> None:
        """Move the world by this number of window pixels."""
        self.x -= dx / self.zoom
        self.y -= dy / self.zoom
        self.clamp()

    def zoom_at(self, sx: float, sy: float, factor: float) -> None:
        """Zoom by a factor, and keep the point under the cursor in place as far as the border allows."""
        wx, wy = self.to_world(sx, sy)
        self.zoom = max(self.fit_zoom, min(self.fit_zoom * self.max_zoom, self.zoom * factor))
        cx, cy = self.view.center
        self.x, self.y = wx - (sx - cx) / self.zoom, wy - (sy - cy) / self.zoom
        self.clamp()

    def look_at(self, x: float, y: float) -> None:
        """Move a point of the world to the middle of the view, as far as the border allows."""
        self.x, self.y = x, y
        self.clamp()

    def is_in_view(self, x: float, y: float) -> bool:
        """Return True if a point of the world is in view."""
        return self.view.contains(*self.to_screen(x, y))

    def clamp(self) -> None:
        """Keep the world in view.

        No side of the world may move inside the same side of the view. A small world stays centred.
        """
        self.zoom = max(self.fit_zoom, min(self.fit_zoom * self.max_zoom, self.zoom))
        self.x = _clamp_to(self.x, self.world.x, self.world.right, self.view.w / self.zoom / 2)
        self.y = _clamp_to(self.y, self.world.y, self.world.top, self.view.h / self.zoom / 2)


def _clamp_to(at: float, low: float, high: float, half: float) -> float:
    """Return `at`, clamped so that `at - half` and `at + half` are between `low` and `high`.

    If that is impossible, return the middle.
    """
    if high - low <= 2 * half:
        return (low + high) / 2
    return max(low + half, min(high - half, at))
