"""Computation of a round's tables in another thread, because it takes seconds for many players."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor, Future

from lobby.tournament.model import state
from lobby.tournament.model.opening import Opening
from lobby.tournament.model.pods import Pods
from lobby.tournament.model.results import Result
from lobby.tournament.model.state import MissingFact

MOST = 8
"""Maximum number of computed tables that are remembered, including those in progress."""


def pair_now(opening: Opening, here: Sequence[int], results: list[list[Result]], beacon: bytes) -> Pods | None:
    """Return the tables of a round at once, for callers that can wait for the computation."""
    return state.compute_tables(opening, here, results, beacon)


class ThreadedPairing:
    """Computation of tables in a pool of threads.

    A call raises `MissingFact` until the tables are ready, so the caller must call again.
    """

    def __init__(self, pool: Executor) -> None:
        self._pool = pool
        self._begun: dict[tuple[bytes, tuple[int, ...]], Future[Pods | None]] = {}

    def __call__(
        self, opening: Opening, here: Sequence[int], results: list[list[Result]], beacon: bytes
    ) -> Pods | None:
        """Return the tables of a round; raise `MissingFact` while they are being computed.

        The beacon also depends on the results.
        """
        key = beacon, tuple(here)
        if key not in self._begun:
            self._begun[key] = self._pool.submit(pair_now, opening, here, results, beacon)
            while len(self._begun) > MOST:
                self._begun.pop(next(iter(self._begun))).cancel()
        if not self._begun[key].done():
            raise MissingFact("the tables")
        return self._begun[key].result()
