"""Faults that a seat's own entries show, whatever the game and whatever the others do (PROTOCOL parts 1, 4, 11, 14).

    fault(genesis, seat, first, run)

A run is a linked row of entries of one feed. Who signs its last entry signs, through the links, that it follows from
the others; so no restored copy and no entry that was not received excuses what the run shows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from core.kernel.codec import BadBytes, Plain
from net import crypto, keys
from net.entries import ID_SHORT, Entry, Kind
from net.genesis import Genesis, read_shares
from net.table import MAX_CHAT, MAX_CHATS

LONGEST_RUN = 300
"""Chat and a few votes: no fault needs more of a feed."""

_STEPS = (Kind.COMMIT, Kind.SEAL, Kind.REVEAL)
_KNOWN = (*_STEPS, Kind.CHAT, Kind.VOTE, Kind.CUT, Kind.RETURN, Kind.ADJOURN, Kind.RESULT)


class Fault(NamedTuple):
    """What is wrong with an entry: a word of the evidence table (16), the step or 0, and what and why."""

    kind: str
    t: int
    words: str


@dataclass(slots=True)
class Seen:
    """What the earlier entries of a run show; None is unknown."""

    commit: Entry | None = None
    seal: Entry | None = None
    result: Entry | None = None
    reveals: set[int] = field(default_factory=set)
    votes: dict[int, int] = field(default_factory=dict)
    cuts: set[tuple[int, int]] = field(default_factory=set)
    chats: int = 0

    def add(self, entry: Entry) -> None:
        """Takes in an earlier entry, which is well-formed."""
        body = entry.body
        self.chats = self.chats + 1 if entry.kind in (Kind.CHAT, Kind.ADJOURN) else self.chats
        if entry.kind == Kind.COMMIT:
            self.commit, self.seal, self.reveals = entry, None, set()
        elif entry.kind == Kind.SEAL:
            self.seal = entry
        elif entry.kind == Kind.REVEAL:
            self.reveals.add(body[1])
        elif entry.kind == Kind.VOTE:
            self.votes[body[0]] = body[1]
        elif entry.kind == Kind.CUT:
            self.cuts.add((body[0], body[1]))
        elif entry.kind == Kind.RESULT:
            self.result = entry
        if entry.kind not in (Kind.CHAT, Kind.ADJOURN):
            self.chats = 0


def fault(genesis: Genesis, seat: int, first: Entry | None, run: Sequence[Entry]) -> Fault | None:
    """The fault of the last entry of a run, or None; `first` is the seat's entry 0, if it is known.

    The caller has checked that all are of this match and seat and signed, and that the run is linked.
    """
    *earlier, last = run
    t = step_of(last)
    try:
        _check_shape(genesis, last)
        seen = Seen()
        for entry in earlier:
            _check_shape(genesis, entry)
            seen.add(entry)
    except _Malformed as wrong:
        return Fault("form", t, str(wrong)) if wrong.entry is last else None
    words = _order(seen, last)
    if words:
        return Fault("form", t, words)
    words = _vote(seen, last)
    if words:
        return Fault("vote", t, words)
    if last.kind == Kind.SEAL and seen.commit is not None:
        return _seal(genesis, seat, seen.commit, last)
    if last.kind == Kind.REVEAL and first is not None:
        return _reveal(genesis, seat, seen, first, last)
    return None


def shortest(genesis: Genesis, feed: Sequence[Entry], seq: int) -> list[Entry]:
    """The shortest run of a feed that ends at entry `seq` and shows its fault; empty if none does."""
    for start in range(seq, max(-1, seq - LONGEST_RUN), -1):
        run = list(feed[start : seq + 1])
        if fault(genesis, feed[seq].seat, feed[0], run) is not None:
            return run
    return []


def step_of(entry: Entry) -> int:
    """The step that an entry says it belongs to, or 0."""
    body = entry.body
    numbered = entry.kind in (*_STEPS, Kind.VOTE, Kind.CUT, Kind.RESULT) and type(body) is list and body
    return int(body[0]) if numbered and type(body[0]) is int and 0 <= body[0] < 2**32 else 0


def state_signed(genesis: Genesis, entry: Entry) -> tuple[int, bytes] | None:
    """Before which step an entry signs which digest, if it signs one."""
    if entry.kind not in (Kind.COMMIT, Kind.RESULT) or _shape(genesis, entry):
        return None
    t, body = step_of(entry), entry.body
    return (t, body[2]) if entry.kind == Kind.COMMIT else (t + 1, body[1])


# -- one entry ---------------------------------------------------------------------------------------------------------


class _Malformed(Exception):
    """An entry that no client makes, wherever it stands."""

    def __init__(self, entry: Entry, words: str) -> None:
        super().__init__(words)
        self.entry = entry


def _check_shape(genesis: Genesis, entry: Entry) -> None:
    words = _shape(genesis, entry)
    if words:
        raise _Malformed(entry, words)


def _shape(genesis: Genesis, entry: Entry) -> str:
    if len(entry.seen) != genesis.seats:
        return "an entry with malformed heads"
    if entry.seq == 0:
        if entry.kind != Kind.GENESIS or entry.prev != genesis.match:
            return "its first entry is no genesis"
        try:
            read_shares(genesis, entry.seat, entry.body)
        except BadBytes as error:
            return f"its first entry holds {error}"
        return ""
    if entry.kind not in _KNOWN:
        return f"an entry of kind {entry.kind}, which has no place there"
    check = _BODIES.get(entry.kind)
    return "" if check is None or check(genesis, entry.body) else f"a malformed {Kind(entry.kind).name.lower()}"


def _commit_body(genesis: Genesis, body: Plain) -> bool:
    if not _listed(body, int, bytes, bytes, list):
        return False
    t, c, digest, back = body
    seats = all(type(seat) is int and 1 <= seat <= genesis.seats for seat in back)
    return t >= 1 and len(c) == len(digest) == 32 and seats and back == sorted(set(back))


def _seal_body(genesis: Genesis, body: Plain) -> bool:
    if not _listed(body, int, list, bytes) or len(body[1]) != genesis.seats:
        return False
    return all(name is None or (type(name) is bytes and len(name) == ID_SHORT) for name in body[1])


def _reveal_body(genesis: Genesis, body: Plain) -> bool:
    if type(body) is not list or len(body) != 5:
        return False
    t, round_, Q, proof, shares = body
    if not (type(t) is int and type(round_) is int and round_ >= 0 and type(shares) is list):
        return False
    if Q is None:
        return proof is None and round_ > 0
    proven = type(proof) is list and len(proof) == 2 and all(type(part) is bytes for part in proof)
    return type(Q) is bytes and len(Q) == 32 and proven and (round_ > 0 or shares == [])


def _chat_body(genesis: Genesis, body: Plain) -> bool:
    return _listed(body, str) and len(body[0].encode()) <= MAX_CHAT


def _result_body(genesis: Genesis, body: Plain) -> bool:
    return _listed(body, int, bytes, list) and len(body[1]) == 32


def _round_body(genesis: Genesis, body: Plain) -> bool:
    return type(body) is list and len(body) >= 2 and all(type(number) is int for number in body[:2])


_BODIES: dict[int, Callable[[Genesis, Plain], bool]] = {
    Kind.COMMIT: _commit_body,
    Kind.SEAL: _seal_body,
    Kind.REVEAL: _reveal_body,
    Kind.CHAT: _chat_body,
    Kind.VOTE: _round_body,
    Kind.CUT: _round_body,
    Kind.RESULT: _result_body,
}


def _listed(body: Plain, *shape: type) -> bool:
    return type(body) is list and [type(part) for part in body] == list(shape)


# -- an entry after others ---------------------------------------------------------------------------------------------


def _order(seen: Seen, last: Entry) -> str:
    t = step_of(last)
    if last.kind in (Kind.CHAT, Kind.ADJOURN):
        return "" if seen.chats < MAX_CHATS else "more chat than a step allows"
    if last.kind not in (*_STEPS, Kind.RESULT):
        return ""
    if seen.result is not None:
        return f"a {Kind(last.kind).name.lower()} after its result"
    if seen.commit is None or last.kind == Kind.RESULT:
        return ""
    at = step_of(seen.commit)
    if last.kind == Kind.COMMIT:
        second = f"a second commit for step {t}" if t == at else f"a commit of step {t} after that of step {at}"
        return "" if t > at else second
    if last.kind == Kind.SEAL:
        if t != at:
            return f"a seal of step {t} under the commit of step {at}"
        return "" if seen.seal is None else f"a second seal for step {t}"
    if t == at and last.body[1] in seen.reveals:
        return f"a second reveal for step {t}"
    if last.body[2] is not None and (t != at or seen.seal is None):
        return f"a reveal of step {t} without its seal"
    return ""


def _vote(seen: Seen, last: Entry) -> str:
    if last.kind not in (Kind.VOTE, Kind.CUT, Kind.REVEAL):
        return ""
    t, round_ = last.body[:2]
    voted = seen.votes.get(t)
    if last.kind == Kind.CUT and (t, round_) in seen.cuts:
        return f"two cuts for round {round_} of step {t}"
    if voted is None:
        return ""
    if last.kind == Kind.VOTE:
        word = f"two votes for round {round_}" if round_ == voted else f"a vote for round {round_} after round {voted}"
        return "" if round_ > voted else f"{word} of step {t}"
    what = "cut" if last.kind == Kind.CUT else "reveal"
    return "" if round_ >= voted else f"a {what} of round {round_} after its vote for round {voted} of step {t}"


def _seal(genesis: Genesis, seat: int, commit: Entry, seal: Entry) -> Fault | None:
    t, names, E = seal.body
    if names[seat - 1] != commit.id[:ID_SHORT]:
        return Fault("form", t, "a seal under another commit")
    if keys.commitment(genesis.match, t, seat, commit.body[2], E) != commit.body[1]:
        return Fault("form", t, "its seal does not fit its commit")
    return None


def _reveal(genesis: Genesis, seat: int, seen: Seen, first: Entry, reveal: Entry) -> Fault | None:
    t, _, Q, proof, _ = reveal.body
    if Q is None or _shape(genesis, first):
        return None
    A = read_shares(genesis, seat, first.body).points[0]
    point = keys.step_point(genesis.match, t)
    if not crypto.proof_holds((genesis.match, t, seat, seat), A, point, Q, (proof[0], proof[1])):
        return Fault("form", t, "the proof of its seal point is false")
    if seen.commit is None or seen.seal is None or _seal(genesis, seat, seen.commit, seen.seal):
        return None
    if keys.open_seal(genesis.match, t, seat, Q, seen.seal.body[2]) is None:
        return Fault("seal", t, "its proven key does not open its seal")
    return None
