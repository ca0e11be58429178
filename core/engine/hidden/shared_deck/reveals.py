"""Cards of a shared deck that are dealt or opened: shares are collected, those of lost seats put together."""

from __future__ import annotations

from collections import Counter

from core.engine.events import CardShown
from core.engine.hidden.points import POINT
from core.engine.hidden.shared_deck.duties import Gives, Opens
from core.engine.hidden.shared_deck.events import CardTurnedUp
from core.engine.hidden.shared_deck.hands import Hands
from core.engine.hidden.shared_deck.state import Revealing, S, Slots, T, at_places, deck_of_slot, faces_by_point
from core.engine.question import Item

MOST_SHARES = 320
"""So many shares are asked of one seat in a step: 30 KiB, less than an entry holds."""


class Reveals(Hands[S, T]):
    """Shares that are collected, and openings."""

    gives: Gives[S, T]
    opens: Opens[S, T]

    def ask_open(self, step: T, *cards: tuple[int, Slots]) -> None:
        """(seat, slots): the seats must open these cards of their hands to all; they are held openly then."""
        step.later(("deck open", cards))

    def _open_now(self, step: T, cards: tuple[tuple[int, Slots], ...]) -> None:
        for seat, slots in cards:
            hand = step.state.shared.hands[seat]
            left = tuple(slot for slot in at_places(slots, hand) if slot in hand)
            if left:
                step.ask(self.opens, seat, left)

    def collect(self, step: T, to: int, *slots: int, then: Item = ()) -> None:
        """The shares of these slots are collected before all else; none of them was dealt before."""
        shared = step.state.shared
        for slot in slots:
            assert slot not in shared.rests and slot not in shared.revealing, "a slot that was dealt before"
            shared.count_as_dealt(slot)
            b = shared.cards[slot][POINT:] if shared.sealed else b""
            shared.revealing[slot] = Revealing(to, b, (), then)
        if slots and step.state.agenda[-1:] != [("deck reveal",)]:
            step.later(("deck reveal",))

    def _reveal(self, step: T) -> None:
        """Ends what has all its shares; asks for those that are lacking."""
        shared = step.state.shared
        lost = {*step.lost, *shared.out}
        owed: dict[int, list[tuple[int, int]]] = {}
        for slot, at in sorted(shared.revealing.items()):
            if slot not in shared.revealing:  # it was shown of a card that lies open since
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
            if any(len(owed.get(giver, ())) + count > MOST_SHARES for giver, count in more.items()):
                continue  # whoever is to give parts is asked for all of one slot at once
            for giver, seat in givers:
                owed.setdefault(giver, []).append((slot, seat))
        if owed:
            step.later(("deck reveal",))
            for giver in sorted(owed):
                step.ask(self.gives, giver, tuple(owed[giver]))

    def _givers(self, step: T, seat: int) -> list[int]:
        """Who is asked for the share of a seat: itself, or for parts all others that can, if they are enough."""
        able = self._able(step)
        if seat in able:
            return [seat]
        if len(able) < step.state.shared.quorum:  # those who are out, but here, have another chance
            here = [other for other in step.state.shared.seats if other not in step.lost and other != seat]
            able = here if len(here) >= step.state.shared.quorum else [seat]
        return able

    def _revealed(self, step: T, slot: int, at: Revealing) -> None:
        shared, match = step.state.shared, step.state._setup.match
        del shared.revealing[slot]
        if at.to:
            shared.rests[slot] = at.rest
            return
        deck = deck_of_slot(slot)
        if shared.sealed:
            face = faces_by_point(match, deck, len(shared._kinds[deck]))[at.rest]
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
