"""The weights of bridgefront_value.py, by number of seats: in 1/16384 of a doubling of the odds for each unit.

Written by `scripts/fit_value.py --game bridgefront --seats N --games G --seed fit`. The comment above each says what it
was fitted on, and how it does on games of other seeds (`fit proof`): bits of surprise about who wins, beside equal
chances. The games were played by the
heuristic bots of the commit before the first search (76f9039), whose factions came from one fixed list.
"""

from __future__ import annotations

Weights = tuple[int, ...]

FIT: dict[int, tuple[Weights, Weights]] = {
    # 2 seats: 1200 games, 7527 positions; on 1430 of 240 fresh games 0.665 bits of surprise, 1.000 at equal chances
    2: (
        (1162, -480, 1315, 637, 3313, 1413, -577, 728, 76, 736, 1294, 6604, 6974, 850, -39),
        (-57, -55, -11, -7, -220, -7, 85, 69, 11, -73, -477, -1618, -988, 42, 2),
    ),
    # 3 seats: 900 games, 5939 positions; on 1171 of 180 fresh games 1.267 bits of surprise, 1.585 at equal chances
    3: (
        (1441, -23, -356, 606, 3030, -244, 1392, 1166, 43, 607, 104, -1915, 3873, -1333, 69),
        (13, -95, 86, -17, -234, 160, -250, 94, 42, -100, -171, -172, -370, 243, -13),
    ),
    # 4 seats: 500 games, 3627 positions; on 722 of 100 fresh games 1.467 bits of surprise, 2.000 at equal chances
    4: (
        (698, 1579, -1410, 953, 1847, 345, -914, -716, -95, 713, 1771, -7796, 2296, -2811, 119),
        (165, -273, 205, -76, -222, -78, 280, 415, 56, -32, -183, 705, -158, 100, -27),
    ),
    # 5 and 6 seats: those of 4, not fitted yet
    5: (
        (698, 1579, -1410, 953, 1847, 345, -914, -716, -95, 713, 1771, -7796, 2296, -2811, 119),
        (165, -273, 205, -76, -222, -78, 280, 415, 56, -32, -183, 705, -158, 100, -27),
    ),
    6: (
        (698, 1579, -1410, 953, 1847, 345, -914, -716, -95, 713, 1771, -7796, 2296, -2811, 119),
        (165, -273, 205, -76, -222, -78, 280, 415, 56, -32, -183, 705, -158, 100, -27),
    ),
}
"""By number of seats: what each feature counts for, and how much more with each round."""
