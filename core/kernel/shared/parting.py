"""A match with shared decks that is played on as a new one (PROTOCOL 14.10): its keys are new, so all closed cards are
shuffled anew and fill the places where closed cards lay. What anybody knew of a place is gone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.kernel.question import Asking
from core.kernel.shared.state import Shared, Slots, deck_of_slot

if TYPE_CHECKING:
    from core.kernel.shared.chapter import SharedDecks

Places = tuple[tuple[int, ...], int, int]
"""How many closed cards of one deck lay in each hand (by seat, 0 first), in the deck and among the discards."""


def carry(shared: Shared, sealed: bool) -> None:
    """The keys of the old match are gone; of a list in work no more is left than how many cards it has."""
    work = shared.shuffling
    cards = len(work.cards) // shared.width if work is not None else 0
    shared.sealed, shared.K, shared.points = sealed, b"", ()
    if work is not None:
        shared.shuffling = work._replace(cards=bytes(cards * shared.width))


def lay_anew(decks: SharedDecks[Any, Any], step: Any) -> None:
    """Puts on the agenda that all closed cards are laid anew, and that then is asked what was asked."""
    state = step.state
    shared: Shared = state.shared
    if state.asking:
        step.later(("deck ask again", state.asking))
    state.asking = ()
    for slot, at in sorted(shared.revealing.items()):
        if at.then:
            step.later(("deck turn up", deck_of_slot(slot), at.then))
    places = [_places(shared, deck) for deck in range(len(shared.decks))]
    shared.moves = tuple(move._replace(slot=0) for move in shared.moves)
    shared.shuffling, shared.stuck, shared.out = None, False, ()
    for column in (shared.cards, shared.rests, shared.copied, shared.looks, shared.revealing, shared.turned):
        column.clear()
    shared.hands = [()] * len(shared.hands)
    for deck in reversed(range(len(shared.decks))):
        copies, shared.closed[deck] = shared.closed[deck], ()
        shared.decks[deck], shared.down[deck], shared.aside[deck], shared.fresh[deck] = (), (), 0, 0
        if copies:
            step.later(("deck shuffle", deck, copies, (), ()), ("deck fill", deck, *places[deck]))


def _places(shared: Shared, deck: int) -> Places:
    hands = tuple(sum(deck_of_slot(slot) == deck for slot in hand) for hand in shared.hands)
    count, work = len(shared.decks[deck]), shared.shuffling
    if work is not None and work.deck == deck and not work.whose:
        count += len(work.cards) // shared.width + len(work.under)
    return hands, count, len(shared.down[deck])


def fill(step: Any, deck: int, hands: tuple[int, ...], left: int, down: int) -> None:
    """The shuffled cards fill the hands, seats ascending, then deck and discards; what is over was never in play."""
    shared: Shared = step.state.shared
    cards: Slots = shared.decks[deck]
    for seat, count in enumerate(hands):
        slots, cards = cards[:count], cards[count:]
        shared.hands[seat] += slots
        step.chapters.shared.collect(step, seat, *slots)
    shared.down[deck], shared.decks[deck] = cards[left : left + down], cards
    step.chapters.shared.put_aside(step, deck, len(cards) - left - down)
    shared.decks[deck] = cards[:left]


def ask_again(step: Any, asking: tuple[Asking, ...]) -> None:
    """What was asked, of the same seats; where it was about cards of a hand, about those that lie there now."""
    for seat, kind, detail in asking:
        question = step.chapters.questions[kind]
        step.ask(question, seat, *question.renewed(step.state, seat, *detail))
