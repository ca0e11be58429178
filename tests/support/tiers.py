"""The two tiers of the tests.

`python3 scripts/test.py` runs the quick tier: everything that protects a rule or a safeguard, and a sample of the cases
that try it in other games, with other numbers of seats or at other moments. The other cases bear the mark `long`.
`--long` runs them too, as do the trials of scripts/trials/mutate.py.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import product
from typing import Any

LONG = os.environ.get("TETHER_LONG") == "1"


def quick_one_in(every: int, cases: Iterable[Any], begin: int = 0) -> list[Any]:
    """Return the cases as parameters of a test; only every n-th, beginning with number `begin`, is in the quick tier.

    >>> ["".join(case.values) for case in quick_one_in(3, "abcdefg") if not case.marks]
    ['a', 'd', 'g']
    """
    quick = range(begin, 10**9, every)
    return [_parameter(case, at in quick) for at, case in enumerate(cases)]


def quick_one_in_each(every: int, cases: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Return the cases as parameters of a test; only every n-th case of each game is in the quick tier.

    The game is the first item of a case. Every game has at least one case. Each game begins one case later than the
    game before, so that together the games cover all numbers of seats.

    >>> [case.values for case in quick_one_in_each(2, [*pairs("ab", (2, 3, 4)), ("c", 2)]) if not case.marks]
    [('a', 2), ('a', 4), ('b', 4), ('c', 2)]
    """
    games: dict[Any, list[tuple[Any, ...]]] = {}
    for case in cases:
        games.setdefault(case[0], []).append(case)
    return [
        parameter
        for i, own in enumerate(games.values())
        for parameter in quick_one_in(every, own, i % min(every, len(own)))
    ]


def _parameter(case: Any, is_quick: bool) -> Any:
    import pytest  # programs that tests start need `LONG` where pytest is not installed

    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=() if is_quick else pytest.mark.long)


def pairs(*columns: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Return all combinations in an order in which every n-th one covers all values of each column.

    The last column advances with every case. The columns before it advance together with the last one, each shifted by
    one more case.

    >>> pairs("ab", "xyz")
    [('a', 'x'), ('a', 'y'), ('a', 'z'), ('b', 'y'), ('b', 'z'), ('b', 'x')]
    """
    *first, last = [list(column) for column in columns]
    results = []
    for i, before in enumerate(product(*first)):
        by = i % len(last)
        results += [(*before, item) for item in (*last[by:], *last[:by])]
    return results
