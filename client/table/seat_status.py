"""What a seat is doing, as far as the table can tell without knowing the game, and the plate on which that stands."""

from __future__ import annotations

from client.table.prompt import clock
from client.table.trouble import SLOW, link_words
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import Box, theme

Doing = tuple[str, str, str]
"""Icon, words, colour."""
TINT = 66
"""How much of the seat's colour its plate has, of 255: one glance finds a seat, and texts still stand out."""


def doing(model: ViewModel, seat: int, turn: str = "your turn") -> Doing | None:
    """What is wrong with the way to the seat, or that it chooses; None if there is nothing to say."""
    trouble = link_words(model.now, seat)
    if trouble:
        return ("away" if seat in model.now.away else "no link"), trouble, "warn"
    if seat == model.own and model.asked:
        return ("locked", "locked in", "good") if model.locked else ("planning", turn, "warn")
    if seat in model.owed and seat != model.names.own:
        waited = next((owed.seconds for owed in model.now.awaited if owed.seat == seat), 0)
        return "thinking", f"choosing {clock(waited)}" if waited >= SLOW else "choosing", "muted"
    return None


def paint_plate(canvas: Canvas, model: ViewModel, seat: int, rect: Rect, lit: bool) -> None:
    """The plate of a seat: lit where the log speaks of it or it is the player's turn, framed where its key is another
    than one has met."""
    mine = seat == model.own and model.asked and not model.locked
    canvas.box("seat.lit" if lit or mine else "panel", rect)
    tint = theme().color(f"seat_{seat}_dim")[:3]
    canvas.box(Box((*tint, TINT), (*tint, TINT // 3), (0, 0, 0, 0), 6, 0), rect.inset(1.5))
    canvas.fill(Rect(rect.x + 3, rect.y + 7, 3, rect.h - 14), f"seat_{seat}")
    if model.stranger(seat):
        canvas.frame(rect.inset(1), "warn", 2)
