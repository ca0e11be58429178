"""A twin of this program: a second process that checks signatures and proofs of a record, so that this one need not.

    with twin.beside(file):
        found = explain(file)

Two threads would share one interpreter, two processes share nothing. The twin reads the same file and says what holds,
each thing by a hash of all that goes into the check, so that nothing can be taken for anything else. It never says that
something does not hold, and it is never waited for: what it has not said by the time it is asked for is checked here.
So a twin that dies, is slow or cannot be had costs time alone, and no verdict depends on it.

It is forked, and only where that is safe: in a program without other threads, before any work has begun.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from core.kernel.codec import BadBytes, dec
from net import crypto, record
from net.crypto import PROVEN, SIGNED
from net.entries import Kind, signed_part
from net.entries import read as read_entry
from net.genesis import Genesis, read_shares
from net.reading import seal_claim
from net.record import MatchRecord
from net.verify import record_genesis, revealed

WORTH = 200_000
"""A file of fewer bytes is checked sooner alone."""
MOST = 1 << 18
"""So many things that hold are kept; each takes a hundred bytes or so."""
LEAD = 6
"""So many proofs ahead of the other process the twin goes on, if it has fallen behind: those of a step."""
TOGETHER = 8
"""So many names are told at a time."""
NAME = 32
READ = 1 << 16


class Twin:
    """The other process, as this one sees it."""

    def __init__(self, pid: int, pipe: int, asked: memoryview) -> None:
        self._pid, self._pipe, self._asked = pid, pipe, asked
        self._known: set[bytes] = set()
        self._rest = b""
        self.busy = True
        """Whether it may tell more."""

    def holds(self, what: int, name: bytes) -> bool:
        """Whether the twin has said that what has this name holds; it is told how much was asked so far."""
        self._asked[what] += 1
        if name not in self._known:
            self._listen()
        return name in self._known

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
            whole = len(said) - len(said) % NAME
            self._known.update(said[at : at + NAME] for at in range(0, whole, NAME))
            self._rest = said[whole:]

    def end(self) -> None:
        """Ends it, whatever it does, and leaves nothing behind."""
        self.busy = False
        os.close(self._pipe)
        with contextlib.suppress(ChildProcessError, ProcessLookupError):  # where the system puts children away itself
            if os.waitpid(self._pid, os.WNOHANG) == (0, 0):
                os.kill(self._pid, signal.SIGKILL)
                os.waitpid(self._pid, 0)


@contextlib.contextmanager
def beside(file: Path) -> Iterator[Twin | None]:
    """As long as one is in it, a twin checks what is in this file too; None where there can be none, or need be."""
    twin = _begin(file) if crypto.twin is None and possible() and worth(file) else None
    crypto.twin = twin or crypto.twin
    try:
        yield twin
    finally:
        if twin is not None:
            crypto.twin = None
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
    """Forks it; None if the system refuses. Ctrl-C comes to either process when it knows which one it is."""
    asked = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("Q")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        here, there = os.pipe()
        try:
            pid = os.fork()
        except OSError:
            os.close(here)
            os.close(there)
            return None
        if not pid:
            _be(file, here, there, asked, before)
        os.close(there)
        os.set_blocking(here, False)
        return Twin(pid, here, asked)
    except OSError:
        return None
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In the twin ----------------------------------------------------------------------------------------------------------


def _be(file: Path, here: int, there: int, asked: Sequence[int], before: set[int | signal.Signals]) -> None:
    """All that the twin ever does. It says nothing but names, and ends as soon as nobody reads them any more."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        os.close(here)
        told = _Told(there)
        check(list(chain(record.read(file))), told, asked)
        told.out()
    finally:
        os._exit(0)


class _Told:
    """What holds, on its way to the other process."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._names: list[bytes] = []

    def __call__(self, name: bytes) -> None:
        self._names.append(name)
        if len(self._names) == TOGETHER:
            self.out()

    def out(self) -> None:
        """Nothing waits any more."""
        said = b"".join(self._names)
        while said:
            said = said[os.write(self._pipe, said) :]
        self._names.clear()


def chain(last: MatchRecord, most: int = 4) -> Iterator[MatchRecord]:
    """The records that are checked one after the other: that of a match that is played on before the one it became."""
    if last.origin and most:
        yield from chain(record.unpack(last.origin), most - 1)
    yield last


def check(records: Sequence[MatchRecord], tell: Callable[[bytes], None], asked: Sequence[int]) -> None:
    """Checks what the records hold, and tells the names of what holds. `asked` says all the while how many signatures
    and how many proofs the other process has come to: it begins with the first signature, the twin with the last, until
    they meet; at the proofs the twin is first, and goes ahead of it.
    """
    signatures = proofs = 0
    for each in records:
        made = record_genesis(each)
        stored = [(made.terms.identities[seat], data) for seat, feed in enumerate(each.feeds) for data in feed]
        for left in range(len(stored), 0, -1):
            if signatures + left <= asked[SIGNED]:
                break
            _check_signature(*stored[left - 1], tell)
        signatures += len(stored)
        for claim in sorted(_claims(each, made)):
            proofs += 1
            if proofs > asked[PROVEN] + LEAD and crypto.proof_holds(*claim):
                tell(crypto.proof_name(*claim))


def _check_signature(identity: bytes, stored: bytes, tell: Callable[[bytes], None]) -> None:
    with contextlib.suppress(BadBytes):
        raw, signature = signed_part(stored)
        if crypto.signature_holds(identity, crypto.ENTRY, raw, signature):
            tell(crypto.signature_name(identity, crypto.ENTRY, raw, signature))


def _claims(each: MatchRecord, made: Genesis) -> Iterator[crypto.Claim]:
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
