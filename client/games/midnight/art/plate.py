"""Drawing of a nation's panel on the table, and of the rim around a dial that may be turned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.games.midnight.art import panels
from client.games.midnight.art.pictures import paint_card
from client.games.midnight.place import Place
from client.ui.canvas import Canvas
from client.ui.easing import Step, call, tween
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle
from client.ui.widget import Reactive

if TYPE_CHECKING:
    from client.games.midnight.board import Board

PACT = BoxStyle((20, 74, 46, 245), (12, 46, 29, 245), (80, 200, 130, 255), 6, 1.2)


class PlatePicture(Place):
    """Place that draws the panel of a nation."""

    flipped = Reactive(0)
    """Copy of the card that the nation has flipped in the duel, or 0 for none."""
    worth = Reactive(-1.0)
    """Worth that the gauge displays while it fills or drains, or -1 at rest."""
    flash = Reactive(0.0)
    """Strength of the red glow after the nation's fall."""

    def __init__(self, board: Board, seat: int) -> None:
        super().__init__(board, f"Nation {seat}", ("panel", seat))
        self.seat = seat

    def fill(self, old: int, new: int) -> tuple[Step, Step]:
        """Return the steps in which the gauge fills or drains."""
        return tween(self, "worth", float(new), 0.35, start=float(old)), call(lambda: setattr(self, "worth", -1.0))

    @property
    def form(self) -> str:
        """Form of the panel's layout: "wide", "tall" or "low"."""
        unit = self.board.unit
        return "wide" if self.rect.w > 400 * unit else "low" if self.rect.h < 145 * unit else "tall"

    def dial_rect(self, dial: int) -> Rect:
        """Return the place of one of the dials, in design pixels."""
        unit = self.board.unit
        return panels.dial_rect(self.rect.scaled(1 / unit), dial, self.form).scaled(unit)

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw the panel, the tag above it, and the card of the duel."""
        trend = self.board.trend(self.seat)
        panels.paint_panel(canvas, self.model, self.seat, r, self.form, trend, self.pointed, self.worth)
        if self.flash:
            canvas.fill(r, (255, 60, 40, round(190 * self.flash)))
        offers = any(to == self.model.own for to, _ in self.state.offers[self.seat])
        if offers:
            box = Rect(r.x - 2, r.top - 12, 26, 20)
            canvas.box(PACT, box)
            canvas.icon("envelope", box.inset(4, 3), "warn")
        if self.flipped:
            paint_card(canvas, self.flipped, Rect(r.x + r.w / 2 - 39, r.y + r.h / 2 - 54, 78, 108))


def paint_rim(canvas: Canvas, r: Rect, aimed: bool) -> None:
    """Paint a rim of light around a rectangle."""
    rim, glow = ((255, 206, 94, 255), (255, 196, 80, 170)) if aimed else ((255, 255, 255, 255), (235, 248, 255, 130))
    canvas.box(BoxStyle((0, 0, 0, 0), (0, 0, 0, 0), rim, 5, 2, glow, 4), r)
