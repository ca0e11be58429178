"""The weights of evaluation.py, by number of seats: in 1/16384 of a doubling of the odds for each unit.

Written by `scripts/trials/fit_value.py --game midnight --seats N --games G --seed fit2`. The comment above each says
what it was fitted on, and how it does on games of other seeds (`fit2 proof`): bits of surprise about who wins, beside
equal chances.
"""

from __future__ import annotations

Weights = tuple[int, ...]

FIT: dict[int, tuple[Weights, Weights]] = {
    # 3 seats: 1200 games, 13726 positions; on 1708 of 150 fresh games 1.490 bits of surprise, 1.585 at equal chances
    3: (
        (-193, 1652, -734, -4475, 340, -752, 725, 818, -24, 1, 129, -843, 579, -29),
        (166, 58, 69, -746, 59, 234, 100, 7, 4, 37, -116, 234, -76, -106),
    ),
    # 4 seats: 1200 games, 12944 positions; on 1610 of 150 fresh games 1.945 bits of surprise, 2.000 at equal chances
    4: (
        (50, -1102, 273, -7387, 819, 1004, 558, 286, -48, -53, 163, 894, 453, -20),
        (50, 701, -144, -1231, -117, -137, 34, 15, 2, 37, -113, -89, -58, -35),
    ),
    # 5 seats: 1200 games, 11384 positions; on 1420 of 150 fresh games 2.201 bits of surprise, 2.322 at equal chances
    5: (
        (-468, 9916, -34, -6134, -418, -158, 81, -342, -65, -38, 216, 1009, -183, 90),
        (136, -1084, -169, -1022, 95, 116, 218, 169, -7, 24, -129, -54, 97, -76),
    ),
}
"""By number of seats: what each feature counts for, and how much more with each round."""
