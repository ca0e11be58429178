"""Description of the cards of a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from core.engine.game import Decision, State
from core.engine.hidden.secrets import Secrets


class Card(NamedTuple):
    """A card: its catalogue number, which bots receive, its name, and its price in words."""

    number: int
    name: str
    price: str


Uses = Callable[[State, int, Secrets, Decision], Iterable[int]]
"""Function from (state, seat, its secrets, decision) to the cards that the decision uses or takes.

Cards are given by their numbers.
"""
Instead = Callable[[State, int, Decision, Collection[int]], Decision]
"""Function from (state, seat, decision, card numbers) to a decision that gains none of these cards.

It returns the decision unchanged if the decision gains none.
"""


def as_it_is(state: State, seat: int, decision: Decision, without: Collection[int]) -> Decision:
    """Return the decision unchanged, for games in which no decision gains a banned card."""
    return decision


class Deck(NamedTuple):
    """The cards of a game, with their use by a decision and the replacement of decisions that gain them."""

    cards: tuple[Card, ...]
    uses: Uses
    instead: Instead = as_it_is
