"""The own hand of Midnight as a fan of paper."""

from __future__ import annotations

from collections.abc import Callable

import arcade

from client.kit.fan import Fan, FanShape
from client.kit.window import Window
from client.midnight.war_room import card_texture
from client.midnight.words import card_name, card_tip
from client.table.sight import Sight
from core.kernel import holding
from core.kernel.holding import Held
from core.midnight.cards import kind
from core.midnight.telling.catalogue import LONG

CARD = (112, 157)
RAISED = 1.5
OPEN = "\n{muted}It lies open: everybody knows it.{/}"


class Hand(Fan[Held]):
    """The fan; `why_not` is asked of the match screen, which knows what is being chosen."""

    def __init__(
        self, window: Window, sight: Sight, why_not: Callable[[Held], str], on_play: Callable[[Held], object]
    ) -> None:
        self.sight, self.window = sight, window
        super().__init__(
            "Hand",
            self._picture,
            text=lambda held: card_name(held[0]),
            key=lambda held: held[0],
            possible=lambda held: why_not(held) or True,
            on_play=on_play,
            card_tip=lambda held: self.tip_of(held),
            shape=FanShape(card=CARD, raised=RAISED, sunk=-2.0, spread=5.0, arc=0.3, nearest=1.0),
            arrive=(1270.0, 40.0),
            region="hand",
        )

    def _picture(self, held: Held, large: bool) -> arcade.Texture:
        size = (round(CARD[0] * RAISED), round(CARD[1] * RAISED)) if large else CARD
        return card_texture(self.window.textures, held[0], size, self.window.ui_scale)

    def tip_of(self, held: Held) -> str:
        """What a card does."""
        return card_tip(held[0]) + ("" if held[1] else OPEN)

    def refresh(self) -> None:
        """Hold what the seat holds now."""
        sight = self.sight
        if sight.state is None or sight.secrets is None:
            return
        if all(slot in sight.secrets.faces for slot in sight.state.piles.hand[sight.own]):
            held = holding.held(sight.state, sight.own, sight.secrets)
            self.set_items(sorted(held, key=lambda card: (kind(card[0]), card[0])))

    def describe_card(self, held: Held) -> str:
        """A card in words, for the announcer."""
        return f"{card_name(held[0])}: {LONG[kind(held[0])]}"
