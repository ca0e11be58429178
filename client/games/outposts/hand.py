"""Hand of Outposts: a fan that grows with the table."""

from __future__ import annotations

import arcade

from client.games.outposts.art import card_texture
from client.games.outposts.tooltips import card_tip, rules_of
from client.table.hand import CardFaces
from core.games.outposts import cards


class Faces(CardFaces):
    """Faces of Outposts's cards."""

    def card_name(self, copy: int) -> str:
        """Return the name of a card."""
        return cards.name_of(copy)

    def card_text(self, copy: int) -> str:
        """Return the effect of a card in words."""
        return rules_of(self.shown).card(copy).text

    def card_tip(self, copy: int) -> str:
        """Return the tooltip of a card."""
        return card_tip(copy, rules_of(self.shown))

    def sort_key(self, copy: int) -> int:
        """Return the sort key of a card: its kind, then its print."""
        return copy

    def face_texture(self, copy: int, large: bool, size: tuple[float, float]) -> arcade.Texture:
        """Return the face of a card, in the hand or enlarged for reading."""
        return card_texture(self.window.textures, copy, size, self.window.ui_scale, rules_of(self.shown))

    def card_sign(self, copy: int) -> tuple[str, str]:
        """Return the icon and the colour of a card, by its first type."""
        return cards.card_of(copy).types[0].lower(), "accent"
