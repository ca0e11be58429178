"""The whole file: pages of cards with their backs, boards, tokens and rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import NamedTuple, TypeVar

from client.art.fonts import BOLD
from client.sheets import faces, rules
from client.sheets.components import PLAIN, Back, Board, CardFace, GameSheets, Paint, Token
from client.sheets.paper import (
    BOARD_MARGIN,
    CARDS,
    MARK,
    PAPERS,
    Box,
    Grid,
    Line,
    Size,
    best_grid,
    board_tiles,
)
from client.sheets.pen import BLACK, GREY, Pen
from client.table.book import Chapter
from core.engine.text.catalogue import CatalogueCard

LABEL = 8.0
"""Distance of the name of a sheet from its parts, in millimetres."""
K = TypeVar("K")

RULER = 50.0
"""Length of the line on each page that shows whether the printer has kept the size, in millimetres."""


@dataclass(frozen=True, slots=True)
class Order:
    """Parts of a game to print, and the paper and style."""

    title: str
    seats: int
    cards: Sequence[CatalogueCard] = ()
    copies: int = 0
    """Number of copies of each card; 0 for as many as the game has."""
    sheets: GameSheets = PLAIN
    chapters: Sequence[Chapter] = ()
    """Chapters of the rules; none if the rules are not printed."""
    boards: bool = False
    tokens: bool = False
    backs: bool = False
    ink: bool = False
    paper: Size = PAPERS["a4"]
    card: Size = CARDS["poker"]


class SheetCard(NamedTuple):
    """One physical card: its face, the picture of its face or None, and its back."""

    face: CardFace
    paint: Paint | None
    back: Back


class Counts(NamedTuple):
    """Numbers of what a file contains."""

    pages: int
    cards: int
    boards: int
    tokens: int


def make(order: Order) -> tuple[bytes, Counts]:
    """Return the PDF file, and the numbers of what it contains."""
    pen = Pen(f"{order.title}: print and play", order.ink)
    cards = cards_of(order)
    boards = [board for board in order.sheets.boards(order.seats) for _ in range(board.copies)] if order.boards else []
    tokens = [token for token in order.sheets.tokens(order.seats) for _ in range(token.copies)] if order.tokens else []
    _draw_cards(pen, order, cards)
    for number, (size, together) in enumerate(_by_page(boards, order.paper)):
        _draw_boards(pen, order, size, together, "" if number else "Boards")
    _draw_tokens(pen, order, tokens)
    if order.chapters:
        rules.draw(pen, order.title, order.chapters, order.paper)
    return pen.finish(), Counts(pen.pages, len(cards), len(boards), len(tokens))


# Cards ----------------------------------------------------------------------------------------------------------------


def cards_of(order: Order) -> list[SheetCard]:
    """Return every physical card in the order of the sheets: the shared decks, then the cards of each seat."""
    found: list[SheetCard] = []
    sheets = order.sheets
    made = [(card, sheets.face(card), sheets.paint(card)) for card in order.cards]
    for seat in range(order.seats + 1):
        for card, face, paint in made:
            found += [SheetCard(face, paint, sheets.back(card, seat))] * _copies(order, card, seat)
    return found


def _copies(order: Order, card: CatalogueCard, seat: int) -> int:
    """Return the copies of a card among those of a seat, or among the shared ones if the seat is 0."""
    if order.copies:
        return 0 if seat else order.copies
    return card.copies.per_deck if seat else card.copies.shared(order.seats)


def _draw_cards(pen: Pen, order: Order, cards: Sequence[SheetCard]) -> None:
    grid = best_grid(order.paper, order.card)
    total = -(-len(cards) // grid.count)
    numbers = {face: number for number, face in enumerate(dict.fromkeys(card.face for card in cards))}
    fronts = _draw_pictures({card.face: card.paint for card in cards}, grid, order.ink)
    behind = _draw_pictures({card.back.name: card.back.paint for card in cards}, grid, order.ink) if order.backs else {}
    for first in range(0, len(cards), grid.count):
        here = cards[first : first + grid.count]
        label = f"{order.title}: cards, sheet {first // grid.count + 1} of {total}"
        with pen.page(order.paper, "" if first else "Cards"):
            for place, card in enumerate(here):
                draw = partial(faces.draw_card, pen, card.face, fronts.get(card.face))
                pen.stamp(f"card {numbers[card.face]}", grid.box(place), draw)
            _draw_margins(pen, grid.area, grid.marks(len(here)), label, outside=False)
        if order.backs:
            rows = -(-len(here) // grid.columns)
            with pen.page(order.paper):
                for place, card in enumerate(here):
                    draw = partial(faces.draw_back, pen, card.back, behind.get(card.back.name))
                    pen.stamp(f"back {card.back.name}", grid.mirrored(place), draw)
                marks = grid.marks(rows * grid.columns)
                _draw_margins(pen, grid.area, marks, f"{label}: backs (turn on the long side)", outside=False)


def _draw_pictures(paints: Mapping[K, Paint | None], grid: Grid, ink: bool) -> dict[K, bytes]:
    """Draw all different pictures, by several threads, as Pillow works outside of Python's lock."""
    wanted = {key: paint for key, paint in paints.items() if paint is not None and not ink}
    size = faces.pixels(grid.cell)
    with ThreadPoolExecutor() as threads:
        return dict(zip(wanted, threads.map(partial(faces.encode_jpeg, size=size), wanted.values())))


# Boards and tokens ----------------------------------------------------------------------------------------------------


def _by_page(boards: Sequence[Board], paper: Size) -> Iterator[tuple[Size, list[Board]]]:
    """Yield boards of one size that fit on a page together, or a single one."""
    for size, alike in groupby(boards, key=lambda board: board.size):
        rest = list(alike)
        fits = size.w <= paper.w - 2 * BOARD_MARGIN and size.h <= paper.h - 2 * BOARD_MARGIN
        most = best_grid(paper, size, BOARD_MARGIN).count if fits else 1
        for first in range(0, len(rest), most):
            yield size, rest[first : first + most]


def _draw_boards(pen: Pen, order: Order, size: Size, boards: Sequence[Board], entry: str) -> None:
    """Draw boards on one page, or a large one on several."""
    label = f"{order.title}: {boards[0].name}"
    if len(boards) > 1:
        grid = best_grid(order.paper, size, BOARD_MARGIN)
        with pen.page(order.paper, entry):
            for place, board in enumerate(boards):
                board.draw(pen, grid.box(place))
            _draw_margins(pen, grid.area, grid.marks(len(boards)), label)
        return
    tiles = board_tiles(order.paper, size)
    for number, tile in enumerate(tiles):
        part = f", part {number + 1} of {len(tiles)}. Cut on the marks, and tape the parts edge to edge."
        with pen.page(tile.paper, "" if number else entry):
            with pen.within(tile.window):
                boards[0].draw(pen, Box(*tile.at, *size))
            marks = Grid(tile.paper, Size(tile.window.w, tile.window.h), 1, 1).marks(1)
            _draw_margins(pen, tile.window, marks, label + (part if len(tiles) > 1 else ""))


def _draw_tokens(pen: Pen, order: Order, tokens: Sequence[Token]) -> None:
    grid = best_grid(order.paper, Size(faces.TOKEN, faces.TOKEN), BOARD_MARGIN)
    numbers = {token: number for number, token in enumerate(dict.fromkeys(tokens))}
    total = -(-len(tokens) // grid.count)
    for first in range(0, len(tokens), grid.count):
        label = f"{order.title}: tokens, sheet {first // grid.count + 1} of {total}"
        with pen.page(order.paper, "" if first else "Tokens"):
            here = tokens[first : first + grid.count]
            for place, token in enumerate(here):
                draw = partial(faces.draw_token, pen, token)
                pen.stamp(f"token {numbers[token]}", grid.box(place), draw)
            _draw_margins(pen, grid.area, grid.marks(len(here)), label)


def _draw_margins(pen: Pen, area: Box, marks: Iterable[Line], label: str, outside: bool = True) -> None:
    """Draw the crop marks, the name of the sheet, and a line of a known length.

    Name and line are `outside` of the marks, or between them where the margins are narrow.
    """
    for mark in marks:
        pen.line(mark, BLACK)
    high = area.bottom + (LABEL if outside else MARK)
    pen.text(area.x + 1.5, area.y - LABEL + 1.5 if outside else high, label, 5.5, GREY)
    right = area.right - 1.5
    pen.line((right - RULER, high - 0.6, right, high - 0.6), GREY, 0.2)
    for x in (right - RULER, right):
        pen.line((x, high - 1.3, x, high + 0.1), GREY, 0.2)
    pen.text(right - RULER / 2, high - 1.2, "50 mm: print at 100 %", 5.5, GREY, BOLD, 0.5)
