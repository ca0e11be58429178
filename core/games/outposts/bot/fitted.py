"""The weights of evaluation.py, by number of seats: in 1/16384 of a doubling of the odds for each unit.

Written by `scripts/trials/fit_value.py --game outposts --seats N --games G --seed fit1`. The comment above each says
what it was fitted on, and how it does on games of other seeds (`fit1 proof`): bits of surprise about who wins, beside
equal chances, or how often the Warden wins.
"""

from __future__ import annotations

Weights = tuple[int, ...]

FIT: dict[int, tuple[Weights, Weights]] = {
    # alone: 800 games, 3872 positions; on 496 of 100 fresh games
    # 0.444 bits of surprise, 0.553 by how often the Warden wins
    1: (
        (408, 257, 750, -194, -56, 127, 403, -79, -178, -53, -217, -490, 0, 648, 2498, 303, 598, -1697),
        (144, 248, 171, 171, 29, 5, 381, 26, -67, 394, 297, 443, 0, 359, 450, 28, -260, -217),
    ),
    # 2 seats: 600 games, 2305 positions; on 285 of 75 fresh games 0.802 bits of surprise, 1.000 at equal chances
    2: (
        (359, 336, 554, 358, 385, 129, 376, -353, 352, 372, -12, 797, -614, 116, -730, 158, 473, 0),
        (133, 336, 34, 54, 29, 43, 392, 224, -18, 344, 110, 257, 230, -256, 201, 50, -11, 0),
    ),
    # 3 seats: 800 games, 3085 positions; on 381 of 100 fresh games 1.091 bits of surprise, 1.585 at equal chances
    3: (
        (525, 429, 862, 273, 178, 229, 331, 528, -175, 149, 70, 220, -86, -386, -413, 509, 299, 0),
        (86, 429, 28, -98, -11, -34, 526, 89, -18, 384, 101, 316, -2, -43, 10, -232, 258, 0),
    ),
    # 4 seats: 500 games, 1939 positions; on 236 of 62 fresh games 1.475 bits of surprise, 2.000 at equal chances
    4: (
        (422, 379, 636, 249, 283, 157, 142, 1016, -91, 263, 36, 451, -380, 63, -577, 1566, -1052, 0),
        (114, 379, 105, -1, -38, 8, 668, -30, -31, 329, 29, 392, 206, -263, 260, -601, 604, 0),
    ),
}
"""By number of seats: what each feature counts for, and how much more with each round that is likely to come."""
