"""Hand of Outposts: a fan that grows with the table."""

from __future__ import annotations

import arcade

from client.games.outposts.art import card_texture
from client.games.outposts.tooltips import card_tip
from client.table import hand
from client.table.replay import open_hands
from core.games.outposts import cards


class CardWords(hand.CardWords):
    """Base class that supplies the texts of Outposts' cards."""

    def called(self, copy: int) -> str:
        """Return the name of a card."""
        return cards.name(copy)

    def says(self, copy: int) -> str:
        """Return the effect of a card in words."""
        return cards.card(copy).text

    def tip_card(self, copy: int) -> str:
        """Return the tooltip of a card."""
        return card_tip(copy)

    def order(self, copy: int) -> int:
        """Return the sort key of a card: its kind, then its print."""
        return copy


class Hand(CardWords, hand.GrowingHand):
    """Hand of a seat in Outposts."""

    def face(self, copy: int, large: bool) -> arcade.Texture:
        """Return the face of a card, in the hand or enlarged for reading."""
        return card_texture(self.window.textures, copy, self.size(large), self.window.ui_scale)


class OpenHands(CardWords, open_hands.OpenHands):
    """Open hands of a replay, one row for each seat."""

    def sign(self, copy: int) -> tuple[str, str]:
        """Return the icon and the colour of a card, by its first type."""
        return cards.card(copy).types[0].lower(), "accent"
