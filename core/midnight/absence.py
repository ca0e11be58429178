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

    faces = piles.redeal(seat, step.chance.stream("redeal", seat), table, unlikely)
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


def open_cards(state: Midnight) -> set[int]:
    """Every copy that lies open somewhere."""
    piles = state.piles
    found: set[int] = set()
    for seat in state.seats:
        found.update(piles.shown[seat], piles.mix[seat], piles.discard[seat], state.capital[seat])
        found.update(-entry for entry in state.zones(seat) if entry < 0)
    return found
