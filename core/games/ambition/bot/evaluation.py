"""Fitted estimate of a seat's chance of winning Ambition, from public information.

Each seat's score is a weighted sum of features. A feature has an initial weight, and a second weight that grows towards
the end of the match. Both are in fitted.json for each number of seats.
"""

from __future__ import annotations

from core.bots.fitted import fitted
from core.bots.win_probability import CERTAINTY, win_probability
from core.games.ambition.alliances import SECRETS
from core.games.ambition.cards import BUNKER, GRIDWORKS, INTRIGUE_DECK, TECMED
from core.games.ambition.game import GAME
from core.games.ambition.state import Ambition

FITTED_WEIGHTS = fitted("core.games.ambition.bot")
"""Fitted weights by number of seats: the initial weight of each feature, and its growth per unit of `age`."""

FEATURES = (
    "purse",
    "ahead",
    "poor",
    "elites",
    "intrigue",
    "industry",
    "plants",
    "gridworks",
    "shield",
    "token",
    "armed",
    "threats",
    "stakes",
    "alliances",
    "sealed",
    "convicted",
    "next",
)
"""Names of the features, in the order of `features`."""
INFLUENCE_CAP, LEAD_CAP, OLDEST = 60, 30, 2
"""Maximum values of features: Influence, lead, and exhaustions of the Intrigue deck."""


def features(state: Ambition, seat: int) -> tuple[int, ...]:
    """Return the seat's features as small whole numbers.

    Features of Influence are in units of 1. Features of cards, tokens, alliances and turns are in 8ths.
    """
    if state.convicted[seat]:
        return (*(0,) * 15, 8, 0)
    purse, others, open_ = state.purse[seat], state.others(seat), state.alliances_of(seat)
    intrigue = len(state.hand(seat, "intrigue"))
    wait = (seat - state.current) % state.seat_count if state.current else 0
    return (
        min(purse, INFLUENCE_CAP),
        min(max(0, purse - max(state.purse[other] for other in others)), LEAD_CAP),
        max(0, state.rules.numbers.blast - purse),
        8 * len(state.hand(seat, "elites")),
        8 * intrigue,
        8 * len(state.hand(seat, "industry")),
        8 * len(state.industry[seat]),
        8 * state.has_industry(seat, GRIDWORKS),
        8 * (state.has_industry(seat, BUNKER) or state.has_industry(seat, TECMED)),
        8 * state.token[seat],
        8 * state.token[seat] * intrigue,
        8 * sum(bool(state.token[other] and state.hand(other, "intrigue")) for other in others),
        sum(alliance.stakes[alliance.pair.index(seat)] for alliance in open_),
        8 * len(open_),
        8 * len(SECRETS.signed_papers(state, seat)),
        0,
        8 * wait,
    )


def age(state: Ambition) -> int:
    """Return the age of the match, in 8ths of an Intrigue deck that were used up.

    An exhausted deck counts as 8, at most twice.
    """
    spent, left = len(state.intrigue_spent), len(state.shared.decks[INTRIGUE_DECK])
    return 8 * min(state.exhausted, OLDEST) + 8 * spent // max(1, spent + left)


def score(state: Ambition, seat: int) -> int:
    """Return the seat's score in 1/64 of a doubling of its odds."""
    now, later = FITTED_WEIGHTS[state.seat_count]
    age_ = age(state)
    return sum((a + b * age_) * f for a, b, f in zip(now, later, features(state, seat))) >> 8


def value(state: Ambition, seat: int) -> int:
    """Return the seat's chance of winning in 1/65536, or at the end its share of the victory."""
    if state.over:
        winners = [standing.seat for standing in GAME.standing(state) if standing.rank == 1]
        return CERTAINTY // len(winners) if seat in winners else 0
    return win_probability([score(state, other) for other in state.seats], seat - 1)
