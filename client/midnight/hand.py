"""The hand of Midnight: a fan of paper."""

from __future__ import annotations

from collections.abc import Callable

import arcade

from client.art.theme import seat_look
from client.kit.fan import FanShape
from client.kit.window import Window
from client.midnight import art
from client.midnight.war_room import card_texture
from client.midnight.words import card_name, card_tip
from client.table import hand
from client.table.sight import Sight
from core.kernel.holding import Held
from core.midnight.cards import kind
from core.midnight.telling.catalogue import LONG

CARD = (112, 157)
RAISED = 1.5
SHAPE = FanShape(card=CARD, raised=RAISED, sunk=-2.0, spread=5.0, arc=0.3, nearest=1.0)
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


class Hand(CardWords, hand.Hand):
    """The hand of Midnight."""

    def __init__(
        self,
        window: Window,
        shown: Sight,
        why_not: Callable[[Held], str] = lambda _held: "",
        on_play: Callable[[Held], object] | None = None,
    ) -> None:
        super().__init__(window, shown, SHAPE, why_not, on_play)

    def face(self, copy: int, large: bool) -> arcade.Texture:
        """A card in the hand, or as it is read."""
        size = (round(CARD[0] * RAISED), round(CARD[1] * RAISED)) if large else CARD
        return card_texture(self.window.textures, copy, size, self.window.ui_scale)

    def back(self, large: bool) -> arcade.Texture:
        """A closed card, in the colour of its seat."""
        scale = self.window.ui_scale * (RAISED if large else 1.0)
        px, own, palette = (round(CARD[0] * scale), round(CARD[1] * scale)), self.shown.own, self.shown.palette
        colour = seat_look(own, palette).colour
        return self.window.textures.get(
            ("midnight back", own, px), lambda: art.back(px, colour), self.window.ui_scale, palette
        )

    def tip_of(self, held: Held) -> str:
        """What a card does."""
        return card_tip(held[0]) + ("" if held[1] else OPEN)
