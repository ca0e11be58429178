"""Hand of a seat as a fan, and the description of a game's cards that it shows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

import arcade

from client.art.cards import war_cards
from client.art.theme import seat_look
from client.session.source import TableState
from client.table.seats.emblem import paint_emblem
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.controls.hand_fan import Fan, FanShape, FanSlot
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle
from client.ui.widget import Widget
from client.ui.window import Window
from core.engine.hidden import hand
from core.engine.hidden.hand import HeldCard
from core.engine.hidden.secrets import Secrets

NEVER_OPENED = "This card was never revealed: its face is not in the record."
OPEN_NOTE = "\n{muted}Face up: everyone knows it.{/}"
CARD, RAISED = (104.0, 150.0), 1.17
HIGH = 174.0
"""Design pixels: height of the hand's area for cards of normal size."""
TICK = BoxStyle((170, 240, 190, 255), (96, 200, 130, 255), (12, 44, 24, 255), 12, 1.5, (0, 0, 0, 150), 3)


def fan_shape_for(times: float) -> FanShape:
    """Return the shape of the fan, enlarged by this factor."""
    return FanShape(card=(CARD[0] * times, CARD[1] * times), raised_scale=RAISED, sunk_depth=-2.0 * times, spread=5.0,
                    arc=0.3, push_distance=12.0 * times, nearest=1.0)  # fmt: skip


class RowCard(NamedTuple):
    """A card in a row: its copy, or 0 if it is closed, and True if it is open to all players."""

    copy: int
    open: bool


class CardFaces(ABC):
    """Names, texts and pictures of a game's cards, in a hand and in the rows of all hands."""

    shape: FanShape | None = None
    """Shape of the fan, or None if the cards grow with its area."""

    def __init__(self, window: Window, shown: ViewModel) -> None:
        self.window, self.shown = window, shown

    @abstractmethod
    def card_name(self, copy: int) -> str:
        """Return the name of a card."""

    @abstractmethod
    def card_text(self, copy: int) -> str:
        """Return the effect of a card in words."""

    @abstractmethod
    def sort_key(self, copy: int) -> int:
        """Return the sort key of a card."""

    @abstractmethod
    def face_texture(self, copy: int, large: bool, size: tuple[float, float]) -> arcade.Texture:
        """Return the texture of a card's face, in the hand or enlarged for reading; `size` is in design pixels."""

    def back_texture(self, large: bool, size: tuple[float, float]) -> arcade.Texture:
        """Return the texture of a closed card: a back in the seat's colour."""
        shown, scale = self.shown, self.window.ui_scale
        look, px = seat_look(shown.own, shown.palette), (round(size[0] * scale), round(size[1] * scale))
        return self.window.textures.get(
            ("card back", shown.own, px), lambda: war_cards.back(px, look), scale, shown.palette
        )

    def card_tip(self, copy: int) -> str:
        """Return the tooltip of a card, as rich text."""
        return f"*{self.card_name(copy)}*\n{self.card_text(copy)}"

    def held_card_tip(self, held: HeldCard) -> str:
        """Return the tooltip of a card in the hand, with a note if all players know the card."""
        return self.card_tip(held[0]) + ("" if held[1] else OPEN_NOTE)

    def place_key(self, copy: int) -> tuple[bool, int]:
        """Return the sort key of a card's place: by `order`, with the face-down cards last."""
        return not copy, self.sort_key(copy) if copy else 0

    def held_cards(self) -> list[HeldCard] | None:
        """Return the cards of the shown seat, or None while some of them are not known yet."""
        shown = self.shown
        state: TableState = shown.state  # of a game with piles
        if shown.secrets is None or not all(slot in shown.secrets.faces for slot in state.piles.hand[shown.own]):
            return None
        cards = hand.held_cards(state, shown.own, shown.secrets)
        return sorted(cards, key=lambda held: (self.place_key(held[0]), held))

    # Rows of all hands ------------------------------------------------------------------------------------------------

    def seat_rows(self, known: Callable[[int], Secrets], closed: bool) -> list[tuple[int, list[RowCard]]]:
        """Return every seat with its cards; with `closed`, without the faces of closed ones.

        `known` returns what is known of a seat's cards.
        """
        state: TableState = self.shown.state  # of a game with piles
        out = []
        for seat in state.seats:
            held = hand.held_cards(state, seat, known(seat))
            out.append((seat, [RowCard(0 if closed and slot else copy, not slot) for copy, slot in held]))
        return out

    def card_sign(self, copy: int) -> tuple[str, str]:
        """Return the icon and the colour of a card."""
        return "card", "accent"

    def large_picture(self, copy: int) -> str | Widget:
        """Return an enlarged card, for reading."""
        return self.card_tip(copy)

    def paint_emblem(self, canvas: Canvas, seat: int, rect: Rect) -> None:
        """Paint the emblem of a seat."""
        paint_emblem(canvas, seat, self.shown.palette, rect)


class Hand(Fan[HeldCard]):
    """Fan with the cards of a hand; the match supplies `why_not`, because it knows the question.

    Without `on_play`, it is the hand of a replay. In that hand, a card that was never revealed is face down.
    """

    def __init__(
        self,
        faces: CardFaces,
        why_not: Callable[[HeldCard], str] = lambda _held: "",
        on_play: Callable[[HeldCard], object] | None = None,
    ) -> None:
        """Create the fan; `why_not` gives the reason why a card cannot be played, or ""."""
        self.faces, self.times = faces, 1.0
        self.ticked: tuple[int, ...] = ()
        """Copies that the player has picked, which have a tick."""
        self.aside = self._resting = False
        super().__init__(
            "Hand",
            self._texture,
            text=lambda held: faces.card_name(held[0]) if held[0] else "Hidden card",
            key=lambda held: held[0] or held,
            possible=lambda held: why_not(held) or True,
            on_play=on_play,
            card_tip=lambda held: faces.held_card_tip(held) if held[0] else NEVER_OPENED,
            shape=faces.shape or fan_shape_for(1.0),
            arrival_point=(1270.0, 40.0),
            region="hand",
        )

    def _texture(self, held: HeldCard, large: bool) -> arcade.Texture:
        times = self.times * (RAISED if large else 1.0)
        size = CARD[0] * times, CARD[1] * times
        return self.faces.face_texture(held[0], large, size) if held[0] else self.faces.back_texture(large, size)

    def refresh(self) -> None:
        """Show the seat's current cards, the face-down ones last.

        The fan keeps the old cards until all current cards are known.
        """
        cards = self.faces.held_cards() if self.faces.shown.state is not None else None
        if cards is not None:
            self.set_items(cards)

    def index_of(self, copy: int) -> int:
        """Return the index of a copy in the fan, or -1 if it is not there."""
        return next((i for i, held in enumerate(self.cards) if held[0] == copy), -1)

    def describe_card(self, held: HeldCard) -> str:
        """Return the description of a card, for the announcer."""
        return f"{self.faces.card_name(held[0])}: {self.faces.card_text(held[0])}" if held[0] else NEVER_OPENED

    def arrange(self) -> None:
        """Enlarge the cards in proportion to their area."""
        times = round(self.rect.h / HIGH, 3)
        if self.faces.shape is None and times != self.times:
            self.times, self.shape = times, fan_shape_for(times)
        super().arrange()

    def _paint_card(self, canvas: Canvas, item: HeldCard, slot: FanSlot, large: bool) -> None:
        super()._paint_card(canvas, item, slot, large)
        if item[0] in self.ticked:
            wide, high = self.shape.card[0] * slot.scale, self.shape.card[1] * slot.scale
            chip = Rect(slot.x - wide / 2 + 6, slot.y + high * 0.2, 24, 24)
            canvas.box(TICK, chip)
            canvas.icon("tick", chip.inset(4), (12, 44, 24, 255))

    # Pointer ----------------------------------------------------------------------------------------------------------

    def ignore_pointer_when(self, aside: bool) -> None:
        """Prevent raised cards from catching the pointer while the player must choose something else."""
        self.aside = self._resting = aside
        if aside:
            self._raise(-1)

    def card_at(self, x: float, y: float) -> int:
        """Return the card under a point, or -1."""
        if self.aside and y > self.rect.y + self.shape.card[1] - self.shape.sunk_depth:
            self._resting = False
            return -1
        if self.aside and self._resting:  # the pointer is still where it chose the card
            return -1
        return super().card_at(x, y)
