"""Paper and card sizes, the grid of cards on a page, and its crop marks. No drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple


class Size(NamedTuple):
    """Width and height in millimetres."""

    w: float
    h: float

    @property
    def turned(self) -> Size:
        """The size in the other orientation."""
        return Size(self.h, self.w)


class Box(NamedTuple):
    """Rectangle in millimetres, given by its upper left corner and its size; y runs downwards."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x coordinate of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y coordinate of the lower edge."""
        return self.y + self.h

    @property
    def center(self) -> tuple[float, float]:
        """The middle of the box."""
        return self.x + self.w / 2, self.y + self.h / 2

    def inset(self, by: float, by_y: float | None = None) -> Box:
        """Return the box reduced by this length at each side.

        >>> Box(0, 0, 10, 4).inset(1)
        Box(x=1, y=1, w=8, h=2)
        """
        dy = by if by_y is None else by_y
        return Box(self.x + by, self.y + dy, self.w - 2 * by, self.h - 2 * dy)


Line = tuple[float, float, float, float]
"""Both ends of a line: x, y, x, y."""

PAPERS = {"a4": Size(210.0, 297.0), "letter": Size(215.9, 279.4)}
CARDS = {"poker": Size(63.0, 88.0), "bridge": Size(57.0, 89.0)}
EDGE = 6.0
"""Margin of a page, in millimetres, that is kept free because many printers cannot print there."""
MARK, MARK_GAP = 4.0, 1.0
"""Length of a crop mark, and its distance from the parts."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells of one size that lie side by side in the middle of a page, so that one cut separates two of them."""

    paper: Size
    cell: Size
    columns: int
    rows: int

    @property
    def count(self) -> int:
        """Number of cells of a page."""
        return self.columns * self.rows

    @property
    def area(self) -> Box:
        """Box of all cells."""
        w, h = self.columns * self.cell.w, self.rows * self.cell.h
        return Box((self.paper.w - w) / 2, (self.paper.h - h) / 2, w, h)

    def box(self, place: int) -> Box:
        """Return the cell of this number, in reading order from 0."""
        row, column = divmod(place, self.columns)
        return Box(self.area.x + column * self.cell.w, self.area.y + row * self.cell.h, self.cell.w, self.cell.h)

    def mirrored(self, place: int) -> Box:
        """Return the cell that lies behind the cell of this number when the sheet is turned on its long side."""
        row, column = divmod(place, self.columns)
        return self.box(row * self.columns + self.columns - 1 - column)

    def marks(self, used: int) -> Iterator[Line]:
        """Yield the crop marks of the first cells: short lines outside of them, in line with all their edges."""
        rows, columns = -(-used // self.columns), min(used, self.columns)
        area = self.area._replace(w=columns * self.cell.w, h=rows * self.cell.h)
        for column in range(columns + 1):
            x = area.x + column * self.cell.w
            yield x, area.y - MARK_GAP - MARK, x, area.y - MARK_GAP
            yield x, area.bottom + MARK_GAP, x, area.bottom + MARK_GAP + MARK
        for row in range(rows + 1):
            y = area.y + row * self.cell.h
            yield area.x - MARK_GAP - MARK, y, area.x - MARK_GAP, y
            yield area.right + MARK_GAP, y, area.right + MARK_GAP + MARK, y


def best_grid(paper: Size, cell: Size, margin: float = EDGE) -> Grid:
    """Return the grid with the most cells of this size on an upright page.

    >>> [(best_grid(paper, CARDS["poker"]).columns, best_grid(paper, CARDS["poker"]).rows) for paper in PAPERS.values()]
    [(3, 3), (3, 3)]
    """
    columns, rows = int((paper.w - 2 * margin) // cell.w), int((paper.h - 2 * margin) // cell.h)
    if not columns or not rows:
        raise ValueError(f"a part of {cell.w} x {cell.h} mm does not fit on the page")
    return Grid(paper, cell, columns, rows)


class Tile(NamedTuple):
    """Part of a board that is printed on one page: the page, and the place of the board's upper left corner on it."""

    paper: Size
    window: Box
    """Box of the page in which the part is printed."""
    at: tuple[float, float]


BOARD_MARGIN = 12.0
"""Margin around a board, in millimetres, with its crop marks and its label."""


def board_tiles(paper: Size, board: Size) -> list[Tile]:
    """Return the parts of a board on as few pages as possible, upright or on their sides.

    >>> [len(board_tiles(PAPERS["a4"], size)) for size in (Size(180, 260), Size(260, 180), Size(300, 270))]
    [1, 1, 2]
    """
    return min((_tiles(each, board) for each in (paper, paper.turned)), key=len)


def _tiles(paper: Size, board: Size) -> list[Tile]:
    room = Size(paper.w - 2 * BOARD_MARGIN, paper.h - 2 * BOARD_MARGIN)
    columns, rows = ceil(board.w / room.w - 1e-9), ceil(board.h / room.h - 1e-9)
    w, h = board.w / columns, board.h / rows
    window = Box((paper.w - w) / 2, (paper.h - h) / 2, w, h)
    return [
        Tile(paper, window, (window.x - column * w, window.y - row * h))
        for row in range(rows)
        for column in range(columns)
    ]
