"""Hand of Cabinet: a fan of paper cards, which the whole team can see."""

from __future__ import annotations

import arcade

from client.games.cabinet.art import card_texture
from client.games.cabinet.tooltips import card_tip
from client.table import hand
from client.ui.canvas import Canvas
from client.ui.controls.hand_fan import Slot
from client.ui.hexes import Rect
from client.ui.theme import Box
from core.engine.hidden.hand import HeldCard
from core.games.cabinet import cards
from core.games.cabinet.state import Cabinet
from core.games.cabinet.text.catalogue import ACTIONS

TICK = Box((170, 240, 190, 255), (96, 200, 130, 255), (12, 44, 24, 255), 12, 1.5, (0, 0, 0, 150), 3)


class CardWords(hand.CardWords):
    """Base class that supplies the texts of Cabinet's cards."""

    def called(self, copy: int) -> str:
        """Return the name of a card."""
        return cards.name(copy)

    def says(self, copy: int) -> str:
        """Return the effect of a card."""
        return f"pays {cards.name(copy)}" if cards.is_resource(copy) else ACTIONS[cards.kind(copy)]

    def tip_card(self, copy: int) -> str:
        """Return the tooltip of a card."""
        return card_tip(copy)

    def order(self, copy: int) -> int:
        """Return the sort key of a card: Resources before Ministries, each group by kind."""
        return 100 * cards.deck_of(copy) + cards.kind(copy)


class Hand(CardWords, hand.GrowingHand):
    """Hand of our seat, with all cards face up; a tick marks each card that the player gives."""

    open_note = ""
    given: tuple[int, ...] = ()
    """Copies that the player has picked to give."""

    def refresh(self) -> None:
        """Show the seat's current cards."""
        shown = self.shown
        if shown.state is not None:
            held = sorted(
                shown.table_of(Cabinet).hand[shown.own] if shown.own else (), key=lambda copy: (self.order(copy), copy)
            )
            self.set_items([(copy, 0) for copy in held])

    def face(self, copy: int, large: bool) -> arcade.Texture:
        """Return the texture of a card in the hand, or of its large form if `large` is True."""
        return card_texture(self.window.textures, copy, self.size(large), self.window.ui_scale)

    def _paint_card(self, canvas: Canvas, item: HeldCard, slot: Slot, large: bool) -> None:
        super()._paint_card(canvas, item, slot, large)
        if item[0] in self.given:
            wide, high = self.shape.card[0] * slot.scale, self.shape.card[1] * slot.scale
            chip = Rect(slot.x - wide / 2 + 6, slot.y + high * 0.2, 24, 24)
            canvas.box(TICK, chip)
            canvas.icon("tick", chip.inset(4), (12, 44, 24, 255))
