"""Execution of a run until its budget is used up or all questions are answered.

Results are examined only after whole blocks, in order. The same question therefore stops at the same block with any
number of workers, and later blocks are dropped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count, takewhile
from typing import NamedTuple

from lab.run.budget import Budget
from lab.run.design import Design
from lab.run.executor import Engine, Player, play_chunk, stream
from lab.run.metrics import Columns
from lab.run.simulation import Match
from lab.run.store import BadStore, Run, Store

CHECK_EVERY_BLOCKS = 12
"""Number of blocks between two checks of whether all questions are answered."""


class RunState(NamedTuple):
    """State of a run: the results of its arms, its number of blocks, its duration in seconds, and its end.

    `ended` is "known", "budget" or "stopped".
    """

    run: Run
    columns: tuple[Columns, ...]
    blocks: int
    ended: str
    seconds: float
    looks: int = 1
    """Number of times that a budget of this run was used up, this time included."""

    @property
    def final(self) -> int:
        """The number of final looks if the run ended because its budget is used up, otherwise 0."""
        return self.looks if self.ended == "budget" else 0


Known = Callable[[Sequence[Columns]], bool]
Look = Callable[[Sequence[Columns], float], None]


def play_run(
    store: Store,
    engine: Engine,
    design: Design,
    budget: Budget,
    known: Known = lambda _: False,
    look: Look = lambda *_: None,
    said: Callable[[str], None] = lambda _: None,
    play: Player = play_chunk,
    began: float | None = None,
) -> RunState:
    """Play a design, or continue an earlier run of it, and return the final state.

    `look` receives the results and the elapsed seconds after each block. `known` tells whether all questions are
    answered. `began` is the start of a time budget on the monotonic clock. At least one block is played, and blocks
    that are unfinished at the end of the time budget are dropped. Ctrl-C ends the run as "stopped". Raise `BadStore` or
    `EngineFailed`; blocks that are already stored are kept.
    """
    began = time.monotonic() if began is None else began
    until = began + budget.seconds if budget.seconds else None
    run = store.run(design)
    columns = load_columns(store, run)
    done = first = store.blocks(run)
    maximum = -(-budget.matches // design.matches) if budget.matches else None
    ended = "budget"

    def left(block: int) -> bool:
        return maximum is None or block < maximum

    def is_known() -> bool:
        return done > 0 and done % CHECK_EVERY_BLOCKS == 0 and known(columns)

    def numbers() -> Iterator[int]:
        """Yield the numbers of the blocks to be played, until the time budget is used up."""
        for block in takewhile(left, count(done)):
            if until is not None and time.monotonic() >= until and block > first:
                return
            yield block

    look(columns, 0.0)
    try:
        if is_known():
            return RunState(run, columns, done, "known", 0.0)
        for block, matches in stream(engine, design.text(), numbers(), play, said, until):
            store.add(run, block, matches)
            _take(columns, matches)
            done += 1
            look(columns, time.monotonic() - began)
            if is_known():
                ended = "known"
                break
    except KeyboardInterrupt:
        ended = "stopped"
    return RunState(run, columns, done, ended, time.monotonic() - began)


def load_columns(store: Store, run: Run) -> tuple[Columns, ...]:
    """Return the results of a stored run; raise `BadStore` if the store is damaged."""
    columns = tuple(Columns(arm) for arm in run.design.arms)
    block: list[Match] = []
    for match in store.matches(run):
        if block and block[0].block != match.block:
            _take_whole(store, run, columns, block)
            block = []
        block.append(match)
    if block:
        _take_whole(store, run, columns, block)
    return columns


def _take_whole(store: Store, run: Run, columns: Sequence[Columns], matches: Sequence[Match]) -> None:
    if len(matches) != run.design.matches:
        raise BadStore(f"{store.path} is damaged (run {run.id} lacks matches): move it away, or restore it")
    _take(columns, matches)


def _take(columns: Sequence[Columns], matches: Sequence[Match]) -> None:
    for arm, item in enumerate(columns):
        item.add(match for match in matches if match.arm == arm)
