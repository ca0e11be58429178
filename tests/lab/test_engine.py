"""The workers of the lab: blocks arrive in order from any worker, and a dead worker's blocks are played again."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
from concurrent.futures import BrokenExecutor, Future
from itertools import count
from pathlib import Path
from threading import Timer

import distributed
import pytest

from lab.run.executor import (
    DASK,
    PROCESSES,
    SERIAL,
    Chunk,
    Engine,
    EngineFailed,
    PlayedChunk,
    Player,
    Serial,
    engine_of,
    play_chunk,
    stream,
)  # fmt: skip
from tests.support.lab.toys import DESIGN, deadly_chunk, dying_chunk, toy_block, toy_chunk
from tests.support.tiers import quick_one_in

TEXT = DESIGN.text()
ROOT = Path(__file__).parents[2]


class Backwards:
    """An executor that ends its chunks in reverse: of six waiting it ends the newest, and all after block 14."""

    workers, ahead = 3, 6

    def __init__(self) -> None:
        self.held: list[tuple[Future[PlayedChunk], Chunk]] = []

    def submit(self, play: Player, text: str, chunk: Chunk) -> Future[PlayedChunk]:
        future: Future[PlayedChunk] = Future()
        self.held.append((future, chunk))
        while len(self.held) == self.ahead or (14 in chunk and self.held):
            newest, blocks = self.held.pop()
            newest.set_result(play(text, blocks)._replace(seconds=2.0))
        return future

    def revive(self) -> bool:
        return False

    def close(self) -> None: ...


def test_blocks_arrive_in_order_without_gaps() -> None:
    engine: Engine = Serial()
    found = list(stream(engine, TEXT, iter(range(50)), toy_chunk))
    assert [block for block, _ in found] == list(range(50))
    assert all(matches == toy_block(block) for block, matches in found)


def test_blocks_are_reported_in_order_whichever_finishes_first() -> None:
    found = stream(Backwards(), TEXT, iter(range(7, 15)), toy_chunk)
    assert [block for block, _ in found] == list(range(7, 15))


def test_chunks_grow_to_two_seconds_of_work() -> None:
    sizes = []

    def quick(text: str, chunk: Chunk) -> PlayedChunk:
        sizes.append(len(chunk))
        return PlayedChunk([(block, []) for block in chunk], 0.01 * len(chunk))

    assert len(list(stream(Serial(), TEXT, iter(range(1000)), quick))) == 1000
    assert sizes[:3] == [1, 200, 200]


def test_a_dead_worker_loses_only_its_own_matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOY_MARK", str(tmp_path / "mark"))
    said: list[str] = []
    with engine_of(PROCESSES, 1) as engine:
        found = list(stream(engine, TEXT, iter(range(6)), dying_chunk, said.append))
        assert found == [(block, toy_block(block)) for block in range(6)]
        assert len(said) == 1 and said[0].startswith("A worker has died")
        monkeypatch.setattr("lab.run.executor.MAX_ATTEMPTS", 2)
        with pytest.raises(EngineFailed, match="dies"):
            list(stream(engine, TEXT, iter(range(2)), deadly_chunk, said.append))


def test_a_dead_worker_does_not_affect_other_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOY_MARK", str(tmp_path / "mark"))
    with engine_of(PROCESSES, 2) as engine:
        dying, other = [engine.submit(dying_chunk, TEXT, (block,)) for block in (3, 4)]
        assert isinstance(dying.exception(60), BrokenExecutor) and other.result(60).blocks == [(4, toy_block(4))]
        assert engine.revive() and not engine.revive()
        assert engine.submit(dying_chunk, TEXT, (3,)).result(60).blocks == [(3, toy_block(3))]


def test_a_chunk_that_fails_reports_the_reason() -> None:
    def wrong(text: str, chunk: Chunk) -> PlayedChunk:
        raise ZeroDivisionError("no such thing")

    with pytest.raises(EngineFailed, match="block 0 cannot be played: ZeroDivisionError: no such thing"):
        list(stream(Serial(), TEXT, iter(range(2)), wrong))


@pytest.mark.parametrize("workers", quick_one_in(2, (1, 2, 7), 1))
def test_results_do_not_depend_on_the_number_of_workers(workers: int) -> None:
    with engine_of(PROCESSES, workers) as many, engine_of(SERIAL) as alone:
        elsewhere = list(stream(many, TEXT, iter(range(6))))
        assert elsewhere == list(stream(alone, TEXT, iter(range(6))))
    assert elsewhere[0][1] == play_chunk(TEXT, (0,)).blocks[0][1]


@pytest.mark.parametrize("workers", quick_one_in(2, (1, 4)))
def test_dask_workers_as_processes_play_the_same_matches(tmp_path: Path, workers: int) -> None:
    dask = [sys.executable, "-m", "dask"]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    where, quiet = f"tcp://127.0.0.1:{port}", {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": ROOT}
    scheduler = [*dask, "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
    worker = [*dask, "worker", where, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    worker += ["--local-directory", str(tmp_path)]
    programs = [subprocess.Popen(words, **quiet) for words in (scheduler, *[worker] * workers)]
    try:
        with distributed.Client(where, timeout=60) as client:
            client.wait_for_workers(workers, timeout=60)
        with engine_of(DASK, scheduler=where) as engine:
            assert engine.workers == workers
            found = list(stream(engine, TEXT, iter(range(20))))
    finally:
        for program in programs:
            program.terminate()
        for program in programs:
            try:
                program.wait(5)
            except subprocess.TimeoutExpired:  # a worker may cling to a scheduler that is gone
                program.kill()
                program.wait(5)
    assert found == list(stream(Serial(), TEXT, iter(range(20))))


def test_real_matches_are_the_same_under_dask() -> None:
    how = {"n_workers": 2, "threads_per_worker": 1, "processes": False, "dashboard_address": None}
    with distributed.LocalCluster(**how) as cluster, engine_of(DASK, scheduler=cluster.scheduler_address) as engine:
        assert engine.workers == 2
        found = list(stream(engine, TEXT, iter(range(4))))
    assert found == list(stream(Serial(), TEXT, iter(range(4))))


def test_a_missing_scheduler_is_reported() -> None:
    with pytest.raises(EngineFailed, match="no Dask scheduler"), engine_of(DASK, scheduler="nowhere"):
        pass


def test_a_computer_without_shared_memory_is_referred_to_the_serial_executor(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("lab.run.executor._pool", refused)
    with pytest.raises(EngineFailed, match="use --engine serial"), engine_of(PROCESSES):
        pass


class Slow:
    """An executor that finishes only its first chunk; waiting for another chunk fails after some time."""

    workers, ahead = 2, 4

    def __init__(self) -> None:
        self.given = 0
        self.ends: list[Timer] = []

    def submit(self, play: object, text: str, chunk: tuple[int, ...]) -> Future[PlayedChunk]:
        """Play only the first chunk at once."""
        self.given += 1
        future: Future[PlayedChunk] = Future()
        if self.given == 1:
            future.set_result(PlayedChunk([(chunk[0], [])], 0.1))
        else:
            self.ends.append(Timer(20.0, future.set_exception, [TimeoutError("it was waited for")]))
            self.ends[-1].start()
        return future

    def revive(self) -> bool:
        """Return False: no worker has died."""
        return False

    def close(self) -> None:
        """Let nothing fail any more."""
        for end in self.ends:
            end.cancel()


def test_a_time_budget_waits_only_for_the_first_block() -> None:
    """Blocks still being played when the time is over are not waited for; before, 5 s took 96 s."""
    with contextlib.closing(Slow()) as engine:
        assert list(stream(engine, "", count(), until=0.0)) == [(0, [])]
