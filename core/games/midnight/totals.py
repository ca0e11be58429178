"""What cards and laws come to as the table lies: attack and defence, the loss of a tick, the fee of a card."""

from __future__ import annotations

from collections.abc import Iterable

from core.games.midnight.cards import CARDS, FEE, MIGHT, PROTECTION, SHIELD, SUNSET_LOSS, kind
from core.games.midnight.escalations import CHEAP_SCRAP, FALLOUT, HAIR_TRIGGERS, HARDENED_SILOS
from core.games.midnight.state import Midnight


def attack(state: Midnight, seat: int, copies: Iterable[int], breach: int = 0) -> int:
    """The attack of a seat's cards together (4.4); 0 stands for a closed card, which does not count."""
    might, more = state.value(seat, MIGHT) + breach, int(state.in_play(HAIR_TRIGGERS))
    guns = [CARDS[kind(copy)].attack for copy in copies if copy]
    return sum(gun * might + more for gun in guns if gun)


def defence(state: Midnight, seat: int, copies: Iterable[int]) -> int:
    """Their defence together (4.4)."""
    each = state.value(seat, PROTECTION) + state.in_play(HARDENED_SILOS)
    return each * sum(kind(copy) == SHIELD for copy in copies if copy)


def loss(state: Midnight, minute: int) -> int:
    """The Worth that a tick costs each nation not in Ruin, laws included; `minute` is the one that ends, 5 to 1."""
    return SUNSET_LOSS[minute] + state.in_play(FALLOUT)


def last_standing(state: Midnight, order: Iterable[int], lost: int) -> int:
    """The seat that stays where a loss would ruin all of them: the greatest, the first of equals (R8); 0 if not all."""
    upright = list(order)
    if any(state.worth[seat] > lost for seat in upright):
        return 0
    return max(upright, key=lambda seat: (state.worth[seat], -upright.index(seat)), default=0)


def falls(state: Midnight, seat: int) -> bool:
    """Whether the next tick ruins a nation."""
    if not state.clock or seat not in state.upright():
        return False
    lost = loss(state, state.clock)
    order = [each for each in state.clockwise(state.current) if each in state.upright()]
    return state.worth[seat] <= lost and seat != last_standing(state, order, lost)


def fee(state: Midnight) -> int:
    """The Worth that a card over the hand limit costs."""
    return 1 if state.in_play(CHEAP_SCRAP) else FEE
