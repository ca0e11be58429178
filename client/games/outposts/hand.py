"""The hand of Outposts: a fan that grows with the table."""

from __future__ import annotations

import arcade

from client.games.outposts.art import card_texture
from client.games.outposts.tooltips import card_tip
from client.table import hand
from client.table.replay import open_hands
from core.games.outposts import cards


class CardWords(hand.CardWords):
    """What Outposts says of its cards."""

    def called(self, copy: int) -> str:
        """The name of a card."""
        return cards.name(copy)

    def says(self, copy: int) -> str:
        """What a card does."""
        return cards.card(copy).text

    def tip_card(self, copy: int) -> str:
        """All that is to be read beside a card."""
        return card_tip(copy)

    def order(self, copy: int) -> int:
        """By kind, then by print."""
        return copy


class Hand(CardWords, hand.GrowingHand):
    """The own hand."""

    def face(self, copy: int, large: bool) -> arcade.Texture:
        """A card in the hand, or as it is read."""
        return card_texture(self.window.textures, copy, self.size(large), self.window.ui_scale)


class OpenHands(CardWords, open_hands.OpenHands):
    """A row for each seat."""

    def sign(self, copy: int) -> tuple[str, str]:
        """By its first type."""
        return cards.card(copy).types[0].lower(), "accent"
