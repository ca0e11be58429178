"""Values of goods, cards and places for the heuristic bot of Outposts, in hundredths of a victory point."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from core.games.outposts.actions import SALVAGE, SIGNALS, STORE
from core.games.outposts.cards import ACTION, FEATURE, PRODUCTION, Card
from core.games.outposts.cleanup import MARCHWARDEN, OBELISK
from core.games.outposts.gains import (
    BUILT,
    CLAIMED,
    DEALT,
    FAIR,
    LOST,
    RAZED,
    RAZED_OUTPOST,
    UPGRADED,
    VISITED,
    WALLED,
    effect_gain,
    production_gain,
)
from core.games.outposts.goods import GOODS, Gain
from core.games.outposts.outposts import STOCKADE_NAME
from core.games.outposts.state import Outposts


@dataclass(frozen=True, eq=False)
class Weights:
    """Weights of the heuristic bot; two instances with the same numbers are not equal."""

    worth: tuple[int, ...] = (45, 42, 42, 38, 55, 52, 46, 46, 60, 6, 100, 55, 25, 55)
    """Value of each kind of good (goods.py), if at least one more round is likely to come."""
    last: tuple[int, ...] = (28, 24, 24, 20, 30, 30, 26, 24, 30, 0, 100, 22, 8, 22)
    """Value of each kind of good in the probable last round."""
    a_round_brings: int = 9
    """Number of victory points that the leader probably gains in each later round."""
    stands: int = 100
    """Value of a Location that is still in the hold at the end of the match."""


USUAL = Weights()
"""Weights that the bot uses by default."""
BEGINNER = replace(USUAL, worth=USUAL.last, a_round_brings=25)
"""Weights of a beginner, for whom every round might be the last."""

FEATURE_VALUES = {
    DEALT: 90,
    RAZED: 90,
    RAZED_OUTPOST: 40,
    BUILT: 130,
    UPGRADED: 150,
    CLAIMED: 60,
    WALLED: 110,
    VISITED: 60,
    LOST: 100,
}
"""Value of a Feature per round, by the event after which it gives a gain.

A Feature for Locations of one type has a value of 80.
"""
PASSIVE_CARD_WORTHS = {
    STORE: 40,
    SIGNALS: 15,
    SALVAGE: 15,
    STOCKADE_NAME: 15,
    MARCHWARDEN: 60,
    OBELISK: 120,
    "Great Orrery": 0,
    "Amber Hoard": 0,
}


def rounds_left(weights: Weights, state: Outposts) -> int:
    """Return the number of rounds likely to come after this one."""
    numbers = state.rules.numbers
    lead = max(*state.points[1:], state.warden_points)
    if lead >= numbers.end_at or state.round >= numbers.last_round:
        return 0
    guess = -(-(numbers.end_at - lead) // weights.a_round_brings)
    return max(
        0, guess - (1 if state.phase == "action" and lead >= numbers.end_at - weights.a_round_brings // 2 else 0)
    )


@lru_cache(maxsize=16384)
def gain_worth(weights: Weights, gain: Gain, left: int) -> int:
    """Return the value of a gain with `left` rounds to come."""
    table = weights.worth if left else weights.last
    return sum(table[kind] * number for kind, number in gain)


def price_worth(weights: Weights, gain: Gain, left: int) -> int:
    """Return the value of the goods of a price."""
    table = weights.worth if left else weights.last
    return sum(table[kind] * number for kind, number in gain if kind in GOODS)


def net_worth(weights: Weights, state: Outposts, seat: int, card: Card, copy: int, left: int) -> int:
    """Return the value of using an Action Location in a round, after the usual prices."""
    effect = card.effect
    if effect.does:
        return 70 * effect.uses
    return (
        max(
            0,
            gain_worth(weights, effect_gain(state, seat, copy), left)
            - price_worth(weights, effect.pays, left) * 6 // 10
            - 15,
        )
        * effect.uses
    )


def standing_worth(weights: Weights, state: Outposts, seat: int, copy: int, left: int) -> int:
    """Return the value of a Location from now on, without its bonus and its final points."""
    card = state.rules.card(copy)
    if card.kind == PRODUCTION:
        if card.effect.opens and not state.rules.numbers.open_for_owner:
            return 25 * left
        each = gain_worth(weights, production_gain(state, seat, copy), left)
        if card.name == FAIR or (card.effect.per and not each):
            each = 55
        return each * left
    if card.kind == ACTION:
        return net_worth(weights, state, seat, card, copy, left) * (left + 1) * 8 // 10
    assert card.kind == FEATURE
    if card.effect.after:
        return FEATURE_VALUES.get(card.effect.after, 80) * (left + 1) * 7 // 10
    return PASSIVE_CARD_WORTHS[card.name] + (20 * left if card.name == STORE else 0)


def building_worth(weights: Weights, state: Outposts, seat: int, copy: int, left: int) -> int:
    """Return the value of a card once it is built, without its price."""
    card = state.rules.card(copy)
    total = weights.stands + gain_worth(weights, card.bonus, left) + standing_worth(weights, state, seat, copy, left)
    if card.kind == PRODUCTION:
        total += gain_worth(weights, production_gain(state, seat, copy), left)
    return total


def hand_value(weights: Weights, state: Outposts, seat: int, copy: int, left: int) -> int:
    """Return the value of a card in the hand.

    It is a share of what the card would give when built, razed or traded, after its price, but at least the value of a
    card to discard.
    """
    card = state.rules.card(copy)
    built = building_worth(weights, state, seat, copy, left) - 40 * card.dist
    spoiled = gain_worth(weights, card.spoils, left) - 30 * card.dist
    dealt = gain_worth(weights, card.deal, left) * (left + 1) - 30 * card.dist
    return max(30, built * (5 if left else 3) // 10, spoiled * 4 // 10, dealt * 4 // 10)
