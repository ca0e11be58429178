"""Blocks come in order, whoever plays them; a worker that dies costs what it played, which is played again."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

import distributed
import pytest

from lab.engine import (
    DASK,
    PROCESSES,
    SERIAL,
    Chunk,
    Engine,
    EngineFailed,
    Played,
    Player,
    Serial,
    engine_of,
    play_chunk,
    stream,
)  # fmt: skip
from tests.lab.toys import DESIGN, deadly_chunk, dying_chunk, toy_block, toy_chunk

TEXT = DESIGN.text()


class Backwards:
    """Ends its chunks in the wrong order: of six that it holds the newest one, all once it has block 14."""

    workers, ahead = 3, 6

    def __init__(self) -> None:
        self.held: list[tuple[Future[Played], Chunk]] = []

    def submit(self, play: Player, text: str, chunk: Chunk) -> Future[Played]:
        """Holds it."""
        future: Future[Played] = Future()
        self.held.append((future, chunk))
        while len(self.held) == self.ahead or (14 in chunk and self.held):
            newest, blocks = self.held.pop()
            newest.set_result(play(text, blocks)._replace(seconds=2.0))
        return future

    def revive(self) -> None:
        """Nobody dies here."""

    def close(self) -> None:
        """Nothing to end."""


def test_blocks_come_in_order_and_none_is_left_out() -> None:
    engine: Engine = Serial()
    found = list(stream(engine, TEXT, iter(range(50)), toy_chunk))
    assert [block for block, _ in found] == list(range(50))
    assert all(matches == toy_block(block) for block, matches in found)


def test_whoever_is_done_first() -> None:
    found = stream(Backwards(), TEXT, iter(range(7, 15)), toy_chunk)
    assert [block for block, _ in found] == list(range(7, 15))


def test_chunks_grow_to_two_seconds_of_work() -> None:
    sizes = []

    def quick(text: str, chunk: Chunk) -> Played:
        sizes.append(len(chunk))
        return Played([(block, []) for block in chunk], 0.01 * len(chunk))

    assert len(list(stream(Serial(), TEXT, iter(range(1000)), quick))) == 1000
    assert sizes[:3] == [1, 200, 200]


def test_a_worker_that_dies_costs_what_it_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOY_MARK", str(tmp_path / "mark"))
    said: list[str] = []
    with engine_of(PROCESSES, 1) as engine:
        found = list(stream(engine, TEXT, iter(range(6)), dying_chunk, said.append))
        assert found == [(block, toy_block(block)) for block in range(6)]
        assert len(said) == 1 and said[0].startswith("A worker has died")
        monkeypatch.setattr("lab.engine.TRIES", 2)
        with pytest.raises(EngineFailed, match="dies"):
            list(stream(engine, TEXT, iter(range(2)), deadly_chunk, said.append))


def test_real_matches_are_the_same_in_processes() -> None:
    with engine_of(PROCESSES, 2) as two, engine_of(SERIAL) as alone:
        elsewhere = list(stream(two, TEXT, iter(range(6))))
        assert elsewhere == list(stream(alone, TEXT, iter(range(6))))
    assert elsewhere[0][1] == play_chunk(TEXT, (0,)).blocks[0][1]


def test_real_matches_are_the_same_under_dask() -> None:
    how = {"n_workers": 2, "threads_per_worker": 1, "processes": False, "dashboard_address": None}
    with distributed.LocalCluster(**how) as cluster, engine_of(DASK, scheduler=cluster.scheduler_address) as engine:
        assert engine.workers == 2
        found = list(stream(engine, TEXT, iter(range(4))))
    assert found == list(stream(Serial(), TEXT, iter(range(4))))


def test_no_scheduler() -> None:
    with pytest.raises(EngineFailed, match="no Dask scheduler"), engine_of(DASK, scheduler="nowhere"):
        pass
