"""The hand of Midnight: a fan that grows with the table; each card says what it would do just now."""

from __future__ import annotations

from collections.abc import Callable

import arcade

from client.art import war_cards
from client.art.theme import seat_look
from client.kit.fan import FanShape
from client.kit.window import Window
from client.midnight.pictures import card_texture
from client.midnight.words import card_name, card_tip, now_words
from client.table import hand
from client.table.sight import Sight
from core.kernel.holding import Held
from core.midnight.cards import kind
from core.midnight.telling.catalogue import LONG

CARD = (104.0, 150.0)
RAISED = 1.17
HIGH = 174.0
"""The height of the hand's room for cards of this size."""
OPEN = "\n{muted}It lies open: everybody knows it.{/}"


def shape_of(times: float) -> FanShape:
    """The fan so many times larger."""
    return FanShape(card=(CARD[0] * times, CARD[1] * times), raised=RAISED, sunk=-2.0 * times, spread=5.0, arc=0.3,
                    push=12.0 * times, nearest=1.0)  # fmt: skip


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
        self.times = 1.0
        super().__init__(window, shown, shape_of(1.0), why_not, on_play)

    def arrange(self) -> None:
        """The cards grow with their room."""
        times = round(self.rect.h / HIGH, 3)
        if times != self.times:
            self.times, self.shape = times, shape_of(times)
        super().arrange()

    def _size(self, large: bool) -> tuple[float, float]:
        times = self.times * (RAISED if large else 1.0)
        return CARD[0] * times, CARD[1] * times

    def face(self, copy: int, large: bool) -> arcade.Texture:
        """A card in the hand, or as it is read."""
        state = self.shown.state
        words = now_words(state, self.shown.own, kind(copy)) if state is not None and self.shown.own else ""
        pacts = state is not None and state.option("pacts") == "on"
        return card_texture(self.window.textures, copy, self._size(large), self.window.ui_scale, pacts, words)

    def back(self, large: bool) -> arcade.Texture:
        """A closed card, in the colour of its seat."""
        w, h = self._size(large)
        scale, look = self.window.ui_scale, seat_look(self.shown.own, self.shown.palette)
        px = round(w * scale), round(h * scale)
        return self.window.textures.get(
            ("midnight back", self.shown.own, px), lambda: war_cards.back(px, look), scale, self.shown.palette
        )

    def tip_of(self, held: Held) -> str:
        """What a card does."""
        return card_tip(held[0]) + ("" if held[1] else OPEN)
