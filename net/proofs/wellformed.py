"""Faults that a seat's own entries prove, without any game or other seat's entries.

find_fault(genesis, first, run)

A run is a linked sequence of entries of one feed. The signer of its last entry also signs, through the links, that it
follows from the others. So no restored copy and no missing entry excuses the fault. A run begins with entry 0, or with
an entry of an earlier step than the last one. So it leaves out nothing that was signed earlier in that step (PROTOCOL
parts 1, 4, 11, 14).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.engine.codec import BadEncodingError
from net.crypto import match_keys
from net.match.feed_reader import (
    FeedPosition,
    ProtocolFault,
    ReadCommit,
    SignedResult,
    is_seal_point_valid,
    read_next,
    step_of,
)
from net.match.genesis import Genesis, read_shares
from net.match.quorum import Reveal
from net.replication.entries import Entry, Kind

LONGEST_RUN = 1000
"""Maximum number of entries in a run; no fault needs more than the chat of a step and its votes."""
MOST_READS = 20_000
"""Maximum number of entries that are read to find a short run.

After that only the run from entry 0 is tried.
"""


class Fault(NamedTuple):
    """Fault of an entry: a word of the evidence table (16), the step or 0, and an explanation."""

    kind: str
    t: int
    words: str


def find_fault(genesis: Genesis, first: Entry | None, run: Sequence[Entry]) -> Fault | None:
    """Return the fault of the last entry of a run, or None; `first` is the seat's entry 0, if it is known.

    The caller must have checked that all entries belong to this match and to one seat, are signed and are linked.
    """
    last = run[-1]
    reading = _start_position(run)
    if reading is None:
        return None
    for entry in run[reading.entries : -1]:
        try:
            read_next(genesis, reading, entry)
        except ProtocolFault:
            if not reading.seated:
                return None
    if last.seq == 0 and last.prev != genesis.match:
        return Fault("form", 0, "its first entry does not begin a feed of this match")
    try:
        item = read_next(genesis, reading, last)
    except ProtocolFault as wrong:
        return Fault(wrong.kind, step_of(last), wrong.words)
    return _reveal_fault(genesis, reading, first, item) if isinstance(item, Reveal) else None


def _start_position(run: Sequence[Entry]) -> FeedPosition | None:
    """Return the position from which to read a run, or None if the run leaves out an entry.

    It is the position after the first entry, unless that is entry 0.
    """
    if run[0].seq == 0:
        return FeedPosition()
    at, over = step_of(run[0]), run[0].kind == Kind.RESULT
    if len(run) < 2 or not at or run[0].kind == Kind.RETURN or (at == step_of(run[-1]) and not over):
        return None
    return FeedPosition(entries=1, seated=True, over=over, t=at)


def shortest_run(genesis: Genesis, feed: Sequence[Entry], seq: int) -> list[Entry]:
    """Return a short run of a feed that ends at entry `seq` and proves its fault; empty if there is none.

    The run is not always the shortest: a seat that floods its feed must not make others read it over and over.
    """
    earliest, reads = max(0, seq + 1 - LONGEST_RUN), 0
    for start in range(seq, earliest - 1, -1):
        run = list(feed[start : seq + 1])
        if start and (reads > MOST_READS or _start_position(run) is None):
            continue
        reads += len(run)
        if find_fault(genesis, feed[0], run) is not None:
            return run
    return []


def _reveal_fault(genesis: Genesis, reading: FeedPosition, first: Entry | None, reveal: Reveal) -> Fault | None:
    """Return the fault of a reveal, or None: a false proof, or a proven key that does not open the seal."""
    if first is None or reveal.Q is None:
        return None
    try:
        points = read_shares(genesis, reveal.seat, first.body).points
    except BadEncodingError:
        return None
    if not is_seal_point_valid(genesis, points, reading.t, reveal):
        return Fault("form", reading.t, "the proof of its seal point is false")
    seal = reading.seal
    if seal is None or match_keys.open_seal(genesis.match, reading.t, reveal.seat, reveal.Q, seal.E) is not None:
        return None
    return Fault("seal", reading.t, "its proven key does not open its seal")


def signed_state(genesis: Genesis, entry: Entry) -> tuple[int, bytes] | None:
    """Return the step and the digest of the state that an entry signs, or None if it signs none."""
    if entry.kind not in (Kind.COMMIT, Kind.RESULT):
        return None
    try:
        item = read_next(genesis, FeedPosition(seated=True), entry)
    except ProtocolFault:
        return None
    if isinstance(item, ReadCommit):
        return item.t, item.digest
    return (item.t + 1, item.digest) if isinstance(item, SignedResult) else None
