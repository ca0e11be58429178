"""Gains and payments: goods and points at once, cards and Ruins by draws, and gains of Features.

See rules 2.5, 5 and 10.1.
"""

from __future__ import annotations

from collections.abc import Callable

from core.games.outposts import cards, events
from core.games.outposts.board import DIRECTIONS
from core.games.outposts.goods import CARD, CREW, GOODS, PAID_BY, RUINS, VP, Gain, amount_of, multiply_gain, sum_gains
from core.games.outposts.hidden_cards import CLOSED_CARDS, draw_ruins
from core.games.outposts.rules import Step
from core.games.outposts.state import Outposts

Pair = tuple[int, Gain]
"""A seat, and the gain that it receives."""


def give_gains(step: Step, *pairs: Pair) -> None:
    """Give gains to several seats.

    All seats receive their goods and points at once. Then each seat draws its cards, beginning with the first player,
    and then its Ruins.
    """
    state = step.state
    got = {
        seat: sum_gains(*(gains for other, gains in pairs if other == seat)) for seat in state.clockwise(state.first)
    }
    for seat, gains in got.items():
        if gains:
            state.goods[seat] = tuple(had + amount_of(gains, kind) for kind, had in enumerate(state.goods[seat]))
            state.points[seat] += amount_of(gains, VP)
            step.emit(events.Gained(seat, gains))
    for seat in reversed(got):
        draw_ruins(step, seat, amount_of(got[seat], RUINS))
    if wants := tuple((seat, amount_of(gains, CARD)) for seat, gains in got.items() if amount_of(gains, CARD)):
        CLOSED_CARDS.draw(step, *wants)


# Prices ---------------------------------------------------------------------------------------------------------------


def can_pay(state: Outposts, seat: int, price: Gain) -> bool:
    """Return True if the seat has the goods of the price."""
    goods = state.goods[seat]
    return all(goods[kind] >= count for kind, count in price if kind in GOODS)


def can_pay_marks(state: Outposts, seat: int, mark: int, count: int) -> bool:
    """Return True if the seat can pay `count` marks of this kind, with all goods that can replace a mark."""
    goods = state.goods[seat]
    return sum(goods[kind] for kind in PAID_BY[mark]) >= count


def pay(step: Step, seat: int, price: Gain, to: int = 0) -> None:
    """Pay the goods of a price to the supply or to another seat."""
    state = step.state
    price = tuple((kind, count) for kind, count in price if kind in GOODS)
    state.goods[seat] = tuple(had - amount_of(price, kind) for kind, had in enumerate(state.goods[seat]))
    if to:
        state.goods[to] = tuple(had + amount_of(price, kind) for kind, had in enumerate(state.goods[to]))
    if price:
        step.emit(events.Paid(seat, price, to))


def pay_marks(step: Step, seat: int, mark: int, count: int) -> None:
    """Pay `count` marks automatically: first with the resource, then the mark, oil and writs (part 5)."""
    price = []
    for kind in PAID_BY[mark]:
        used = min(count, step.state.goods[seat][kind])
        price.append((kind, used))
        count -= used
    pay(step, seat, sum_gains(price))


# Gains of cards -------------------------------------------------------------------------------------------------------


def _in_direction(way: str) -> Callable[[Outposts, int], int]:
    return lambda state, seat: state.in_direction(seat, DIRECTIONS.index(way))


def _of_type(type_: str) -> Callable[[Outposts, int], int]:
    return lambda state, seat: sum(type_ in state.rules.card(copy).types for copy in state.hold[seat])


MULTIPLIER_COUNTERS: dict[str, Callable[[Outposts, int], int]] = {
    **{f"{type_} Location you own, this one included": _of_type(type_) for type_ in cards.TYPES},
    "two of your Outposts, rounded up": lambda state, seat: (len(state.outposts_of(seat)) + 1) // 2,
    "Deal you have": lambda state, seat: len(state.deals[seat]),
    **{f"Outpost of yours in direction {way}": _in_direction(way) for way in DIRECTIONS[:4]},
    "Outpost of yours in it": lambda state, seat: 0,
}
"""Functions that count the units by which gains are multiplied, by the printed name of the unit.

A Crossroads Fair also needs a direction, for which the seat is asked (production.py).
"""
FAIR = "Crossroads Fair"


def effect_gain(state: Outposts, seat: int, copy: int) -> Gain:
    """Return the gain that one of the seat's cards gives now."""
    effect = state.rules.card(copy).effect
    if not effect.per:
        return effect.gives
    return multiply_gain(effect.gives, min(effect.most, MULTIPLIER_COUNTERS[effect.per](state, seat)))


def production_gain(state: Outposts, seat: int, copy: int) -> Gain:
    """Return the gain that a Location gives its owner in Production.

    Open production does so too, unless the rules say otherwise (A8).
    """
    card = state.rules.card(copy)
    yields = card.kind == cards.PRODUCTION and (not card.effect.opens or state.rules.numbers.open_for_owner)
    return effect_gain(state, seat, copy) if yields else ()


def level_gain(state: Outposts, place: int, level: int) -> Gain:
    """Return the gain that this level of a Territory gives."""
    return state.rules.territory(place).gives[level - 1]


BUILT, UPGRADED, SKIPPED = "build an Outpost", "upgrade an Outpost", "build an Outpost by skipping a Lookout selection"
RAZED, RAZED_OUTPOST = "raze anything (hand card, Location, Outpost)", "raze an enemy Outpost"
DEALT, CLAIMED = "make a Deal", "claim a Connection"
WALLED, VISITED, LOST = "place Walls", "are visited", "are razed (Location, Outpost)"


def feature_gains(step: Step, seat: int, *happened: str, besides: int = 0) -> Gain:
    """Return the gain that the seat's Features give after these events, at most twice a round each (C14).

    The card `besides` is left out.
    """
    state, found = step.state, []
    for after in happened:
        for copy in state.hold[seat]:
            effect = state.rules.card(copy).effect
            if effect.after == after and copy != besides and state.used.get(copy, 0) < effect.uses:
                state.used[copy] = state.used.get(copy, 0) + 1
                found.append(effect.gives)
    return sum_gains(*found)


def build_events(types: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the events "a Location of this type was built", as printed on Features."""
    return tuple(f"build another {type_} Location" for type_ in types)


assert {each.effect.per for each in cards.CARDS} <= {"", *MULTIPLIER_COUNTERS}
FEATURE_EVENTS = (
    *(BUILT, UPGRADED, SKIPPED, RAZED, RAZED_OUTPOST, DEALT, CLAIMED, WALLED, VISITED, LOST),
    *build_events(cards.TYPES),
)
"""Events after which Features give their gains, as printed."""
assert {each.effect.after for each in cards.CARDS} <= {"", *FEATURE_EVENTS}
CREW_1: Gain = ((CREW, 1),)
CREW_2: Gain = ((CREW, 2),)
