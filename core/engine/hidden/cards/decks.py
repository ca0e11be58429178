"""Common decks, of which everybody knows what they hold and nobody the order; satchels for private draws from them.

A deck is a row of layers, each a set of copies: the beacon takes a card of the first layer when it is turned up, never
before. So nobody can look ahead, and a card that is known to lie on top or underneath is a layer of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from core.engine.agenda import Step
from core.engine.events import SatchelDealt
from core.engine.hidden.cards.state import T
from core.engine.hidden.piles import EMPTY

Deck = tuple[tuple[int, ...], ...]
"""Layers from the top, none of them empty, each ascending."""
A = TypeVar("A", bound=Step[Any])
"""The game's kind of step; a game with common decks need not have closed cards."""


class CommonDecks(Generic[A]):
    """The common decks of a game: a column of the state, `list[Deck]`, by the number of the deck."""

    def __init__(self, column: str = "decks") -> None:
        self.column = column

    # What a game may say otherwise ------------------------------------------------------------------------------------

    def run_out(self, step: A, deck: int) -> Iterable[int]:
        """A card is due and the deck is empty: what it holds from now on. Usually nothing."""
        return ()

    def copy(self, step: A, card: int) -> int:
        """The copy that a picked card of a layer is; a game may hold cards in a deck that are no copies yet."""
        return card

    # ------------------------------------------------------------------------------------------------------------------

    def size(self, state: Any, deck: int) -> int:
        """How many cards are left."""
        return sum(map(len, getattr(state, self.column)[deck]))

    def holds(self, state: Any, deck: int) -> tuple[int, ...]:
        """All cards of the deck, ascending: public, their order is not."""
        return tuple(sorted(card for layer in getattr(state, self.column)[deck] for card in layer))

    def turn_up(self, step: A, deck: int) -> int:
        """The next card: its copy, or `EMPTY`."""
        decks = getattr(step.state, self.column)
        layers: Deck = decks[deck] or _layers(self.run_out(step, deck))
        if not layers:
            return EMPTY
        first, *rest = layers
        i = step.chance.serial("deck", deck).uniform(len(first))
        decks[deck] = (*_layers(first[:i] + first[i + 1 :]), *rest)
        return self.copy(step, first[i])

    def put_under(self, step: A, deck: int, cards: Iterable[int]) -> None:
        """Cards go underneath together, in an order that nobody knows; one alone is known to lie lowest."""
        getattr(step.state, self.column)[deck] += _layers(cards)

    def put_on_top(self, step: A, deck: int, cards: Iterable[int]) -> None:
        """Cards go on top together, in an order that nobody knows; one alone is known to come next."""
        decks = getattr(step.state, self.column)
        decks[deck] = _layers(cards) + decks[deck]

    def shuffle_in(self, step: A, deck: int, cards: Iterable[int]) -> None:
        """The deck is shuffled with these cards: nothing is known of any place."""
        decks = getattr(step.state, self.column)
        decks[deck] = _layers((*self.holds(step.state, deck), *cards))


def _layers(cards: Iterable[int]) -> Deck:
    layer = tuple(sorted(cards))
    return (layer,) if layer else ()


class Satchels(Generic[T]):
    """Private draws from a common deck.

    The beacon deals a batch of the deck to one seat, known to all as a set. Its client lays them into fresh slots in an
    order that nobody else knows, and each draw of the seat is one of those, picked by the beacon: so it has the
    distribution of a draw from the deck, and its owner alone knows the face. A satchel is the seat's draw pile; what
    everybody can tell is among which cards a draw lies. It is filled when it is empty and a card is due (`supply`).
    """

    def __init__(self, decks: CommonDecks[T], deck: int, size: int) -> None:
        self.decks = decks
        self.deck = deck
        self.size = size

    def fill(self, step: T, seat: int, size: int = 0) -> None:
        """So many cards of the deck, by default the usual number, or what there is, go to the seat's satchel."""
        piles = step.state.piles
        dealt: list[int] = []
        while len(dealt) < (size or self.size) and (copy := self.decks.turn_up(step, self.deck)) != EMPTY:
            dealt.append(copy)
        if dealt:
            piles.mix[seat] = tuple(sorted((*piles.mix[seat], *dealt)))
            step.say(SatchelDealt(seat, tuple(sorted(dealt))))
