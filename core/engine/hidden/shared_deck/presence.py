"""Participation in a shared deck: the others open the hands of lost seats, and cheating seats are out."""

from __future__ import annotations

from typing import Generic

from core.engine.hidden.shared_deck.duties import FAULTS
from core.engine.hidden.shared_deck.events import SeatOut
from core.engine.hidden.shared_deck.state import PendingReveal, S, T


class Participation(Generic[S, T]):
    """The seats of a shared deck."""

    def begin(self, step: T) -> None:
        """Put out the seats at fault and open the hands that must be open, before the answers take effect."""
        shared = step.state.shared
        for seat, kind in sorted(step.refused.items()):
            if kind in FAULTS:
                self._put_out(step, seat)
        bare = [seat for seat in shared.seats if seat in step.lost or seat in shared.out]
        for seat in bare:
            self._open_hand(step, seat)

    def exclude_defaulter(self, step: T, seat: int) -> None:
        """Put a lost seat that owed the deck something out, if it was present."""
        if seat in step.refused:
            self._put_out(step, seat)

    def stuck(self, state: S) -> bool:
        """Return True if the deck cannot continue: less than a majority of seats has not cheated it."""
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

    def _open_hand(self, step: T, seat: int) -> None:
        """Let the other seats open the cards of a hand; only this seat's share is missing."""
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
            step.later(("deck reveal",))

    def _able(self, step: T) -> list[int]:
        """Return the seats that are present and not out."""
        shared = step.state.shared
        return [seat for seat in shared.seats if seat not in step.lost and seat not in shared.out]
