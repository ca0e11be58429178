"""A twin of this program: a second process that checks signatures and proofs of a record, so that this one need not.

    with twin.beside(file):
        found = explain(file)

Two threads would share one interpreter, two processes share nothing. The twin reads the same file and says what holds,
each thing by a hash of all that goes into the check, so that nothing can be taken for anything else. It never says that
something does not hold, and it is never waited for: what it has not said by the time it is asked for is checked here.
So a twin that dies, is slow or cannot be had costs time alone, and no verdict depends on it. What only follows from the
match, the long sums of passes, it is asked for as they come; it begins with the last, this one with the first.

It is forked, and only where that is safe: in a program that has no other threads.
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

from core.engine.codec import BadBytes, dec
from core.engine.hidden.points import SCALAR, BadPoint, number, times, total
from core.engine.hidden.shared_deck import passes
from core.engine.hidden.shared_deck.passes import Sum, split
from net.crypto import primitives
from net.crypto.primitives import PROVEN, SIGNED, SUMMED
from net.match.feed_reader import seal_claim
from net.match.genesis import Genesis, read_shares
from net.records import record
from net.records.record import MatchRecord
from net.records.verification import record_genesis, revealed
from net.replication.entries import Kind, signed_part
from net.replication.entries import read as read_entry

WORTH = 200_000
"""A file of fewer bytes is checked sooner alone."""
MOST = 1 << 18
"""So many things that hold are kept; each takes two hundred bytes or so."""
LEAD = 6
"""So many proofs ahead of the other process the twin goes on, if it has fallen behind: those of a step."""
TOGETHER = 8
"""So many things are told at a time, and the other process listens at least after so many questions squared."""
PART = 16
"""Of so many points at most the twin makes one sum."""
NAME = 32
SAID = 2 * NAME
"""The bytes of what the twin says: the name, then the sum; of what holds nothing but zeros."""
HOLDS = bytes(NAME)
READ = 1 << 16
COUNT = 4
"""The bytes of a length."""


class Twin:
    """The other process, as this one sees it."""

    def __init__(self, pid: int, pipe: int, orders: int, asked: memoryview) -> None:
        self._pid, self._pipe, self._orders, self._asked = pid, pipe, orders, asked
        self._known: dict[bytes, bytes] = {}
        self._rest = self._unsent = b""
        self.busy = True
        """Whether it may tell more."""

    def holds(self, what: int, name: bytes) -> bool:
        """Whether the twin has said that what has this name holds; it is told how much was asked so far."""
        self._asked[what] += 1
        if name not in self._known or not self._asked[what] % TOGETHER**2:
            self._listen()
        return self._known.get(name) == HOLDS

    def reckon(self, sums: Sequence[Sum]) -> list[bytes]:
        """What the sums come to, from the first; the twin begins with the last."""
        parts = [list(_parts(*each)) for each in sums]
        self._asked[SUMMED] = 0
        self._order([part for each in parts for part in each])
        return [total(map(self._summed, each)) for each in parts]

    def _summed(self, part: Part) -> bytes:
        self._asked[SUMMED] += 1
        self._send()
        self._listen()
        return self._known.pop(primitives.sum_name(*part), b"") or _sum_of(part)

    def _order(self, parts: Sequence[Part]) -> None:
        """Asks for these sums, unless it still has to take in what it was asked for before."""
        if self.busy and not self._unsent:
            order = b"".join(_count(len(by) // SCALAR) + by + of for by, of in parts)
            self._unsent = _count(len(order)) + order

    def _send(self) -> None:
        with contextlib.suppress(OSError):
            while self._unsent:
                self._unsent = self._unsent[os.write(self._orders, self._unsent) :]

    def _listen(self) -> None:
        """Takes in what it has said, without waiting for more."""
        while self.busy:
            try:
                said = os.read(self._pipe, READ)
            except BlockingIOError:
                return
            except OSError:
                said = b""
            self.busy = bool(said) and len(self._known) < MOST
            said = self._rest + said
            whole = len(said) - len(said) % SAID
            self._known.update((said[at : at + NAME], said[at + NAME : at + SAID]) for at in range(0, whole, SAID))
            self._rest = said[whole:]

    def end(self) -> None:
        """Ends it, whatever it does, and leaves nothing behind."""
        self.busy = False
        os.close(self._pipe)
        os.close(self._orders)
        with contextlib.suppress(ChildProcessError, ProcessLookupError):  # where the system puts children away itself
            if os.waitpid(self._pid, os.WNOHANG) == (0, 0):
                os.kill(self._pid, signal.SIGKILL)
                os.waitpid(self._pid, 0)


Part = tuple[bytes, bytes]
"""A sum of a few multiples: the scalars, the points."""


def _parts(by: Sequence[int], of: Sequence[bytes]) -> Iterator[Part]:
    for at in range(0, len(by), PART):
        yield b"".join(map(number, by[at : at + PART])), b"".join(of[at : at + PART])


def _sum_of(part: Part) -> bytes:
    by, of = part
    return total(map(times, split(by), split(of)))


@contextlib.contextmanager
def beside(*files: Path) -> Iterator[Twin | None]:
    """As long as one is in it, a twin checks what is in this file too; None where there can be none or need be
    none: for a short file, for several or none, and where there is a twin already.
    """
    wanted = primitives.twin is None and len(files) == 1 and worth(*files) and possible()
    twin = _begin(*files) if wanted else None
    if twin is None:
        yield None
        return
    primitives.twin, passes.reckon = twin, twin.reckon
    try:
        yield twin
    finally:
        primitives.twin, passes.reckon = None, passes.alone
        twin.end()


def possible() -> bool:
    """Whether a process can be forked here, and would have a core for itself."""
    if not hasattr(os, "fork") or threading.active_count() > 1:
        return False
    return len(os.sched_getaffinity(0)) > 1 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) > 1


def worth(file: Path) -> bool:
    """Whether this may be a long record."""
    try:
        return file.is_file() and file.stat().st_size >= WORTH
    except OSError:
        return False


def _begin(file: Path) -> Twin | None:
    """Forks it; None if the system refuses. Ctrl-C waits until each process knows which one it is."""
    pipes: list[int] = []
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        asked = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("Q")
        pipes += os.pipe()
        pipes += os.pipe()
        here, told, taken, orders = pipes
        pid = os.fork()
        if not pid:
            _be(file, (here, orders), told, taken, asked)
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


# In the twin ----------------------------------------------------------------------------------------------------------


def _be(file: Path, not_its: Iterable[int], told: int, taken: int, asked: Sequence[int]) -> NoReturn:
    """All that the twin ever does. It says what it has found and nothing else, and ends as soon as nobody listens."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        for pipe in not_its:
            os.close(pipe)
        work = Work(told, taken, asked)
        with contextlib.suppress(ValueError):
            work.check(chain(record.read(file)))
        work.wait()
    finally:
        os._exit(0)


class Work:
    """What the twin has to do: it checks what is in the record, and reckons in between what it is asked for."""

    def __init__(self, told: int, taken: int, asked: Sequence[int]) -> None:
        self._told, self._taken, self._asked = told, taken, asked
        self._unsaid = bytearray()
        self._orders = b""
        self._signatures = self._proofs = 0
        os.set_blocking(told, False)
        os.set_blocking(taken, False)

    def say(self, name: bytes, found: bytes = HOLDS) -> None:
        """Tells the other process, together with a few others."""
        self._unsaid += name + found
        if len(self._unsaid) >= TOGETHER * SAID:
            self._out()

    def _out(self) -> None:
        """As much as goes out now; nobody waits for the other process to listen."""
        with contextlib.suppress(BlockingIOError):
            while self._unsaid:
                del self._unsaid[: os.write(self._told, self._unsaid[:READ])]

    # what it is asked for

    def wait(self) -> None:
        """There is nothing else to do any more."""
        self._out()
        while self._heed():
            select.select([self._taken], [self._told] if self._unsaid else [], [])
            self._out()

    def _heed(self) -> bool:
        """Reckons what was asked for last; False if nothing will be any more."""
        try:
            heard = os.read(self._taken, READ)
        except BlockingIOError:
            return True
        self._orders += heard
        order = b""
        while len(self._orders) >= COUNT + int.from_bytes(self._orders[:COUNT], "big"):
            end = COUNT + int.from_bytes(self._orders[:COUNT], "big")
            order, self._orders = self._orders[COUNT:end], self._orders[end:]
        parts = list(_listed(order))
        while len(parts) > self._asked[SUMMED]:
            part = parts.pop()
            with contextlib.suppress(BadPoint):
                self.say(primitives.sum_name(*part), _sum_of(part))
                self._out()
        return bool(heard)

    # what is in the record

    def check(self, records: Iterable[MatchRecord]) -> None:
        """Checks what the records hold, one after the other."""
        for each in records:
            made = record_genesis(each)
            self._check_signatures(each, made)
            self._check_proofs(each, made)

    def _check_signatures(self, each: MatchRecord, made: Genesis) -> None:
        """From the last, until it meets the other process, which begins with the first."""
        stored = [(identity, data) for identity, feed in zip(made.terms.identities, each.feeds) for data in feed]
        for left in range(len(stored), 0, -1):
            if self._signatures + left <= self._asked[SIGNED]:
                break
            with contextlib.suppress(BadBytes):
                identity, (raw, signature) = stored[left - 1][0], signed_part(stored[left - 1][1])
                if primitives.signature_holds(identity, primitives.ENTRY, raw, signature):
                    self.say(primitives.signature_name(identity, primitives.ENTRY, raw, signature))
            self._heed()
        self._signatures += len(stored)

    def _check_proofs(self, each: MatchRecord, made: Genesis) -> None:
        """From the first, but ahead of the other process."""
        for claim in sorted(_claims(each, made)):
            self._proofs += 1
            if self._proofs > self._asked[PROVEN] + LEAD and primitives.proof_holds(*claim):
                self.say(primitives.proof_name(*claim))
            self._heed()


def chain(last: MatchRecord, most: int = 4) -> Iterator[MatchRecord]:
    """The records that are checked one after the other: that of a match that is played on before the one it became."""
    if last.origin and most:
        yield from chain(record.unpack(last.origin), most - 1)
    yield last


def _count(number: int) -> bytes:
    return number.to_bytes(COUNT, "big")


def _listed(order: bytes) -> Iterator[Part]:
    """The sums in an order."""
    at = 0
    while at < len(order):
        size, at = int.from_bytes(order[at : at + COUNT], "big") * SCALAR, at + COUNT
        yield order[at : at + size], order[at + size : at + 2 * size]
        at += 2 * size


def _claims(each: MatchRecord, made: Genesis) -> Iterator[primitives.Claim]:
    """What the reveals that have the right form are to prove."""
    for seat, feed in enumerate(each.feeds, 1):
        try:
            points = read_shares(made, seat, read_entry(feed[0]).body).points
        except (BadBytes, IndexError):
            continue
        for stored in feed[1:]:
            with contextlib.suppress(BadBytes):
                fields = dec(signed_part(stored)[0])
                if type(fields) is list and len(fields) == 8 and fields[5] == Kind.REVEAL:
                    for t, Q, proof in revealed(fields[7]):
                        yield seal_claim(made.match, points[0], t, seat, Q, proof)
