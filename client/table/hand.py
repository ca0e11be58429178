"""The own hand as a fan; the game says what its cards are called, how they look, and in which order they lie."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

import arcade

from client.art import war_cards
from client.art.theme import seat_look
from client.table.view_model import ViewModel
from client.ui.hand_fan import Fan, FanShape
from client.ui.window import Window
from core.engine.hidden import hand
from core.engine.hidden.hand import Held

NEVER_OPENED = "This card was never revealed: its face is not in the record."


class CardWords(ABC):
    """What a game says of its cards."""

    shown: ViewModel

    @abstractmethod
    def called(self, copy: int) -> str:
        """The name of a card."""

    @abstractmethod
    def says(self, copy: int) -> str:
        """What a card does."""

    def tip_card(self, copy: int) -> str:
        """All that is to be read beside a card, as rich text."""
        return f"*{self.called(copy)}*\n{self.says(copy)}"

    @abstractmethod
    def order(self, copy: int) -> int:
        """By what cards are sorted."""

    def rank(self, copy: int) -> tuple[bool, int]:
        """Where a card lies: by `order`, closed ones last."""
        return not copy, self.order(copy) if copy else 0


class Hand(CardWords, Fan[Held]):
    """The fan; `why_not` is asked of the match screen, which knows what is being chosen. Without `on_play` it is a
    replay's, in which a card that was never opened is a back.
    """

    def __init__(
        self,
        window: Window,
        shown: ViewModel,
        shape: FanShape,
        why_not: Callable[[Held], str] = lambda _held: "",
        on_play: Callable[[Held], object] | None = None,
        payload: Callable[[Held], Any] | None = None,
    ) -> None:
        """`payload` is what of a card can be dragged, if it can."""
        self.shown, self.window = shown, window
        super().__init__(
            "Hand",
            lambda held, large: self.face(held[0], large) if held[0] else self.back(large),
            text=lambda held: self.called(held[0]) if held[0] else "Closed card",
            key=lambda held: held[0] or held,
            possible=lambda held: why_not(held) or True,
            on_play=on_play,
            payload=payload,
            card_tip=lambda held: self.tip_of(held) if held[0] else NEVER_OPENED,
            shape=shape,
            arrive=(1270.0, 40.0),
            region="hand",
        )

    # What the game says -----------------------------------------------------------------------------------------------

    @abstractmethod
    def face(self, copy: int, large: bool) -> arcade.Texture:
        """A card in the hand, or as it is read."""

    @abstractmethod
    def back(self, large: bool) -> arcade.Texture:
        """A closed card."""

    @abstractmethod
    def tip_of(self, held: Held) -> str:
        """What is to be read beside a card."""

    # What it holds ----------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Hold what the seat holds now, closed cards last; as before, as long as not all of it is known."""
        shown = self.shown
        if shown.state is None or shown.secrets is None:
            return
        if all(slot in shown.secrets.faces for slot in shown.state.piles.hand[shown.own]):
            cards = hand.held(shown.state, shown.own, shown.secrets)
            self.set_items(sorted(cards, key=lambda held: (self.rank(held[0]), held)))

    def index_of(self, copy: int) -> int:
        """Where a copy is in the fan, or -1."""
        return next((i for i, held in enumerate(self.cards) if held[0] == copy), -1)

    def describe_card(self, held: Held) -> str:
        """A card in words, for the announcer."""
        return f"{self.called(held[0])}: {self.says(held[0])}" if held[0] else NEVER_OPENED


CARD, RAISED = (104.0, 150.0), 1.17
HIGH = 174.0
"""The height of the hand's room for cards of this size."""


def shape_of(times: float) -> FanShape:
    """The fan so many times larger."""
    return FanShape(card=(CARD[0] * times, CARD[1] * times), raised=RAISED, sunk=-2.0 * times, spread=5.0, arc=0.3,
                    push=12.0 * times, nearest=1.0)  # fmt: skip


class GrowingHand(Hand):
    """A hand whose cards grow with their room; a closed one is a back in the colour of its seat."""

    open_note: ClassVar[str] = "\n{muted}Face up: everyone knows it.{/}"
    """What is said of a card that is not closed."""

    def __init__(
        self,
        window: Window,
        shown: ViewModel,
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

    def tip_of(self, held: Held) -> str:
        """What a card does, and whether all know it."""
        return self.tip_card(held[0]) + ("" if held[1] else self.open_note)

    def size(self, large: bool) -> tuple[float, float]:
        """Of a card, in design pixels."""
        times = self.times * (RAISED if large else 1.0)
        return CARD[0] * times, CARD[1] * times

    def back(self, large: bool) -> arcade.Texture:
        """A closed card."""
        w, h = self.size(large)
        scale, look = self.window.ui_scale, seat_look(self.shown.own, self.shown.palette)
        px = round(w * scale), round(h * scale)
        return self.window.textures.get(
            ("card back", self.shown.own, px), lambda: war_cards.back(px, look), scale, self.shown.palette
        )
