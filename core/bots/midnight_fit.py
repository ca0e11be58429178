"""The weights of midnight_value.py, by number of seats: in 1/16384 of a doubling of the odds for each unit.

Written by `scripts/fit_value.py --game midnight --seats N --games G --seed fit`. The comment above each says what it
was fitted on, and how it does on games of other seeds (`fit proof`): bits of surprise about who wins, beside equal
chances.
"""

from __future__ import annotations

Weights = tuple[int, ...]

FIT: dict[int, tuple[Weights, Weights]] = {
    # 3 seats: 500 games, 6520 positions; on 1301 of 100 fresh games 1.429 bits of surprise, 1.585 at equal chances
    3: (
        (151, 9800, -1445, -3102, 1446, 652, 1244, 1118, -50, 115, 93, 133, 798, 57),
        (308, -1506, 214, -517, -140, -82, -27, -30, -2, 0, -201, 51, -77, -145),
    ),
    # 4 seats: 400 games, 4718 positions; on 950 of 80 fresh games 1.855 bits of surprise, 2.000 at equal chances
    4: (
        (-164, 1251, -2255, -3712, -471, 922, 1107, 768, -24, 184, -20, 557, 1065, 173),
        (262, 618, 238, -619, 79, -51, -30, 71, -8, -17, -104, -57, -170, -96),
    ),
    # 5 seats: those of 4
    5: (
        (-164, 1251, -2255, -3712, -471, 922, 1107, 768, -24, 184, -20, 557, 1065, 173),
        (262, 618, 238, -619, 79, -51, -30, 71, -8, -17, -104, -57, -170, -96),
    ),
}
"""By number of seats: what each feature counts for, and how much more with each round."""
