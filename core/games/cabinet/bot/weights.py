"""Values of cards, payments and Milestones to a team in Cabinet, in hundredths of a Resource card.

All of it follows from the public state, so all bots of a team see the same and agree without a word.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from core.bots.base import DecisionPosition
from core.games.cabinet import cards, milestones, payment
from core.games.cabinet.cards import CHALLENGE, GOODWILL, HAND_LIMIT, MILESTONE
from core.games.cabinet.decks import DECKS
from core.games.cabinet.options import LITERAL
from core.games.cabinet.state import Cabinet

Ask = DecisionPosition[Cabinet]


@dataclass(frozen=True, eq=False)
class Weights:
    """The weights of the heuristic bot. Two sets with the same numbers are different sets."""

    card: int = 100
    """A Resource card of which the team has neither few nor many."""
    scarce: tuple[int, ...] = (135, 120, 108, 100, 90, 80, 70, 62, 55, 50)
    """Worth of a Resource, by the number of others of its kind that the team has."""
    wild: int = 165
    ministry: tuple[int, ...] = (170, 150, 150, 165, 150, 180, 160, 150, 130, 175)
    """By ministry, for the first of a hand: it saves two cards as an Assist."""
    further: tuple[int, ...] = (100, 70, 45, 30)
    """Remaining share of that worth, in hundredths, by the number of worthier Ministries in the hand."""
    point: int = 110
    """A point of the score."""
    plenty: tuple[int, ...] = (130, 130, 125, 115, 105, 95, 80, 65, 55)
    """Worth of cards for a payment, in hundredths, by the number that the team holds per player."""
    late: int = 10
    """Number of turns before the end over which cards gradually lose their worth."""
    upkeep: int = 70
    ahead: int = 6
    """A turn's upkeep for a Challenge that lies there, and how many turns it is thought to."""
    calmer: int = 90
    slower: int = 40
    """A table that is calm again; a turn in which no time passes."""
    look: int = 70
    """Worth of looking ahead."""
    averted: int = 250
    """A Challenge that is never flipped."""
    victory: int = 100000
    surplus: int = 25
    """A card more in a full hand: one may choose which to discard."""


USUAL = Weights()
"""The weights with which it plays unless others are given."""


class Payment(NamedTuple):
    """Joint payment of the whole team: its price, and P's Assist or 0."""

    price: int
    assist: int


def without_banned(a: Ask) -> Ask:
    """Return the position for a seat whose team does without some Resources, Ministries and Milestones.

    Nobody has one of them and none is drawn. Challenges come unasked.
    """
    if not a.banned:
        return a
    state = a.state.clone()
    for seat in state.seats:
        state.hand[seat] = _kept(a, state.hand[seat])
    state.aside = _kept(a, state.aside)
    layers = (_kept(a, layer) for layer in state.decks[MILESTONE])
    state.decks[MILESTONE] = tuple(layer for layer in layers if layer)
    return a._replace(state=state)


def _kept(a: Ask, copies: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(copy for copy in copies if not banned(a, copy))


def banned(a: Ask, copy: int) -> bool:
    """Return True if the seat does without that card."""
    return bool(a.banned) and cards.number(copy) in a.banned


def turns_left(state: Cabinet) -> int:
    """Return the number of remaining turns if Challenges keep being flipped."""
    return max(0, DECKS.size(state, CHALLENGE) - (state.clock == LITERAL))


def worth(weights: Weights, state: Cabinet, seat: int, copy: int) -> int:
    """Return the value of a card of the seat's hand."""
    if not cards.is_resource(copy):
        return _of_ministry(weights, state.hand[seat], copy)
    if cards.kind(copy) == GOODWILL:
        return weights.wild
    return _of_resources(weights, tuple(state.hand))[cards.kind(copy)]


@lru_cache(maxsize=512)
def _of_resources(weights: Weights, hands: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Return the value of a card of each Resource, by the number in the team's hands."""
    kinds = [cards.kind(copy) for hand in hands for copy in hand if cards.is_resource(copy)]
    return tuple(
        weights.scarce[min(max(0, kinds.count(kind) - 1), len(weights.scarce) - 1)] for kind in range(GOODWILL)
    )


@lru_cache(maxsize=512)
def _of_ministry(weights: Weights, hand: tuple[int, ...], copy: int) -> int:
    """Return the value of a Ministry, given the rest of the hand."""
    mine = [weights.ministry[cards.kind(c)] for c in hand if cards.is_ministry(c) and c != copy]
    own = weights.ministry[cards.kind(copy)]
    above = sum(other > own for other in mine) + sum(cards.is_ministry(c, cards.kind(copy)) and c < copy for c in hand)
    return own * weights.further[min(above, len(weights.further) - 1)] // 100


def total(weights: Weights, state: Cabinet, seat: int, copies: tuple[int, ...]) -> int:
    """Return the value of several cards of one hand."""
    return sum(worth(weights, state, seat, copy) for copy in copies)


def drawn(weights: Weights, state: Cabinet, seat: int, count: int) -> int:
    """Return the value of `count` extra Resource cards; beyond the limit they are worth little."""
    room = max(0, HAND_LIMIT - len(state.hand[seat]))
    return weights.card * min(count, room) + weights.surplus * max(0, count - room)


def saved(weights: Weights, state: Cabinet, seat: int, count: int) -> int:
    """Return the value of cards that P need not discard over the hand limit if `count` go elsewhere."""
    over = min(count, len(state.hand[seat]) - HAND_LIMIT)
    if over <= 0 or seat != state.current:
        return 0
    return sum(sorted(worth(weights, state, seat, copy) for copy in state.hand[seat])[:over])


def joint_price(weights: Weights, state: Cabinet, copy: int, assist: int) -> int | None:
    """Return the team's price of paying a card jointly with that Assist of P, or None if it cannot."""
    cost = cards.cost(copy)
    hands = [(seat, payment.usable_cards(cost, state.hand[seat])) for seat in state.clockwise(state.current)]
    filled = payment.fill(cost, hands, payment.assist_of(assist))
    if filled.missing:
        return None
    price = sum(
        total(weights, state, seat, copies) - saved(weights, state, seat, len(copies)) for seat, copies in filled.taken
    )
    return price + (worth(weights, state, state.current, assist) if filled.assisted else 0)


def best_payment(weights: Weights, state: Cabinet, copy: int) -> Payment | None:
    """Return P's cheapest way to pay a Milestone, or None if there is none."""
    own = cards.by_face(state.hand[state.current])
    ways = [
        Payment(price, assist)
        for assist in (0, *(group[0] for (deck, _), group in own.items() if deck == cards.MINISTRY))
        if (price := joint_price(weights, state, copy, assist)) is not None
    ]
    return min(ways, default=None)


def gain(weights: Weights, state: Cabinet, copy: int) -> int:
    """Return the value of attempting a Milestone now, 0 if it is unpayable or not worth it."""
    if not milestones.calm_enough(state, copy) or (way := best_payment(weights, state, copy)) is None:
        return 0
    points = cards.milestone(copy).points
    if state.score + points >= state.target:
        return weights.victory
    return max(
        0,
        weights.point * points
        - way.price * plenty(weights, state) // 100 * min(weights.late, turns_left(state)) // weights.late,
    )


def plenty(weights: Weights, state: Cabinet) -> int:
    """Return the price level of cards in hundredths: the fuller the hands, the cheaper."""
    held = sum(map(len, state.hand)) // len(state.seats)
    return weights.plenty[min(held, len(weights.plenty) - 1)]


def prospect(weights: Weights, state: Cabinet) -> int:
    """Return the average value of the next two Milestones, the better of which is attempted."""
    layers = state.decks[MILESTONE]
    values = [[gain(weights, state, copy) for copy in layer] for layer in layers[:2]]
    if not values:
        return 0
    first = values[0]
    if len(first) > 1:
        pairs = [max(a, b) for i, a in enumerate(first) for b in first[i + 1 :]]
        return sum(pairs) // len(pairs)
    others = values[1] if len(values) > 1 else [0]
    return sum(max(first[0], other) for other in others) // len(others)


def relief(weights: Weights, state: Cabinet) -> int:
    """Return the value of one Challenge fewer in play.

    It is upkeep, a table that is calm, and time that passes more slowly.
    """
    left, lying = turns_left(state), len(state.challenges)
    upkeep = weights.upkeep * min(left, weights.ahead)
    if lying < state.limit:
        return upkeep + weights.calmer * (lying > 1)
    return upkeep + weights.slower * min(left, weights.late)


def cheapest(weights: Weights, state: Cabinet, count: int) -> list[tuple[int, int]]:
    """Return (seat, copy) of the `count` cards that the team misses least.

    A seat keeps its last card if others have more.
    """
    hands = {seat: list(state.hand[seat]) for seat in state.clockwise(state.current)}
    found: list[tuple[int, int]] = []
    for _ in range(count):
        least = 1 if any(len(hand) > 1 for hand in hands.values()) else 0
        ways = [
            (worth(weights, state, seat, copy), -len(hand), seat, copy)
            for seat, hand in hands.items()
            if len(hand) > least
            for copy in hand
        ]
        if not ways:
            break
        _, _, seat, copy = min(ways)
        hands[seat].remove(copy)
        found.append((seat, copy))
    return found
