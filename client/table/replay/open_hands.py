"""The hands of all seats in a replay, in rows.

A card that was never opened shows its back.
"""

from __future__ import annotations

from collections.abc import Callable

from pyglet.window import key as codes

from client.table.hand import NEVER_OPENED, CardFaces, RowCard
from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.widget import UNLIMITED, Reactive, Widget
from core.engine.hidden.secrets import Secrets
from core.engine.text.words import format_count


class OpenHands(Widget):
    """A widget with a row for each seat, which has its cards by name, or only their number.

    The pointer or the arrow keys choose a card to read.
    """

    role = "hands"
    focusable = True
    at: Reactive[tuple[int, int]] = Reactive((-1, -1))
    """The row and the card that the pointer or the focus is on."""

    def __init__(self, faces: CardFaces, known: Callable[[int], Secrets]) -> None:
        super().__init__("Hands", region="hand", tip=lambda: self.explain())
        self.faces, self.shown, self.known = faces, faces.shown, known
        self.closed = False
        """True if only the number of cards is shown, which is what the players saw of each other."""

    # Rows -------------------------------------------------------------------------------------------------------------

    def rows(self) -> list[tuple[int, list[RowCard]]]:
        """Return every seat with its cards, the known ones first."""
        if self.shown.state is None:
            return []
        rows = self.faces.seat_rows(self.known, self.closed)
        return [(seat, sorted(spots, key=lambda spot: self.faces.place_key(spot.copy))) for seat, spots in rows]

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the preferred size, which has room for six rows."""
        return 700, 138

    def _places(self) -> list[tuple[int, Rect, list[tuple[RowCard, Rect]]]]:
        """Return for each seat the rectangle of its row, and its cards with their rectangles."""
        rows = self.rows()
        high = min(34.0, self.rect.h / max(1, len(rows)))
        top = self.rect.top - (self.rect.h - high * len(rows)) / 2
        out = []
        for i, (seat, spots) in enumerate(rows):
            row = Rect(self.rect.x, top - (i + 1) * high, self.rect.w, high)
            left = row.x + 150
            room = (row.right - left - 6) / max(6, len(spots))
            cells = [Rect(left + n * room, row.y + 1.5, room - 4, high - 3) for n in range(len(spots))]
            out.append((seat, row, list(zip(spots, cells, strict=True))))
        return out

    def on_move(self, x: float, y: float) -> None:
        """Select the card under the pointer."""
        self.at = next(
            (
                (i, n)
                for i, (_, _, cells) in enumerate(self._places())
                for n, (_, cell) in enumerate(cells)
                if cell.contains(x, y)
            ),
            (-1, -1),
        )

    def on_pointer(self, over: bool) -> None:
        """Clear the selection when the pointer leaves."""
        if not over:
            self.at = (-1, -1)

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Move from card to card, and from seat to seat (arrow keys)."""
        by = {codes.LEFT: (0, -1), codes.RIGHT: (0, 1), codes.UP: (-1, 0), codes.DOWN: (1, 0)}.get(symbol)
        rows = self.rows()
        if by is None:
            return False
        row, card = (self.at[0] + by[0], self.at[1] + by[1]) if self.at[0] >= 0 else (0, 0)
        if not 0 <= row < len(rows) or card < 0:
            return False
        self.at = (row, min(card, len(rows[row][1]) - 1))
        if self.ui is not None:
            self.ui.announcer.announce(self.value_text())
        return True

    def on_focus(self, here: bool) -> None:
        """Clear the selection when the focus leaves."""
        if not here:
            self.at = (-1, -1)

    def focus_rect(self) -> Rect:
        """Return the rectangle of the selected card."""
        places = self._places()
        row, card = self.at
        if 0 <= row < len(places) and 0 <= card < len(places[row][2]):
            return places[row][2][card][1]
        return self.rect

    def _spot(self) -> RowCard | None:
        rows, (row, card) = self.rows(), self.at
        return rows[row][1][card] if 0 <= row < len(rows) and 0 <= card < len(rows[row][1]) else None

    def explain(self) -> str | Widget | None:
        """Return the selected card in a large size."""
        spot = self._spot()
        if spot is None:
            return None
        if not spot.copy:
            return "Hidden: the other players did not know it." if self.closed else NEVER_OPENED
        return self.faces.large_picture(spot.copy)

    def tip_at(self, x: float, y: float) -> tuple[str | Widget | None, Rect]:
        """Return the selected card and the rectangle beside which it is shown."""
        return self.explain(), self.focus_rect()

    def paint(self, canvas: Canvas) -> None:
        """Paint for each seat its emblem, its name, and a chip for each card."""
        canvas.box("panel", self.rect.inset(-6, -4))
        for i, (seat, row, cells) in enumerate(self._places()):
            side = min(24.0, row.h - 2)
            self.faces.paint_emblem(canvas, seat, Rect(row.x + 4, row.y + (row.h - side) / 2, side, side))
            name = self.shown.names.plain_name(seat)
            canvas.label(name, Rect(row.x + 36, row.y, 84, row.h), f"seat_{seat}", "small", "bold", 0)
            canvas.label(str(len(cells)), Rect(row.x + 120, row.y, 22, row.h), "muted", "small", align=0.5)
            for n, (spot, cell) in enumerate(cells):
                self._paint_card(canvas, spot, cell, (i, n) == self.at)

    def _paint_card(self, canvas: Canvas, spot: RowCard, cell: Rect, lit: bool) -> None:
        canvas.box("row.selected" if lit else "chip", cell)
        if not spot.copy:
            canvas.icon("card", cell.inset(3), "muted")
            return
        sign, ink = self.faces.card_sign(spot.copy)
        icon = Rect(cell.x + 5, cell.y + (cell.h - 13) / 2, 13, 13)
        canvas.icon(sign, icon, ink)
        words = self.faces.card_name(spot.copy)
        eye = 14 if spot.open else 0
        room = Rect(icon.right + 4, cell.y, cell.right - icon.right - 8 - eye, cell.h)
        size = "small" if typeset.width(words, size="small") <= room.w else "tiny"
        canvas.label(words, room, "text", size, align=0)
        if spot.open:
            canvas.icon("eye", Rect(cell.right - 16, cell.y + (cell.h - 11) / 2, 11, 11), "muted")

    def value_text(self) -> str:
        """Return the selected card, or all hands, in words."""
        rows, spot = self.rows(), self._spot()
        if spot is not None:
            who = self.shown.names.plain_name(rows[self.at[0]][0])
            if not spot.copy:
                return f"{who}: hidden card"
            return f"{who}: {self.faces.card_name(spot.copy)}: {self.faces.card_text(spot.copy)}"
        told = []
        for seat, spots in rows:
            cards = ", ".join(self.faces.card_name(s.copy) for s in spots if s.copy) or format_count(len(spots), "card")
            told.append(f"{self.shown.names.plain_name(seat)}: {cards}")
        return "; ".join(told)
