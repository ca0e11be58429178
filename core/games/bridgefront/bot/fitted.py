"""The weights of evaluation.py, by number of seats: in 1/16384 of a doubling of the odds for each unit.

Written by `scripts/trials/fit_value.py --game bridgefront --seats N --games G --seed SEED`. The comment above each says
what it was fitted on, and how it did on the last eighth of the games where the rest alone was fitted: bits of surprise
about who wins, and those of equal chances. Factions were dealt by lot.
"""

from __future__ import annotations

Weights = tuple[int, ...]

# fmt: off
OF_4 = (
    (914, -473, -1355, 660, 2354, 880, 740, 1370, 302, -485, 23, 6723, 1314, 155, 92, 40, -49, 144, 259,
     664, -1112, 764, -1078, 48, -1330),
    (131, -88, 194, -39, -253, -76, -5, 217, -37, 47, 21, -1638, -76, 24, -20, 54, -2, -2, 77,
     -79, 1, -141, 107, 42, 290),
)
"""Of four seats, seed `bots-fit4b`: 1200 games, 8959 positions; 1.537 bits on 1122 others, 2.000."""

FIT: dict[int, tuple[Weights, Weights]] = {
    # 2 seats, seed `bots-fit2b`: 2500 games, 16384 positions; 0.681 bits on 2023 others, 1.000
    2: (
        (1250, -632, 175, 37, 1665, -27, 1063, 1911, -33, 92, 1270, 32301, 4050, 76, -100, 15, 432, 88, 2001,
         1136, -3594, -790, -3483, -262, -4485),
        (27, 79, 78, 48, -153, 56, -41, -57, 11, -25, -220, -4200, -396, -23, 18, 35, -57, -3, -116,
         -163, 469, 87, 491, 152, 327),
    ),
    # 3, 5 and 6 seats: those of 4, which foretold their winners better than weights fitted on few games of their own
    3: OF_4,
    4: OF_4,
    5: OF_4,
    6: OF_4,
}
# fmt: on
"""By number of seats: what each feature counts for, and how much more with each round."""
