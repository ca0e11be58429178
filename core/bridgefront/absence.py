"""The cards of a seat that has no say in a step are put in the open (PROTOCOL 14.7)."""

from __future__ import annotations

from typing import Any

from core.bridgefront import events, hands
from core.bridgefront.rules import Step


def put_in_the_open(step: Step, seat: int) -> None:
    """The closed cards are dealt anew, open (14.7); what a full hand has refused goes to the discard pile at once."""
    state = step.state
    over, state.overflow[seat] = state.overflow[seat], ()
    before = len(state.piles.shown[seat])
    faces = state.piles.redeal(seat, step.chance.stream("redeal", seat), over)
    step.say(events.CardsInTheOpen(seat, state.piles.shown[seat][before:], state.piles.size(seat)))
    for slot in over:
        hands.discard(step, seat, faces[slot], "hand limit")
    state.agenda[:] = [_drawn_openly(item, seat, faces) if item[0] == "draw" else item for item in state.agenda]
    state.asking = tuple(
        (who, kind, _shown_openly(detail, faces) if who == seat and kind == hands.SHOW.kind else detail)
        for who, kind, detail in state.asking
    )


def _drawn_openly(item: tuple[Any, ...], seat: int, faces: dict[int, int]) -> tuple[Any, ...]:
    """A drawing operation that goes on: what the seat has drawn so far is known by copy now."""
    *rest, came = item
    return (*rest, tuple((who, _by_copy(cards, faces) if who == seat else cards) for who, cards in came))


def _shown_openly(detail: tuple[Any, ...], faces: dict[int, int]) -> tuple[Any, ...]:
    """The cards just drawn that may have to be shown lie open."""
    _, fresh, claims, more = detail
    return (), _by_copy(fresh, faces), claims, more


def _by_copy(cards: tuple[int, ...], faces: dict[int, int]) -> tuple[int, ...]:
    return tuple(-faces[card] if card in faces else card for card in cards)
