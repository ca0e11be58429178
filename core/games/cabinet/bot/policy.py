"""The heuristic bot of Cabinet.

It pays new Challenges, clears old ones, and attempts Milestones if the team keeps a reserve. It decides only for its
own seat. In joint payments it gives the cards that fit, and in joint discards the cards that the team misses least. It
never proposes a swap that empties another hand, and accepts a swap only if it keeps a card.
"""

from __future__ import annotations

from collections.abc import Callable

from core.bots.base import PlanOf
from core.games.cabinet import action, cards, discards, milestones, ministries, payment, turn
from core.games.cabinet.bot import weights as w
from core.games.cabinet.bot.weights import USUAL, Ask, Weights
from core.games.cabinet.cards import (
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
from core.games.cabinet.decisions import Accept, Act, Arrange, Attempt, Discard, Draw, Guests, Offer, Pledge, Swap, Take
from core.games.cabinet.decks import open_decks
from core.games.cabinet.state import Cabinet

ROOM_BELOW = 5
"""Number of cards below which a hand has room for a card that another player would have to discard."""
MINISTRIES_WANTED = 2
"""Number of Ministries that a seat wants to hold: one to assist, and one to play."""

# Actions --------------------------------------------------------------------------------------------------------------


def _act(a: Ask) -> Act:
    return max(_weigh_actions(a), key=lambda item: item[0])[1]


def ranked_acts(a: Ask, most: int) -> list[Act]:
    """Return at most `most` legal actions: the heuristic's choice first, then the others by value.

    Of similar actions, which differ only in the payment or the receiver of a card, only one is returned.
    """
    unlike: dict[tuple[object, ...], Act] = {}
    for _, act in sorted(_weigh_actions(a), key=lambda item: -item[0]):
        unlike.setdefault((act.kind, act.deck, act.card and cards.name(act.card), act.challenge), act)
    return list(unlike.values())[:most]


def _weigh_actions(a: Ask) -> list[tuple[int, Act]]:
    """Return the possible actions with their values; dice decide between equal values."""
    a, weights = w.without_banned(a), a.weights_or(USUAL)
    options = action.ACT.options(a.state, a.seat, a.secrets, *a.detail)
    return [(16 * value(weights, a.state, a.seat, act) + a.dice.uniform(16), act) for act in options]


def value(weights: Weights, state: Cabinet, seat: int, act: Act) -> int:
    """Return the value of an action to the team, minus the value of the cards that it uses."""
    return VALUES[act.kind](weights, state, seat, act)


def _gather_value(weights: Weights, state: Cabinet, seat: int, act: Act) -> int:
    wants = act.deck == _wanted(state, seat)
    return w.drawn(weights, state, seat, 1) + 10 * wants


def _solve_value(weights: Weights, state: Cabinet, seat: int, act: Act) -> int:
    return (
        w.relief(weights, state) - w.total(weights, state, seat, act.pay) + w.saved(weights, state, seat, len(act.pay))
    )


def _shared(weights: Weights, state: Cabinet, seat: int, act: Act) -> int:
    """Return the value of sharing a card.

    The card has value if it lets one of the next two players pay a Challenge alone, or if the seat would otherwise have
    to discard a card.
    """
    kept = w.saved(weights, state, seat, 1) if len(state.hand[act.to]) < ROOM_BELOW else 0
    if not cards.is_resource(act.card) or act.to not in state.others(seat)[:2]:
        return kept
    theirs = state.hand[act.to]
    for copy in state.challenges:
        cost = state.rules.cost(copy)
        with_it = any(act.card in pay for pay in payment.payments(cost, (*theirs, act.card)))
        if with_it and not any(True for _ in payment.payments(cost, theirs)):
            return w.relief(weights, state) * 2 // 3 - weights.card + kept
    return kept


def _played(weights: Weights, state: Cabinet, seat: int, act: Act) -> int:
    return MINISTRY_VALUES[cards.kind(act.card)](weights, state, seat, act) - w.worth(weights, state, seat, act.card)


def _averted(weights: Weights, state: Cabinet, seat: int, act: Act) -> int:
    if turn.placed_ministry(state, DEFENCE) or len(state.challenges) >= state.limit:
        return weights.averted // 4
    return weights.averted


def _skip_value(weights: Weights, state: Cabinet, seat: int, act: Act) -> int:
    return 0 if turn.placed_ministry(state, HEALTH) else weights.card * len(state.challenges)


def _two_actions_value(weights: Weights, state: Cabinet, seat: int, act: Act) -> int:
    """Return the value of the two best kinds of action, one after the other."""
    remaining = state.clone()
    remaining.take(seat, (act.card,))
    best: dict[str, int] = {}
    for other in action.ACT.legal(remaining, seat, action.BY_OFFICE):
        best[other.kind] = max(best.get(other.kind, 0), value(weights, remaining, seat, other))
    return sum(sorted(best.values())[-2:])


VALUES: dict[str, Callable[[Weights, Cabinet, int, Act], int]] = {
    action.GATHER: _gather_value,
    action.PLAY: _played,
    action.ATTEMPT: lambda weights, state, seat, act: w.prospect(weights, state),
    action.SOLVE: _solve_value,
    action.SHARE: _shared,
    action.STOP: lambda weights, state, seat, act: 0,
}
MINISTRY_VALUES: dict[int, Callable[[Weights, Cabinet, int, Act], int]] = {
    FINANCE: lambda weights, state, seat, act: w.drawn(weights, state, seat, state.rules.numbers.finance_draws),
    INTERIOR: _solve_value,
    SCIENCE: lambda weights, state, seat, act: w.drawn(weights, state, seat, 1) + weights.look,
    PUBLIC_WORKS: lambda weights, state, seat, act: (
        w.drawn(weights, state, seat, 1) + sum(w.drawn(weights, state, other, 1) for other in _guests_of(state, seat))
    ),
    INFORMATION: lambda weights, state, seat, act: w.drawn(weights, state, seat, 1) + weights.look,
    FOREIGN: lambda weights, state, seat, act: w.drawn(weights, state, seat, 1),
    JUSTICE: lambda weights, state, seat, act: (
        w.drawn(weights, state, seat, min(state.rules.numbers.justice_takes, len(state.spent_resources))) + 30
    ),
    DEFENCE: _averted,
    HEALTH: _skip_value,
    OFFICE: _two_actions_value,
}

# Draws ----------------------------------------------------------------------------------------------------------------


def _wanted(state: Cabinet, seat: int) -> int:
    """Return the deck from which the seat prefers to draw a card."""
    held = sum(map(cards.is_ministry, state.hand[seat]))
    return MINISTRY if held < MINISTRIES_WANTED else RESOURCE


def _draw(a: Ask) -> Draw:
    wanted = _wanted(w.without_banned(a).state, a.seat)
    return Draw(wanted if wanted in open_decks(a.state) else open_decks(a.state)[0])


# Payments -------------------------------------------------------------------------------------------------------------


def _attempt(a: Ask) -> Attempt:
    weights = a.weights_or(USUAL)
    a = w.without_banned(a)
    best = max(a.state.aside, key=lambda copy: w.gain(weights, a.state, copy), default=0)
    return Attempt(best if best and w.gain(weights, a.state, best) else 0)


def _pledge(a: Ask) -> Pledge:
    """Return the pledge of the seat's cards.

    In the first round it contains exact cards, and Goodwill only if the team cannot pay otherwise. In the second round
    it contains all cards that fit.
    """
    weights = a.weights_or(USUAL)
    a = w.without_banned(a)
    state, copy = a.state, a.state.at_stake
    assist = 0
    if payment.assists(state, a.seat):
        way = w.best_payment(weights, state, copy)
        assist = way.assist if way else 0
    fits = payment.usable_cards(state.rules.cost(copy), state.hand[a.seat])
    if a.detail[0] == 1:
        named = assist if a.seat == state.current else _expected(weights, state)
        needed = payment.proposal(state, a.seat, named)
        fits = tuple(c for c in fits if cards.kind(c) != GOODWILL or c in needed)
    return Pledge(fits, assist)


def _expected(weights: Weights, state: Cabinet) -> int:
    """Return the Assist that the current player will probably name, or 0.

    This assumes that all seats judge the position alike.
    """
    if cards.deck_of(state.at_stake) != MILESTONE:
        return 0
    way = w.best_payment(weights, state, state.at_stake)
    return way.assist if way else 0


# Discards -------------------------------------------------------------------------------------------------------------


def _offer(a: Ask) -> Offer:
    weights = a.weights_or(USUAL)
    return Offer(tuple(copy for seat, copy in w.cheapest(weights, a.state, a.detail[0]) if seat == a.seat))


def _discard(a: Ask) -> Discard:
    """Return the discard of the least valuable cards; banned cards are discarded first."""
    weights = a.weights_or(USUAL)
    worth = [(not w.banned(a, copy), w.worth(weights, a.state, a.seat, copy), copy) for copy in a.state.hand[a.seat]]
    hand = [copy for _, _, copy in sorted(worth)]
    return Discard(tuple(hand[: a.detail[0]]))


# Ministries -----------------------------------------------------------------------------------------------------------


def _arrange(a: Ask) -> Arrange:
    """Return the new order of the cards that were looked at.

    Milestones with the best payment come first. Of Challenges, the payable ones come first, and the most expensive go
    under the deck.
    """
    weights = a.weights_or(USUAL)
    if a.detail[0] == MILESTONE:
        return Arrange(tuple(sorted(a.state.aside, key=lambda copy: (-_hoped_gain(a, copy), _cost_size(a, copy)))))

    def trouble(copy: int) -> tuple[bool, int]:
        return w.joint_price(weights, a.state, copy, 0) is None, _cost_size(a, copy)

    return Arrange(tuple(sorted(a.state.aside, key=trouble)))


def _hoped_gain(a: Ask, copy: int) -> int:
    weights = a.weights_or(USUAL)
    return 0 if w.banned(a, copy) else w.gain(weights, a.state, copy)


def _cost_size(a: Ask, copy: int) -> int:
    return len(a.state.rules.cost(copy))


def _guests_of(state: Cabinet, seat: int) -> list[int]:
    """Return the other seats with the fewest cards."""
    return sorted(state.others(seat), key=lambda other: len(state.hand[other]))[: state.rules.numbers.works_guests]


def _guests(a: Ask) -> Guests:
    chosen = _guests_of(a.state, a.seat)
    return Guests(tuple(other for other in a.state.others(a.seat) if other in chosen))


def _swap(a: Ask) -> Swap:
    """Return a swap of a surplus card for a card that lets the seat clear a Challenge.

    The bot takes no card from a hand of one card.
    """
    state, mine = a.state, w.without_banned(a).state.hand[a.seat]
    for copy in state.challenges:
        cost = state.rules.cost(copy)
        if any(True for _ in payment.payments(cost, mine)):
            continue
        for other in state.others(a.seat):
            for card in state.hand[other] if len(state.hand[other]) > 1 else ():
                if not w.banned(a, card) and any(True for _ in payment.payments(cost, (*mine, card))):
                    spare = [c for c in mine if c not in payment.usable_cards(cost, mine)]
                    if spare:
                        return Swap(other, (max(spare, key=lambda c: (cards.is_resource(c), c)),), (card,))
    return Swap()


def _accept(a: Ask) -> Accept:
    _, theirs, mine = a.detail
    return Accept(len(a.state.hand[a.seat]) - len(mine) + len(theirs) > 0)


def _take(a: Ask) -> Take:
    weights = a.weights_or(USUAL)
    count, among = a.detail
    return Take(
        tuple(
            sorted(among, key=lambda copy: (w.banned(a, copy), -w.worth(weights, a.state, a.seat, copy), copy))[:count]
        )
    )


ANSWERS: PlanOf[Cabinet] = {
    turn.DRAW: _draw,
    action.ACT: _act,
    milestones.ATTEMPT: _attempt,
    payment.PLEDGE: _pledge,
    discards.OFFER: _offer,
    discards.LOSE: _discard,
    discards.TRIM: _discard,
    ministries.ARRANGE: _arrange,
    ministries.GUESTS: _guests,
    ministries.SWAP: _swap,
    ministries.ACCEPT: _accept,
    ministries.TAKE: _take,
}
