"""Pairing of a round in a separate thread, because it takes seconds for many players."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor, Future

from lobby.tournament.model import state
from lobby.tournament.model.opening import Opening
from lobby.tournament.model.pods import Pods
from lobby.tournament.model.results import Result
from lobby.tournament.model.state import MissingFact

MOST = 8
"""Maximum number of pairings remembered, including those still being computed."""


def pair_now(opening: Opening, here: Sequence[int], results: list[list[Result]], beacon: bytes) -> Pods | None:
    """Return the tables of a round at once, for callers that can wait for the computation."""
    return state.pair(opening, here, results, beacon)


class ThreadedPairing:
    """A pairing that is computed in a pool of threads.

    It raises `MissingFact` until the tables are ready, so the caller must ask again.
    """

    def __init__(self, pool: Executor) -> None:
        self._pool = pool
        self._begun: dict[tuple[bytes, tuple[int, ...]], Future[Pods | None]] = {}

    def __call__(
        self, opening: Opening, here: Sequence[int], results: list[list[Result]], beacon: bytes
    ) -> Pods | None:
        """Return the tables of a round; raise `MissingFact` while they are being computed.

        The beacon covers the results.
        """
        key = beacon, tuple(here)
        if key not in self._begun:
            self._begun[key] = self._pool.submit(pair_now, opening, here, results, beacon)
            while len(self._begun) > MOST:
                self._begun.pop(next(iter(self._begun))).cancel()
        if not self._begun[key].done():
            raise MissingFact("the tables")
        return self._begun[key].result()
