"""The tables of a round, reckoned in a thread of their own: for many players that takes seconds."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor, Future

from lobby.tournament.model import state
from lobby.tournament.model.opening import Opening
from lobby.tournament.model.pods import Pods
from lobby.tournament.model.results import Result
from lobby.tournament.model.state import Lacking

MOST = 8
"""So many pairings at most are remembered, those that are under way among them."""


def at_once(opening: Opening, here: Sequence[int], results: list[list[Result]], beacon: bytes) -> Pods | None:
    """The tables, for who can wait."""
    return state.pair(opening, here, results, beacon)


class Elsewhere:
    """The same from a pool of threads: `Lacking` till they are there, so whoever wants them asks again."""

    def __init__(self, pool: Executor) -> None:
        self._pool = pool
        self._begun: dict[tuple[bytes, tuple[int, ...]], Future[Pods | None]] = {}

    def __call__(
        self, opening: Opening, here: Sequence[int], results: list[list[Result]], beacon: bytes
    ) -> Pods | None:
        """The tables; raises `Lacking`. Which results there are is part of the beacon."""
        key = beacon, tuple(here)
        if key not in self._begun:
            self._begun[key] = self._pool.submit(at_once, opening, here, results, beacon)
            while len(self._begun) > MOST:
                self._begun.pop(next(iter(self._begun))).cancel()
        if not self._begun[key].done():
            raise Lacking("the tables")
        return self._begun[key].result()
