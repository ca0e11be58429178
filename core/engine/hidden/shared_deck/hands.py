"""Hands of a shared deck: what is closed and open in them, how decisions name their cards, where these go."""

from __future__ import annotations

from collections.abc import Iterable

from core.engine.game import IllegalDecision
from core.engine.hidden.piles import without
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck import keys
from core.engine.hidden.shared_deck.events import CardLaidDown
from core.engine.hidden.shared_deck.keys import Asked
from core.engine.hidden.shared_deck.presence import Presence
from core.engine.hidden.shared_deck.state import FACE, Held, Opened, S, Shared, T, deck_of_slot


class Hands(Presence[S, T]):
    """The hands of a shared deck."""

    def hand(self, state: S, seat: int) -> tuple[int, ...]:
        """The hand as entries: slots, then -copy for cards held openly."""
        return state.shared.hands[seat] + tuple(-copy for copy in state.shared.open[seat])

    def size(self, state: S, deck: int = 0) -> int:
        """How many cards are left to be drawn."""
        return len(state.shared.decks[deck])

    # Cards named in decisions -----------------------------------------------------------------------------------------

    def opened(self, state: S, own: Secrets, slot: int) -> Opened:
        """An own closed card, opened by its client in the coming step."""
        shared = state.shared
        proof = own.deck_keys.give(state.t, slot, shared.cards[slot], own.seat) if shared.sealed else b""
        return Opened(slot, own.drawn[slot], proof)

    def named(self, state: S, own: Secrets, entry: int) -> Held:
        """How a decision names a card of the own hand that all may see."""
        return self.opened(state, own, entry) if entry > 0 else -entry

    def check_entry(self, state: S, seat: int, entry: int) -> None:
        """Raises `IllegalDecision` unless it is a card of the seat's hand."""
        if entry not in self.hand(state, seat):
            raise IllegalDecision(seat, f"there is no card {entry} in its hand in step {state.t}", "slot")

    def check_cards(self, state: S, seat: int, named: Iterable[Held]) -> None:
        """Raises `IllegalDecision` unless these are different cards of the seat's hand, each rightly opened."""
        left = list(self.hand(state, seat))
        for card in named:
            entry = card.slot if isinstance(card, Opened) else -card
            if entry not in left:
                raise IllegalDecision(seat, f"there is no card {entry} in its hand in step {state.t}", "slot")
            left.remove(entry)
            if isinstance(card, Opened) and not self._opens(state, seat, card):
                words = f"its opening of slot {card.slot} in step {state.t} is false"
                raise IllegalDecision(seat, words, "slot")

    def _opens(self, state: S, seat: int, card: Opened) -> bool:
        shared, match, (slot, face, proof) = state.shared, state._setup.match, card
        deck = deck_of_slot(slot)
        if slot not in shared.rests or not 0 <= face < len(shared._kinds[deck]) or not shared.lowest(deck, face):
            return False
        if not shared.sealed:
            return proof == b"" and shared.cards[slot] == face.to_bytes(FACE, "big")
        asked = Asked(match, state.t, seat, slot, shared.cards[slot], seat)
        point = keys.face_point(match, deck, face)
        return asked.holds(shared.points[seat], proof) and keys.without(shared.rests[slot], [proof[:32]]) == point

    # Cards that go ----------------------------------------------------------------------------------------------------

    def leave_hand(self, step: T, seat: int, card: Held) -> int:
        """A checked card leaves the hand and lies open; its copy: the lowest closed one of its face."""
        shared = step.state.shared
        if not isinstance(card, Opened):
            shared.open[seat] = without(shared.open[seat], card)
            return card
        return self._uncover(shared, seat, card.slot, card.face)

    def lay_down(self, step: T, seat: int, entry: int) -> int:
        """A card of the hand is discarded: face down as it is, or, where it is held openly, in the open; then its copy
        is the game's to lay among its discards, else 0.
        """
        shared = step.state.shared
        if entry < 0:
            shared.open[seat] = without(shared.open[seat], -entry)
            return -entry
        shared.hands[seat] = without(shared.hands[seat], entry)
        shared.down[deck_of_slot(entry)] += (entry,)
        step.say(CardLaidDown(seat, deck_of_slot(entry)))
        return 0

    def put_aside(self, step: T, deck: int, count: int) -> None:
        """The last cards of a deck go out of the match, unseen for ever."""
        shared = step.state.shared
        kept = len(shared.decks[deck]) - count
        shared.decks[deck], aside = shared.decks[deck][:kept], shared.decks[deck][kept:]
        shared.aside[deck] += aside
        for slot in aside:
            shared.drop(slot)

    def _uncover(self, shared: Shared, seat: int, slot: int, face: int) -> int:
        """A slot of a hand is dead, its card open: its copy."""
        shared.hands[seat] = without(shared.hands[seat], slot)
        return shared.uncover(slot, face)
