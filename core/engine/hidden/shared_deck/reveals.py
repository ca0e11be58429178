"""Deals and openings of a shared deck: shares are collected, those of lost seats built from parts."""

from __future__ import annotations

from collections import Counter

from core.engine.events import CardShown
from core.engine.hidden.points import POINT
from core.engine.hidden.shared_deck.duties import OpenDuty, ShareDuty
from core.engine.hidden.shared_deck.events import CardTurnedUp
from core.engine.hidden.shared_deck.hands import Hands
from core.engine.hidden.shared_deck.state import PendingReveal, S, Slots, T, at_places, deck_of_slot, faces_by_point
from core.engine.question import Item

MAX_SHARES = 320
"""Maximum number of shares asked of one seat in a step: 30 KiB, less than an entry holds."""


class Reveals(Hands[S, T]):
    """The collection of shares, and openings."""

    gives: ShareDuty[S, T]
    opens: OpenDuty[S, T]

    def ask_open(self, step: T, *cards: tuple[int, Slots]) -> None:
        """Ask seats to open cards of their hands to all, given as (seat, slots).

        The cards are held openly afterwards.
        """
        step.later(("deck open", cards))

    def _open_now(self, step: T, cards: tuple[tuple[int, Slots], ...]) -> None:
        for seat, slots in cards:
            hand = step.state.shared.hands[seat]
            left = tuple(slot for slot in at_places(slots, hand) if slot in hand)
            if left:
                step.ask(self.opens, seat, left)

    def collect(self, step: T, to: int, *slots: int, then: Item = ()) -> None:
        """Collect the shares of these slots before all else; none of them was dealt before."""
        shared = step.state.shared
        for slot in slots:
            assert slot not in shared.rests and slot not in shared.revealing, "a slot that was dealt before"
            shared.count_as_dealt(slot)
            b = shared.cards[slot][POINT:] if shared.sealed else b""
            shared.revealing[slot] = PendingReveal(to, b, (), then)
        if slots and step.state.agenda[-1:] != [("deck reveal",)]:
            step.later(("deck reveal",))

    def _reveal(self, step: T) -> None:
        """Finish the slots that have all their shares, and ask for the missing ones."""
        shared = step.state.shared
        lost = {*step.lost, *shared.out}
        owed: dict[int, list[tuple[int, int]]] = {}
        for slot, at in sorted(shared.revealing.items()):
            if slot not in shared.revealing:  # the share was for a card that is open now
                continue
            if at.to in lost:
                if slot in shared.looks:
                    shared.drop(slot)
                    continue
                shared.revealing[slot] = at = at._replace(to=0)
            lacking = [seat for seat in shared.seats if seat != at.to and seat not in at.given] if shared.sealed else []
            if not lacking:
                self._revealed(step, slot, at)
            givers = [(giver, seat) for seat in lacking for giver in self._givers(step, seat)]
            more = Counter(giver for giver, _ in givers)
            if any(len(owed.get(giver, ())) + count > MAX_SHARES for giver, count in more.items()):
                continue  # a seat that owes parts is asked for all of one slot at once
            for giver, seat in givers:
                owed.setdefault(giver, []).append((slot, seat))
        if owed:
            step.later(("deck reveal",))
            for giver in sorted(owed):
                step.ask(self.gives, giver, tuple(owed[giver]))

    def _givers(self, step: T, seat: int) -> list[int]:
        """Return the seats that are asked for the share of a seat.

        That is the seat itself, or for parts all others that can give them, if they are enough.
        """
        able = self._able(step)
        if seat in able:
            return [seat]
        if len(able) < step.state.shared.quorum:  # seats that are out but present get another chance
            here = [other for other in step.state.shared.seats if other not in step.lost and other != seat]
            able = here if len(here) >= step.state.shared.quorum else [seat]
        return able

    def _revealed(self, step: T, slot: int, at: PendingReveal) -> None:
        shared, match = step.state.shared, step.state.setup.match
        del shared.revealing[slot]
        if at.to:
            shared.rests[slot] = at.rest
            return
        deck = deck_of_slot(slot)
        if shared.sealed:
            face = faces_by_point(match, deck, len(shared.kinds[deck]))[at.rest]
        else:
            face = int.from_bytes(shared.cards[slot], "big")
        holder = next((seat for seat in shared.seats if slot in shared.hands[seat]), 0)
        if not holder:
            copy = shared.uncover(slot, face)
            step.say(CardTurnedUp(deck, copy))
            step.later((*at.then, copy))
            return
        copy = self._uncover(shared, holder, slot, face)
        shared.open[holder] += (copy,)
        if any(move.slot == slot for move in shared.moves):
            shared.turned[slot] = copy
        step.say(CardShown(holder, copy))
