"""Hands in a replay of Bridgefront: those of all seats in rows."""

from __future__ import annotations

from client.art.theme import CARD_FULL
from client.games.bridgefront.hand import CardWords
from client.games.bridgefront.view_model import card_texture, face_for, paint_emblem
from client.table.replay import open_hands
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.widget import Widget
from client.ui.widgets import Picture
from core.games.bridgefront.catalogue import CARDS


class OpenHands(CardWords, open_hands.OpenHands):
    """Row for each seat of Bridgefront."""

    def sign(self, copy: int) -> tuple[str, str]:
        """Return icon and colour of a card's type."""
        kind = CARDS[self.shown.table.card[copy]].type
        return kind, {"champion": "bad", "victory": "vp", "spell": "info"}.get(kind, "accent")

    def picture(self, copy: int) -> str | Widget:
        """Return the large card."""
        face = face_for(self.shown.table, copy)
        texture = card_texture(self.window.textures, face, CARD_FULL, self.window.ui_scale)
        return Picture(texture, width=CARD_FULL[0], height=CARD_FULL[1])

    def emblem(self, canvas: Canvas, seat: int, rect: Rect) -> None:
        """Paint the sign of a seat's faction."""
        paint_emblem(canvas, self.shown, seat, rect)
