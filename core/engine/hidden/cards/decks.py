"""Common decks, whose contents are public and whose order is unknown, and private draws from them.

A deck is a sequence of layers, each of them a set of copies. The beacon picks a card of the top layer at the moment
when it is turned up, so no seat can look ahead. A card that is known to be at the top or bottom is a layer of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from core.engine.agenda import Step
from core.engine.events import SatchelDealt
from core.engine.hidden.cards.state import S, T
from core.engine.hidden.piles import EMPTY
from core.engine.question import AgendaState

Deck = tuple[tuple[int, ...], ...]
"""A deck as its layers from top to bottom; each layer is non-empty and in ascending order."""
StateT = TypeVar("StateT", bound=AgendaState)
StepT = TypeVar("StepT", bound=Step[Any])
"""The game's subclass of `Step`; a game with common decks need not have closed cards."""


class CommonDecks(Generic[StateT, StepT]):
    """The common decks of a game, stored in the field `column` of its state as a list of decks."""

    def __init__(self, column: str = "decks") -> None:
        self.column = column

    # Hooks for games --------------------------------------------------------------------------------------------------

    def refill(self, step: StepT, deck: int) -> Iterable[int]:
        """Return the cards that refill an empty deck when a card is due; by default none."""
        return ()

    def copy(self, step: StepT, card: int) -> int:
        """Return the copy for a card that was picked from a layer.

        By default both are the same number. A game may override this if its decks contain numbers that are not copies.
        """
        return card

    # ------------------------------------------------------------------------------------------------------------------

    def size(self, state: StateT, deck: int) -> int:
        """Return the number of cards left in the deck."""
        return sum(map(len, getattr(state, self.column)[deck]))

    def sorted_cards(self, state: StateT, deck: int) -> tuple[int, ...]:
        """Return all cards of the deck in ascending order, which does not reveal their order in the deck."""
        return tuple(sorted(card for layer in getattr(state, self.column)[deck] for card in layer))

    def turn_up(self, step: StepT, deck: int) -> int:
        """Turn up the next card and return its copy, or `EMPTY` if there is no card."""
        decks = getattr(step.state, self.column)
        layers: Deck = decks[deck] or _deck_of_one_layer(self.refill(step, deck))
        if not layers:
            return EMPTY
        first, *rest = layers
        i = step.chance.numbered_stream("deck", deck).uniform(len(first))
        decks[deck] = (*_deck_of_one_layer(first[:i] + first[i + 1 :]), *rest)
        return self.copy(step, first[i])

    def put_under(self, step: StepT, deck: int, cards: Iterable[int]) -> None:
        """Put cards under the deck together, in random order.

        A single card is then known to be the lowest.
        """
        getattr(step.state, self.column)[deck] += _deck_of_one_layer(cards)

    def put_on_top(self, step: StepT, deck: int, cards: Iterable[int]) -> None:
        """Put cards on top of the deck together, in random order.

        A single card is then known to be the next.
        """
        decks = getattr(step.state, self.column)
        decks[deck] = _deck_of_one_layer(cards) + decks[deck]

    def shuffle_in(self, step: StepT, deck: int, cards: Iterable[int]) -> None:
        """Shuffle these cards into the deck, so that no position is known."""
        decks = getattr(step.state, self.column)
        decks[deck] = _deck_of_one_layer((*self.sorted_cards(step.state, deck), *cards))


def _deck_of_one_layer(cards: Iterable[int]) -> Deck:
    layer = tuple(sorted(cards))
    return (layer,) if layer else ()


class Satchels(Generic[S, T]):
    """Private draws from a common deck.

    The beacon deals a batch of the deck to one seat. Every seat knows the batch as a set. The seat's client puts the
    cards into fresh slots in a secret order, and the beacon picks one of the slots for each draw. So a draw has the
    same probabilities as a draw from the deck, but only its owner knows the card.

    The batch becomes the seat's draw pile. It is refilled when it is empty and a card is due (`supply`).
    """

    def __init__(self, decks: CommonDecks[S, T], deck: int, size: int) -> None:
        self.decks = decks
        self.deck = deck
        self.size = size

    def fill(self, step: T, seat: int, size: int = 0) -> None:
        """Move `size` cards of the deck to the seat's draw pile, or the usual number if `size` is 0.

        If the deck has fewer cards, all of them are moved.
        """
        piles = step.state.piles
        dealt: list[int] = []
        while len(dealt) < (size or self.size) and (copy := self.decks.turn_up(step, self.deck)) != EMPTY:
            dealt.append(copy)
        if dealt:
            piles.mix[seat] = tuple(sorted((*piles.mix[seat], *dealt)))
            step.emit(SatchelDealt(seat, tuple(sorted(dealt))))
