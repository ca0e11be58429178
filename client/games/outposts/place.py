"""Common parts of the places of Outposts' table: boxes, chips, and the seats that can raze something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.table.pick import board as pick_board
from client.table.pick.board import AIMED_BOX, LIT_BOX
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle
from core.games.outposts import actions
from core.games.outposts import outposts as posts
from core.games.outposts.gains import can_pay_marks
from core.games.outposts.goods import RAID
from core.games.outposts.state import Outposts

if TYPE_CHECKING:
    from client.games.outposts.board import Board


DARK = BoxStyle((22, 18, 20, 236), (14, 11, 13, 236), (120, 100, 84, 255), 5, 1)
STONE_BOX = BoxStyle((232, 214, 178, 255), (206, 184, 142, 255), (90, 70, 44, 255), 4, 1)
PIT_BOX = BoxStyle((30, 25, 27, 255), (22, 18, 20, 255), (66, 56, 52, 255), 4, 1)
DANGER_BOX = BoxStyle((120, 26, 24, 250), (88, 16, 16, 250), (255, 120, 100, 255), 5, 1.2)
CAREFUL_BOX = BoxStyle((96, 66, 16, 250), (70, 46, 10, 250), (255, 200, 96, 255), 5, 1.2)
CHANCE = BoxStyle((22, 78, 46, 250), (14, 54, 32, 250), (96, 220, 140, 255), 5, 1.2)
SAFE = BoxStyle((30, 62, 82, 250), (20, 44, 60, 250), (120, 190, 226, 255), 5, 1.2)
INK = (34, 24, 16, 255)


class Place(pick_board.Place):
    """Place of Outposts' table that the player may pick or point at."""

    board: Board

    @property
    def state(self) -> Outposts:
        """Displayed state of the table."""
        return self.model.table_of(Outposts)

    def glow(self, canvas: Canvas, r: Rect) -> None:
        """Paint the glow of a place that is highlighted or aimed at."""
        if self.pick is not None:
            canvas.box(AIMED_BOX if self.is_aimed else LIT_BOX, r.inset(-3))

    def price(self) -> tuple[str, str]:
        """Return the price and the gain of the pick, with icons."""
        inquiry = self.board.inquiry
        if inquiry is None or self.pick is None or self.chosen:
            return "", ""
        return inquiry.price(self.pick), inquiry.gives(self.pick)


def chip(canvas: Canvas, box: BoxStyle, icon: str, words: str, right: float, y: float) -> None:
    """Paint a small box with an icon and words; the box ends at `right`."""
    from client.ui import text as typeset

    wide = typeset.width(words, "bold", 11.5) + 24
    r = Rect(right - wide, y, wide, 18)
    canvas.box(box, r)
    canvas.icon(icon, Rect(r.x + 4, r.y + 3, 12, 12), "text")
    canvas.label(words, Rect(r.x + 18, r.y, wide - 21, r.h), "text", 11.5, "bold", 0)


def defence_sign(canvas: Canvas, number: int, x: float, y: float) -> None:
    """Paint a shield with a number; `y` is its vertical middle."""
    r = Rect(x, y - 9, 18, 18)
    canvas.icon("shield", Rect(x - 1, y - 10, 20, 20), (244, 236, 220, 255))
    canvas.label(str(number), r.moved(0, 0.5), INK, 12.5, "bold")


def outpost_razers(state: Outposts, place_: int) -> list[tuple[int, bool]]:
    """Return the seats that may raze the Outpost on a Territory, each with True if it has the marks now."""
    owner = state.owner[place_]
    if not owner or state.has_passed(owner) or state.phase != "action":
        return []
    found = []
    for seat in state.seats:
        if seat != owner and not state.passed[seat] and state.is_adjoining(seat, place_):
            found.append((seat, can_pay_marks(state, seat, RAID, posts.outpost_defence(state, place_))))
    return found


def location_razers(state: Outposts, owner: int, copy: int) -> list[int]:
    """Return the seats that have the marks to raze a Location now."""
    if state.phase != "action" or (state.rules.numbers.pass_guards_hold and state.has_passed(owner)):
        return []
    cost = actions.location_defence(state, owner, copy)
    return [s for s in state.seats if s != owner and not state.passed[s] and can_pay_marks(state, s, RAID, cost)]
