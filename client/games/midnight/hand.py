"""Hand of Midnight: a fan that grows with the table; each card shows its present effect."""

from __future__ import annotations

import arcade

from client.games.midnight.art.pictures import card_texture
from client.games.midnight.text.names import CARD_ICONS, card_name, card_tip, current_effect_text
from client.table.hand import CardFaces
from core.games.midnight.cards import kind_of
from core.games.midnight.changes import RULESETS
from core.games.midnight.ruleset import Rules
from core.games.midnight.state import Midnight
from core.games.midnight.text.catalogue import card_effect

INK = {"red": "bad", "green": "good"}
"""Colour of a card's icon, by the card's mark."""


class Faces(CardFaces):
    """Faces of Midnight's cards."""

    @property
    def rules(self) -> Rules:
        """The rules of the match on screen."""
        state = self.shown.state_of(Midnight)
        return RULESETS.printed if state is None else state.rules

    def card_name(self, copy: int) -> str:
        """Return the name of a card."""
        return card_name(copy)

    def card_text(self, copy: int) -> str:
        """Return the effect of a card in words."""
        return card_effect(self.rules, kind_of(copy))

    def card_tip(self, copy: int) -> str:
        """Return the tooltip of a card."""
        return card_tip(copy, self.rules)

    def sort_key(self, copy: int) -> int:
        """Return the sort key of a card, which is its kind."""
        return kind_of(copy)

    def face_texture(self, copy: int, large: bool, size: tuple[float, float]) -> arcade.Texture:
        """Return the face of a card, in the hand or enlarged for reading."""
        state = self.shown.state_of(Midnight)
        words = (
            current_effect_text(state, self.shown.own, kind_of(copy)) if state is not None and self.shown.own else ""
        )
        pacts = state is not None and state.option("pacts") == "on"
        return card_texture(self.window.textures, copy, size, self.window.ui_scale, pacts, words, self.rules)

    def card_sign(self, copy: int) -> tuple[str, str]:
        """Return the icon and the colour of a card, by its kind; red cards break a Pact."""
        return CARD_ICONS[kind_of(copy)], INK.get(self.rules.card(copy).mark, "accent")
