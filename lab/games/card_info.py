"""What is known of the cards of a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple

from core.engine.game import Decision
from core.engine.hidden.secrets import Secrets


class Card(NamedTuple):
    """A card: its number in the catalogue, by which bots are told of it, its name, and its price in words."""

    number: int
    name: str
    price: str


Uses = Callable[[Any, int, Secrets, Decision], Iterable[int]]
"""(state, seat, its secrets, decision): the numbers of the cards that are used or taken by it."""
Instead = Callable[[Any, int, Decision, Collection[int]], Decision]
"""(state, seat, decision, numbers): the decision, or the one in its place that gains none of these cards."""


def as_it_is(state: Any, seat: int, decision: Decision, without: Collection[int]) -> Decision:
    """The decision of a bot that gains no such card anyway."""
    return decision


class Deck(NamedTuple):
    """The cards of a game, what a decision uses of them, and what is decided where a bot would gain a banned one."""

    cards: tuple[Card, ...]
    uses: Uses
    instead: Instead = as_it_is
