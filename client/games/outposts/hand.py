"""Hand of Outposts: a fan that grows with the table."""

from __future__ import annotations

import arcade

from client.games.outposts.art import card_texture
from client.games.outposts.tooltips import card_tip, rules_of
from client.table.hand import CardFaces
from core.games.outposts import cards


class Faces(CardFaces):
    """Faces of Outposts's cards."""

    def called(self, copy: int) -> str:
        """Return the name of a card."""
        return cards.name(copy)

    def says(self, copy: int) -> str:
        """Return the effect of a card in words."""
        return rules_of(self.shown).card(copy).text

    def tip(self, copy: int) -> str:
        """Return the tooltip of a card."""
        return card_tip(copy, rules_of(self.shown))

    def order(self, copy: int) -> int:
        """Return the sort key of a card: its kind, then its print."""
        return copy

    def face(self, copy: int, large: bool, size: tuple[float, float]) -> arcade.Texture:
        """Return the face of a card, in the hand or enlarged for reading."""
        return card_texture(self.window.textures, copy, size, self.window.ui_scale, rules_of(self.shown))

    def sign(self, copy: int) -> tuple[str, str]:
        """Return the icon and the colour of a card, by its first type."""
        return cards.card(copy).types[0].lower(), "accent"
