"""The hand of Ambition, a fan of Elites, Intrigue and industry, and all seats' hands in a replay."""

from __future__ import annotations

from collections.abc import Callable

import arcade

from client.games.ambition import faces
from client.games.ambition.art import card_texture
from client.table.hand import CardFaces, RowCard
from core.engine.hidden.hand import HeldCard
from core.engine.hidden.secrets import Secrets
from core.games.ambition.state import Ambition

SIGNS = (("elite", "accent"), ("eye", "bad"), ("industry", "good"))
"""Icons and colours of the kinds of cards."""


class Faces(CardFaces):
    """Faces of Ambition's cards, by their codes."""

    def card_name(self, copy: int) -> str:
        """Return the name of a card."""
        return faces.name(copy)

    def card_text(self, copy: int) -> str:
        """Return the effect of a card."""
        return faces.effect_text(copy, faces.rules_of(self.shown))

    def card_tip(self, copy: int) -> str:
        """Return the tooltip of a card."""
        return faces.tooltip(copy, faces.rules_of(self.shown))

    def sort_key(self, copy: int) -> int:
        """Return the sort key of a card: first by kind, then the best Elites first."""
        return 100 * faces.sort_of(copy) - faces.rank(copy)

    def face_texture(self, copy: int, large: bool, size: tuple[float, float]) -> arcade.Texture:
        """Return the texture of a card, or of its large form."""
        return card_texture(self.window.textures, copy, size, self.window.ui_scale, faces.rules_of(self.shown))

    def seat_rows(self, known: Callable[[int], Secrets], closed: bool) -> list[tuple[int, list[RowCard]]]:
        """Return every seat with its cards; a card that was never opened is shown as a back."""
        state = self.shown.table_of(Ambition)
        out = []
        for seat in state.seats:
            entries = [entry for sort in faces.CARD_SORTS for entry in state.hand(seat, sort)]
            codes = [(faces.code_of_entry(state, known(seat), entry), entry < 0) for entry in entries]
            spots = [
                RowCard(0 if number < 0 or (closed and not opened) else number, opened) for number, opened in codes
            ]
            out.append((seat, spots))
        return out

    def card_sign(self, copy: int) -> tuple[str, str]:
        """Return the icon and the colour of a card's kind."""
        return SIGNS[faces.sort_of(copy)]


class HandFaces(Faces):
    """Faces of our cards, each identified by its entry, which is its slot while the card is closed."""

    def code(self, entry: int) -> int:
        """Return the code of one of our cards."""
        return (
            faces.code_of_entry(self.shown.table_of(Ambition), self._known(), entry)
            if self.shown.state is not None
            else 0
        )

    def _known(self) -> Secrets | None:
        shown = self.shown
        return shown.opened(shown.own) if shown.opened is not None and shown.own else shown.secrets

    def card_name(self, copy: int) -> str:
        """Return the name of a card of the hand."""
        return faces.name(self.code(copy))

    def card_text(self, copy: int) -> str:
        """Return the effect of a card of the hand."""
        return faces.effect_text(self.code(copy), faces.rules_of(self.shown))

    def card_tip(self, copy: int) -> str:
        """Return the tooltip of a card of the hand."""
        return faces.tooltip(self.code(copy), faces.rules_of(self.shown))

    def face_texture(self, copy: int, large: bool, size: tuple[float, float]) -> arcade.Texture:
        """Return the texture of a card in the hand, or of its large form."""
        return super().face_texture(self.code(copy), large, size)

    def held_cards(self) -> list[HeldCard] | None:
        """Return the seat's current cards."""
        shown = self.shown
        if not shown.own or (shown.opened is None and shown.secrets is None):
            return None
        return [(entry, max(entry, 0)) for entry, _ in faces.held_by(shown, shown.own)]
