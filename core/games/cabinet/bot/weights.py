"""Values of cards, payments and Milestones to a team of Cabinet, in hundredths of a Resource card.

They depend only on the public state. So all bots of a team compute the same values, and agree without talking.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from core.bots.base import DecisionPosition
from core.games.cabinet import cards, milestones, payment, standing
from core.games.cabinet.cards import (
    CHALLENGE,
    DEAR_MILESTONES,
    DEAR_UPKEEP,
    DRAW_LESS,
    FAST_CLOCK,
    FLEETING,
    GOODWILL,
    MILESTONE,
    NO_ASSIST,
    NO_MINISTRY,
    NONE,
    SMALL_HANDS,
    SPREADING,
)
from core.games.cabinet.decks import DECKS
from core.games.cabinet.options import LITERAL
from core.games.cabinet.state import Cabinet

Ask = DecisionPosition[Cabinet]


@dataclass(frozen=True, eq=False)
class Weights:
    """Weights of the heuristic bot; two instances with the same numbers are not equal."""

    card: int = 100
    """Value of a Resource card of which the team has an average number."""
    scarce: tuple[int, ...] = (135, 120, 108, 100, 90, 80, 70, 62, 55, 50)
    """Value of a Resource card, by the number of other cards of its kind that the team has."""
    wild: int = 165
    ministry: tuple[int, ...] = (190, 105, 112, 180, 170, 130, 138, 140, 85, 100)
    """Value of the first Ministry in a hand, by Ministry."""
    further: tuple[int, ...] = (100, 70, 45, 30)
    """Percentage of its value that a Ministry keeps, by the number of more valuable Ministries in the hand."""
    point: int = 110
    """Value of a point of the score."""
    plenty: tuple[int, ...] = (130, 130, 125, 115, 105, 95, 80, 65, 55)
    """Value of cards in a payment, as a percentage, by the number of cards that the team holds per player."""
    late: int = 10
    """Number of final turns over which cards gradually lose their value."""
    upkeep: int = 70
    ahead: int = 8
    """Number of turns for which a Challenge is expected to stay in play.

    `upkeep` is its cost in each of these turns.
    """
    calmer: int = 90
    slower: int = 40
    """Value of a turn in which no time passes.

    `calmer` is the value of reducing the Challenges in play to a calm number.
    """
    look: int = 70
    """Value of looking at the next cards of a deck."""
    averted: int = 250
    """Value of preventing a new Challenge that is not known."""
    loss: int = 70
    """Value of each card of a penalty, which the losers choose themselves."""
    lasting: tuple[tuple[str, int], ...] = (
        *((NONE, 0), (FLEETING, 0), (DRAW_LESS, 90), (SMALL_HANDS, 25), (DEAR_UPKEEP, 70)),
        *((NO_ASSIST, 50), (NO_MINISTRY, 25), (DEAR_MILESTONES, 55), (SPREADING, 60), (FAST_CLOCK, 130)),
    )
    """Cost of each lasting effect of a Challenge, per turn in play."""
    victory: int = 100000
    surplus: int = 25
    """Value of a card beyond the hand limit, since the player may choose which card to discard."""


USUAL = Weights()
"""Weights that the bot uses by default."""
BEGINNER = replace(USUAL, ahead=2, calmer=20, look=0)
"""Weights of a beginner, who thinks of this turn and the next one."""


class Payment(NamedTuple):
    """A joint payment by the team: its price, and the current player's Assist or 0."""

    price: int
    assist: int


def without_banned(position: Ask) -> Ask:
    """Return the position without the banned cards.

    Nobody holds a banned Resource, Ministry or Milestone, and none is drawn. Challenges stay, since nobody chooses
    them.
    """
    if not position.banned:
        return position
    state = position.state.clone()
    for seat in state.seats:
        state.hand[seat] = _kept_cards(position, state.hand[seat])
    state.aside = _kept_cards(position, state.aside)
    layers = (_kept_cards(position, layer) for layer in state.decks[MILESTONE])
    state.decks[MILESTONE] = tuple(layer for layer in layers if layer)
    return position._replace(state=state)


def _kept_cards(position: Ask, copies: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(copy for copy in copies if not is_banned(position, copy))


def is_banned(position: Ask, copy: int) -> bool:
    """Return True if the card is banned."""
    return bool(position.banned and copy) and cards.number_of(copy) in position.banned


def turns_left(state: Cabinet) -> int:
    """Return the number of turns that remain if a Challenge is flipped in each turn."""
    return max(0, DECKS.size(state, CHALLENGE) - (state.clock == LITERAL))


def card_value(weights: Weights, state: Cabinet, seat: int, copy: int) -> int:
    """Return the value of a card of the seat's hand."""
    if not cards.is_resource(copy):
        return _ministry_value(weights, state.hand[seat], copy)
    if cards.kind_of(copy) == GOODWILL:
        return weights.wild
    return _resource_values(weights, tuple(state.hand))[cards.kind_of(copy)]


@lru_cache(maxsize=512)
def _resource_values(weights: Weights, hands: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Return the value of one card of each Resource, by the number of such cards in the team's hands."""
    kinds = [cards.kind_of(copy) for hand in hands for copy in hand if cards.is_resource(copy)]
    return tuple(
        weights.scarce[min(max(0, kinds.count(kind) - 1), len(weights.scarce) - 1)] for kind in range(GOODWILL)
    )


@lru_cache(maxsize=512)
def _ministry_value(weights: Weights, hand: tuple[int, ...], copy: int) -> int:
    """Return the value of a Ministry, given the rest of the hand."""
    mine = [weights.ministry[cards.kind_of(c)] for c in hand if cards.is_ministry(c) and c != copy]
    own = weights.ministry[cards.kind_of(copy)]
    above = sum(other > own for other in mine) + sum(
        cards.is_ministry(c, cards.kind_of(copy)) and c < copy for c in hand
    )
    return own * weights.further[min(above, len(weights.further) - 1)] // 100


def cards_value(weights: Weights, state: Cabinet, seat: int, copies: tuple[int, ...]) -> int:
    """Return the value of several cards of one hand."""
    return sum(card_value(weights, state, seat, copy) for copy in copies)


def draw_value(weights: Weights, state: Cabinet, seat: int, count: int) -> int:
    """Return the value of `count` extra Resource cards.

    Cards beyond the hand limit are worth little.
    """
    room = max(0, hand_limit(state, seat) - len(state.hand[seat]))
    return weights.card * min(count, room) + weights.surplus * max(0, count - room)


def saving_value(weights: Weights, state: Cabinet, seat: int, count: int) -> int:
    """Return the value of cards that the current player keeps because `count` cards are used instead of discarded."""
    over = min(count, len(state.hand[seat]) - hand_limit(state, seat))
    if over <= 0 or seat != state.current:
        return 0
    return sum(sorted(card_value(weights, state, seat, copy) for copy in state.hand[seat])[:over])


def joint_price(weights: Weights, state: Cabinet, copy: int, assist: int) -> int | None:
    """Return the team's price for paying a card jointly with this Assist, or None if the team cannot pay it."""
    cost = standing.cost(state, copy)
    hands = [(seat, payment.usable_cards(cost, state.hand[seat])) for seat in payment.giving_order(state)]
    filled = payment.fill_cost(cost, hands, payment.assist_places(state, assist))
    if filled.missing:
        return None
    price = sum(
        cards_value(weights, state, seat, copies) - saving_value(weights, state, seat, len(copies))
        for seat, copies in filled.cards_taken
    )
    return price + (card_value(weights, state, state.current, assist) if filled.is_assisted else 0)


def best_payment(weights: Weights, state: Cabinet, copy: int) -> Payment | None:
    """Return the cheapest payment of a Milestone, or None if the team cannot pay it."""
    own = cards.group_by_face(state.hand[state.current])
    ways = [
        Payment(price, assist)
        for assist in (0, *(group[0] for (deck, _), group in own.items() if deck == cards.MINISTRY))
        if not assist or standing.may_assist(state)
        if (price := joint_price(weights, state, copy, assist)) is not None
    ]
    return min(ways, default=None)


def attempt_value(weights: Weights, state: Cabinet, copy: int) -> int:
    """Return the value of attempting a Milestone now; it is 0 if the attempt is impossible or not worth it."""
    if not milestones.is_calm_enough(state, copy) or (way := best_payment(weights, state, copy)) is None:
        return 0
    points = state.rules.milestone(copy).points
    if state.score + points >= state.target:
        return weights.victory
    return max(
        0,
        weights.point * points
        - way.price * price_level(weights, state) // 100 * min(weights.late, turns_left(state)) // weights.late,
    )


def price_level(weights: Weights, state: Cabinet) -> int:
    """Return the price level of cards, as a percentage, which falls when hands are fuller."""
    held = sum(map(len, state.hand)) // len(state.seats)
    return weights.plenty[min(held, len(weights.plenty) - 1)]


def milestone_prospect(weights: Weights, state: Cabinet) -> int:
    """Return the average value of attempting the better of the next two Milestones."""
    layers = state.decks[MILESTONE]
    values = [[attempt_value(weights, state, copy) for copy in layer] for layer in layers[:2]]
    if not values:
        return 0
    first = values[0]
    if len(first) > 1:
        pairs = [max(a, b) for i, a in enumerate(first) for b in first[i + 1 :]]
        return sum(pairs) // len(pairs)
    others = values[1] if len(values) > 1 else [0]
    return sum(max(first[0], other) for other in others) // len(others)


def relief_value(weights: Weights, state: Cabinet, copy: int) -> int:
    """Return the value of removing this Challenge from play.

    It includes the saved upkeep, its lasting effect, a calmer table, and time that passes more slowly.
    """
    left, lying = turns_left(state), len(state.challenges)
    lasting = dict(weights.lasting)[state.rules.challenge(copy).lasting]
    upkeep = (weights.upkeep + lasting) * min(left, weights.ahead)
    if lying < state.limit:
        return upkeep + weights.calmer * (lying > 1)
    return upkeep + weights.slower * min(left, weights.late)


def harm(weights: Weights, state: Cabinet, copy: int) -> int:
    """Return the cost to the team of leaving a new Challenge unpaid."""
    lost = weights.loss * standing.penalty(state, copy)
    if state.rules.challenge(copy).lasting == FLEETING:
        return lost
    before = state.challenges
    state.challenges = (*before, copy)
    relief = relief_value(weights, state, copy)
    state.challenges = before
    return lost + relief


def threat(weights: Weights, state: Cabinet, copy: int) -> int:
    """Return the cost to the team of a Challenge that comes next: its price, or its harm if that is less."""
    price = joint_price(weights, state, copy, 0)
    left = harm(weights, state, copy)
    return left if price is None else min(price, left)


def hand_limit(state: Cabinet, seat: int) -> int:
    """Return the hand limit that the seat has now, or the printed one if it is not in office."""
    return standing.hand_limit(state) if seat == state.current else state.rules.numbers.hand_limit


def cheapest_cards(weights: Weights, state: Cabinet, count: int) -> list[tuple[int, int]]:
    """Return the `count` cards that the team misses least, as pairs (seat, copy).

    A seat keeps its last card if other seats have more.
    """
    hands = {seat: list(state.hand[seat]) for seat in state.clockwise(state.current)}
    results: list[tuple[int, int]] = []
    for _ in range(count):
        minimum = 1 if any(len(hand) > 1 for hand in hands.values()) else 0
        ways = [
            (card_value(weights, state, seat, copy), -len(hand), seat, copy)
            for seat, hand in hands.items()
            if len(hand) > minimum
            for copy in hand
        ]
        if not ways:
            break
        _, _, seat, copy = min(ways)
        hands[seat].remove(copy)
        results.append((seat, copy))
    return results
