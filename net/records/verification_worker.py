"""Twin of this program: a second process that checks signatures and proofs of the same record.

with running_twin(file):
    found = report_on_file(file)

Two threads would share one interpreter, but two processes share nothing. The twin reads the same file and reports the
valid items. Each item has an id, a hash of everything that goes into its check, so that no item can pass for another.
The twin never reports an item as invalid, and this process never waits for the twin. If an item has not been reported
yet, this process checks it. So a twin that dies, is slow or cannot be started costs only time, and no verdict depends
on it. The long sums of passes depend on the match so far, so this process orders them from the twin as they come up.
The twin begins with the last sum, and this process begins with the first.

The twin is forked, and only where forking is safe: in a program without other threads.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import select
import signal
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from core.engine.changed_game import is_ruleset
from core.engine.codec import BadEncodingError, dec
from core.engine.hidden.points import SCALAR, BadPointError, multiply, scalar_from_int, sum_points
from core.engine.hidden.shared_deck import passes
from core.engine.hidden.shared_deck.passes import Sum, split_bytes
from net.crypto import primitives
from net.crypto.primitives import PROVEN, SIGNED, SUMMED
from net.match.feed_reader import seal_claim
from net.match.genesis import Genesis, read_shares
from net.records import record
from net.records.record import MatchRecord
from net.records.verification import read_reveal_proofs, record_genesis
from net.replication.entries import Kind, signed_part
from net.replication.entries import read as read_entry

MIN_FILE_BYTES = 200_000
"""Minimum size of a file for which a twin is worthwhile, in bytes."""
MAX_RESULTS = 1 << 18
"""Maximum number of valid items that are remembered; each takes about two hundred bytes of memory."""
LEAD = 6
"""Number of proofs, about one step of them, by which a slow twin skips ahead of this process."""
RESULT_BATCH = 8
"""Number of results that the twin sends at once.

This process reads results at least once in RESULT_BATCH squared queries.
"""
PART = 16
"""Maximum number of points in one sum that the twin computes."""
NAME = 32
RESULT_BYTES = 2 * NAME
"""Number of bytes of one result: the item's id, then the sum, or zeros for a valid signature or proof."""
HOLDS = bytes(NAME)
PIPE_READ_BYTES = 1 << 16
LENGTH_FIELD_BYTES = 4
"""Number of bytes in which a length is written."""


class Twin:
    """The twin, as this process sees it."""

    def __init__(self, pid: int, pipe: int, orders: int, asked: memoryview) -> None:
        self._pid, self._pipe, self._orders, self._asked = pid, pipe, orders, asked
        self._known: dict[bytes, bytes] = {}
        self._rest = self._unsent = b""
        self.busy = True
        """True while the twin may send more results."""

    def has_verified(self, kind: int, id: bytes) -> bool:
        """Return True if the twin has reported the item with this id as valid.

        The call also counts the query in memory that the twin reads.
        """
        self._asked[kind] += 1
        if id not in self._known or not self._asked[kind] % RESULT_BATCH**2:
            self._read_results()
        return self._known.get(id) == HOLDS

    def compute_sums(self, sums: Sequence[Sum]) -> list[bytes]:
        """Return the sums; this process computes them from the first on, while the twin begins with the last."""
        parts = [list(_cut_into_parts(*each)) for each in sums]
        self._asked[SUMMED] = 0
        self._order_sums([part for each in parts for part in each])
        return [sum_points(map(self._find_sum, each)) for each in parts]

    def _find_sum(self, part: Part) -> bytes:
        self._asked[SUMMED] += 1
        self._send()
        self._read_results()
        return self._known.pop(primitives.sum_id(*part), b"") or _compute_sum(part)

    def _order_sums(self, parts: Sequence[Part]) -> None:
        """Order these sums from the twin, if it has received the previous order completely."""
        if self.busy and not self._unsent:
            order = b"".join(_pack_count(len(by) // SCALAR) + by + of for by, of in parts)
            self._unsent = _pack_count(len(order)) + order

    def _send(self) -> None:
        with contextlib.suppress(OSError):
            while self._unsent:
                self._unsent = self._unsent[os.write(self._orders, self._unsent) :]

    def _read_results(self) -> None:
        """Read the results that have arrived from the twin, without waiting for more."""
        while self.busy:
            try:
                said = os.read(self._pipe, PIPE_READ_BYTES)
            except BlockingIOError:
                return
            except OSError:
                said = b""
            self.busy = bool(said) and len(self._known) < MAX_RESULTS
            said = self._rest + said
            whole = len(said) - len(said) % RESULT_BYTES
            self._known.update(
                (said[at : at + NAME], said[at + NAME : at + RESULT_BYTES]) for at in range(0, whole, RESULT_BYTES)
            )
            self._rest = said[whole:]

    def stop(self) -> None:
        """End the twin process, whatever its state, and release its resources."""
        self.busy = False
        os.close(self._pipe)
        os.close(self._orders)
        with contextlib.suppress(ChildProcessError, ProcessLookupError):  # on systems that reap children themselves
            if os.waitpid(self._pid, os.WNOHANG) == (0, 0):
                os.kill(self._pid, signal.SIGKILL)
                os.waitpid(self._pid, 0)


Part = tuple[bytes, bytes]
"""A part of a long sum of multiples: scalars and points, both as bytes."""


def _cut_into_parts(scalars: Sequence[int], points: Sequence[bytes]) -> Iterator[Part]:
    for at in range(0, len(scalars), PART):
        yield b"".join(map(scalar_from_int, scalars[at : at + PART])), b"".join(points[at : at + PART])


def _compute_sum(part: Part) -> bytes:
    by, of = part
    return sum_points(map(multiply, split_bytes(by), split_bytes(of)))


@contextlib.contextmanager
def running_twin(*files: Path) -> Iterator[Twin | None]:
    """Context manager that runs a twin which checks the same file.

    Yields None if a twin is impossible or not worthwhile: for a short file, for no file or several files, or if a twin
    already runs.
    """
    wanted = primitives.twin is None and len(files) == 1 and is_long_enough(*files) and can_fork_twin()
    twin = _fork_twin(*files) if wanted else None
    if twin is None:
        yield None
        return
    primitives.twin, passes.compute_sums = twin, twin.compute_sums
    try:
        yield twin
    finally:
        primitives.twin, passes.compute_sums = None, passes.compute_sums_here
        twin.stop()


def can_fork_twin() -> bool:
    """Return True if a process can be forked here and would have a core of its own."""
    if not hasattr(os, "fork") or threading.active_count() > 1:
        return False
    return len(os.sched_getaffinity(0)) > 1 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) > 1


def is_long_enough(file: Path) -> bool:
    """Return True if the file is a record large enough for a twin to save time."""
    try:
        return file.is_file() and file.stat().st_size >= MIN_FILE_BYTES
    except OSError:
        return False


def _fork_twin(file: Path) -> Twin | None:
    """Fork the twin and return it, or None if the system refuses.

    Ctrl-C is blocked until each process knows its role.
    """
    pipes: list[int] = []
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        asked = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("Q")
        pipes += os.pipe()
        pipes += os.pipe()
        here, told, taken, orders = pipes
        pid = os.fork()
        if not pid:
            _run_twin(file, (here, orders), told, taken, asked)
        for pipe in (told, taken):
            os.close(pipe)
        for pipe in (here, orders):
            os.set_blocking(pipe, False)
        return Twin(pid, here, orders, asked)
    except OSError:
        for pipe in pipes:
            os.close(pipe)
        return None
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# Twin process ---------------------------------------------------------------------------------------------------------


def _run_twin(
    file: Path, pipes_to_close: Iterable[int], results_pipe: int, orders_pipe: int, query_counts: Sequence[int]
) -> NoReturn:
    """Run the twin: check the file, send the results, and exit once no process reads them."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        for pipe in pipes_to_close:
            os.close(pipe)
        work = TwinWork(results_pipe, orders_pipe, query_counts)
        with contextlib.suppress(ValueError):
            work.check(records_in_order(record.read(file)))
        work.process_orders()
    finally:
        os._exit(0)


class TwinWork:
    """Work of the twin: the checks of the record, and the sums that are ordered meanwhile."""

    def __init__(self, results_pipe: int, orders_pipe: int, query_counts: Sequence[int]) -> None:
        self._told, self._taken, self._asked = results_pipe, orders_pipe, query_counts
        self._unsent = bytearray()
        self._orders = b""
        self._signatures = self._proofs = 0
        os.set_blocking(results_pipe, False)
        os.set_blocking(orders_pipe, False)

    def queue_result(self, name: bytes, found: bytes = HOLDS) -> None:
        """Queue a result, and send the queue once it contains a few results."""
        self._unsent += name + found
        if len(self._unsent) >= RESULT_BATCH * RESULT_BYTES:
            self._write_results()

    def _write_results(self) -> None:
        """Write as many results as the pipe accepts, without waiting for the other process."""
        with contextlib.suppress(BlockingIOError):
            while self._unsent:
                del self._unsent[: os.write(self._told, self._unsent[:PIPE_READ_BYTES])]

    # requests to it

    def process_orders(self) -> None:
        """Process orders until the other process closes the pipe."""
        self._write_results()
        while self._process_order():
            select.select([self._taken], [self._told] if self._unsent else [], [])
            self._write_results()

    def _process_order(self) -> bool:
        """Compute the sums of the latest order; return False if there will be no more orders."""
        try:
            heard = os.read(self._taken, PIPE_READ_BYTES)
        except BlockingIOError:
            return True
        self._orders += heard
        order = b""
        while len(self._orders) >= LENGTH_FIELD_BYTES + int.from_bytes(self._orders[:LENGTH_FIELD_BYTES], "big"):
            end = LENGTH_FIELD_BYTES + int.from_bytes(self._orders[:LENGTH_FIELD_BYTES], "big")
            order, self._orders = self._orders[LENGTH_FIELD_BYTES:end], self._orders[end:]
        parts = list(_read_parts(order))
        while len(parts) > self._asked[SUMMED]:
            part = parts.pop()
            with contextlib.suppress(BadPointError):
                self.queue_result(primitives.sum_id(*part), _compute_sum(part))
                self._write_results()
        return bool(heard)

    # contents of the record

    def check(self, records: Iterable[MatchRecord]) -> None:
        """Check the signatures and proofs of the records, one record after the other."""
        for each in records:
            made = record_genesis(each)
            self._check_signatures(each, made)
            self._check_proofs(each, made)

    def _check_signatures(self, each: MatchRecord, made: Genesis) -> None:
        """Check the signatures from the last one backwards, until the twin meets the other process.

        The other process begins with the first signature.
        """
        stored = [(identity, data) for identity, feed in zip(made.terms.identities, each.feeds) for data in feed]
        for left in range(len(stored), 0, -1):
            if self._signatures + left <= self._asked[SIGNED]:
                break
            with contextlib.suppress(BadEncodingError):
                identity, (raw, signature) = stored[left - 1][0], signed_part(stored[left - 1][1])
                if primitives.signature_holds(identity, primitives.ENTRY, raw, signature):
                    self.queue_result(primitives.signature_id(identity, primitives.ENTRY, raw, signature))
            self._process_order()
        self._signatures += len(stored)

    def _check_proofs(self, each: MatchRecord, made: Genesis) -> None:
        """Check the proofs from the first one on, but always ahead of the other process."""
        for claim in sorted(_claims(each, made)):
            self._proofs += 1
            if self._proofs > self._asked[PROVEN] + LEAD and primitives.is_proof_valid(*claim):
                self.queue_result(primitives.proof_id(*claim))
            self._process_order()


def records_in_order(last: MatchRecord, most: int = 4) -> Iterator[MatchRecord]:
    """Yield the records to check in order: a continued match before the match that continues it."""
    if last.origin and most and not is_ruleset(last.origin):
        yield from records_in_order(record.unpack(last.origin), most - 1)
    yield last


def _pack_count(number: int) -> bytes:
    return number.to_bytes(LENGTH_FIELD_BYTES, "big")


def _read_parts(order: bytes) -> Iterator[Part]:
    """Yield the parts of sums in an order."""
    at = 0
    while at < len(order):
        size, at = int.from_bytes(order[at : at + LENGTH_FIELD_BYTES], "big") * SCALAR, at + LENGTH_FIELD_BYTES
        yield order[at : at + size], order[at + size : at + 2 * size]
        at += 2 * size


def _claims(each: MatchRecord, made: Genesis) -> Iterator[primitives.Claim]:
    """Yield the claims in all well-formed reveals of a record."""
    for seat, feed in enumerate(each.feeds, 1):
        try:
            points = read_shares(made, seat, read_entry(feed[0]).body).points
        except (BadEncodingError, IndexError):
            continue
        for stored in feed[1:]:
            with contextlib.suppress(BadEncodingError):
                fields = dec(signed_part(stored)[0])
                if type(fields) is list and len(fields) == 8 and fields[5] == Kind.REVEAL:
                    for t, Q, proof in read_reveal_proofs(fields[7]):
                        yield seal_claim(made.match, points[0], t, seat, Q, proof)
