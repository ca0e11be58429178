"""Estimated chance of winning for each seat of Midnight, in a position between two turns.

Each seat's score is a weighted sum of features. A feature has an initial weight, and a second weight by which it grows
each round. Both were fitted for each number of seats and are in fitted.json.
"""

from __future__ import annotations

from core.bots.fitted import fitted
from core.bots.win_probability import CERTAINTY, win_probability
from core.games.midnight.cards import INFLUENCE, MIGHT, PROTECTION, RESEARCH
from core.games.midnight.state import Midnight

FITTED_WEIGHTS = fitted("core.games.midnight.bot")
"""Fitted weights by number of seats: the initial weight of each feature, and its growth per round."""

FEATURES = (
    "worth",
    "near",
    "ruined",
    "out",
    "might",
    "protection",
    "influence",
    "research",
    "hand",
    "aimed",
    "facing",
    "stock",
    "capital",
    "next",
)
"""Names of the features, in the order in which `features` returns them."""


def features(state: Midnight, seat: int) -> tuple[int, ...]:
    """Return the seat's features, which are small whole numbers.

    Cards and steps are counted in eighths.
    """
    if state.eliminated[seat]:
        return (0, 0, 0, 8, *(0,) * 10)
    worth, steps = state.worth[seat], state.dials[seat]
    others = [other for other in state.seats_not_ruined() if other != seat]
    wait, wins = state.clockwise(state.current).index(seat), state.rules.numbers.winning_worth
    return (
        min(worth, wins + 10),
        max(0, worth - wins + 15),
        8 * bool(state.ruined[seat]),
        0,
        *(8 * steps[dial] for dial in (MIGHT, PROTECTION, INFLUENCE, RESEARCH)),
        8 * min(state.piles.hand_size(seat), 10),
        8 * sum(len(state.border(seat, other)) for other in others),
        8 * sum(len(state.border(other, seat)) for other in others),
        8 * len(state.stock[seat]),
        8 * len(state.capital[seat]),
        8 * wait,
    )


def expected_rounds(state: Midnight) -> int:
    """Return the number of rounds that have begun."""
    return 1 + state.rules.numbers.minutes - state.clock


def score(state: Midnight, seat: int) -> int:
    """Return the seat's score; 64 more points double the seat's odds."""
    now, later = FITTED_WEIGHTS[len(state.worth) - 1]
    round_ = expected_rounds(state)
    return sum((a + b * round_) * f for a, b, f in zip(now, later, features(state, seat))) >> 8


def value(state: Midnight, seat: int) -> int:
    """Return the seat's chance of winning, in 1/65536.

    At the end of a match it is the seat's share of the victory.
    """
    if state.over or state.winners:
        return CERTAINTY // len(state.winners) if seat in state.winners else 0
    return win_probability([score(state, other) for other in state.seats], seat - 1)
