"""The common decks, with public contents and unknown order, and satchels for private draws from them.

A deck is a row of layers, each a set of copies. The beacon picks a card of the first layer at the moment when it is
turned up, so no seat can look ahead. A card that is known to be at the top or at the bottom is a separate layer.
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
"""A deck as its layers from the top; each layer is non-empty and in ascending order."""
StateT = TypeVar("StateT", bound=AgendaState)
StepT = TypeVar("StepT", bound=Step[Any])
"""The game's class of step; a game with common decks need not have closed cards."""


class CommonDecks(Generic[StateT, StepT]):
    """The common decks of a game: a column of the state, `list[Deck]`, indexed by deck number."""

    def __init__(self, column: str = "decks") -> None:
        self.column = column

    # Hooks for games --------------------------------------------------------------------------------------------------

    def run_out(self, step: StepT, deck: int) -> Iterable[int]:
        """Return the cards that refill an empty deck when a card is due; usually none."""
        return ()

    def copy(self, step: StepT, card: int) -> int:
        """Return the copy that a card picked from a layer becomes.

        A game's decks may contain numbers that are not copies yet.
        """
        return card

    # ------------------------------------------------------------------------------------------------------------------

    def size(self, state: StateT, deck: int) -> int:
        """Return the number of cards left in the deck."""
        return sum(map(len, getattr(state, self.column)[deck]))

    def holds(self, state: StateT, deck: int) -> tuple[int, ...]:
        """Return all cards of the deck in ascending order; the cards are public, but their order is not."""
        return tuple(sorted(card for layer in getattr(state, self.column)[deck] for card in layer))

    def turn_up(self, step: StepT, deck: int) -> int:
        """Turn up the next card and return its copy, or `EMPTY` if there is no card."""
        decks = getattr(step.state, self.column)
        layers: Deck = decks[deck] or _deck_of_one_layer(self.run_out(step, deck))
        if not layers:
            return EMPTY
        first, *rest = layers
        i = step.chance.serial("deck", deck).uniform(len(first))
        decks[deck] = (*_deck_of_one_layer(first[:i] + first[i + 1 :]), *rest)
        return self.copy(step, first[i])

    def put_under(self, step: StepT, deck: int, cards: Iterable[int]) -> None:
        """Put cards under the deck together, in an order that nobody knows.

        A single card is known to be the lowest.
        """
        getattr(step.state, self.column)[deck] += _deck_of_one_layer(cards)

    def put_on_top(self, step: StepT, deck: int, cards: Iterable[int]) -> None:
        """Put cards on top of the deck together, in an order that nobody knows.

        A single card is known to be the next.
        """
        decks = getattr(step.state, self.column)
        decks[deck] = _deck_of_one_layer(cards) + decks[deck]

    def shuffle_in(self, step: StepT, deck: int, cards: Iterable[int]) -> None:
        """Shuffle these cards and the whole deck together, so that no position is known."""
        decks = getattr(step.state, self.column)
        decks[deck] = _deck_of_one_layer((*self.holds(step.state, deck), *cards))


def _deck_of_one_layer(cards: Iterable[int]) -> Deck:
    layer = tuple(sorted(cards))
    return (layer,) if layer else ()


class Satchels(Generic[S, T]):
    """The private draws of seats from a common deck.

    The beacon deals a batch of the deck to one seat, and every seat knows the batch as a set. The seat's client puts
    the cards into fresh slots in an order that no other seat knows. For each draw of the seat the beacon picks one of
    those slots. So a draw has the distribution of a draw from the deck, and only its owner knows the face.

    A satchel is the seat's draw pile. Other seats know only the set that a draw comes from. The satchel is filled when
    it is empty and a card is due (`supply`).
    """

    def __init__(self, decks: CommonDecks[S, T], deck: int, size: int) -> None:
        self.decks = decks
        self.deck = deck
        self.size = size

    def fill(self, step: T, seat: int, size: int = 0) -> None:
        """Move cards of the deck to the seat's satchel.

        The number of cards is `size`, or the game's usual number if `size` is not given. If the deck has fewer, all are
        moved.
        """
        piles = step.state.piles
        dealt: list[int] = []
        while len(dealt) < (size or self.size) and (copy := self.decks.turn_up(step, self.deck)) != EMPTY:
            dealt.append(copy)
        if dealt:
            piles.mix[seat] = tuple(sorted((*piles.mix[seat], *dealt)))
            step.say(SatchelDealt(seat, tuple(sorted(dealt))))
