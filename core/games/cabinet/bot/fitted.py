"""The weights of evaluation.py, by number of seats: in 1/16384 of a doubling of the odds for each unit.

Written by `scripts/trials/fit_value.py --game cabinet --seats N --games G --seed fit1`. The comment above each says
what it was fitted on, and how it does on games of other seeds (`fit1 proof`): bits of surprise about who wins, beside
those of who only knows how often a team wins.
"""

from __future__ import annotations

Weights = tuple[int, ...]

FIT: dict[int, tuple[Weights, Weights]] = {
    # 2 seats: 500 games, 8515 positions; on 1024 of 62 fresh games
    # 0.392 bits of surprise, 0.758 by how often a team wins
    2: (
        (-544, -2216, 255, -2702, 4104, -1088, 789, 1574, 775, 669, 174, 215, 1008, 715),
        (12, -17, 47, 29, 96, 39, -29, -15, 13, -24, -3, -8, -53, 34),
    ),
    # 3 seats: 800 games, 16544 positions; on 2058 of 100 fresh games
    # 0.463 bits of surprise, 0.626 by how often a team wins
    3: (
        (-518, -1748, 412, -4633, 3519, -200, 1743, 2029, 545, 507, -7, 58, 1272, 574),
        (23, -102, -173, 171, 961, -59, -24, -56, 14, -2, -8, -18, -36, 53),
    ),
    # 4 seats: 400 games, 8711 positions; on 1094 of 50 fresh games
    # 0.485 bits of surprise, 0.635 by how often a team wins
    4: (
        (-276, -1120, 41, -5792, 5265, 5, 2258, 311, 110, 594, -42, 173, 1260, 396),
        (5, -76, -195, 107, 995, -20, 13, -1, 7, -30, -5, -23, -69, 71),
    ),
    # 5 seats: 800 games, 13734 positions; on 1717 of 100 fresh games
    # 0.662 bits of surprise, 0.764 by how often a team wins
    5: (
        (-234, -795, -423, -2701, 0, 80, 3494, 1199, 367, 374, 290, 224, 457, 143),
        (1, -60, -256, 196, 0, -176, 50, -74, 5, 3, -35, -20, 4, 18),
    ),
}
"""By number of seats: what each feature counts for, and how much more with each turn that is still to come."""
