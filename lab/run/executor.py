"""Engines that play blocks of matches: this process, several processes, or a Dask cluster.

They play chunks of about two seconds.

    with engine_of("processes", workers=2) as engine:
        for block, matches in stream(engine, design.text(), range(100)):
            ...

Blocks are yielded in order, and their content follows from the design and their number alone. Neither the number of
workers nor the kind of engine changes a byte. If a worker dies, only the chunks that it was playing are lost, and they
are played again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from lab.run.design import read_design
from lab.run.simulation import Match, play_block
from net.system import game_files, installed_games
from net.system.installation import install_command
from net.text.errors import error_reason

PROCESSES, DASK, SERIAL = "processes", "dask", "serial"
ENGINE_NAMES = (PROCESSES, DASK, SERIAL)
CHUNK_SECONDS = 2.0
"""Approximate duration of the work in a chunk, in seconds."""
MAX_ATTEMPTS = 3
"""Maximum number of attempts to play a chunk if its workers die."""
Chunk = tuple[int, ...]
Player = Callable[[str, Chunk], "PlayedChunk"]


class EngineFailed(RuntimeError):
    """Raised when no worker can play a block; the message gives the reason."""


class PlayedChunk(NamedTuple):
    """Result of a chunk: the matches of each of its blocks, and the duration of the work in seconds."""

    blocks: list[tuple[int, list[Match]]]
    seconds: float


def play_chunk(text: str, chunk: Chunk) -> PlayedChunk:
    """Play the blocks of a chunk, and return their matches; this runs in the workers."""
    design, began = read_design(text), time.perf_counter()
    blocks = [(block, play_block(design, block)) for block in chunk]
    return PlayedChunk(blocks, time.perf_counter() - began)


class Engine(Protocol):
    """An executor of chunks.

    `ahead` is the maximum number of chunks that may be queued or running at a time.
    """

    workers: int
    ahead: int

    def submit(self, play: Player, text: str, chunk: Chunk) -> Future[PlayedChunk]:
        """Submit a chunk, and return the future of its result."""

    def revive(self) -> bool:
        """Replace workers that have died; return True if there were any."""

    def close(self) -> None:
        """Stop all workers, and drop the chunks that they are playing."""


class Serial:
    """Engine that plays all chunks in the calling process."""

    workers = ahead = 1

    def submit(self, play: Player, text: str, chunk: Chunk) -> Future[PlayedChunk]:
        """Play the chunk at once, and return a finished future."""
        future: Future[PlayedChunk] = Future()
        try:
            future.set_result(play(text, chunk))
        except Exception as wrong:
            future.set_exception(wrong)
        return future

    def revive(self) -> bool:
        """Return False, as there is no worker to replace."""
        return False

    def close(self) -> None:
        """Do nothing, as there is no worker to stop."""


class Processes:
    """Engine that plays chunks in several processes on this computer.

    Each process has its own pool, so the death of one process loses no work of the others.
    """

    def __init__(self, workers: int) -> None:
        self.workers, self.ahead = workers, 2 * workers
        try:
            self._pools = [_pool() for _ in range(workers)]
        except OSError as wrong:  # without shared memory, as in some containers
            raise EngineFailed(
                f"several processes cannot work together here ({error_reason(wrong)}): use --engine serial"
            ) from None
        self._given: list[list[Future[PlayedChunk]]] = [[] for _ in range(workers)]

    def submit(self, play: Player, text: str, chunk: Chunk) -> Future[PlayedChunk]:
        """Submit a chunk to the process with the least pending work."""
        self._given = [[future for future in given if not future.done()] for given in self._given]
        minimum = min(range(self.workers), key=lambda worker: len(self._given[worker]))
        future = self._pools[minimum].submit(play, text, chunk)
        self._given[minimum].append(future)
        return future

    def revive(self) -> bool:
        """Replace the processes that have died; return True if there were any."""
        dead = [worker for worker, pool in enumerate(self._pools) if _dead(pool)]
        for worker in dead:
            _end(self._pools[worker])
            self._pools[worker], self._given[worker] = _pool(), []
        return bool(dead)

    def close(self) -> None:
        """Stop the processes at once, without waiting for results."""
        for pool in self._pools:
            _end(pool)


def _pool() -> ProcessPoolExecutor:
    """Return a new pool whose single process is already starting."""
    pool = ProcessPoolExecutor(
        1,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_as_worker,
        initargs=(game_files.loaded_paths(),),
    )
    with _without_interrupts():
        pool.submit(os.getpid)
    return pool


def _dead(pool: ProcessPoolExecutor) -> bool:
    """Return True if the process of the pool has died; such a pool accepts no more work."""
    try:
        pool.submit(os.getpid)
    except BrokenExecutor:
        return True
    return False


def _end(pool: ProcessPoolExecutor) -> None:
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(5)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Protect processes that are started in this context from Ctrl-C, until they ignore it themselves."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _as_worker(game_file_paths: Sequence[Path]) -> None:
    """Prepare a worker process, which ignores Ctrl-C and ends when its parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    installed_games.register_installed_games()
    for path in game_file_paths:
        game_files.load(path)


class Dask:
    """Engine that plays chunks on the workers of a Dask cluster."""

    def __init__(self, scheduler: str) -> None:
        try:
            distributed: Any = import_module("distributed")
        except ImportError:
            raise EngineFailed(f"--engine dask needs the library Dask: {install_command('lab,dask')}") from None
        try:
            self._client = distributed.Client(scheduler, timeout=10)
        except (OSError, ValueError, TimeoutError) as wrong:
            raise EngineFailed(f"no Dask scheduler answers at {scheduler}: {wrong}") from None
        self.workers = max(1, len(self._client.scheduler_info()["workers"]))
        self.ahead = 2 * self.workers
        self._executor: Executor = self._client.get_executor(pure=False, retries=MAX_ATTEMPTS)

    def submit(self, play: Player, text: str, chunk: Chunk) -> Future[PlayedChunk]:
        """Submit a chunk to any free worker."""
        return self._executor.submit(play, text, chunk)

    def revive(self) -> bool:
        """Return False, since Dask replaces its workers itself."""
        return False

    def close(self) -> None:
        """Disconnect from the cluster, which then drops the chunks of this process."""
        self._client.close()


@contextmanager
def engine_of(kind: str, workers: int = 0, scheduler: str = "") -> Iterator[Engine]:
    """Yield the engine of this kind; raise `EngineFailed` if it cannot be started.

    If `workers` is 0, the engine uses one worker for each core.
    """
    engine: Engine
    if kind == SERIAL:
        engine = Serial()
    elif kind == DASK:
        engine = Dask(scheduler)
    else:
        engine = Processes(workers or os.cpu_count() or 1)
    try:
        yield engine
    finally:
        engine.close()


def stream(
    engine: Engine,
    text: str,
    blocks: Iterator[int],
    play: Player = play_chunk,
    said: Callable[[str], None] = lambda _: None,
    until: float | None = None,
) -> Iterator[tuple[int, list[Match]]]:
    """Yield the number and the matches of each block, in the given order.

    The size of chunks grows to about two seconds of work. `until` is a time of the monotonic clock, after which only
    the first block is still awaited. `said` receives a message whenever a worker dies. Raise `EngineFailed` if a chunk
    cannot be played, or if its workers die `MAX_ATTEMPTS` times.
    """
    first = True
    running: dict[Future[PlayedChunk], Chunk] = {}
    ready: dict[int, list[Match]] = {}
    order: list[int] = []
    again: list[Chunk] = []
    tried: dict[Chunk, int] = {}
    size, ended = 1, False
    while True:
        while len(running) < engine.ahead and (again or not ended):
            chunk = again.pop(0) if again else tuple(islice(blocks, size))
            if not chunk:
                ended = True
                break
            if chunk not in tried:
                order.extend(chunk)
            tried[chunk] = tried.get(chunk, 0) + 1
            running[_submit_chunk(engine, play, text, chunk)] = chunk
        if not running:
            return
        patience = None if until is None or first else max(0.0, until - time.monotonic())
        done, _ = wait(running, patience, return_when=FIRST_COMPLETED)
        if not done:
            return
        lost = []
        for future in done:
            chunk = running.pop(future)
            try:
                played = future.result()
            except BrokenExecutor:
                lost.append(chunk)
            except CancelledError:
                raise EngineFailed(f"{_blocks_text(chunk)}: the worker that was to play them is gone") from None
            except Exception as wrong:
                raise EngineFailed(
                    f"{_blocks_text(chunk)} cannot be played: {type(wrong).__name__}: {wrong}"
                ) from wrong
            else:
                ready.update(played.blocks)
                size = max(1, int(CHUNK_SECONDS * len(chunk) / max(played.seconds, 1e-6)))
        if lost:
            again = sorted([*lost, *again])
            worst = max(again, key=lambda chunk: tried[chunk])
            if tried[worst] >= MAX_ATTEMPTS:
                raise EngineFailed(f"{_blocks_text(worst)}: the worker that plays them dies")
            if engine.revive():
                said("A worker has died; what it was playing is played again.")
        while order and order[0] in ready:
            block = order.pop(0)
            first = False
            yield block, ready.pop(block)


def _blocks_text(chunk: Chunk) -> str:
    return f"block {chunk[0]}" if len(chunk) == 1 else f"blocks {chunk[0]} to {chunk[-1]}"


def _submit_chunk(engine: Engine, play: Player, text: str, chunk: Chunk) -> Future[PlayedChunk]:
    """Submit a chunk, and return its future; the future has failed if no worker accepts the chunk."""
    try:
        return engine.submit(play, text, chunk)
    except BrokenExecutor as broken:
        future: Future[PlayedChunk] = Future()
        future.set_exception(broken)
        return future
