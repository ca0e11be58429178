"""Fitted estimate of the team's chance of winning Cabinet, in a position at the start of a turn.

The team's score is a weighted sum of features. A feature has a weight at the end, and a second weight for each turn
that remains. Both are in fitted.json for each number of seats. All seats win or lose together, so their chances are
equal.
"""

from __future__ import annotations

from core.bots.fitted import fitted
from core.bots.win_probability import CERTAINTY, win_probability
from core.games.cabinet import cards
from core.games.cabinet.bot.weights import turns_left
from core.games.cabinet.cards import GOODWILL, NO_CALM
from core.games.cabinet.state import Cabinet

FITTED_WEIGHTS = fitted("core.games.cabinet.bot")
"""Fitted weights by number of seats: the weight of each feature at the end, and its growth per remaining turn."""

FEATURES = (
    "missing",
    "pace",
    "short",
    "challenges",
    "full",
    "dear",
    "held",
    "goodwill",
    "ministries",
    "kinds",
    "uneven",
    "next",
    "calm",
    "one",
)
"""The names of the features, in the order in which `features` returns them."""


def features(state: Cabinet) -> tuple[int, ...]:
    """Return the team's features as small whole numbers, most of them in 8ths."""
    missing = max(0, state.target - state.score)
    left, lying = turns_left(state), len(state.challenges)
    full = lying >= state.limit
    pace = 32 * missing // (1 + (left // 2 if full else left))
    held = [copy for hand in state.hand for copy in hand if cards.is_resource(copy)]
    each = [sum(cards.kind_of(copy) == kind for copy in held) for kind in range(GOODWILL)]
    ministries = [len(list(filter(cards.is_ministry, hand))) for hand in state.hand]
    sizes = [len(hand) for hand in state.hand[1:]]
    return (
        8 * missing,
        min(pace, 256),
        max(0, min(pace, 256) - 48),
        8 * lying,
        8 * full,
        8 * sum(len(state.rules.cost(copy)) for copy in state.challenges),
        8 * len(held) // len(state.seats),
        8 * (len(held) - sum(each)),
        8 * sum(min(count, 2) for count in ministries),
        8 * sum(min(count, 2) for count in each),
        8 * (max(sizes) - min(sizes)),
        8 * min(len(state.hand[state.current]) if state.current else 0, state.rules.numbers.hand_limit),
        8 * _reachable(state),
        64,
    )


def _reachable(state: Cabinet) -> int:
    """Return how many of the next four Milestones can be achieved with the Challenges in play."""
    lying, found = len(state.challenges), 0
    for layer in state.decks[cards.MILESTONE][:4]:
        if len(layer) == 1:
            calm = state.rules.milestone(layer[0]).calm
            found += calm == NO_CALM or lying <= calm
    return found


def feature_rows(state: Cabinet) -> list[tuple[int, ...]]:
    """Return the features of the team, and those of an opponent, which are all 0."""
    return [features(state), (0,) * len(FEATURES)]


def clock(state: Cabinet) -> int:
    """Return the number of remaining turns."""
    return turns_left(state)


def winners(state: Cabinet) -> list[int]:
    """Return the winner of a finished match: 0 for the team or 1 for its opponent."""
    return [0 if state.won else 1]


def value(state: Cabinet, seat: int) -> int:
    """Return the team's chance of winning in 1/65536, which is the same for every seat.

    At the end of a match it is 65536 or 0.
    """
    if state.over:
        return CERTAINTY * state.won
    now, later = FITTED_WEIGHTS[len(state.seats)]
    remaining = turns_left(state)
    score = sum([(a + b * remaining) * f for a, b, f in zip(now, later, features(state))]) >> 8
    return win_probability((score, 0), 0)
