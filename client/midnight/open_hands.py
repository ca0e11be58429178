"""The hands of a replay of Midnight: those of all seats in rows."""

from __future__ import annotations

from client.kit.widget import Widget
from client.midnight.hand import CardWords
from client.midnight.words.names import CARD_ICONS, card_tip
from client.replay import open_hands
from core.midnight.cards import CARDS, kind

INK = {"red": "bad", "green": "good"}


class OpenHands(CardWords, open_hands.OpenHands):
    """A row for each nation."""

    def sign(self, copy: int) -> tuple[str, str]:
        """By kind; red ones break a Pact."""
        return CARD_ICONS[kind(copy)], INK.get(CARDS[kind(copy)].mark, "accent")

    def picture(self, copy: int) -> str | Widget:
        """What it does."""
        return card_tip(copy)
