"""Shared decks in a match that continues an earlier one (protocol 14.10).

The keys are new, so all closed cards are shuffled again and dealt to the same places. Earlier knowledge of a place
becomes useless.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.engine.hidden.shared_deck.state import Move, S, SharedDeckState, Slots, T, deck_of_slot
from core.engine.question import Item, OpenAsk

if TYPE_CHECKING:
    from core.engine.hidden.shared_deck.shared_decks import SharedDecks

CardCounts = tuple[tuple[int, ...], int, int]
"""Numbers of closed cards of one deck: in each hand (indexed by seat), in the deck, and among the discards."""


def drop_keys(shared: SharedDeckState, sealed: bool) -> None:
    """Drop the keys of the old match, and keep only the number of cards in a list that is being shuffled."""
    work = shared.shuffling
    cards = len(work.cards) // shared.card_bytes if work is not None else 0
    shared.sealed, shared.K, shared.points = sealed, b"", ()
    if work is not None:
        shared.shuffling = work._replace(cards=bytes(cards * shared.card_bytes))


def redeal(decks: SharedDecks[S, T], step: T) -> None:
    """Put the redeal of all closed cards on the agenda, followed by the pending questions."""
    state = step.state
    shared: SharedDeckState = state.shared
    if state.asking:
        step.schedule(("deck ask again", state.asking))
    state.asking = ()
    for slot, at in sorted(shared.revealing.items()):
        if at.then:
            step.schedule(("deck turn up", deck_of_slot(slot), at.then))
    decks.end_open_moves(step)
    moves = [(*move[:2], shared.hands[move.holder].index(move.slot), move.to) for move in shared.moves]
    if moves:
        step.schedule(("deck move again", tuple(moves)))
    state.agenda[:] = [_by_place(shared, item) for item in state.agenda]
    places = [_places(shared, deck) for deck in range(len(shared.decks))]
    shared.moves, shared.shuffling, shared.stuck, shared.out = (), None, False, ()
    shared.dealt = ()  # the new keys give other points for the same cards
    for column in (shared.cards, shared.rests, shared.copied, shared.looks, shared.revealing, shared.turned):
        column.clear()
    shared.since.clear()
    shared.hands = [()] * len(shared.hands)
    for deck in reversed(range(len(shared.decks))):
        copies, shared.closed[deck] = shared.closed[deck], ()
        shared.decks[deck], shared.down[deck], shared.aside[deck], shared.fresh[deck] = (), (), (), 0
        if copies:
            step.schedule(("deck shuffle", deck, copies, (), ()), ("deck fill", deck, *places[deck]))


def _by_place(shared: SharedDeckState, item: Item) -> Item:
    """Return an agenda item whose slots are replaced by their positions in the deck or hand."""

    def placed(slots: Slots, zone: Slots) -> Slots:
        return tuple(-zone.index(slot) - 1 for slot in slots if slot in zone)

    if item[0] == "deck shuffle":
        name, deck, copies, *lists = item
        return (name, deck, copies, *(placed(slots, shared.decks[deck]) for slots in lists))
    if item[0] == "deck open":
        return ("deck open", tuple((seat, placed(slots, shared.hands[seat])) for seat, slots in item[1]))
    return item


def resume_moves(step: T, moves: tuple[tuple[str, int, int, int], ...]) -> None:
    """Resume the moves of cards in transit, from the same positions in the hands as before."""
    shared: SharedDeckState = step.state.shared
    for purpose, holder, place, to in moves:
        shared.moves += (Move(purpose, holder, shared.hands[holder][place], to),)
    step.schedule(("deck move",))


def _places(shared: SharedDeckState, deck: int) -> CardCounts:
    hands = tuple(sum(deck_of_slot(slot) == deck for slot in hand) for hand in shared.hands)
    turning = sum(deck_of_slot(slot) == deck for slot, at in shared.revealing.items() if at.then)
    count, work = len(shared.decks[deck]) + turning, shared.shuffling
    if work is not None and work.deck == deck and not work.whose:
        count += len(work.cards) // shared.card_bytes + len(work.under)
    return hands, count, len(shared.down[deck])


def deal_shuffled(decks: SharedDecks[S, T], step: T, deck: int, hands: tuple[int, ...], left: int, down: int) -> None:
    """Deal the shuffled cards to the hands, in ascending order of seats, then to the deck and the discards.

    Cards left over were never in play, and are put aside.
    """
    shared: SharedDeckState = step.state.shared
    cards: Slots = shared.decks[deck]
    for seat, count in enumerate(hands):
        slots, cards = cards[:count], cards[count:]
        shared.hands[seat] += slots
        decks.collect(step, seat, *slots)
    shared.down[deck], shared.decks[deck] = cards[left : left + down], cards
    decks.put_aside(step, deck, len(cards) - left - down)
    shared.decks[deck] = cards[:left]


def ask_again(step: T, asking: tuple[OpenAsk, ...]) -> None:
    """Ask the pending questions again.

    A question about cards of a hand names the cards that are there now.
    """
    for seat, kind, detail in asking:
        question = step.game_rules.questions[kind]
        step.ask(question, seat, *question.renewed_details(step.state, seat, *detail))
