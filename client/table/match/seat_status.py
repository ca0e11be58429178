"""The activity of a seat in any game, and the plate that shows it."""

from __future__ import annotations

from client.table.match.trouble import SLOW_SECONDS, link_words
from client.table.prompt.prompt import format_seconds
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle, theme

Activity = tuple[str, str, str]
"""The icon, the words and the colour of an activity."""
PLATE_TINT_ALPHA = 66
"""The opacity, from 0 to 255, of the seat's colour on its plate.

With this value a glance finds the seat, and texts stay readable.
"""


def seat_activity(model: ViewModel, seat: int, turn: str = "your turn") -> Activity | None:
    """Return that a seat has conceded or left, the trouble with its link, or the fact that it is choosing.

    Return None if there is nothing of this.
    """
    if seat in model.now.conceded:
        return "lead", "has conceded" if seat != model.own else "you conceded", "warn"
    if seat in model.now.gone:
        return "exit", link_words(model.now, seat), "warn"
    trouble = link_words(model.now, seat)
    if trouble:
        return ("away" if seat in model.now.away else "no link"), trouble, "warn"
    if seat == model.own and model.asked:
        return ("locked", "locked in", "good") if model.locked else ("planning", turn, "warn")
    if seat in model.owed and seat != model.names.own:
        waited = next((owed.seconds for owed in model.now.awaited if owed.seat == seat), 0)
        return "thinking", f"choosing {format_seconds(waited)}" if waited >= SLOW_SECONDS else "choosing", "muted"
    return None


def paint_plate(canvas: Canvas, model: ViewModel, seat: int, rect: Rect, lit: bool) -> None:
    """Draw the plate of a seat.

    The plate is lit when the log refers to the seat or when it is the player's turn. It has a frame if the player's key
    differs from the known one.
    """
    mine = seat == model.own and model.asked and not model.locked
    canvas.box("seat.lit" if lit or mine else "panel", rect)
    tint = theme().color(f"seat_{seat}_dim")[:3]
    canvas.box(BoxStyle((*tint, PLATE_TINT_ALPHA), (*tint, PLATE_TINT_ALPHA // 3), (0, 0, 0, 0), 6, 0), rect.inset(1.5))
    canvas.fill(Rect(rect.x + 3, rect.y + 7, 3, rect.h - 14), f"seat_{seat}")
    if model.has_unknown_key(seat):
        canvas.frame(rect.inset(1), "warn", 2)
