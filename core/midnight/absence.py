"""The cards of a seat that has no say in a step are put in the open (PROTOCOL 14.7)."""

from __future__ import annotations

from core.midnight import audit, events, hands
from core.midnight.cards import deck
from core.midnight.rules import Step
from core.midnight.state import Midnight


def put_in_the_open(step: Step, seat: int) -> None:
    """The closed cards are dealt anew, open (14.7): as many to the hand and to each place on the table as lay there."""
    state = step.state
    piles = state.piles
    hand, before = piles.hand[seat], len(piles.shown[seat])
    table = audit.live(state, seat)[len(piles.live(seat)) :]
    elsewhere = open_cards(state)

    def unlikely(copy: int) -> int:
        """Who has been handed a card, or taken one, most surely still has the cards of its own deck (ruling N8)."""
        return 2 * (copy in elsewhere) + (copy not in deck(seat))

    if step.shares is None:
        step.shares = shared_out(step) if len(step.lost) == len(state.seats) else {}
    share = step.shares.get(seat, ())
    faces = piles.redeal(seat, step.chance.stream("redeal", seat), table, unlikely, share)
    step.turned.update(((seat, slot), copy) for slot, copy in faces.items())
    hands.turn_up(state, seat, faces)
    dealt = piles.shown[seat][before:]
    assert len(dealt) == len(hand)
    step.say(
        events.CardsInTheOpen(seat, dealt, tuple(faces[slot] for slot in table if slot in faces), piles.size(seat))
    )
    for giver, receiver, slot in state.passing:
        if giver == seat:
            hands.arrive_openly(step, giver, receiver, faces[slot])
    state.boxes = tuple(box for box in state.boxes if seat not in box[:2])


def shared_out(step: Step) -> dict[int, list[int]]:
    """What each seat is dealt where all closed cards are dealt anew (14.10): each once, to a seat that may hold it, if
    that can be the one of its own deck; nothing where they do not come out even, after a seat that was lost (N8).
    """
    state = step.state
    closed = state.piles.closed
    room = {seat: len(audit.live(state, seat)) for seat in state.seats}
    holder: dict[int, int] = {}

    def find_room(copy: int, full: set[int]) -> bool:
        """Gives the copy to a seat, and what it takes the place of to another one."""
        for seat in sorted(state.seats, key=lambda seat: (copy not in deck(seat), seat)):
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

    for copy in step.chance.stream("share").shuffle(sorted(set().union(*closed) - open_cards(state))):
        find_room(copy, set())
    if any(room.values()):
        return {}
    return {seat: [copy for copy, at in holder.items() if at == seat] for seat in state.seats}


def open_cards(state: Midnight) -> set[int]:
    """Every copy that lies open somewhere."""
    piles = state.piles
    found: set[int] = set()
    for seat in state.seats:
        found.update(piles.shown[seat], piles.mix[seat], piles.discard[seat], state.capital[seat])
        found.update(-entry for entry in state.zones(seat) if entry < 0)
    return found
