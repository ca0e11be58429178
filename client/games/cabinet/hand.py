"""Hand of Cabinet: a fan of paper cards, which the whole team can see."""

from __future__ import annotations

import arcade

from client.games.cabinet.art import card_texture
from client.games.cabinet.tooltips import card_tip, rules_of
from client.table.hand import CardFaces
from core.engine.hidden.hand import HeldCard
from core.games.cabinet import cards
from core.games.cabinet.state import Cabinet
from core.games.cabinet.text.catalogue import action


class Faces(CardFaces):
    """Faces of Cabinet's cards."""

    def card_name(self, copy: int) -> str:
        """Return the name of a card."""
        return cards.name_of(copy)

    def card_text(self, copy: int) -> str:
        """Return the effect of a card."""
        if cards.is_resource(copy):
            return f"pays {cards.name_of(copy)}"
        return action(rules_of(self.shown), cards.kind_of(copy))

    def card_tip(self, copy: int) -> str:
        """Return the tooltip of a card."""
        return card_tip(copy, rules_of(self.shown))

    def sort_key(self, copy: int) -> int:
        """Return the sort key of a card: Resources before Ministries, each group by kind."""
        return 100 * cards.deck_of(copy) + cards.kind_of(copy)

    def face_texture(self, copy: int, large: bool, size: tuple[float, float]) -> arcade.Texture:
        """Return the texture of a card in the hand, or of its large form if `large` is True."""
        return card_texture(self.window.textures, copy, size, self.window.ui_scale, rules_of(self.shown))

    def held_card_tip(self, held: HeldCard) -> str:
        """Return the tooltip of a card in the hand."""
        return self.card_tip(held[0])

    def held_cards(self) -> list[HeldCard]:
        """Return the seat's current cards."""
        shown = self.shown
        held = shown.table_of(Cabinet).hand[shown.own] if shown.own else ()
        return [(copy, 0) for copy in sorted(held, key=lambda copy: (self.sort_key(copy), copy))]
