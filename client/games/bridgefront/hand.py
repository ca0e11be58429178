"""The hand of Bridgefront: the playable cards, the reasons against the others, and the costs."""

from __future__ import annotations

import arcade

from client.art.theme import CARD_FULL, CARD_HAND
from client.games.bridgefront.names import card_name, card_text
from client.games.bridgefront.view_model import BridgefrontViewModel, back_texture, card_texture, face_for, paint_emblem
from client.table.hand import CardFaces
from client.ui.canvas import Canvas
from client.ui.controls.basic import Picture
from client.ui.controls.hand_fan import FanShape
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.widget import Widget
from core.engine.hidden.hand import HeldCard
from core.games.bridgefront.text.sources import initiative_words, price_words
from core.games.bridgefront.text.words import to_screen_text

RAISED = 1.6
CARD_READ = (round(CARD_HAND[0] * RAISED), round(CARD_HAND[1] * RAISED))
"""Size of the card under the pointer, large enough to be read."""
HAND_FAN_SHAPE = FanShape(raised_scale=RAISED, sunk_depth=-2.0, spread=5.0, arc=0.3, nearest=1.0)


class Faces(CardFaces):
    """Faces of Bridgefront's cards."""

    shape = HAND_FAN_SHAPE

    shown: BridgefrontViewModel

    def card_name(self, copy: int) -> str:
        """Return the name of a card."""
        return card_name(self.shown.table, copy)

    def card_text(self, copy: int) -> str:
        """Return the effect of a card."""
        return escape(card_text(self.shown.table, copy))

    def sort_key(self, copy: int) -> int:
        """Return the number of a card in the catalogue, which is its sort key."""
        return self.shown.table.card[copy]

    def face_texture(self, copy: int, large: bool, size: tuple[float, float]) -> arcade.Texture:
        """Return the texture of a card in the hand, or of its large form."""
        face = face_for(self.shown.table, copy, self.shown.own)
        return card_texture(self.window.textures, face, CARD_READ if large else CARD_HAND, self.window.ui_scale)

    def back_texture(self, large: bool, size: tuple[float, float]) -> arcade.Texture:
        """Return the texture of the back of a closed card."""
        return back_texture(self.window.textures, CARD_READ if large else CARD_HAND, self.window.ui_scale)

    def held_card_tip(self, held: HeldCard) -> str:
        """Return the sources of a card's price and number, with a note if the card is open.

        The card itself does not show these.
        """
        state = self.shown.table
        price = to_screen_text(price_words(state, self.shown.own, held[0]), str(state.option("gold_word")))
        lines = [escape(price), escape(initiative_words(state, held[0]))]
        if not held[1]:
            lines.append("This card is face up: everyone knows it.")
        return "{muted}" + "\n".join(lines) + "{/}"

    def card_sign(self, copy: int) -> tuple[str, str]:
        """Return the icon and the colour of a card's type."""
        state = self.shown.table
        kind = state.cards[state.card[copy]].type
        return kind, {"champion": "bad", "victory": "vp", "spell": "info"}.get(kind, "accent")

    def large_picture(self, copy: int) -> str | Widget:
        """Return the large picture of a card."""
        face = face_for(self.shown.table, copy)
        texture = card_texture(self.window.textures, face, CARD_FULL, self.window.ui_scale)
        return Picture(texture, width=CARD_FULL[0], height=CARD_FULL[1])

    def paint_emblem(self, canvas: Canvas, seat: int, rect: Rect) -> None:
        """Paint the sign of a seat's faction."""
        paint_emblem(canvas, self.shown, seat, rect)
