"""The hands of a replay of Bridgefront: those of all seats in rows."""

from __future__ import annotations

from client.art.theme import CARD_FULL
from client.games.bridgefront.hand import CardWords
from client.games.bridgefront.view_model import card_texture, face_in, paint_emblem
from client.table.replay import open_hands
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.widget import Widget
from client.ui.widgets import Picture
from core.games.bridgefront.catalogue import CARDS


class OpenHands(CardWords, open_hands.OpenHands):
    """A row for each seat of Bridgefront."""

    def sign(self, copy: int) -> tuple[str, str]:
        """By its type."""
        kind = CARDS[self.shown.table.card[copy]].type
        return kind, {"champion": "bad", "victory": "vp", "spell": "info"}.get(kind, "accent")

    def picture(self, copy: int) -> str | Widget:
        """The card, large."""
        face = face_in(self.shown.table, copy)
        texture = card_texture(self.window.textures, face, CARD_FULL, self.window.ui_scale)
        return Picture(texture, width=CARD_FULL[0], height=CARD_FULL[1])

    def emblem(self, canvas: Canvas, seat: int, rect: Rect) -> None:
        """The sign of its faction."""
        paint_emblem(canvas, self.shown, seat, rect)
