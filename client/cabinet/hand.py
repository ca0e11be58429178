"""The hand of Cabinet: open to the team, as a fan of paper cards."""

from __future__ import annotations

import arcade

from client.cabinet.art import card_texture
from client.cabinet.words import card_tip
from client.table import hand
from core.cabinet import cards
from core.cabinet.telling.catalogue import ACTIONS
from core.kernel.holding import Held


class CardWords(hand.CardWords):
    """What Cabinet says of its cards."""

    def called(self, copy: int) -> str:
        """The name of a card."""
        return cards.name(copy)

    def says(self, copy: int) -> str:
        """What a card does."""
        return f"pays {cards.name(copy)}" if cards.is_resource(copy) else ACTIONS[cards.kind(copy)]

    def order(self, copy: int) -> int:
        """Resources before Ministries, each by kind."""
        return 100 * cards.deck_of(copy) + cards.kind(copy)


class Hand(CardWords, hand.GrowingHand):
    """The own cards; nothing of them is closed."""

    def refresh(self) -> None:
        """Hold what the seat holds now."""
        shown = self.shown
        if shown.state is not None:
            held = sorted(shown.state.hand[shown.own] if shown.own else (), key=lambda copy: (self.order(copy), copy))
            self.set_items([(copy, 0) for copy in held])

    def face(self, copy: int, large: bool) -> arcade.Texture:
        """A card in the hand, or as it is read."""
        return card_texture(self.window.textures, copy, self.size(large), self.window.ui_scale)

    def tip_of(self, held: Held) -> str:
        """What a card does."""
        return card_tip(held[0])
