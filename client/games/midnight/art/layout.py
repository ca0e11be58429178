"""Layout of Midnight's widgets, in design pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.games.midnight.art.front import SIZE as FRONT_SIZE
from client.ui.hexes import Rect
from client.ui.widget import Widget

if TYPE_CHECKING:
    from client.games.midnight.board import Board

MARGIN = 22.0
"""Design pixels: margin around the clock for the numbers of the minutes."""


def arrange(board: Board) -> None:
    """Lay out all parts of the board."""
    table = board.table
    x, y = board.rect.x, board.rect.y

    def put(widget: Widget, *name: str | int) -> None:
        widget.place(table.rect(*name).moved(x, y))

    board.land.place(board.rect)
    board.tags.place(board.rect)
    board.clock.place(table.clock.inset(-MARGIN).scaled(table.unit).moved(x, y))
    put(board.dice, "dice")
    put(board.tick, "tick")
    for each in (*board.panels.values(), *board.trays.values()):
        put(each, *each.at)
    w, h = FRONT_SIZE[0] * table.unit, FRONT_SIZE[1] * table.unit
    cx, cy = board.clock.rect.center
    board.front.unit = table.unit
    board.front.place(Rect(cx - w / 2, cy - h / 2, w, h))
    board.seal.side = 84.0 * table.unit
    arrange_homes(board)
    for dial, rim in board.dials.items():
        rim.place(board.panels[board.own].dial_rect(dial))
    for widget in board.low:
        put(widget, "hand")


def arrange_homes(board: Board) -> None:
    """Lay out the home row.

    A set of three is discarded on a part of the discard pile, or on all of it if nothing else is highlighted there.
    """
    x, y = board.rect.x, board.rect.y
    for what in ("capital", "store", "discard"):
        board.homes[what].place(board.table.rect("home", what).moved(x, y))
    sets, pile = board.homes["set"], board.homes["discard"]
    sets.visible = sets.pick is not None
    pile.visible = not sets.visible or pile.pick is not None
    whole = board.table.rect("home", "discard").moved(x, y)
    half = whole.h / 2 - 2
    if sets.visible and pile.visible:
        pile.place(Rect(whole.x, whole.top - half, whole.w, half))
        sets.place(Rect(whole.x, whole.y, whole.w, half))
    else:
        sets.place(whole)
