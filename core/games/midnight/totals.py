"""Totals that depend on the cards and Escalations in play, such as attack, defence and the loss at a tick."""

from __future__ import annotations

from collections.abc import Iterable

from core.games.midnight.cards import MIGHT, PROTECTION, SHIELD, kind_of
from core.games.midnight.escalations import CHEAP_SCRAP, FALLOUT, HAIR_TRIGGERS, HARDENED_SILOS
from core.games.midnight.state import Midnight


def attack_total(state: Midnight, seat: int, copies: Iterable[int], breach: int = 0) -> int:
    """Return the total attack of a seat's cards.

    A copy of 0 is a closed card, which does not count (4.4).
    """
    might, more = state.dial_value(seat, MIGHT) + breach, state.amount(HAIR_TRIGGERS)
    guns = [state.rules.card(copy).attack for copy in copies if copy]
    return sum(gun * might + more for gun in guns if gun)


def defence_total(state: Midnight, seat: int, copies: Iterable[int]) -> int:
    """Return the total defence of a seat's cards (4.4)."""
    each = state.dial_value(seat, PROTECTION) + state.amount(HARDENED_SILOS)
    return each * sum(kind_of(copy) == SHIELD for copy in copies if copy)


def tick_loss(state: Midnight, minute: int) -> int:
    """Return the Worth that a nation loses at a tick if it is not in Ruin.

    `minute` is the minute that ends, from 5 to 1.
    """
    return state.rules.sunset_loss[minute] + state.amount(FALLOUT)


def spared_seat(state: Midnight, order: Iterable[int], lost: int) -> int:
    """Return the seat that is spared because the loss would ruin all seats, or 0 if it would not.

    It is the seat with the greatest Worth, or the first of those with equal Worth (R8).
    """
    upright = list(order)
    if any(state.worth[seat] > lost for seat in upright):
        return 0
    return max(upright, key=lambda seat: (state.worth[seat], -upright.index(seat)), default=0)


def falls_at_next_tick(state: Midnight, seat: int) -> bool:
    """Return True if the next tick ruins a nation."""
    if not state.clock or seat not in state.seats_not_ruined():
        return False
    lost = tick_loss(state, state.clock)
    order = [item for item in state.clockwise(state.current) if item in state.seats_not_ruined()]
    return state.worth[seat] <= lost and seat != spared_seat(state, order, lost)


def card_fee(state: Midnight) -> int:
    """Return the Worth that a card over the hand limit costs."""
    return state.amount(CHEAP_SCRAP, state.rules.numbers.fee)
