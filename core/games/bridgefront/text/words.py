"""The words on screen: names of seats, places, cards and amounts for players (rules part 17).

The code uses the words of the designer's rules. Every text for players is converted here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.engine.text.words import format_count, join_list
from core.games.bridgefront.card import Card
from core.games.bridgefront.factions import FACTIONS
from core.games.bridgefront.phases.setup import FACTION
from core.games.bridgefront.state import NOBODY, Bridgefront

AGES = ("The Fracture", "The Drift", "The Dissolution")
DECKS = ("Archive I", "Archive II", "Archive III", "Power I", "Power II", "Power III")
PHASES = {
    "factions": "Factions",
    "capitals": "Capitals",
    "bridges": "Starting Bridges",
    "free card": "Free card",
    "reset": "Reset",
    "market": "The Archive",
    "action": "Action Phase",
    "sieges": "Sieges",
    "collection": "Collection",
    "scoring": "Scoring",
    "cleanup": "Cleanup",
    "final audit": "Final audit",
}
AXIS = "the Axis Mundi"

_SCREEN_TERMS = (
    (r"\bpermanent VP\b", "lasting Permanence"),
    (r"\bcontrol VP\b", "held Permanence"),
    (r"\bVP\b", "Permanence"),
    (r"\bForce(s?)\b", r"Cohort\1"),
    (r"\bCenter\b", "Axis Mundi"),
    (r"\bthe (Age I+) market\b", r"the Archive of \1"),
    (r"\bare Burn\b", "go to Entropy when played"),
    (r"\bBurn pile\b", "Entropy pile"),
    (r"\b([Bb])urn( up to)? 1 card from your hand\b", r"Give\2 1 card from your hand to Entropy"),
)


def to_screen_text(text: str, gold_word: str = "Gold") -> str:
    """Return a text of the rules or of a card, converted to the words on screen.

    >>> to_screen_text("1 VP when gained. Played: Put 3 Forces into the Center. Take 2 gold.")
    '1 Permanence when gained. Played: Put 3 Cohorts into the Axis Mundi. Take 2 Gold.'
    """
    for old, new in _SCREEN_TERMS:
        text = re.sub(old, new, text)
    return re.sub(r"\bgold\b", gold_word, text)


def screen_name(card: Card, names: str = "permanence") -> str:
    """Return the card's name on screen, which depends on the option victory_card_names."""
    return to_screen_text(card.shown_name(names))


class Namer:
    """The words on screen for one state of a match."""

    def __init__(self, state: Bridgefront) -> None:
        self.state = state
        self.gold_word = str(state.option("gold_word"))
        self.names = str(state.option("victory_card_names"))

    # Seats ------------------------------------------------------------------------------------------------------------

    def seat(self, seat: int) -> str:
        """Return the name of the acting seat, with its faction."""
        faction = self.faction(seat)
        return f"Seat {seat} ({faction})" if faction else self.seat_title(seat)

    def seat_title(self, seat: int) -> str:
        """Return the short name of a seat."""
        return f"Seat {seat}" if seat else "nobody"

    def faction(self, seat: int) -> str:
        """Return the faction's name without its article, or "" before factions are assigned."""
        state = self.state
        if not seat or FACTION.asked_seats(state):
            return ""
        return FACTIONS[state.faction[seat]].name.removeprefix("The ")

    def seats(self, seats: Iterable[int]) -> str:
        """Return the names of several seats."""
        return join_list(self.seat_title(seat) for seat in seats)

    # Places -----------------------------------------------------------------------------------------------------------

    def hex_phrase(self, hex_: int) -> str:
        """Return the axial coordinates of a hex."""
        q, r = self.state.grid.hexes[hex_]
        return f"({q},{r})"

    def hex(self, hex_: int) -> str:
        """Return the name of a hex as a player would say it."""
        state = self.state
        if hex_ == state.grid.center:
            return AXIS
        owner = state.capital_owner(hex_)
        if owner != NOBODY:
            return f"Seat {owner}'s Capital"
        if hex_ in state.mines:
            return f"the Mine at {self.hex_phrase(hex_)}"
        if hex_ in state.forges:
            return f"the Forge at {self.hex_phrase(hex_)}"
        return self.hex_phrase(hex_)

    def edge(self, edge: int) -> str:
        """Return the name of an edge, which consists of its two hexes."""
        a, b = self.state.grid.edges[edge]
        return f"between {self.hex(a)} and {self.hex(b)}"

    # Cards and amounts ------------------------------------------------------------------------------------------------

    def card(self, copy: int) -> str:
        """Return the name of a copy's card."""
        return screen_name(self.state.cards[self.state.card[copy]], self.names) if copy else "nothing"

    def cards(self, copies: Iterable[int]) -> str:
        """Return the names of several cards."""
        return join_list(self.card(copy) for copy in copies)

    def card_by_name(self, name: str) -> str:
        """Return the screen name of the card with this printed name."""
        card = next((card for card in self.state.cards if card.name == name), None)
        return screen_name(card, self.names) if card is not None else name

    def gold(self, amount: int) -> str:
        """Return an amount of gold in words."""
        return f"{amount} {self.gold_word}"

    def units(self, forces: int, champions: Iterable[int]) -> str:
        """Return the name of a stack in words: its Cohorts and its Champions."""
        return join_list(
            [*([format_count(forces, "Cohort")] if forces else []), *(self.card(copy) for copy in champions)]
        )

    def text(self, text: str) -> str:
        """Return a text of the rules, converted to this match's words."""
        return to_screen_text(text, self.gold_word)
