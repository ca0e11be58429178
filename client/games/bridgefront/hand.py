"""The hand of Bridgefront: what can be played now, why not, and what it costs."""

from __future__ import annotations

from collections.abc import Callable

import arcade

from client.art.theme import CARD_HAND
from client.games.bridgefront.names import card_name, card_text
from client.games.bridgefront.view_model import Shown, back_texture, card_texture, face_in
from client.table import hand
from client.ui.hand_fan import FanShape
from client.ui.richtext import escape
from client.ui.window import Window
from core.engine.hidden.hand import Held
from core.games.bridgefront.text.sources import initiative_words, price_words
from core.games.bridgefront.text.words import on_screen

RAISED = 1.6
CARD_READ = (round(CARD_HAND[0] * RAISED), round(CARD_HAND[1] * RAISED))
"""The card under the pointer: large enough to be read."""
SHAPE = FanShape(raised=RAISED, sunk=-2.0, spread=5.0, arc=0.3, nearest=1.0)


class CardWords(hand.CardWords):
    """What Bridgefront says of its cards."""

    shown: Shown

    def called(self, copy: int) -> str:
        """The name of a card."""
        return card_name(self.shown.table, copy)

    def says(self, copy: int) -> str:
        """What a card does."""
        return escape(card_text(self.shown.table, copy))

    def order(self, copy: int) -> int:
        """By its number in the catalogue."""
        return self.shown.table.card[copy]


class Hand(CardWords, hand.Hand):
    """The hand of Bridgefront; its cards can be dragged to where they are used."""

    def __init__(
        self,
        window: Window,
        shown: Shown,
        why_not: Callable[[Held], str] = lambda _held: "",
        on_play: Callable[[Held], object] | None = None,
    ) -> None:
        self.aside = self._resting = False
        super().__init__(window, shown, SHAPE, why_not, on_play, (lambda held: held) if on_play is not None else None)

    def face(self, copy: int, large: bool) -> arcade.Texture:
        """A card in the hand, or as it is read."""
        face = face_in(self.shown.table, copy, self.shown.own)
        return card_texture(self.window.textures, face, CARD_READ if large else CARD_HAND, self.window.ui_scale)

    def back(self, large: bool) -> arcade.Texture:
        """A closed card."""
        return back_texture(self.window.textures, CARD_READ if large else CARD_HAND, self.window.ui_scale)

    def tip_of(self, held: Held) -> str:
        """What the card itself does not say: where its price and its number come from, and that it lies open."""
        state = self.shown.table
        price = on_screen(price_words(state, self.shown.own, held[0]), str(state.option("gold_word")))
        lines = [escape(price), escape(initiative_words(state, held[0]))]
        if not held[1]:
            lines.append("This card is face up: everyone knows it.")
        return "{muted}" + "\n".join(lines) + "{/}"

    def stand_aside(self, aside: bool) -> None:
        """While something else is to be chosen, a raised card does not lie over it for the pointer."""
        self.aside = self._resting = aside
        if aside:
            self._raise(-1)

    def card_at(self, x: float, y: float) -> int:
        """The card under a point, or -1."""
        if self.aside and y > self.rect.y + self.shape.card[1] - self.shape.sunk:
            self._resting = False
            return -1
        if self.aside and self._resting:  # the pointer still lies where it chose the card
            return -1
        return super().card_at(x, y)
