"""The hands of a replay of Midnight: one seat's as a fan, or those of all seats in rows."""

from __future__ import annotations

import arcade

from client.art.theme import seat_look
from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.widget import Widget
from client.kit.window import Window
from client.midnight import art
from client.midnight.hand import CARD, RAISED, Hand
from client.midnight.war_room import paint_emblem
from client.midnight.words import CARD_ICONS, card_name, card_tip
from client.replay import open_hands
from client.replay.open_hands import NEVER_OPENED
from client.table.sight import Sight
from core.kernel import holding
from core.kernel.holding import Held
from core.midnight.cards import CARDS, kind
from core.midnight.telling.catalogue import LONG

INK = {"red": "bad", "green": "good"}


class SeenHand(Hand):
    """The hand of the seat whose view it is, as far as its cards were opened later."""

    def __init__(self, window: Window, sight: Sight) -> None:
        super().__init__(window, sight, lambda _held: "", lambda _held: None)
        self.key = lambda held: held
        self.text = lambda held: card_name(held[0]) if held[0] else "Closed card"
        self.carry = None

    def _picture(self, held: Held, large: bool) -> arcade.Texture:
        if held[0]:
            return super()._picture(held, large)
        scale = self.window.ui_scale * (RAISED if large else 1.0)
        px, look = (round(CARD[0] * scale), round(CARD[1] * scale)), seat_look(self.sight.own, self.sight.palette)
        return self.window.textures.get(
            ("midnight back", self.sight.own, px), lambda: art.back(px, look.colour), self.window.ui_scale,
            self.sight.palette,
        )  # fmt: skip

    def tip_of(self, held: Held) -> str:
        """What a card does."""
        return super().tip_of(held) if held[0] else NEVER_OPENED

    def describe_card(self, held: Held) -> str:
        """A card in words, for the announcer."""
        return super().describe_card(held) if held[0] else NEVER_OPENED

    def refresh(self) -> None:
        """Hold what the seat holds now."""
        sight = self.sight
        if sight.state is not None and sight.secrets is not None:
            cards = holding.held(sight.state, sight.own, sight.secrets)
            self.set_items(sorted(cards, key=lambda card: (not card[0], kind(card[0]) if card[0] else 0, card)))


class OpenHands(open_hands.OpenHands):
    """A row for each nation."""

    def called(self, copy: int) -> str:
        """The name of a card."""
        return card_name(copy)

    def says(self, copy: int) -> str:
        """What a card does."""
        return LONG[kind(copy)]

    def order(self, copy: int) -> int:
        """By kind."""
        return kind(copy) if copy else 0

    def sign(self, copy: int) -> tuple[str, str]:
        """By kind; red ones break a Pact."""
        return CARD_ICONS[kind(copy)], INK.get(CARDS[kind(copy)].mark, "accent")

    def picture(self, copy: int) -> str | Widget:
        """What it does."""
        return card_tip(copy)

    def emblem(self, canvas: Canvas, seat: int, rect: Rect) -> None:
        """The medallion of a seat."""
        paint_emblem(canvas, self.shown, seat, rect)
