"""The hand of Ambition, a fan of Elites, Intrigue and industry, and all seats' hands in a replay."""

from __future__ import annotations

import arcade

from client.games.ambition import faces
from client.games.ambition.art import card_texture
from client.table import hand
from client.table.replay import open_hands
from client.table.replay.open_hands import Spot
from client.ui.canvas import Canvas
from client.ui.controls.hand_fan import Slot
from client.ui.hexes import Rect
from client.ui.theme import Box
from core.engine.hidden.hand import HeldCard
from core.engine.hidden.secrets import Secrets
from core.games.ambition.state import Ambition

TICK = Box((170, 240, 190, 255), (96, 200, 130, 255), (12, 44, 24, 255), 12, 1.5, (0, 0, 0, 150), 3)
SIGNS = (("elite", "accent"), ("eye", "bad"), ("industry", "good"))
"""Icons and colours of the kinds of cards."""


class CardWords(hand.CardWords):
    """Texts of Ambition's cards, by their codes."""

    def called(self, copy: int) -> str:
        """Return the name of a card."""
        return faces.name(copy)

    def says(self, copy: int) -> str:
        """Return the effect of a card."""
        return faces.effect_text(copy)

    def tip_card(self, copy: int) -> str:
        """Return the tooltip of a card."""
        return faces.tooltip(copy)

    def order(self, copy: int) -> int:
        """Return the sort key of a card: first by kind, then the best Elites first."""
        return 100 * faces.sort_of(copy) - faces.rank(copy)


class Hand(CardWords, hand.GrowingHand):
    """Our cards, each identified by its entry, which is its slot while the card is closed.

    Cards that the player has picked have a tick.
    """

    picked: tuple[int, ...] = ()
    """Entries of the cards that the player has picked."""

    def code(self, entry: int) -> int:
        """Return the code of one of our cards."""
        return (
            faces.of_entry(self.shown.table_of(Ambition), self._known(), entry) if self.shown.state is not None else 0
        )

    def _known(self) -> Secrets | None:
        shown = self.shown
        return shown.opened(shown.own) if shown.opened is not None and shown.own else shown.secrets

    def called(self, copy: int) -> str:
        """Return the name of a card of the hand."""
        return faces.name(self.code(copy))

    def says(self, copy: int) -> str:
        """Return the effect of a card of the hand."""
        return faces.effect_text(self.code(copy))

    def tip_card(self, copy: int) -> str:
        """Return the tooltip of a card of the hand."""
        return faces.tooltip(self.code(copy))

    def refresh(self) -> None:
        """Show the seat's current cards."""
        shown = self.shown
        if shown.state is None or not shown.own:
            return
        if shown.opened is None and shown.secrets is None:
            return
        self.set_items([(entry, max(entry, 0)) for entry, _ in faces.held_by(shown, shown.own)])

    def face(self, copy: int, large: bool) -> arcade.Texture:
        """Return the texture of a card in the hand, or of its large form."""
        return card_texture(self.window.textures, self.code(copy), self.size(large), self.window.ui_scale)

    def _paint_card(self, canvas: Canvas, item: HeldCard, slot: Slot, large: bool) -> None:
        super()._paint_card(canvas, item, slot, large)
        if item[0] in self.picked:
            wide, high = self.shape.card[0] * slot.scale, self.shape.card[1] * slot.scale
            chip = Rect(slot.x - wide / 2 + 6, slot.y + high * 0.2, 24, 24)
            canvas.box(TICK, chip)
            canvas.icon("tick", chip.inset(4), (12, 44, 24, 255))


class OpenHands(CardWords, open_hands.OpenHands):
    """Rows of cards, one for each seat; a card that was never opened is shown as a back."""

    def rows(self) -> list[tuple[int, list[Spot]]]:
        """Return every seat with its cards; the known cards come first."""
        state = self.shown.state_of(Ambition)
        if state is None:
            return []
        out = []
        for seat in state.seats:
            known = self.known(seat)
            entries = [entry for sort in faces.CARD_SORTS for entry in state.hand(seat, sort)]
            codes = [(faces.of_entry(state, known, entry), entry < 0) for entry in entries]
            spots = [
                Spot(0 if number < 0 or (self.closed and not opened) else number, opened) for number, opened in codes
            ]
            out.append((seat, sorted(spots, key=lambda spot: self.rank(spot.copy))))
        return out

    def sign(self, copy: int) -> tuple[str, str]:
        """Return the icon and the colour of a card's kind."""
        return SIGNS[faces.sort_of(copy)]
