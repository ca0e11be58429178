"""The standing of a match in which the most points win."""

from __future__ import annotations

from collections.abc import Sequence

from core.kernel.game import Standing


def by_points(points: Sequence[int], word: str = "points") -> list[Standing]:
    """Seats 1, 2... from first to last by a column of points (index 0 belongs to nobody); equal points share a rank.

    >>> [(place.rank, place.seat) for place in by_points([0, 3, 5, 5])]
    [(1, 2), (1, 3), (3, 1)]
    """
    order = sorted(range(1, len(points)), key=lambda seat: (-points[seat], seat))
    return [
        Standing(1 + sum(more > points[seat] for more in points[1:]), seat, ((word, points[seat]),)) for seat in order
    ]
