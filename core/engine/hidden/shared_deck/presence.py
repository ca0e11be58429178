"""Who takes part in a shared deck: the others open the hands of seats that are lost, and who has cheated it is out."""

from __future__ import annotations

from typing import Generic

from core.engine.hidden.shared_deck.duties import FAULTS
from core.engine.hidden.shared_deck.events import SeatOut
from core.engine.hidden.shared_deck.state import Revealing, S, T


class Presence(Generic[S, T]):
    """The seats of a shared deck."""

    def begin(self, step: T) -> None:
        """Before all that the answers of a step have brought about: whoever is out, and hands that must lie open."""
        shared = step.state.shared
        for seat, kind in sorted(step.refused.items()):
            if kind in FAULTS:
                self._put_out(step, seat)
        bare = [seat for seat in shared.seats if seat in step.lost or seat in shared.out]
        for seat in bare:
            self._lay_bare(step, seat)

    def left_away(self, step: T, seat: int) -> None:
        """A lost seat owed the deck something; if it was there, it is out."""
        if seat in step.refused:
            self._put_out(step, seat)

    def stuck(self, state: S) -> bool:
        """Whether fewer than a majority are left that have not cheated the deck, so that it cannot go on."""
        shared = state.shared
        return shared.stuck or len(shared.seats) - len(shared.out) < shared.quorum

    def _put_out(self, step: T, seat: int) -> None:
        shared = step.state.shared
        if SeatOut(seat) in step.events:
            return
        if seat in shared.out:  # it was asked because the others are too few, and failed again
            shared.stuck = True
            return
        shared.out = tuple(sorted((*shared.out, seat)))
        step.say(SeatOut(seat))

    def _lay_bare(self, step: T, seat: int) -> None:
        """The cards of a hand are opened by the others: all that they lack is this seat's share."""
        shared = step.state.shared
        if shared.shuffling is not None and shared.shuffling.whose == seat:  # its cards are opened where they lay
            shared.shuffling = None
        others = tuple(other for other in shared.seats if other != seat)
        for slot in shared.hands[seat]:
            if slot in shared.revealing:
                shared.revealing[slot] = shared.revealing[slot]._replace(to=0)
            else:
                shared.revealing[slot] = Revealing(0, shared.rests[slot], others)
        if shared.hands[seat] and step.state.agenda[-1:] != [("deck reveal",)]:
            step.later(("deck reveal",))

    def _able(self, step: T) -> list[int]:
        """The seats that are there and not out."""
        shared = step.state.shared
        return [seat for seat in shared.seats if seat not in step.lost and seat not in shared.out]
