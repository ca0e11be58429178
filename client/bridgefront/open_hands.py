"""The hands of a replay of Bridgefront: one seat's as a fan, or those of all seats in rows."""

from __future__ import annotations

import arcade

from client.art.theme import CARD_FULL, CARD_HAND
from client.bridgefront.hand import CARD_READ, Hand
from client.bridgefront.names import card_name, card_text
from client.bridgefront.shown import Shown, back_texture, card_texture, face_in, paint_emblem
from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.widget import Widget
from client.kit.widgets import Picture
from client.kit.window import Window
from client.replay import open_hands
from client.replay.open_hands import NEVER_OPENED
from core.bridgefront.catalogue import CARDS
from core.kernel import holding
from core.kernel.holding import Held


class SeenHand(Hand):
    """The hand of the seat whose view it is, as far as its cards were opened later."""

    def __init__(self, window: Window, shown: Shown) -> None:
        super().__init__(window, shown, lambda _held: "", lambda _held: None)
        self.key = lambda held: held
        self.text = lambda held: self._name(held)
        self.carry = None

    def _name(self, held: Held) -> str:
        return card_name(self.shown.table, held[0]) if held[0] else "Closed card"

    def _picture(self, held: Held, large: bool) -> arcade.Texture:
        if held[0]:
            return super()._picture(held, large)
        return back_texture(self.window.textures, CARD_READ if large else CARD_HAND, self.window.ui_scale)

    def _tip(self, held: Held) -> str | None:
        return super()._tip(held) if held[0] else NEVER_OPENED

    def describe_card(self, held: Held) -> str:
        """A card in words, for the announcer."""
        return super().describe_card(held) if held[0] else NEVER_OPENED

    def refresh(self) -> None:
        """Hold what the seat holds now."""
        shown = self.shown
        if shown.state is not None and shown.secrets is not None:
            cards = holding.held(shown.table, shown.own, shown.secrets)
            self.set_items(sorted(cards, key=lambda card: (not card[0], shown.table.card[card[0]], card)))


class OpenHands(open_hands.OpenHands):
    """A row for each seat of Bridgefront."""

    shown: Shown

    def called(self, copy: int) -> str:
        """The name of a card."""
        return card_name(self.shown.table, copy)

    def says(self, copy: int) -> str:
        """What a card does."""
        return card_text(self.shown.table, copy)

    def order(self, copy: int) -> int:
        """By its number in the catalogue."""
        return self.shown.table.card[copy]

    def sign(self, copy: int) -> tuple[str, str]:
        """By its type."""
        kind = CARDS[self.shown.table.card[copy]].type
        return kind, {"champion": "bad", "victory": "vp", "spell": "info"}.get(kind, "accent")

    def picture(self, copy: int) -> str | Widget:
        """The card, large."""
        face = face_in(self.shown.table, copy)
        texture = card_texture(self.window.textures, face, CARD_FULL, self.window.ui_scale)
        return Picture(texture, width=CARD_FULL[0], height=CARD_FULL[1])

    def emblem(self, canvas: Canvas, seat: int, rect: Rect) -> None:
        """The sign of its faction."""
        paint_emblem(canvas, self.shown, seat, rect)
