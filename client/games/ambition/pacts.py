"""Alliances on Ambition's table: two-coloured chips on the rim, with a line to each ally and words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, pi, sin
from typing import NamedTuple

from client.games.ambition.art import paint_chip
from client.games.ambition.decor import PLATE, Part
from client.games.ambition.tooltips import alliance_tip, paper_terms, paper_tip
from client.table.seats.emblem import seat_ink
from client.ui.canvas import Canvas
from client.ui.hexes import Point, Rect
from core.games.ambition.cards import PACTS

CENTER, RIM = (616.0, 375.0), (384.0, 190.0)
"""Centre of the oval table, and the half axes of the oval along which the lines run."""
GAP_PLACES: dict[int, tuple[tuple[float, float, float], ...]] = {
    3: ((262, 400, 124), (516, 166, 124), (970, 400, 124)),
    4: ((262, 410, 124), (322, 200, 124), (910, 200, 124), (970, 410, 124)),
    5: ((262, 412, 124), (262, 249, 116), (516, 166, 124), (970, 249, 116), (970, 412, 124)),
    6: ((262, 426, 124), (262, 274, 116), (442, 166, 0), (790, 166, 0), (970, 274, 116), (970, 426, 124)),
}
"""Left, top and text width of the chips between neighbours, clockwise from our seat.

Top is the distance from the upper edge. The key is the number of seats.
"""


def short_name(pact: int) -> str:
    """Return the short name of an alliance."""
    return PACTS[pact].name.removeprefix("Pact of ")


class PactChip(NamedTuple):
    """Chip of an alliance between two seats.

    It has the type of the alliance (or -1), its gap between seats, its position and the width of its text.
    """

    a: int
    b: int
    pact: int
    gap: int
    at: Point
    wide: float
    left: bool
    """True if the chip is at the left side, with its words to the right."""


def between(order: Sequence[int], a: int, b: int) -> list[int]:
    """Return the gaps on the shorter way from seat a to seat b; gap i follows the i-th seat.

    >>> between([1, 2, 3, 4, 5], 1, 2), between([1, 2, 3, 4, 5], 2, 5), between([1, 2, 3, 4, 5], 5, 1)
    ([0], [4, 0], [4])
    """
    n = len(order)
    first, last = sorted((order.index(a), order.index(b)))
    there, back = range(first, last), range(last, first + n)
    return [at % n for at in (there if len(there) <= len(back) else back)]


def angle(at: Point) -> float:
    """Return the angle of the point on the rim that is nearest to a point."""
    return atan2((at[1] - CENTER[1]) / RIM[1], (at[0] - CENTER[0]) / RIM[0])


def on_rim(turn: float, far: float) -> Point:
    """Return the point of the rim at an angle; `far` scales its distance from the centre."""
    return CENTER[0] + RIM[0] * far * cos(turn), CENTER[1] + RIM[1] * far * sin(turn)


class PactLines(Part):
    """Display of the alliances: a line between two players, with a two-coloured chip and its name."""

    def contains(self, x: float, y: float) -> bool:
        """Return True if a point is on a chip."""
        return self.model.state is not None and self._at(x, y) is not None

    def spots(self) -> list[PactChip]:
        """Return the chip of each alliance, placed on the shorter way between the allies."""
        state, order = self.state, list(self.board.around)
        found = [(a.a, a.b, a.pact) for a in state.alliances]
        found += [(*paper.pair, -1) for paper in state.papers if paper.signed]
        taken = [0] * len(order)
        spots = []
        for a, b, pact in found:
            way = between(order, a, b)
            gap = min(way, key=lambda at: (taken[at], abs(way.index(at) - (len(way) - 1) / 2)))
            x, top, wide = GAP_PLACES[len(order)][gap]
            left = x < CENTER[0]
            inwards = 44 if left else -44
            spots.append(PactChip(a, b, pact, gap, (x + inwards * taken[gap], 720 - top), wide, left))
            taken[gap] += 1
        return [spot._replace(wide=0.0) if taken[spot.gap] > 1 else spot for spot in spots]

    def _at(self, x: float, y: float) -> tuple[int, int, int] | None:
        unit = self.board.unit
        dx, dy = self.board.origin
        for a, b, pact, _, (cx, cy), *_ in self.spots():
            if abs(x - dx - cx * unit) < 22 * unit and abs(y - dy - cy * unit) < 22 * unit:
                return a, b, pact
        return None

    def on_move(self, x: float, y: float) -> None:
        """Store the alliance under the pointer."""
        self.over = self._at(x, y)

    over: tuple[int, int, int] | None = None

    def explain(self) -> str:
        """Return the tooltip of the alliance under the pointer."""
        if self.over is None or self.model.state is None:
            return ""
        a, b, pact = self.over
        alliance, paper = self.state.alliance_between(a, b), self.state.sealed_paper(a, b)
        if pact >= 0 and alliance is not None:
            return alliance_tip(self.model, alliance)
        return paper_tip(self.model, paper) if paper is not None else ""

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw the lines along the rim, then the chips, and then the words for which there is room."""
        dx, dy = (length / self.board.unit for length in self.board.origin)
        spots = self.spots()
        for number, spot in enumerate(spots):
            for seat in (spot.a, spot.b):
                way = self.line(spot, seat, 1.0 - 0.025 * (number % 5))
                for (x, y), (to_x, to_y) in pairwise(way):
                    canvas.line(x + dx, y + dy, to_x + dx, to_y + dy, 2.5, seat_ink(seat))
        spots = [spot._replace(at=(spot.at[0] + dx, spot.at[1] + dy)) for spot in spots]
        for a, b, pact, _, (x, y), *_ in spots:
            paint_chip(canvas, a, b, pact, self.model.palette, Rect(x - 20, y - 20, 40, 40))
        for spot in spots:
            if spot.wide:
                self._words(canvas, spot)

    def line(self, spot: PactChip, seat: int, far: float) -> list[Point]:
        """Return the line from an ally along the rim to the chip."""
        start, end = angle(self.board.at(seat)), angle(spot.at)
        apart = (end - start + 3 * pi) % (2 * pi) - pi
        steps = max(2, round(abs(apart) * 7))
        rim = [on_rim(start + apart * i / steps, far) for i in range(steps)]
        return [self.board.at(seat), *rim, spot.at]

    def _words(self, canvas: Canvas, spot: PactChip) -> None:
        """Draw the name of an alliance beside its chip."""
        a, b, pact, _, (x, y), wide, _ = spot
        paper = self.state.sealed_paper(a, b) if pact < 0 else None
        terms = paper_terms(self.model, paper) if paper is not None else None
        who = self.model.names.plain_name
        name = short_name(pact) if pact >= 0 else short_name(terms[0]) if terms else "Sealed pact"
        note = f"open · {self.state.rules.pacts[pact].stake} each" if pact >= 0 else f"{who(a)}, {who(b)}"
        if terms:
            note = f"sealed · {self.state.rules.pacts[terms[0]].stake} each"
        left = x + 23 if spot.left else x - 23 - wide
        box = Rect(left, y - 17, wide, 34)
        canvas.box(PLATE, box)
        canvas.label(name, Rect(box.x + 6, box.y + 15, wide - 10, 17), "text", 12, "bold", 0)
        canvas.label(note, Rect(box.x + 6, box.y + 2, wide - 10, 15), "muted", 11.5, align=0)

    def value_text(self) -> str:
        """Return the alliances in words."""
        if self.model.state is None:
            return ""
        who = self.model.names.plain_name
        return "; ".join(
            f"{who(a)} and {who(b)}: {PACTS[pact].name if pact >= 0 else 'sealed'}" for a, b, pact, *_ in self.spots()
        )
