"""Description of the cards of a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from core.engine.game import Decision, State
from core.engine.hidden.secrets import Secrets


class Card(NamedTuple):
    """Card: its catalogue number, which bots receive, its name, and its price in words."""

    number: int
    name: str
    price: str


Uses = Callable[[State, int, Secrets, Decision], Iterable[int]]
"""(state, seat, its secrets, decision): the numbers of the cards that are used or taken by it."""
Instead = Callable[[State, int, Decision, Collection[int]], Decision]
"""(state, seat, decision, numbers): the decision, or its replacement that gains none of these cards."""


def as_it_is(state: State, seat: int, decision: Decision, without: Collection[int]) -> Decision:
    """Return the decision unchanged, for bots that gain no such card anyway."""
    return decision


class Deck(NamedTuple):
    """Cards of a game, their use by a decision, and the replacement for gains of banned cards."""

    cards: tuple[Card, ...]
    uses: Uses
    instead: Instead = as_it_is
