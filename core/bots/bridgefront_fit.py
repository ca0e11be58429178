"""The weights of bridgefront_value.py, by number of seats: in 1/16384 of a doubling of the odds for each unit.

Written by `scripts/fit_value.py --game bridgefront --seats N --games G --seed SEED`. The comment above each says what
it was fitted on, and how it does on games of other seeds (`SEED proof`): bits of surprise about who wins, beside equal
chances. Where no seed is named it is `fit`, played by the heuristic bots of the commit before the first search
(76f9039), whose factions came from one fixed list; the others were dealt factions by lot.
"""

from __future__ import annotations

Weights = tuple[int, ...]

FACTIONS_OF_2 = ((1241, -1985, -155, -10283, -1318, -3178), (-180, 1006, 34, -1196, 301, 505))
"""Of two seats, in the order of `CODES`."""
NO_FACTION = (0,) * 6
"""Where the weights do not know the factions."""

FIT: dict[int, tuple[Weights, Weights]] = {
    # 2 seats, seed `lots`, factions by lot: 800 games, 5236 positions; on 655 of 100 fresh games 0.799 bits, 1.000
    2: (
        (663, -485, 8, 1072, 2237, 854, 147, 883, 425, 481, 1425, -1768, 3372, 280, 45, *FACTIONS_OF_2[0]),
        (87, -98, 86, -119, -55, 113, 109, 159, -17, -55, -503, -73, -427, 50, -4, *FACTIONS_OF_2[1]),
    ),
    # 3 seats: 900 games, 5939 positions; on 1171 of 180 fresh games 1.267 bits of surprise, 1.585 at equal chances
    3: (
        (1441, -23, -356, 606, 3030, -244, 1392, 1166, 43, 607, 104, -1915, 3873, -1333, 69, *NO_FACTION),
        (13, -95, 86, -17, -234, 160, -250, 94, 42, -100, -171, -172, -370, 243, -13, *NO_FACTION),
    ),
    # 4 seats: 500 games, 3627 positions; on 722 of 100 fresh games 1.467 bits of surprise, 2.000 at equal chances
    4: (
        (698, 1579, -1410, 953, 1847, 345, -914, -716, -95, 713, 1771, -7796, 2296, -2811, 119, *NO_FACTION),
        (165, -273, 205, -76, -222, -78, 280, 415, 56, -32, -183, 705, -158, 100, -27, *NO_FACTION),
    ),
    # 5 and 6 seats: those of 4, not fitted yet
    5: (
        (698, 1579, -1410, 953, 1847, 345, -914, -716, -95, 713, 1771, -7796, 2296, -2811, 119, *NO_FACTION),
        (165, -273, 205, -76, -222, -78, 280, 415, 56, -32, -183, 705, -158, 100, -27, *NO_FACTION),
    ),
    6: (
        (698, 1579, -1410, 953, 1847, 345, -914, -716, -95, 713, 1771, -7796, 2296, -2811, 119, *NO_FACTION),
        (165, -273, 205, -76, -222, -78, 280, 415, 56, -32, -183, 705, -158, 100, -27, *NO_FACTION),
    ),
}
"""By number of seats: what each feature counts for, and how much more with each round."""
