"""The weights of bridgefront_value.py, by number of seats: in 1/16384 of a doubling of the odds for each unit.

Written by `scripts/fit_value.py --game bridgefront --seats N --games G --seed SEED`. The comment above each says what
it was fitted on; the bits of surprise about who wins are on games that had no part in the fit. All factions were dealt
by lot.
"""

from __future__ import annotations

Weights = tuple[int, ...]

# fmt: off
FIT: dict[int, tuple[Weights, Weights]] = {
    # 2 seats, seed `bots-fit2`: 2000 games, 13124 positions; of seven eighths 0.818 bits on 1646 others, 1.000 at equal chances
    2: (
        (1149, -577, -178, 153, 1713, -146, 228, 385, -9, 29, 1804, 8516, 4685, -62, -9, -42, 242, 164, 1719,
         991, -4177, -320, -5045, -631, -5432),
        (32, 49, 77, 18, -114, 92, -89, 118, 5, -2, -234, -2541, -597, -51, -5, 3, -5, 4, 13,
         -201, 764, 126, 715, 107, 1016),
    ),
    # 3 seats, seed `bots-fit3`: 300 games, 2004 positions; of seven eighths 1.099 bits on 252 others, 1.585 at equal chances
    3: (
        (742, -825, -843, 196, 1783, -67, 69, 663, 268, -148, -976, 805, 1248, 1112, -59, 378, -28, 187, 1331,
         735, -8411, 696, -1631, -681, -9626),
        (130, -87, 111, -28, -70, 179, -6, 386, -27, 11, 95, 286, -143, 17, 2, 2, -50, -15, 79,
         -54, -927, -2, 574, 113, -1069),
    ),
    # 4 seats, seed `bots-fit4`: 1000 games, 7196 positions; of seven eighths 1.348 bits on 901 others, 2.000 at equal chances
    4: (
        (1188, 73, -966, 563, 2166, 1005, 960, 540, 158, -339, -402, 9221, 3180, 262, 1, 199, 146, 164, 660,
         1361, -2764, 1168, -831, -76, -1976),
        (80, 56, 147, 9, -196, -72, -85, 26, -38, -3, -77, -1797, -241, -65, -2, 20, -21, 3, -39,
         -133, 152, -168, 240, 76, 197),
    ),
    # 5 seats: those of 6, not fitted yet
    5: (
        (703, 1133, -301, -40, 521, -685, 1802, -168, -48, -60, 157, -5481, 2624, 892, 43, 139, 370, 183, 54,
         3137, -1447, 248, -325, -831, -783),
        (175, -62, 168, 21, -76, 58, -163, -94, -22, 24, -32, -90, -276, -25, 71, -5, -15, 15, 19,
         -210, 96, -95, 37, 128, 44),
    ),
    # 6 seats, seed `bots-fit6`: 100 games, 775 positions; of seven eighths 1.591 bits on 93 others, 2.585 at equal chances
    6: (
        (703, 1133, -301, -40, 521, -685, 1802, -168, -48, -60, 157, -5481, 2624, 892, 43, 139, 370, 183, 54,
         3137, -1447, 248, -325, -831, -783),
        (175, -62, 168, 21, -76, 58, -163, -94, -22, 24, -32, -90, -276, -25, 71, -5, -15, 15, 19,
         -210, 96, -95, 37, 128, 44),
    ),
}
"""By number of seats: what each feature counts for, and how much more with each round."""
# fmt: on
