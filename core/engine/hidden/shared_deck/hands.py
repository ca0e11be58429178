"""Hands of a shared deck, cards named in decisions, and lost or excluded seats."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic

from core.engine.game import IllegalDecision
from core.engine.hidden.piles import without
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck import keys
from core.engine.hidden.shared_deck.duties import FAULTS
from core.engine.hidden.shared_deck.events import CardLaidDown, SeatOut
from core.engine.hidden.shared_deck.keys import ShareRequest
from core.engine.hidden.shared_deck.state import (
    FACE_BYTES,
    NamedCard,
    Opened,
    PendingReveal,
    S,
    SharedDeckState,
    T,
    deck_of_slot,
)


class Hands(Generic[S, T]):
    """The hands of a shared deck, and the seats that no longer take part."""

    def hand(self, state: S, seat: int) -> tuple[int, ...]:
        """Return the seat's hand as entries: slots of closed cards, then minus the copy of each face-up card."""
        return state.shared.hands[seat] + tuple(-copy for copy in state.shared.open[seat])

    def size(self, state: S, deck: int = 0) -> int:
        """Return the number of cards left in the deck."""
        return len(state.shared.decks[deck])

    # Cards named in decisions -----------------------------------------------------------------------------------------

    def opening(self, state: S, own: Secrets, slot: int) -> Opened:
        """Return the opening of one of the seat's closed cards, valid in the next step."""
        shared = state.shared
        proof = own.deck_keys.make_share(state.t, slot, shared.cards[slot], own.seat) if shared.sealed else b""
        return Opened(slot, own.drawn[slot], proof)

    def named_card(self, state: S, own: Secrets, entry: int) -> NamedCard:
        """Return a card of the seat's own hand in the form that reveals it in a decision."""
        return self.opening(state, own, entry) if entry > 0 else -entry

    def check_entry(self, state: S, seat: int, entry: int) -> None:
        """Raise `IllegalDecision` unless this is an entry of the seat's hand."""
        if entry not in self.hand(state, seat):
            raise IllegalDecision(seat, f"there is no card {entry} in its hand in step {state.t}", "slot")

    def check_cards(self, state: S, seat: int, named: Iterable[NamedCard]) -> None:
        """Raise `IllegalDecision` unless these are different cards of the seat's hand, each correctly opened."""
        remaining = list(self.hand(state, seat))
        for card in named:
            entry = card.slot if isinstance(card, Opened) else -card
            if entry not in remaining:
                raise IllegalDecision(seat, f"there is no card {entry} in its hand in step {state.t}", "slot")
            remaining.remove(entry)
            if isinstance(card, Opened) and not self._is_valid_opening(state, seat, card):
                words = f"its opening of slot {card.slot} in step {state.t} is false"
                raise IllegalDecision(seat, words, "slot")

    def _is_valid_opening(self, state: S, seat: int, card: Opened) -> bool:
        shared, match, (slot, face, proof) = state.shared, state.setup.match, card
        deck = deck_of_slot(slot)
        if slot not in shared.rests or not 0 <= face < len(shared.kinds[deck]) or not shared.lowest_copy(deck, face):
            return False
        if not shared.sealed:
            return proof == b"" and shared.cards[slot] == face.to_bytes(FACE_BYTES, "big")
        asked = ShareRequest(match, state.t, seat, slot, shared.cards[slot], seat)
        point = keys.face_point(match, deck, face)
        return (
            asked.is_valid_share(shared.points[seat], proof)
            and keys.remove_shares(shared.rests[slot], [proof[:32]]) == point
        )

    # Cards leaving the hand -------------------------------------------------------------------------------------------

    def leave_hand(self, step: T, seat: int, card: NamedCard) -> int:
        """Remove a checked card from the hand face up, and return its copy.

        For a closed card, this is the lowest closed copy of its face.
        """
        shared = step.state.shared
        if not isinstance(card, Opened):
            shared.open[seat] = without(shared.open[seat], card)
            return card
        return self._uncover(shared, seat, card.slot, card.face)

    def discard(self, step: T, seat: int, entry: int) -> int:
        """Discard a card of the hand; a closed card is discarded face down, a face-up card face up.

        Return the copy of a face-up card, which the game adds to its discards. Return 0 for a closed card.
        """
        shared = step.state.shared
        if entry < 0:
            shared.open[seat] = without(shared.open[seat], -entry)
            return -entry
        shared.hands[seat] = without(shared.hands[seat], entry)
        shared.down[deck_of_slot(entry)] += (entry,)
        step.emit(CardLaidDown(seat, deck_of_slot(entry)))
        return 0

    def put_aside(self, step: T, deck: int, count: int) -> None:
        """Remove the last cards of a deck from the match unseen."""
        shared = step.state.shared
        kept = len(shared.decks[deck]) - count
        shared.decks[deck], aside = shared.decks[deck][:kept], shared.decks[deck][kept:]
        shared.aside[deck] += aside
        for slot in aside:
            shared.drop(slot)

    def _uncover(self, shared: SharedDeckState, seat: int, slot: int, face: int) -> int:
        """Remove a slot from a hand, and return the copy of its card, which is now face up."""
        shared.hands[seat] = without(shared.hands[seat], slot)
        return shared.uncover(slot, face)

    # Participation ----------------------------------------------------------------------------------------------------

    def handle_lost_seats(self, step: T) -> None:
        """Exclude the seats at fault, and open the hands of lost and excluded seats.

        This runs before the answers take effect.
        """
        shared = step.state.shared
        for seat, kind in sorted(step.refusals.items()):
            if kind in FAULTS:
                self._exclude(step, seat)
        bare = [seat for seat in shared.seats if seat in step.lost or seat in shared.out]
        for seat in bare:
            self._open_hand(step, seat)

    def exclude_if_due(self, step: T, seat: int) -> None:
        """Exclude a lost seat that owed an answer about the deck, if it was present."""
        if seat in step.refusals:
            self._exclude(step, seat)

    def is_stuck(self, state: S) -> bool:
        """Return True if the deck cannot continue.

        It continues only with a majority of seats that have not cheated the deck.
        """
        shared = state.shared
        return shared.stuck or len(shared.seats) - len(shared.out) < shared.quorum

    def _exclude(self, step: T, seat: int) -> None:
        shared = step.state.shared
        if SeatOut(seat) in step.events:
            return
        if seat in shared.out:  # it was asked because the others are too few, and failed again
            shared.stuck = True
            return
        shared.out = tuple(sorted((*shared.out, seat)))
        step.emit(SeatOut(seat))

    def _open_hand(self, step: T, seat: int) -> None:
        """Reveal the cards of a hand with the shares of the other seats."""
        shared = step.state.shared
        if shared.shuffling is not None and shared.shuffling.whose == seat:  # its cards are opened in place
            shared.shuffling = None
        others = tuple(other for other in shared.seats if other != seat)
        for slot in shared.hands[seat]:
            if slot in shared.revealing:
                shared.revealing[slot] = shared.revealing[slot]._replace(to=0)
            else:
                shared.revealing[slot] = PendingReveal(0, shared.rests[slot], others)
        if shared.hands[seat] and step.state.agenda[-1:] != [("deck reveal",)]:
            step.schedule(("deck reveal",))

    def _active_seats(self, step: T) -> list[int]:
        """Return the seats that are neither lost nor excluded."""
        shared = step.state.shared
        return [seat for seat in shared.seats if seat not in step.lost and seat not in shared.out]
