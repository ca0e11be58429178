"""The hand of Midnight: a fan that grows with the table; each card says what it would do just now."""

from __future__ import annotations

import arcade

from client.midnight.art.pictures import card_texture
from client.midnight.words.names import card_name, card_tip, now_words
from client.table import hand
from core.kernel.holding import Held
from core.midnight.cards import kind
from core.midnight.telling.catalogue import LONG

OPEN = "\n{muted}It lies open: everybody knows it.{/}"


class CardWords(hand.CardWords):
    """What Midnight says of its cards."""

    def called(self, copy: int) -> str:
        """The name of a card."""
        return card_name(copy)

    def says(self, copy: int) -> str:
        """What a card does."""
        return LONG[kind(copy)]

    def order(self, copy: int) -> int:
        """By kind."""
        return kind(copy)


class Hand(CardWords, hand.GrowingHand):
    """The hand of Midnight."""

    def face(self, copy: int, large: bool) -> arcade.Texture:
        """A card in the hand, or as it is read."""
        state = self.shown.state
        words = now_words(state, self.shown.own, kind(copy)) if state is not None and self.shown.own else ""
        pacts = state is not None and state.option("pacts") == "on"
        return card_texture(self.window.textures, copy, self.size(large), self.window.ui_scale, pacts, words)

    def tip_of(self, held: Held) -> str:
        """What a card does."""
        return card_tip(held[0]) + ("" if held[1] else OPEN)
