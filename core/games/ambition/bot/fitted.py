"""The weights of evaluation.py, by number of seats: in 1/16384 of a doubling of the odds for each unit.

Written by `scripts/trials/fit_value.py --game ambition --seats N --games G --seed fit`. The comment above each says
what it was fitted on, and how it does on games of other seeds (`fit proof`): bits of surprise about who wins, beside
equal chances.
"""

from __future__ import annotations

Weights = tuple[int, ...]

FIT: dict[int, tuple[Weights, Weights]] = {
    # 3 seats: 800 games, 17544 positions; on 2064 of 100 fresh games 1.437 bits of surprise, 1.585 at equal chances
    3: (
        (104, 473, -1301, 704, -94, 389, -125, 697, 1254, 1156, 1094, 431, 1973, -210, 124, 0, -265),
        (157, -27, 85, 23, 19, -19, 32, -6, -44, -240, -69, -52, -126, 6, 92, 0, -21),
    ),
    # 4 seats: 800 games, 14464 positions; on 1788 of 100 fresh games 1.712 bits of surprise, 2.000 at equal chances
    4: (
        (103, 550, 103, 688, 340, 44, 141, 535, 316, 444, 939, 588, 550, 203, 882, 0, -144),
        (122, 8, 81, 19, 37, 47, 18, -6, 47, 34, -25, 3, 86, -33, -105, 0, -18),
    ),
    # 5 seats: 800 games, 13169 positions; on 1793 of 100 fresh games 2.134 bits of surprise, 2.322 at equal chances
    5: (
        (-143, -92, -33, 621, 747, 385, 800, -389, -418, 514, 806, 856, 967, -310, 197, 0, -116),
        (134, 23, 0, 33, -31, -3, -33, 65, 96, -77, 23, -33, 92, -7, 18, 0, -14),
    ),
    # 6 seats: 800 games, 12309 positions; on 1654 of 100 fresh games 2.298 bits of surprise, 2.585 at equal chances
    6: (
        (-582, -235, -213, 552, 541, 135, 100, -414, 674, -218, 935, 783, 346, 180, -277, 0, -67),
        (150, 26, 50, 32, 57, 20, 20, 27, -38, 180, -44, 4, 91, -61, 56, 0, -10),
    ),
}
"""By number of seats: what each feature counts for, and how much more with each step of the match's age."""
