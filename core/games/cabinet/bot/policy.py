"""The heuristic bot of Cabinet.

It pays new Challenges, clears old ones, and attempts Milestones if the team keeps a reserve. It decides only for its
own seat. In joint payments it gives the cards that fit, and in joint discards the cards that the team misses least. It
never proposes a swap that empties another hand, and accepts a swap only if it keeps a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core.bots.base import PlanOf
from core.games.cabinet import action, cards, discards, milestones, ministries, payment, standing, turn
from core.games.cabinet.bot import weights as w
from core.games.cabinet.bot.weights import USUAL, Ask, Weights
from core.games.cabinet.cards import (
    CHALLENGE,
    DEFENCE,
    FINANCE,
    FOREIGN,
    GOODWILL,
    HEALTH,
    INFORMATION,
    INTERIOR,
    JUSTICE,
    MILESTONE,
    MINISTRY,
    OFFICE,
    PUBLIC_WORKS,
    RESOURCE,
    SCIENCE,
)
from core.games.cabinet.decisions import (
    Accept,
    Act,
    Arrange,
    Attempt,
    Discard,
    Draw,
    Guests,
    Mix,
    Offer,
    Pledge,
    Settle,
    Swap,
    Take,
)
from core.games.cabinet.decks import known_cards, open_decks
from core.games.cabinet.state import Cabinet

ROOM_BELOW = 5
"""Number of cards below which a hand has room for a card that another player would have to discard."""
MINISTRIES_WANTED = 1
"""Number of Ministries that a seat wants to hold: one to assist, and one to play."""

# Actions --------------------------------------------------------------------------------------------------------------


def _choose_action(position: Ask) -> Act:
    return max(_weigh_actions(position), key=lambda item: item[0])[1]


def ranked_acts(position: Ask, max_count: int) -> list[Act]:
    """Return at most `max_count` legal actions: the heuristic's choice first, then the others by value.

    Of similar actions, which differ only in the payment or the receiver of a card, only one is returned.
    """
    unlike: dict[tuple[object, ...], Act] = {}
    for _, act in sorted(_weigh_actions(position), key=lambda item: -item[0]):
        unlike.setdefault((act.kind, act.deck, act.card and cards.name_of(act.card), act.challenge), act)
    return list(unlike.values())[:max_count]


def _weigh_actions(position: Ask) -> list[tuple[int, Act]]:
    """Return the possible actions with their values; dice decide between equal values."""
    whole, position, weights = position, w.without_banned(position), position.weights_or(USUAL)
    options = [
        *(act for act in _legal_acts(position) if act.kind != action.ATTEMPT),
        *(act for act in _legal_acts(whole) if act.kind == action.ATTEMPT and not w.is_banned(whole, act.card)),
    ]
    return [
        (16 * action_value(weights, position.state, position.seat, act) + position.dice.uniform(16), act)
        for act in options
    ]


def _legal_acts(position: Ask) -> Iterator[Act]:
    return action.ACT.options(position.state, position.seat, position.secrets, *position.detail)


def action_value(weights: Weights, state: Cabinet, seat: int, act: Act) -> int:
    """Return the value of an action to the team, minus the value of the cards that it uses."""
    return VALUES[act.kind](weights, state, seat, act)


def _gather_value(weights: Weights, state: Cabinet, seat: int, act: Act) -> int:
    wants = act.deck == _wanted_deck(state, seat)
    return w.draw_value(weights, state, seat, 1) + 10 * wants


def _solve_value(weights: Weights, state: Cabinet, seat: int, act: Act) -> int:
    return (
        w.relief_value(weights, state, act.challenge)
        - w.cards_value(weights, state, seat, act.pay)
        + w.saving_value(weights, state, seat, len(act.pay))
    )


def _share_value(weights: Weights, state: Cabinet, seat: int, act: Act) -> int:
    """Return the value of sharing a card.

    The card has value if it lets one of the next two players pay a Challenge alone, or if the seat would otherwise have
    to discard a card.
    """
    kept = w.saving_value(weights, state, seat, 1) if len(state.hand[act.to]) < ROOM_BELOW else 0
    if not cards.is_resource(act.card) or act.to not in state.others(seat)[:2]:
        return kept
    theirs = state.hand[act.to]
    for copy in state.challenges:
        cost = standing.cost(state, copy)
        with_it = any(act.card in pay for pay in payment.exact_payments(cost, (*theirs, act.card)))
        if with_it and not any(True for _ in payment.exact_payments(cost, theirs)):
            return w.relief_value(weights, state, copy) * 2 // 3 - weights.card + kept
    return kept


def _play_value(weights: Weights, state: Cabinet, seat: int, act: Act) -> int:
    return MINISTRY_VALUES[cards.kind_of(act.card)](weights, state, seat, act) - w.card_value(
        weights, state, seat, act.card
    )


def _aversion_value(weights: Weights, state: Cabinet, seat: int, act: Act) -> int:
    known = known_cards(state, CHALLENGE)
    averted = w.threat(weights, state, known[0]) if known else weights.averted
    if turn.placed_ministry(state, DEFENCE) or len(state.challenges) >= state.limit:
        return averted // 4
    return averted


def _skip_value(weights: Weights, state: Cabinet, seat: int, act: Act) -> int:
    drawn = w.draw_value(weights, state, seat, state.rules.numbers.health_draws)
    if turn.placed_ministry(state, HEALTH):
        return drawn
    return drawn + max(weights.card // 2, weights.card * standing.upkeep(state))


def _science_value(weights: Weights, state: Cabinet, seat: int, act: Act) -> int:
    """Return the value of the draws, and of a better Milestone for the next player if none can be paid."""
    drawn = w.draw_value(weights, state, seat, state.rules.numbers.after_draws)
    now = w.milestone_prospect(weights, state)
    others = [copy for layer in state.decks[MILESTONE][:3] if len(layer) > 1 for copy in layer]
    better = [max(0, w.attempt_value(weights, state, copy) - now) for copy in others]
    return drawn + (sum(better) // len(better) if better else weights.look)


def _information_value(weights: Weights, state: Cabinet, seat: int, act: Act) -> int:
    """Return the value of the draws, and of putting the worst of the next Challenges under the deck."""
    drawn = w.draw_value(weights, state, seat, state.rules.numbers.after_draws)
    known = [w.threat(weights, state, copy) for copy in known_cards(state, CHALLENGE)]
    return drawn + max(weights.look, max(known, default=0) * 2 // 3)


def _finance_value(weights: Weights, state: Cabinet, seat: int, act: Act) -> int:
    """Return the value of the draws, which the emptiest hands get, or the seat alone."""
    count = state.rules.numbers.finance_draws
    if not state.rules.numbers.finance_spreads:
        return w.draw_value(weights, state, seat, count)
    sizes = {each: len(state.hand[each]) for each in state.seats}
    value = 0
    for _ in range(count):
        to = min(sizes, key=lambda each: sizes[each])
        value += weights.card if sizes[to] < w.hand_limit(state, to) else weights.surplus
        sizes[to] += 1
    return value


def _foreign_value(weights: Weights, state: Cabinet, seat: int, act: Act) -> int:
    """Return the value of the draws and of the best Ministry in the discards."""
    numbers = state.rules.numbers
    best = max((weights.ministry[cards.kind_of(copy)] for copy in state.spent_ministries), default=0)
    return w.draw_value(weights, state, seat, numbers.after_draws) + min(1, numbers.foreign_takes) * best * 3 // 4


def _two_actions_value(weights: Weights, state: Cabinet, seat: int, act: Act) -> int:
    """Return the value of the two best kinds of action, one after the other."""
    remaining = state.clone()
    remaining.take_cards(seat, (act.card,))
    best: dict[str, int] = {}
    for other in action.ACT.legal_answers(remaining, seat, action.OFFICE_ACTIONS):
        best[other.kind] = max(best.get(other.kind, 0), action_value(weights, remaining, seat, other))
    return sum(sorted(best.values())[-2:])


VALUES: dict[str, Callable[[Weights, Cabinet, int, Act], int]] = {
    action.GATHER: _gather_value,
    action.PLAY: _play_value,
    action.ATTEMPT: lambda weights, state, seat, act: (
        w.attempt_value(weights, state, act.card) if act.card else w.milestone_prospect(weights, state)
    ),
    action.SOLVE: _solve_value,
    action.SHARE: _share_value,
    action.STOP: lambda weights, state, seat, act: 0,
}
MINISTRY_VALUES: dict[int, Callable[[Weights, Cabinet, int, Act], int]] = {
    FINANCE: _finance_value,
    INTERIOR: _solve_value,
    SCIENCE: _science_value,
    PUBLIC_WORKS: lambda weights, state, seat, act: (
        w.draw_value(weights, state, seat, state.rules.numbers.works_draws)
        + sum(w.draw_value(weights, state, other, 1) for other in _poorest_seats(state, seat))
    ),
    INFORMATION: _information_value,
    FOREIGN: _foreign_value,
    JUSTICE: lambda weights, state, seat, act: (
        w.draw_value(weights, state, seat, min(state.rules.numbers.justice_takes, len(state.spent_resources))) + 30
    ),
    DEFENCE: _aversion_value,
    HEALTH: _skip_value,
    OFFICE: _two_actions_value,
}

# Draws ----------------------------------------------------------------------------------------------------------------


def _wanted_deck(state: Cabinet, seat: int) -> int:
    """Return the deck from which the seat prefers to draw a card."""
    held = sum(map(cards.is_ministry, state.hand[seat]))
    return MINISTRY if held < MINISTRIES_WANTED else RESOURCE


def _choose_draw(position: Ask) -> Draw:
    wanted = _wanted_deck(w.without_banned(position).state, position.seat)
    return Draw(wanted if wanted in open_decks(position.state) else open_decks(position.state)[0])


def _choose_mix(position: Ask) -> Mix:
    held = sum(map(cards.is_ministry, w.without_banned(position).state.hand[position.seat]))
    possible = [mix.ministries for mix in turn.MIX.legal_answers(position.state, position.seat, *position.detail)]
    wanted = max(0, MINISTRIES_WANTED - held)
    return Mix(min(possible, key=lambda count: abs(count - wanted)))


# Payments -------------------------------------------------------------------------------------------------------------


def _choose_attempt(position: Ask) -> Attempt:
    weights = position.weights_or(USUAL)
    position = w.without_banned(position)
    best = max(position.state.aside, key=lambda copy: w.attempt_value(weights, position.state, copy), default=0)
    return Attempt(best if best and w.attempt_value(weights, position.state, best) else 0)


def _choose_settlement(position: Ask) -> Settle:
    """Return the cheapest payment of a Milestone, or the payment of a Challenge that costs less than it harms."""
    weights = position.weights_or(USUAL)
    position = w.without_banned(position)
    state, copy = position.state, position.state.at_stake
    ways = payment.settlements(state)
    if not ways:
        return Settle(False)
    if cards.deck_of(copy) == MILESTONE:
        return min(ways, key=lambda way: w.joint_price(weights, state, copy, way.assist) or 0)
    price = w.joint_price(weights, state, copy, 0)
    worth = price is not None and price * w.price_level(weights, state) // 100 <= w.harm(weights, state, copy)
    return Settle(True) if worth else Settle(False)


def _choose_pledge(position: Ask) -> Pledge:
    """Return the pledge of the seat's cards.

    In the first round it contains exact cards, and Goodwill only if the team cannot pay otherwise. In the second round
    it contains all cards that fit.
    """
    weights = position.weights_or(USUAL)
    position = w.without_banned(position)
    state, copy = position.state, position.state.at_stake
    assist = 0
    if payment.possible_assists(state, position.seat):
        way = w.best_payment(weights, state, copy)
        assist = way.assist if way else 0
    fits = payment.usable_cards(standing.cost(state, copy), state.hand[position.seat])
    if position.detail[0] == 1:
        named = assist if position.seat == state.current else _expected_assist(weights, state)
        needed = payment.proposed_pledge(state, position.seat, named)
        fits = tuple(c for c in fits if cards.kind_of(c) != GOODWILL or c in needed)
    return Pledge(fits, assist)


def _expected_assist(weights: Weights, state: Cabinet) -> int:
    """Return the Assist that the current player will probably name, or 0.

    This assumes that all seats judge the position alike.
    """
    if cards.deck_of(state.at_stake) != MILESTONE:
        return 0
    way = w.best_payment(weights, state, state.at_stake)
    return way.assist if way else 0


# Discards -------------------------------------------------------------------------------------------------------------


def _choose_offer(position: Ask) -> Offer:
    weights = position.weights_or(USUAL)
    return Offer(
        tuple(
            copy
            for seat, copy in w.cheapest_cards(weights, position.state, position.detail[0])
            if seat == position.seat
        )
    )


def _choose_discard(position: Ask) -> Discard:
    """Return the discard of the least valuable cards; banned cards are discarded first."""
    weights = position.weights_or(USUAL)
    worth = [
        (not w.is_banned(position, copy), w.card_value(weights, position.state, position.seat, copy), copy)
        for copy in position.state.hand[position.seat]
    ]
    hand = [copy for _, _, copy in sorted(worth)]
    return Discard(tuple(hand[: position.detail[0]]))


# Ministries -----------------------------------------------------------------------------------------------------------


def _choose_arrangement(position: Ask) -> Arrange:
    """Return the new order of the cards that were looked at.

    Milestones with the best payment come first. Of Challenges, the payable ones come first, and the most expensive go
    under the deck.
    """
    weights = position.weights_or(USUAL)
    if position.detail[0] == MILESTONE:
        return Arrange(
            tuple(
                sorted(
                    position.state.aside, key=lambda copy: (-_hoped_gain(position, copy), _cost_size(position, copy))
                )
            )
        )

    def trouble(copy: int) -> tuple[bool, int]:
        return w.joint_price(weights, position.state, copy, 0) is None, w.threat(weights, position.state, copy)

    return Arrange(tuple(sorted(position.state.aside, key=trouble)))


def _hoped_gain(position: Ask, copy: int) -> int:
    weights = position.weights_or(USUAL)
    return 0 if w.is_banned(position, copy) else w.attempt_value(weights, position.state, copy)


def _cost_size(position: Ask, copy: int) -> int:
    return len(position.state.rules.cost(copy))


def _poorest_seats(state: Cabinet, seat: int) -> list[int]:
    """Return the other seats with the fewest cards."""
    return sorted(state.others(seat), key=lambda other: len(state.hand[other]))[: state.rules.numbers.works_guests]


def _choose_guests(position: Ask) -> Guests:
    chosen = _poorest_seats(position.state, position.seat)
    return Guests(tuple(other for other in position.state.others(position.seat) if other in chosen))


def _choose_swap(position: Ask) -> Swap:
    """Return a swap of a surplus card for a card that lets the seat clear a Challenge.

    The bot takes no card from a hand of one card.
    """
    state, mine = position.state, w.without_banned(position).state.hand[position.seat]
    for copy in state.challenges:
        cost = standing.cost(state, copy)
        if any(True for _ in payment.exact_payments(cost, mine)):
            continue
        for other in state.others(position.seat):
            for card in state.hand[other] if len(state.hand[other]) > 1 else ():
                if not w.is_banned(position, card) and any(True for _ in payment.exact_payments(cost, (*mine, card))):
                    spare = [c for c in mine if c not in payment.usable_cards(cost, mine)]
                    if spare:
                        return Swap(other, (max(spare, key=lambda c: (cards.is_resource(c), c)),), (card,))
    return Swap()


def _choose_accept(position: Ask) -> Accept:
    _, theirs, mine = position.detail
    return Accept(len(position.state.hand[position.seat]) - len(mine) + len(theirs) > 0)


def _choose_take(position: Ask) -> Take:
    weights = position.weights_or(USUAL)
    count, among = position.detail
    return Take(
        tuple(
            sorted(
                among,
                key=lambda copy: (
                    w.is_banned(position, copy),
                    -w.card_value(weights, position.state, position.seat, copy),
                    copy,
                ),
            )[:count]
        )
    )


ANSWERS: PlanOf[Cabinet] = {
    turn.DRAW: _choose_draw,
    turn.MIX: _choose_mix,
    action.ACT: _choose_action,
    milestones.ATTEMPT: _choose_attempt,
    payment.SETTLE: _choose_settlement,
    payment.PLEDGE: _choose_pledge,
    discards.OFFER: _choose_offer,
    discards.LOSE: _choose_discard,
    discards.TRIM: _choose_discard,
    ministries.ARRANGE: _choose_arrangement,
    ministries.GUESTS: _choose_guests,
    ministries.SWAP: _choose_swap,
    ministries.ACCEPT: _choose_accept,
    ministries.TAKE: _choose_take,
}
