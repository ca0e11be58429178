"""The hand of Midnight: a fan that grows with the table; each card says what it would do just now."""

from __future__ import annotations

import arcade

from client.games.midnight.art.pictures import card_texture
from client.games.midnight.text.names import CARD_ICONS, card_name, card_tip, now_words
from client.table import hand
from client.table.replay import open_hands
from core.games.midnight.cards import CARDS, kind
from core.games.midnight.text.catalogue import LONG

INK = {"red": "bad", "green": "good"}
"""The colour of a card by its mark."""


class CardWords(hand.CardWords):
    """What Midnight says of its cards."""

    def called(self, copy: int) -> str:
        """The name of a card."""
        return card_name(copy)

    def says(self, copy: int) -> str:
        """What a card does."""
        return LONG[kind(copy)]

    def tip_card(self, copy: int) -> str:
        """All that is to be read beside a card."""
        return card_tip(copy)

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


class OpenHands(CardWords, open_hands.OpenHands):
    """A row for each nation."""

    def sign(self, copy: int) -> tuple[str, str]:
        """By kind; red ones break a Pact."""
        return CARD_ICONS[kind(copy)], INK.get(CARDS[kind(copy)].mark, "accent")
