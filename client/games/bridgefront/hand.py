"""The hand of Bridgefront: the playable cards, the reasons against the others, and the costs."""

from __future__ import annotations

from collections.abc import Callable

import arcade

from client.art.theme import CARD_HAND
from client.games.bridgefront.names import card_name, card_text
from client.games.bridgefront.view_model import BridgefrontViewModel, back_texture, card_texture, face_for
from client.table import hand
from client.ui.controls.hand_fan import FanShape
from client.ui.richtext import escape
from client.ui.window import Window
from core.engine.hidden.hand import HeldCard
from core.games.bridgefront.text.sources import initiative_words, price_words
from core.games.bridgefront.text.words import on_screen

RAISED = 1.6
CARD_READ = (round(CARD_HAND[0] * RAISED), round(CARD_HAND[1] * RAISED))
"""Size of the card under the pointer, large enough to be read."""
HAND_FAN_SHAPE = FanShape(raised=RAISED, sunk=-2.0, spread=5.0, arc=0.3, nearest=1.0)


class CardWords(hand.CardWords):
    """Texts of Bridgefront's cards."""

    shown: BridgefrontViewModel

    def called(self, copy: int) -> str:
        """Return the name of a card."""
        return card_name(self.shown.table, copy)

    def says(self, copy: int) -> str:
        """Return the effect of a card."""
        return escape(card_text(self.shown.table, copy))

    def order(self, copy: int) -> int:
        """Return the number of a card in the catalogue, which is its sort key."""
        return self.shown.table.card[copy]


class Hand(CardWords, hand.Hand):
    """Hand of Bridgefront. A card is chosen by a press, and then its targets on the board."""

    def __init__(
        self,
        window: Window,
        shown: BridgefrontViewModel,
        why_not: Callable[[HeldCard], str] = lambda _held: "",
        on_play: Callable[[HeldCard], object] | None = None,
    ) -> None:
        self.aside = self._resting = False
        super().__init__(window, shown, HAND_FAN_SHAPE, why_not, on_play)

    def face(self, copy: int, large: bool) -> arcade.Texture:
        """Return the texture of a card in the hand, or of its large form."""
        face = face_for(self.shown.table, copy, self.shown.own)
        return card_texture(self.window.textures, face, CARD_READ if large else CARD_HAND, self.window.ui_scale)

    def back(self, large: bool) -> arcade.Texture:
        """Return the texture of the back of a closed card."""
        return back_texture(self.window.textures, CARD_READ if large else CARD_HAND, self.window.ui_scale)

    def tip_of(self, held: HeldCard) -> str:
        """Return the sources of a card's price and number, with a note if the card is open.

        The card itself does not show these.
        """
        state = self.shown.table
        price = on_screen(price_words(state, self.shown.own, held[0]), str(state.option("gold_word")))
        lines = [escape(price), escape(initiative_words(state, held[0]))]
        if not held[1]:
            lines.append("This card is face up: everyone knows it.")
        return "{muted}" + "\n".join(lines) + "{/}"

    def stand_aside(self, aside: bool) -> None:
        """Prevent raised cards from catching the pointer while the player must choose something else."""
        self.aside = self._resting = aside
        if aside:
            self._raise(-1)

    def card_at(self, x: float, y: float) -> int:
        """Return the card under a point, or -1."""
        if self.aside and y > self.rect.y + self.shape.card[1] - self.shape.sunk:
            self._resting = False
            return -1
        if self.aside and self._resting:  # the pointer is still where it chose the card
            return -1
        return super().card_at(x, y)
