"""The hex grid, with hexes and edges as numbers in canonical order (rules part 4).

A hex is its index in the order by r, then by q, both ascending. An edge is its index in the order of its two hexes. All
of this is static, so every state shares one `Grid` for each size.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A hexagonal board whose hexes are at most `radius` (E) away from the Center.

    `steps[h]` lists (neighbour, edge) pairs by ascending neighbour. `distance[a][b]` is the distance in hexes.
    """

    radius: int
    hexes: tuple[tuple[int, int], ...]
    index: dict[tuple[int, int], int]
    center: int
    steps: tuple[tuple[tuple[int, int], ...], ...]
    neighbours: tuple[tuple[int, ...], ...]
    edges: tuple[tuple[int, int], ...]
    edge_between: dict[tuple[int, int], int]
    edges_at: tuple[tuple[int, ...], ...]
    distance: tuple[tuple[int, ...], ...]

    def within(self, hex_: int, reach: int) -> tuple[int, ...]:
        """Return the hexes at a distance of at most `reach` from the hex, in ascending order."""
        row = self.distance[hex_]
        return tuple(h for h in range(len(self.hexes)) if row[h] <= reach)


def axial_distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return the number of steps between two axial coordinates."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


@lru_cache(maxsize=8)
def grid(radius: int) -> Grid:
    """Return the board of the given radius.

    >>> [len(grid(e).hexes) for e in (3, 4, 5)]
    [37, 61, 91]
    """
    span = range(-radius, radius + 1)
    hexes = tuple((q, r) for r in span for q in span if axial_distance((q, r), (0, 0)) <= radius)
    index = {hex_: i for i, hex_ in enumerate(hexes)}
    around = [sorted(index[q + dq, r + dr] for dq, dr in DIRECTIONS if (q + dq, r + dr) in index) for q, r in hexes]
    edges = tuple((a, b) for a in range(len(hexes)) for b in around[a] if a < b)
    between = {}
    for i, (a, b) in enumerate(edges):
        between[a, b] = between[b, a] = i
    return Grid(
        radius=radius,
        hexes=hexes,
        index=index,
        center=index[0, 0],
        steps=tuple(tuple((b, between[a, b]) for b in around[a]) for a in range(len(hexes))),
        neighbours=tuple(tuple(row) for row in around),
        edges=edges,
        edge_between=between,
        edges_at=tuple(tuple(between[a, b] for b in around[a]) for a in range(len(hexes))),
        distance=tuple(tuple(axial_distance(a, b) for b in hexes) for a in hexes),
    )
