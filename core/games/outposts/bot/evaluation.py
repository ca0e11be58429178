"""Estimated chance of winning for each seat of Outposts, in a position at the end of a round.

Each seat's score is a weighted sum of features. A feature has a weight in the probable last round, and a second weight
for each further round. Both were fitted for each number of seats and are in fitted.json. In a solo match the Warden is
the opponent.
"""

from __future__ import annotations

from core.bots.fitted import fitted
from core.bots.win_probability import CERTAINTY, win_probability
from core.games.outposts import cleanup
from core.games.outposts.board import LEAGUES
from core.games.outposts.bot.weights import USUAL, gain_worth, price_worth, rounds_left, standing_worth
from core.games.outposts.cards import ACTION, FEATURE, PRODUCTION
from core.games.outposts.game import GAME
from core.games.outposts.state import WARDEN, Outposts

FITTED_WEIGHTS = fitted("core.games.outposts.bot")
"""Fitted weights by number of seats: the weight of each feature in the last round, and its growth per round."""

FEATURES = (
    "points",
    "near",
    "locations",
    "production",
    "features",
    "actions",
    "deals",
    "outposts",
    "levels",
    "hand",
    "goods",
    "ruins",
    "turn",
    *(league.code for league in LEAGUES),
    "warden",
)
"""Names of the features, in the order in which `features` returns them."""
NEAR_END_VP = 15
"""Number of victory points from which a match may end soon."""


def features(state: Outposts, seat: int) -> tuple[int, ...]:
    """Return the seat's features as small whole numbers, most of them in eighths.

    Values of cards and goods are in 1/16 of a victory point.
    """
    hold = {PRODUCTION: 0, FEATURE: 0, ACTION: 0}
    for copy in state.hold[seat]:
        hold[state.rules.card(copy).kind] += standing_worth(USUAL, state, seat, copy, 1)
    deals = sum(gain_worth(USUAL, state.rules.card(copy).deal, 1) for copy in state.deals[seat])
    goods = price_worth(USUAL, tuple(enumerate(state.goods[seat])), 1)
    return (
        8 * cleanup.final_vp(state, seat),
        8 * max(0, state.points[seat] - NEAR_END_VP),
        8 * len(state.hold[seat]),
        *(hold[kind] * 16 // 100 for kind in (PRODUCTION, FEATURE, ACTION)),
        deals * 16 // 100,
        8 * len(state.outposts_of(seat)),
        8 * sum(state.level[place] for place in state.outposts_of(seat)),
        8 * min(state.piles.hand_size(seat), state.rules.numbers.hand_limit),
        goods * 16 // 100,
        8 * len(state.ruins[seat]),
        8 * state.clockwise(state.first).index(seat),
        *(8 * (state.league[seat] == league) for league in range(len(LEAGUES))),
        0,
    )


def warden_features(state: Outposts) -> tuple[int, ...]:
    """Return the Warden's features."""
    own = state.outposts_of(WARDEN)
    levels = sum(state.level[place] for place in own)
    points = (
        8 * cleanup.warden_final_vp(state),
        8 * max(0, state.warden_points - NEAR_END_VP),
        8 * len(state.warden_hold),
    )
    return (*points, 0, 0, 0, 0, 8 * len(own), 8 * levels, *(0,) * 8, 8)


def feature_rows(state: Outposts) -> list[tuple[int, ...]]:
    """Return the features of everybody who can win, including the Warden in a solo match."""
    return [*(features(state, seat) for seat in state.seats), *[warden_features(state)] * state.is_solo]


def clock(state: Outposts) -> int:
    """Return the number of rounds that are likely to come, including the one that has just begun.

    It is at most 4.
    """
    return min(4, rounds_left(USUAL, state))


def scores(state: Outposts) -> list[int]:
    """Return the score of each row of features; 64 more points double the odds."""
    now, later = FITTED_WEIGHTS[len(state.seats)]
    remaining = clock(state)
    weights = [a + b * remaining for a, b in zip(now, later)]
    return [sum([a * f for a, f in zip(weights, row)]) >> 8 for row in feature_rows(state)]


def winners(state: Outposts) -> list[int]:
    """Return the indices of the rows that have won a finished match."""
    best = [standing.seat - 1 for standing in GAME.standing(state) if standing.rank == 1]
    return best if best or not state.is_solo else [1]


def value(state: Outposts, seat: int) -> int:
    """Return the seat's chance of winning, in 1/65536.

    At the end of a match it is the seat's share of the victory.
    """
    if state.over:
        won = winners(state)
        return CERTAINTY // len(won) if seat - 1 in won else 0
    return win_probability(scores(state), seat - 1)
