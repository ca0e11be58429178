"""Standing effects on a turn: those of the Challenges in play, and that of the portfolio in office (rules 2.5, 2.6).

The rules ask these functions for a value where an effect may change it.
"""

from __future__ import annotations

from core.games.cabinet import cards
from core.games.cabinet.cards import (
    CHALLENGE,
    DEAR_MILESTONES,
    DEAR_UPKEEP,
    DEFENCE,
    DRAW_LESS,
    FAST_CLOCK,
    FINANCE,
    FUNDS,
    HEALTH,
    INFORMATION,
    INTERIOR,
    JUSTICE,
    NO_ASSIST,
    NO_MINISTRY,
    OFFICE,
    PUBLIC_WORKS,
    SCIENCE,
    SMALL_HANDS,
    SPREADING,
    TRUST,
    VOTES,
    WORKS,
    Cost,
)
from core.games.cabinet.state import NO_PORTFOLIO, Cabinet

DISCOUNTS = {FINANCE: FUNDS, INTERIOR: VOTES, SCIENCE: cards.EXPERTISE, PUBLIC_WORKS: WORKS, INFORMATION: TRUST}
"""Resource of which costs need one less while a player with this portfolio is in office."""
LARGER_HAND = 2
"""Number of cards by which the portfolio Justice raises the hand limit."""
SMALLER_HAND = 2
"""Number of cards by which each Challenge with the effect `SMALL_HANDS` lowers the hand limit."""
LEAST_HAND = 3


def count_lasting(state: Cabinet, effect: str) -> int:
    """Return the number of Challenges in play with this lasting effect."""
    return sum(state.rules.challenge(copy).lasting == effect for copy in state.challenges)


def portfolio_in_office(state: Cabinet) -> int:
    """Return the portfolio of the current player, or `NO_PORTFOLIO`."""
    return state.portfolio[state.current] if state.current else NO_PORTFOLIO


def cost(state: Cabinet, copy: int) -> Cost:
    """Return what a Milestone or Challenge costs now.

    Challenges in play may add places. A portfolio takes one away, but never the last one.
    """
    places = list(state.rules.cost(copy))
    effect = SPREADING if cards.deck_of(copy) == CHALLENGE else DEAR_MILESTONES
    if copy not in state.challenges:
        more = (state.rules.challenge(other) for other in state.challenges)
        places += [challenge.cost[0] for challenge in more if challenge.lasting == effect]
    spared = DISCOUNTS.get(portfolio_in_office(state), NO_PORTFOLIO)
    if spared in places and len(places) > 1:
        places.remove(spared)
    return tuple(sorted(places)) if len(places) != len(state.rules.cost(copy)) else tuple(places)


def draws(state: Cabinet) -> int:
    """Return the number of cards that the current player draws (phase 2)."""
    more = portfolio_in_office(state) == OFFICE
    return max(1, state.rules.numbers.cards_per_draw + more - count_lasting(state, DRAW_LESS))


def hand_limit(state: Cabinet) -> int:
    """Return the hand limit of the current player (phase 5)."""
    more = LARGER_HAND * (portfolio_in_office(state) == JUSTICE)
    less = SMALLER_HAND * count_lasting(state, SMALL_HANDS)
    return max(LEAST_HAND, state.rules.numbers.hand_limit + more - less)


def upkeep(state: Cabinet) -> int:
    """Return the number of cards that the team discards at Upkeep (phase 1)."""
    due = len(state.challenges) + count_lasting(state, DEAR_UPKEEP)
    return max(0, due - (portfolio_in_office(state) == HEALTH))


def penalty(state: Cabinet, copy: int) -> int:
    """Return the number of cards that an unpaid Challenge costs once."""
    return max(0, state.rules.challenge(copy).penalty - (portfolio_in_office(state) == DEFENCE))


def may_assist(state: Cabinet) -> bool:
    """Return True if Ministries may assist."""
    return not count_lasting(state, NO_ASSIST)


def may_play_ministries(state: Cabinet) -> bool:
    """Return True if Ministries may be played as an action."""
    return not count_lasting(state, NO_MINISTRY)


def hours_lost(state: Cabinet) -> int:
    """Return the number of further Challenges that leave the deck in each turn."""
    return count_lasting(state, FAST_CLOCK)
