"""The own hand as a fan: what can be played now, why not, and what it costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import arcade

from client.art.theme import CARD_HAND
from client.bridgefront.names import card_name, card_text
from client.bridgefront.shown import Shown, card_texture, face_in
from client.kit.fan import Fan, FanShape
from client.kit.richtext import escape
from client.kit.window import Window
from core.bridgefront.telling.sources import initiative_words, price_words
from core.bridgefront.telling.words import on_screen
from core.kernel import holding
from core.kernel.holding import Held

RAISED = 1.6
CARD_READ = (round(CARD_HAND[0] * RAISED), round(CARD_HAND[1] * RAISED))
"""The card under the pointer: large enough to be read."""


class Hand(Fan[Held]):
    """The fan; `possible` is asked of the match screen, which knows what is being chosen."""

    def __init__(
        self, window: Window, shown: Shown, why_not: Callable[[Held], str], on_play: Callable[[Held], object]
    ) -> None:
        self.shown, self.window, self.aside = shown, window, False
        self._resting = False
        super().__init__(
            "Hand",
            self._picture,
            text=lambda held: card_name(shown.table, held[0]),
            key=lambda held: held[0],
            possible=lambda held: why_not(held) or True,
            on_play=on_play,
            payload=lambda held: held,
            card_tip=self._tip,
            shape=FanShape(raised=RAISED, sunk=-2.0, spread=5.0, arc=0.3, nearest=1.0),
            arrive=(1270.0, 40.0),
            region="hand",
        )

    def _picture(self, held: Held, large: bool) -> arcade.Texture:
        size = CARD_READ if large else CARD_HAND
        shown = face_in(self.shown.table, held[0], self.shown.own)
        return card_texture(self.window.textures, shown, size, self.window.ui_scale)

    def _tip(self, held: Held) -> str | None:
        """What the card itself does not say: where its price and its number come from, and that it lies open."""
        state = self.shown.table
        price = on_screen(price_words(state, self.shown.own, held[0]), str(state.option("gold_word")))
        lines = [escape(price), escape(initiative_words(state, held[0]))]
        if not held[1]:
            lines.append("This card lies open: everybody knows it.")
        return "{muted}" + "\n".join(lines) + "{/}"

    def refresh(self) -> None:
        """Hold what the seat holds now."""
        shown = self.shown
        if shown.state is None or shown.secrets is None:
            return
        known = [slot for slot in shown.table.piles.hand[shown.own] if slot in shown.secrets.faces]
        if len(known) < len(shown.table.piles.hand[shown.own]):
            return
        held = holding.held(shown.table, shown.own, shown.secrets)
        self.set_items(sorted(held, key=lambda card: (shown.table.card[card[0]], card[0])))

    def describe_card(self, held: Held) -> str:
        """A card in words, for the announcer."""
        return f"{card_name(self.shown.table, held[0])}: {escape(card_text(self.shown.table, held[0]))}"

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

    def index_of(self, copy: int) -> int:
        """Where a copy is in the fan, or -1."""
        return next((i for i, held in enumerate(self.cards) if held[0] == copy), -1)

    def value_of(self, held: Held) -> Any:
        """How a plan names the card: by its copy."""
        return ("card", held[0])
