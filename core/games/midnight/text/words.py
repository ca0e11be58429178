"""Words for the seats and cards in one state of a match."""

from __future__ import annotations

from collections.abc import Iterable

from core.engine.text.words import format_count, join_list, with_article
from core.games.midnight.cards import NATION_NAMES, card_of
from core.games.midnight.state import Midnight


class Namer:
    """The words for seats and cards in one state.

    A closed card is described by a number, never by its name.
    """

    def __init__(self, state: Midnight) -> None:
        self.state = state

    def nation_name(self, seat: int) -> str:
        """Return a seat and its nation in words."""
        nation = self.state.nation[seat]
        return f"Seat {seat} ({NATION_NAMES[nation]})" if nation >= 0 else f"Seat {seat}"

    def card(self, copy: int) -> str:
        """Return a card in words, with the deck it came from if that is not obvious."""
        return card_of(copy).name

    def cards(self, copies: Iterable[int]) -> str:
        """Return a list of cards in words, with those of one kind together."""
        names = [self.card(copy) for copy in copies]
        many = {name: names.count(name) for name in names}
        return (
            join_list(with_article(n) if k == 1 else format_count(k, n) for n, k in many.items())
            if many
            else "no cards"
        )

    def entry(self, entry: int) -> str:
        """Return a card on the table in words."""
        return "a card face down" if entry > 0 else f"{self.card(-entry)} face up"
