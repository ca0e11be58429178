"""The weights of bridgefront_value.py, by number of seats: in 1/16384 of a doubling of the odds for each unit.

Written by `scripts/fit_value.py --game bridgefront --seats N --games G --seed SEED`. The comment above each says what
it was fitted on, and how it did on the last eighth of the games where the rest alone was fitted: bits of surprise about
who wins, and those of equal chances. Factions were dealt by lot.
"""

from __future__ import annotations

Weights = tuple[int, ...]

# fmt: off
OF_4 = (
    (1188, 73, -966, 563, 2166, 1005, 960, 540, 158, -339, -402, 9221, 3180, 262, 1, 199, 146, 164, 660,
     1361, -2764, 1168, -831, -76, -1976),
    (80, 56, 147, 9, -196, -72, -85, 26, -38, -3, -77, -1797, -241, -65, -2, 20, -21, 3, -39,
     -133, 152, -168, 240, 76, 197),
)
"""Of four seats, seed `bots-fit4`: 1000 games, 7196 positions; 1.348 bits on 901 others, 2.000."""

FIT: dict[int, tuple[Weights, Weights]] = {
    # 2 seats, seed `bots-fit2`: 2000 games, 13124 positions; 0.818 bits on 1646 others, 1.000
    2: (
        (1149, -577, -178, 153, 1713, -146, 228, 385, -9, 29, 1804, 8516, 4685, -62, -9, -42, 242, 164, 1719,
         991, -4177, -320, -5045, -631, -5432),
        (32, 49, 77, 18, -114, 92, -89, 118, 5, -2, -234, -2541, -597, -51, -5, 3, -5, 4, 13,
         -201, 764, 126, 715, 107, 1016),
    ),
    # 3 seats: those of 4, 1.239 bits on 2004 positions, 1.585; fitted on 300 games of their own they did worse, 1.250
    3: OF_4,
    4: OF_4,
    # 5 and 6 seats: those of 4; at 6 1.844 bits on 775 positions, 2.585; fitted on 100 games of their own 1.942
    5: OF_4,
    6: OF_4,
}
# fmt: on
"""By number of seats: what each feature counts for, and how much more with each round."""
