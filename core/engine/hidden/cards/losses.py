"""Rules that turn the cards of a lost seat face up (protocol 14.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.engine.events import CardsInTheOpen
from core.engine.hidden.cards.state import S, T, boxes_of, passing_of

if TYPE_CHECKING:
    from core.engine.hidden.cards.closed_cards import ClosedCards


def redeal_openly(cards: ClosedCards[S, T], step: T, seat: int) -> None:
    """Redeal the closed cards of a lost seat face up.

    Its hand and each of its zones receive the same number of cards as before.
    """
    state = step.state
    piles = state.piles
    hand, before = piles.hand[seat], len(piles.shown[seat])
    table = cards.closed_slots(state, seat)[len(piles.closed_slots(seat)) :]
    lying = {copy for other in cards.seats(state) for copy in cards.open_copies(state, other)}

    def unlikely(copy: int) -> int:
        """Return a sort key that is low for the copies that the seat probably holds.

        A seat most probably holds cards of its own deck, and cannot hold a copy that is face up elsewhere.
        """
        return 2 * (copy in lying) + (cards.owner(copy) not in (seat, 0))

    if step.shares is None:
        step.shares = _assign_closed(cards, step, lying) if len(step.lost) == len(cards.seats(state)) else {}
    stream = step.chance.stream("redeal", seat)
    faces: dict[int, int] = piles.redeal(seat, stream, table, unlikely, step.shares.get(seat, ()))
    step.exposed_copies.update(((seat, slot), copy) for slot, copy in faces.items())
    cards.turn_up(step, seat, faces)
    dealt = piles.shown[seat][before:]
    assert len(dealt) == len(hand)
    step.emit(CardsInTheOpen(seat, dealt, tuple(faces[slot] for slot in table if slot in faces), piles.size(seat)))
    for giver, _, slot in passing_of(state):
        if giver == seat:
            cards.arrive_openly(step, seat, slot, faces[slot])
    if boxes := boxes_of(state):
        state.boxes = tuple(box for box in boxes if seat not in box[:2])


def _assign_closed(cards: ClosedCards[S, T], step: T, lying: set[int]) -> dict[int, list[int]]:
    """Return the cards that each seat receives when all closed cards are redealt.

    Each card goes to one seat that may hold it, preferably to its original owner. Return an empty dict if there are too
    few cards, which can happen after a seat was lost.
    """
    state = step.state
    closed = state.piles.closed
    seats = cards.seats(state)
    room = {seat: len(cards.closed_slots(state, seat)) for seat in seats}
    holder: dict[int, int] = {}

    def find_room(copy: int, full: set[int]) -> bool:
        """Assign the copy to a seat, and move other copies if necessary; return False if it is impossible."""
        for seat in sorted(seats, key=lambda seat: (cards.owner(copy) not in (seat, 0), seat)):
            if seat in full or copy not in closed[seat]:
                continue
            if room[seat]:
                room[seat] -= 1
            else:
                full.add(seat)
                if not any(find_room(other, full) for other, at in list(holder.items()) if at == seat):
                    continue
            holder[copy] = seat
            return True
        return False

    for copy in step.chance.stream("share").shuffle(sorted(set().union(*closed) - lying)):
        find_room(copy, set())
    if any(room.values()):
        return {}
    return {seat: [copy for copy, at in holder.items() if at == seat] for seat in seats}
