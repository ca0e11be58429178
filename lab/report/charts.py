"""Charts as inline SVG: intervals, columns, stacked bars, a curve, and a heat map of a board.

Each chart depends only on its numbers, and also contains them as text for readers who cannot see it. The colours are
those of the page (`lab.report.style`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite, sqrt
from typing import NamedTuple

from net.text.sanitizer import html_text

WIDTH = 360
ROW_HEIGHT = 22
"""Height of a row in pixels."""
MAX_LABEL_LENGTH = 25
"""Maximum number of characters in a label."""
PART_COLOURS = 8
"""Number of different colours for the parts of a bar; all further parts share the last colour."""


class Whisker(NamedTuple):
    """A row of an interval chart: the mean, half the width of its interval, and a note at the end.

    A `second` row shows the same measure for other bots, in another colour.
    """

    label: str
    mean: float
    half: float
    note: str = ""
    second: bool = False


class Cell(NamedTuple):
    """A place in a heat map: its position in units of one place, its count, and its name."""

    x: float
    y: float
    often: float
    name: str


def whiskers(
    title: str,
    rows: Sequence[Whisker],
    line: float | None = None,
    unit: str = "",
    named: str = "fair",
    lowest: float | None = 0.0,
) -> str:
    """Return a chart of means with their intervals, one row for each.

    `line` is the position of a vertical line with the name `named`. The chart does not extend below `lowest`.
    """
    longest = max((len(row.label) for row in rows), default=0)
    left, right = min(max(104, 14 + 7 * longest), 190), 92
    ends = [end for row in rows for end in (row.mean - _finite(row.half), row.mean + _finite(row.half))]
    low, high = _ends([*ends, *([] if line is None else [line])], floor=float("-inf") if lowest is None else lowest)
    scale = (WIDTH - left - right) / (high - low)

    def at(value: float) -> float:
        return left + (min(max(value, low), high) - low) * scale

    height = len(rows) * ROW_HEIGHT + 24
    parts = []
    if line is not None:
        parts.append(_line(at(line), 4, at(line), height - 18, "fair"))
        parts.append(_text(at(line), height - 6, f"{named} {_number(line)}{unit}".strip(), "axis", "middle"))
    for place, row in enumerate(rows):
        y = place * ROW_HEIGHT + 15
        label = row.label if len(row.label) <= MAX_LABEL_LENGTH else f"{row.label[: MAX_LABEL_LENGTH - 1]}…"
        parts.append(_text(left - 8, y + 4, label, "label", "end"))
        rung = " rung2" if row.second else ""
        if isfinite(row.half):
            parts.append(_line(at(row.mean - row.half), y, at(row.mean + row.half), y, f"whisker{rung}"))
        parts.append(f'<circle class="dot{rung}" cx="{_at(at(row.mean))}" cy="{y}" r="4"/>')
        said = row.note or f"{_number(row.mean)} ± {_number(row.half) if isfinite(row.half) else '?'}{unit}"
        parts.append(_text(WIDTH - right + 6, y + 4, said, "number"))
    text = "; ".join(f"{row.label} {_number(row.mean)}" for row in rows)
    return _svg_chart(title, f"{title}: {text}", height, parts)


def columns(title: str, counts: Sequence[tuple[str, float]]) -> str:
    """Return a column chart of the counts."""
    height, floor, top = 150, 126, 18
    maximum = max((count for _, count in counts), default=1) or 1
    wide = (WIDTH - 16) / max(1, len(counts))
    parts = []
    for place, (label, count) in enumerate(counts):
        x, tall = 8 + place * wide, (floor - top) * count / maximum
        if tall:
            parts.append(_bar(x + 1, floor - tall, wide - 2, tall, "bar", f"{label}: {_number(count)}"))
        parts.append(_text(x + wide / 2, floor - tall - 4, _number(count), "number", "middle"))
        parts.append(_text(x + wide / 2, floor + 14, label, "axis", "middle"))
    parts.append(_line(8, floor, WIDTH - 8, floor, "base"))
    return _svg_chart(
        title, f"{title}: " + "; ".join(f"{label} {_number(count)}" for label, count in counts), height, parts
    )


def stacks(title: str, rows: Sequence[tuple[str, Sequence[tuple[str, float]]]]) -> str:
    """Return a chart with one stacked bar for each row; no part may be negative."""
    remaining = 66
    names = list(dict.fromkeys(name for _, parts in rows for name, _ in parts))
    maximum = max((sum(value for _, value in parts) for _, parts in rows), default=1) or 1
    scale = (WIDTH - remaining - 40) / maximum
    parts = []
    for place, (label, made_of) in enumerate(rows):
        y, x = place * ROW_HEIGHT + 4, float(remaining)
        parts.append(_text(remaining - 8, y + 15, label, "label", "end"))
        for name, value in made_of:
            colour = f"part{min(names.index(name), PART_COLOURS - 1)}"
            if value * scale >= 0.5:
                parts.append(
                    _bar(x, y, max(value * scale - 1, 0.5), ROW_HEIGHT - 6, colour, f"{name}: {_number(value)}")
                )
            x += value * scale
        parts.append(_text(x + 4, y + 15, _number(sum(value for _, value in made_of)), "number"))
    y, x = len(rows) * ROW_HEIGHT + 14, 8.0
    for place, name in enumerate(names):
        if x + 20 + 6.5 * len(name) > WIDTH:
            y, x = y + 18, 8.0
        parts.append(_bar(x, y - 8, 10, 10, f"part{min(place, PART_COLOURS - 1)}", name))
        parts.append(_text(x + 14, y + 1, name, "axis"))
        x += 26 + 6.5 * len(name)
    text = "; ".join(f"{label}: {', '.join(f'{n} {_number(v)}' for n, v in made_of)}" for label, made_of in rows)
    return _svg_chart(title, f"{title}: {text}", int(y) + 10, parts)


def curve(title: str, points: Sequence[Whisker], unit: str = "") -> str:
    """Return a chart of means with their intervals from left to right, on a scale from 0 to 100."""
    height, floor, top, left = 180, 152, 14, 44
    step = (WIDTH - left - 16) / max(1, len(points) - 1)

    def at(value: float) -> float:
        return floor - (floor - top) * min(max(value, 0.0), 100.0) / 100

    parts = []
    for mark in (0, 25, 50, 75, 100):
        parts.append(_line(left, at(mark), WIDTH - 8, at(mark), "base" if not mark else "grid"))
        parts.append(_text(left - 5, at(mark) + 4, f"{mark}{unit}", "axis", "end"))
    places = [(left + place * step, point) for place, point in enumerate(points)]
    for x, point in places:
        if isfinite(point.half):
            parts.append(_line(x, at(point.mean - point.half), x, at(point.mean + point.half), "whisker"))
    path = " ".join(f"{_at(x)},{_at(at(point.mean))}" for x, point in places)
    parts.append(f'<polyline class="curve" points="{path}"/>')
    every = max(1, -(-len(points) // 12))
    for place, (x, point) in enumerate(places):
        text = f"{point.label}: {_number(point.mean)}{unit}"
        parts.append(f'<circle class="dot" cx="{_at(x)}" cy="{_at(at(point.mean))}" r="3.5">{_title(text)}</circle>')
        if place % every == 0:
            parts.append(_text(x, floor + 16, point.label, "axis", "middle"))
    return _svg_chart(title, f"{title}: " + "; ".join(f"{p.label} {_number(p.mean)}" for p in points), height, parts)


def heat(title: str, cells: Sequence[Cell], hexes: bool) -> str:
    """Return a heat map of the numbers of events on a board of hexes or squares."""
    xs, ys = [cell.x for cell in cells], [cell.y for cell in cells]
    size = (WIDTH - 16) / (max(xs) - min(xs) + 1)
    size = min(size, 84.0)
    shift = (WIDTH - size * (max(xs) - min(xs) + 1)) / 2
    maximum = max((cell.often for cell in cells), default=0) or 1
    parts = []
    for cell in cells:
        x = shift + (cell.x - min(xs) + 0.5) * size
        y = 8 + (cell.y - min(ys) + 0.6) * size
        warmth = round(100 * cell.often / maximum)
        shape = _hex_points(x, y, size / sqrt(3)) if hexes else _square_points(x, y, size / 2 - 1)
        style = f"fill:color-mix(in oklab,var(--hot) {warmth}%,var(--cold))"
        told = _title(f"{cell.name}: {_number(cell.often)}")
        parts.append(f'<polygon class="place" style="{style}" points="{shape}">{told}</polygon>')
        if size >= 26 and cell.often:
            tone = "hot" if warmth > 55 else "cool"
            parts.append(_text(x, y + 4, _number(cell.often), f"number {tone}", "middle"))
    height = int((max(ys) - min(ys) + 1.2) * size) + 16
    return _svg_chart(title, f"{title}, most {_number(maximum)}", height, parts)


# Marks ----------------------------------------------------------------------------------------------------------------


def _svg_chart(title: str, told: str, height: int, parts: Iterable[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{html_text(told)}">'
        f"{_title(title)}{''.join(parts)}</svg>"
    )


def _title(text: str) -> str:
    return f"<title>{html_text(text)}</title>"


def _text(x: float, y: float, text: str, kind: str, anchor: str = "start") -> str:
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text class="{kind}" x="{_at(x)}" y="{_at(y)}"{where}>{html_text(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{_at(x1)}" y1="{_at(y1)}" x2="{_at(x2)}" y2="{_at(y2)}"/>'


def _bar(x: float, y: float, width: float, height: float, kind: str, told: str) -> str:
    return (
        f'<rect class="{kind}" x="{_at(x)}" y="{_at(y)}" width="{_at(width)}" height="{_at(height)}" rx="2">'
        f"{_title(told)}</rect>"
    )


def _hex_points(x: float, y: float, radius: float) -> str:
    half = radius * sqrt(3) / 2
    corners = (
        (0, -radius),
        (half, -radius / 2),
        (half, radius / 2),
        (0, radius),
        (-half, radius / 2),
        (-half, -radius / 2),
    )
    return " ".join(f"{_at(x + dx)},{_at(y + dy)}" for dx, dy in corners)


def _square_points(x: float, y: float, half: float) -> str:
    return " ".join(
        f"{_at(x + dx)},{_at(y + dy)}" for dx, dy in ((-half, -half), (half, -half), (half, half), (-half, half))
    )


def _ends(values: Sequence[float], floor: float) -> tuple[float, float]:
    """Return the lowest and highest value of an axis for these values, with a small margin."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    air = (high - low or 1.0) * 0.08
    return max(floor, low - air), high + air


def _finite(value: float) -> float:
    return value if isfinite(value) else 0.0


def _at(value: float) -> str:
    """Return a coordinate as text with one decimal place."""
    return f"{value:.1f}".removesuffix(".0")


def _number(value: float) -> str:
    """Return a number as text for readers.

    >>> _number(12.0), _number(3.14), _number(128.4)
    ('12', '3.1', '128')
    """
    return f"{value:.0f}" if value == int(value) or abs(value) >= 100 else f"{value:.1f}"
