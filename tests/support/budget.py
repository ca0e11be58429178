"""Samples of test cases, which keep the suite at about ten minutes on two cores.

`python3 scripts/test.py --long` runs all cases, as do the trials of scripts/trials/mutate.py.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import product
from typing import Any, TypeVar

T = TypeVar("T")
LONG = os.environ.get("TETHER_LONG") == "1"
WAITING = (
    *("tests/client/test_two_clients.py", "tests/client/test_rematch.py", "tests/client/test_lost_peer.py"),
    *(
        "tests/client/session/test_tournament_session.py",
        "tests/client/session/test_spectator_session.py",
        "tests/client/session/test_match_session.py",
    ),
    *("tests/client/test_two_windows.py", "tests/client/app/test_packaged.py", "tests/client/app/test_start.py"),
    *("tests/lobby/discovery/test_networks.py", "tests/lobby/cli/test_cli.py", "tests/lobby/cli/test_resume.py"),
    *(
        "tests/lobby/discovery/test_broadcast.py",
        "tests/lobby/tournament/test_cli.py",
        "tests/lobby/tournament/test_process.py",
    ),
    *(
        "tests/net/transport/test_sockets.py",
        "tests/net/session/test_killed.py",
        "tests/net/replication/test_power_cuts.py",
    ),
    *(
        "tests/net/session/test_spectator.py",
        "tests/net/proofs/test_evidence.py",
        "tests/net/cli/test_cli.py",
        "tests/commands/test_endings.py",
    ),
    *("tests/packaging/test_installed.py", "tests/test_second_verifier.py"),
)
"""Test files that mostly wait for other processes or a clock, so they start first."""


def one_in(every: int, cases: Iterable[T], begin: int = 0) -> list[T]:
    """Return every n-th case, beginning with number `begin`, or all cases in a long run.

    >>> one_in(3, "abcdefg") if not LONG else list("adg")
    ['a', 'd', 'g']
    """
    return list(cases) if LONG else list(cases)[begin::every]


def one_in_each(every: int, cases: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return every n-th case of each game, where the game is the first item of a case.

    Every game has at least one case. Each game begins one case later than the game before, so that together the games
    cover all numbers of seats. A long run returns all cases.

    >>> one_in_each(2, [*pairs("ab", (2, 3, 4)), ("c", 2)]) if not LONG else [("a", 2), ("a", 4), ("b", 4), ("c", 2)]
    [('a', 2), ('a', 4), ('b', 4), ('c', 2)]
    """
    if LONG:
        return list(cases)
    games: dict[Any, list[tuple[Any, ...]]] = {}
    for case in cases:
        games.setdefault(case[0], []).append(case)
    return [case for i, own in enumerate(games.values()) for case in own[i % min(every, len(own)) :: every]]


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
