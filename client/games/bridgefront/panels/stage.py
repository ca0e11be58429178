"""Temporary panels during a step: the card that resolves, the bids, and the dice."""

from __future__ import annotations

from client.art.theme import CARD_HAND
from client.games.bridgefront.names import card_name
from client.games.bridgefront.view_model import BridgefrontViewModel, card_texture, face_for, paint_emblem
from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.widget import UNLIMITED, Widget
from client.ui.window import Window
from core.engine.game import Event
from core.games.bridgefront.text.narration import BASICS

CARD = CARD_HAND
"""Size of the resolving card, as in the hand, so that it covers no Capital."""


class ResolvingCard(Widget):
    """Card (or basic action) that is resolving now, displayed large beside the board."""

    transparent = True

    role = "card"

    def __init__(self, window: Window, shown: BridgefrontViewModel) -> None:
        super().__init__("Resolving", visible=False)
        self.window, self.shown = window, shown
        self.seat, self.kind, self.copy, self.note = 0, "", 0, ""

    def show(self, seat: int, kind: str, copy: int, note: str = "") -> None:
        """Show another card or action."""
        self.seat, self.kind, self.copy, self.note = seat, kind, copy, note
        self.visible = True
        self.touch()

    def paint(self, canvas: Canvas) -> None:
        """Draw the owner and the face of the card."""
        if not self.seat or self.shown.state is None:
            return
        r = self.rect
        w, h = CARD
        strip = Rect(r.x, r.top - 30, w, 28)
        canvas.box("panel", strip)
        paint_emblem(canvas, self.shown, self.seat, Rect(strip.x + 5, strip.y + 3, 21, 21))
        name = self.shown.names.plain_name(self.seat)
        canvas.label(name, Rect(strip.x + 32, strip.y, w - 38, 28), f"seat_{self.seat}", "small", "bold", 0)
        box = Rect(r.x, strip.y - 4 - h, w, h)
        if self.copy:
            face = face_for(self.shown.table, self.copy)
            canvas.image(card_texture(self.window.textures, face, CARD, self.window.ui_scale), box)
        else:
            small = Rect(r.x, strip.y - 4 - 62, w, 62)
            canvas.box("raised", small)
            canvas.icon(self.kind, Rect(small.x + 12, small.y + 15, 32, 32), "accent")
            canvas.label(BASICS[self.kind], Rect(small.x + 54, small.y, w - 60, 62), "text", "heading", "bold", 0)
            box = small
        if self.note:
            chip = Rect(r.x + 6, box.y - 26, w - 12, 22)
            canvas.box("chip", chip)
            canvas.label(self.note, chip, "warn", "small", "bold")


class BidsPanel(Widget):
    """Panel with the bids of all seats for a card, which are opened together, or with the dice of a tie."""

    transparent = True

    role = "bids"

    def __init__(self, window: Window, shown: BridgefrontViewModel) -> None:
        super().__init__("Bids", visible=False)
        self.window, self.shown = window, shown
        self.copy = 0
        self.bids: tuple[tuple[int, str, int, bool], ...] = ()
        self.dice: dict[int, list[int]] = {}
        self.winner = 0
        self.title = ""

    def show(self, copy: int, bids: tuple[tuple[int, str, int, bool], ...]) -> None:
        """Show the bids for a card in opened envelopes."""
        self.copy, self.bids, self.dice, self.winner = copy, bids, {}, 0
        self.visible = True
        self.touch()

    def roll(self, rolls: tuple[tuple[int, int], ...]) -> None:
        """Show the dice of a tie."""
        for seat, die in rolls:
            self.dice.setdefault(seat, []).append(die)
        self.touch()

    def won(self, copy: int, seat: int) -> None:
        """Show the winner of the card.

        If the card is not the displayed one, it was given without bids; then hide the panel.
        """
        if copy != self.copy:
            self.visible = False
            return
        self.winner = seat
        self.touch()

    def paint(self, canvas: Canvas) -> None:
        """Draw the card at the left, and a line for each seat."""
        if self.shown.state is None or not self.copy:
            return
        r = self.rect
        r = Rect(r.x + 30, r.y, r.w - 60, max(152.0, 66.0 + 23 * len(self.bids)))
        canvas.box("dialog", r)
        high = r.h - 20
        size = (round(high / 1.4), round(high))
        face = face_for(self.shown.table, self.copy)
        texture = card_texture(self.window.textures, face, size, self.window.ui_scale)
        canvas.image(texture, Rect(r.x + 10, r.y + 10, *size))
        x = r.x + 22 + size[0]
        canvas.label(card_name(self.shown.table, self.copy), Rect(x, r.top - 30, r.right - x - 10, 22), "accent",
                     "body", "bold", 0)  # fmt: skip
        best = max((amount for _, kind, amount, _ in self.bids if kind == "buy"), default=-1)
        for i, (seat, kind, amount, refuses) in enumerate(self.bids):
            row = Rect(x, r.top - 56 - i * 23, r.right - x - 12, 22)
            if seat == self.winner:
                canvas.box("row.selected", row)
            paint_emblem(canvas, self.shown, seat, Rect(row.x + 3, row.y + 1, 19, 19))
            name = self.shown.names.plain_name(seat)
            canvas.label(name, Rect(row.x + 28, row.y, 92, 22), f"seat_{seat}", "small", "bold", 0)
            words = f"{'Buy' if kind == 'buy' else 'Pass'} {amount}" + (" (refuses)" if refuses else "")
            lit = kind == "buy" and amount == best
            canvas.label(words, Rect(row.x + 124, row.y, 90, 22), "gold" if lit else "text", "small", "bold", 0)
            at = row.x + 214
            for die in self.dice.get(seat, []):
                box = Rect(at, row.y + 2, 18, 18)
                canvas.box("die", box)
                canvas.label(str(die), box, "on_gold", "small", "bold")
                at += 22

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return a size with room for six seats."""
        return 460, 200


def width_of(text: str) -> float:
    """Return the width of a floating text."""
    return typeset.width(text, "bold", "heading")


def seat_of(event: Event) -> int:
    """Return the seat of an event, or 0 if it has none."""
    return int(getattr(event, "seat", 0) or 0)
