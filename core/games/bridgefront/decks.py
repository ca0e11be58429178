"""Copies of cards, and shared decks, which are renewed when they have run out (rules 8.2, 12.5).

See also hidden cards part 4.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.engine.hidden.cards import CommonDecks
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import Bridgefront

POWER = 3
"""Index of the first power deck: market I-III have the indices 0-2, and power I-III 3-5."""


def market_deck(state: Bridgefront, age: int | None = None) -> int:
    """Return the index of the market deck of an age, by default of the current age."""
    return (age or state.age) - 1


def power_deck(state: Bridgefront) -> int:
    """Return the index of the current power deck."""
    return POWER + state.age - 1


def full_deck(state: Bridgefront, deck: int) -> tuple[int, ...]:
    """Return all cards of a deck as unseen cards, in ascending order.

    The options market_copies, power_deck and two_player_trim are considered.
    """
    found: list[int] = []
    for index in state.rules.decks[deck]:
        card = state.cards[index]
        copies = card.copies
        if deck < POWER:
            copies *= state.option("market_copies")
        elif state.option("power_deck") == "padded":
            copies += card.is_padded
        if len(state.seats) < card.from_seats and state.option("two_player_trim") == "on":
            copies = 0
        found += [-1 - index] * copies
    return tuple(sorted(found))


def add_copy(step: Step, card: int) -> int:
    """Create a physical copy of a card, and return its number (8.2).

    It gets the next number and an initiative number.
    """
    state = step.state
    copy = len(state.card)
    state.card.append(card)
    state.number.append(0)
    low, high = state.cards[card].initiative
    mode = state.option("initiative_mode")
    if mode == "low" or low == high:
        state.number[copy] = low
    elif mode == "high":
        state.number[copy] = high
    else:
        taken = sorted({n for other in _copies(state, card) if low <= (n := state.number[other]) <= high})
        if len(taken) > high - low:
            taken = []
        number = low + step.chance.stream("initiative", copy).uniform(high - low + 1 - len(taken))
        for other in taken:  # free numbers, in order
            number += other <= number
        state.number[copy] = number
    return copy


def _copies(state: Bridgefront, card: int) -> Iterator[int]:
    """Yield all copies of a card that have appeared in the match."""
    copy = 0
    for _ in range(state.card.count(card, 1)):
        copy = state.card.index(card, copy + 1)
        yield copy


class Decks(CommonDecks[Bridgefront, Step]):
    """The market and power decks; an unseen card is not a copy but -1 minus the number of the card."""

    def refill(self, step: Step, deck: int) -> tuple[int, ...]:
        """Return a fresh set of cards for a deck that has run out."""
        return full_deck(step.state, deck)

    def copy(self, step: Step, card: int) -> int:
        """Return the copy of a card.

        A card that is seen for the first time becomes a new copy.
        """
        return card if card > 0 else add_copy(step, -1 - card)


DECKS = Decks()
turn_up, put_back, deck_size = DECKS.turn_up, DECKS.put_under, DECKS.size
