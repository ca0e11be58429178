"""Hand of our seat as a fan; the game defines the names, the faces and the order of its cards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar

import arcade

from client.art import war_cards
from client.art.theme import seat_look
from client.session.source import TableState
from client.table.view_model import ViewModel
from client.ui.controls.hand_fan import Fan, FanShape
from client.ui.window import Window
from core.engine.hidden import hand
from core.engine.hidden.hand import HeldCard

NEVER_OPENED = "This card was never revealed: its face is not in the record."


class CardWords(ABC):
    """Base class that supplies the texts of a game's cards."""

    shown: ViewModel

    @abstractmethod
    def called(self, copy: int) -> str:
        """Return the name of a card."""

    @abstractmethod
    def says(self, copy: int) -> str:
        """Return the effect of a card in words."""

    def tip_card(self, copy: int) -> str:
        """Return the tooltip of a card, as rich text."""
        return f"*{self.called(copy)}*\n{self.says(copy)}"

    @abstractmethod
    def order(self, copy: int) -> int:
        """Return the sort key of a card."""

    def rank(self, copy: int) -> tuple[bool, int]:
        """Return the sort key of a card's place: by `order`, with the face-down cards last."""
        return not copy, self.order(copy) if copy else 0


class Hand(CardWords, Fan[HeldCard]):
    """Fan with the cards of a hand; the match screen supplies `why_not`, because it knows the question.

    Without `on_play`, it is the hand of a replay. In that hand, a card that was never revealed is face down.
    """

    def __init__(
        self,
        window: Window,
        shown: ViewModel,
        shape: FanShape,
        why_not: Callable[[HeldCard], str] = lambda _held: "",
        on_play: Callable[[HeldCard], object] | None = None,
    ) -> None:
        """Create the fan; `why_not` gives the reason why a card cannot be played, or ""."""
        self.shown, self.window = shown, window
        super().__init__(
            "Hand",
            lambda held, large: self.face(held[0], large) if held[0] else self.back(large),
            text=lambda held: self.called(held[0]) if held[0] else "Hidden card",
            key=lambda held: held[0] or held,
            possible=lambda held: why_not(held) or True,
            on_play=on_play,
            card_tip=lambda held: self.tip_of(held) if held[0] else NEVER_OPENED,
            shape=shape,
            arrive=(1270.0, 40.0),
            region="hand",
        )

    # Hooks for games --------------------------------------------------------------------------------------------------

    @abstractmethod
    def face(self, copy: int, large: bool) -> arcade.Texture:
        """Return the texture of a card's face, in the hand or enlarged for reading."""

    @abstractmethod
    def back(self, large: bool) -> arcade.Texture:
        """Return the texture of a closed card."""

    @abstractmethod
    def tip_of(self, held: HeldCard) -> str:
        """Return the tooltip of a card in the hand."""

    # Contents ---------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the seat's current cards, the face-down ones last.

        The fan keeps the old cards until all current cards are known.
        """
        shown = self.shown
        state: TableState = shown.state  # of a game with piles
        if state is None or shown.secrets is None:
            return
        if all(slot in shown.secrets.faces for slot in state.piles.hand[shown.own]):
            cards = hand.held(state, shown.own, shown.secrets)
            self.set_items(sorted(cards, key=lambda held: (self.rank(held[0]), held)))

    def index_of(self, copy: int) -> int:
        """Return the index of a copy in the fan, or -1 if it is not there."""
        return next((i for i, held in enumerate(self.cards) if held[0] == copy), -1)

    def describe_card(self, held: HeldCard) -> str:
        """Return the description of a card, for the announcer."""
        return f"{self.called(held[0])}: {self.says(held[0])}" if held[0] else NEVER_OPENED


CARD, RAISED = (104.0, 150.0), 1.17
HIGH = 174.0
"""Design pixels: height of the hand's area for cards of normal size."""


def shape_of(times: float) -> FanShape:
    """Return the shape of the fan, enlarged by this factor."""
    return FanShape(card=(CARD[0] * times, CARD[1] * times), raised=RAISED, sunk=-2.0 * times, spread=5.0, arc=0.3,
                    push=12.0 * times, nearest=1.0)  # fmt: skip


class GrowingHand(Hand):
    """Hand whose cards grow with its area; a face-down card has a back in the seat's colour."""

    open_note: ClassVar[str] = "\n{muted}Face up: everyone knows it.{/}"
    """Note in the tooltip of a card that all players can see."""

    def __init__(
        self,
        window: Window,
        shown: ViewModel,
        why_not: Callable[[HeldCard], str] = lambda _held: "",
        on_play: Callable[[HeldCard], object] | None = None,
    ) -> None:
        self.times = 1.0
        super().__init__(window, shown, shape_of(1.0), why_not, on_play)

    def arrange(self) -> None:
        """Enlarge the cards in proportion to their area."""
        times = round(self.rect.h / HIGH, 3)
        if times != self.times:
            self.times, self.shape = times, shape_of(times)
        super().arrange()

    def tip_of(self, held: HeldCard) -> str:
        """Return the effect of a card, and a note if all players know the card."""
        return self.tip_card(held[0]) + ("" if held[1] else self.open_note)

    def size(self, large: bool) -> tuple[float, float]:
        """Return the size of a card in design pixels."""
        times = self.times * (RAISED if large else 1.0)
        return CARD[0] * times, CARD[1] * times

    def back(self, large: bool) -> arcade.Texture:
        """Return the texture of a closed card."""
        w, h = self.size(large)
        scale, look = self.window.ui_scale, seat_look(self.shown.own, self.shown.palette)
        px = round(w * scale), round(h * scale)
        return self.window.textures.get(
            ("card back", self.shown.own, px), lambda: war_cards.back(px, look), scale, self.shown.palette
        )
