"""Types that describe the cards of a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from core.engine.game import Decision, State
from core.engine.hidden.secrets import Secrets


class Card(NamedTuple):
    """A card: its catalogue number, its name, and its price in words."""

    number: int
    name: str
    price: str


Uses = Callable[[State, int, Secrets, Decision], Iterable[int]]
"""Function from (state, seat, secrets, decision) to the numbers of the cards that the decision uses or takes."""
Instead = Callable[[State, int, Decision, Collection[int]], Decision]
"""Function from (state, seat, decision, card numbers) to a decision that gains none of these cards."""


def keep_decision(state: State, seat: int, decision: Decision, without: Collection[int]) -> Decision:
    """Return the decision unchanged; used for games in which no decision gains a card."""
    return decision


class Deck(NamedTuple):
    """The cards of a game, a function that lists the cards a decision uses, and one that avoids banned cards."""

    cards: tuple[Card, ...]
    uses: Uses
    instead: Instead = keep_decision
