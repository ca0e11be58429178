"""Copies and shared decks (rules 8.2 and 12.5; hidden cards part 4).

A deck is a row of layers, each a set: the beacon takes a card of the first one that is not empty when it is turned up,
never before. Cards put back in one step form a new layer at the end; so does a fresh set when a deck has run out.
"""

from __future__ import annotations

from collections.abc import Iterable

from core.bridgefront.catalogue import CARDS, DECKS
from core.bridgefront.rules import Step
from core.bridgefront.state import Bridgefront

POWER = 3
"""Deck numbers: market I-III are 0-2, power I-III are 3-5."""


def market_deck(state: Bridgefront, age: int | None = None) -> int:
    """The market deck of an age, by default of the current one."""
    return (age or state.age) - 1


def power_deck(state: Bridgefront) -> int:
    """The current power deck."""
    return POWER + state.age - 1


def full_set(state: Bridgefront, deck: int) -> tuple[int, ...]:
    """All cards of a deck as unseen ones, ascending (options market_copies, power_deck, two_player_trim)."""
    found: list[int] = []
    for index in DECKS[deck]:
        card = CARDS[index]
        copies = card.copies
        if deck < POWER:
            copies *= state.option("market_copies")
        elif state.option("power_deck") == "padded":
            copies += card.padded
        if len(state.seats) < card.from_seats and state.option("two_player_trim") == "on":
            copies = 0
        found += [-1 - index] * copies
    return tuple(sorted(found))


def new_copy(step: Step, card: int) -> int:
    """A physical copy of a card appears: it gets the next number and an initiative number of its own (8.2)."""
    state = step.state
    copy = len(state.card)
    state.card.append(card)
    state.number.append(0)
    low, high = CARDS[card].initiative
    mode = state.option("initiative_mode")
    if mode == "low" or low == high:
        state.number[copy] = low
    elif mode == "high":
        state.number[copy] = high
    else:
        taken = {n for other, n in zip(state.card, state.number) if other == card}
        free = [n for n in range(low, high + 1) if n not in taken] or list(range(low, high + 1))
        state.number[copy] = step.chance.stream("initiative", copy).pick(free)
    return copy


def turn_up(step: Step, deck: int) -> int:
    """The next card of a shared deck: its copy, whose row is made if it has not been seen before."""
    state = step.state
    layers = [layer for layer in state.decks[deck] if layer] or [full_set(state, deck)]
    i = step.chance.serial("deck", deck).uniform(len(layers[0]))
    seen = layers[0][i]
    layers[0] = layers[0][:i] + layers[0][i + 1 :]
    state.decks[deck] = tuple(layer for layer in layers if layer)
    return seen if seen > 0 else new_copy(step, -1 - seen)


def put_back(step: Step, deck: int, copies: Iterable[int]) -> None:
    """Copies go to the bottom of their deck together, in an order that nobody knows."""
    layer = tuple(sorted(copies))
    if layer:
        step.state.decks[deck] += (layer,)


def deck_size(state: Bridgefront, deck: int) -> int:
    """How many cards are left in a deck."""
    return sum(len(layer) for layer in state.decks[deck])
