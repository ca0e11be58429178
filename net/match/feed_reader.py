"""Reader of a seat's feed, which checks that each entry is valid at its position (PROTOCOL parts 4, 11, 14).

The result depends only on the seat's feed and the genesis, so it is the same at every peer. An invalid entry is void:
it has no effect, and the entries before it stay valid.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeGuard

from core.engine.codec import BadEncodingError, Plain, fields
from net.crypto import match_keys, primitives, private_chat
from net.match.genesis import Genesis, GenesisEntry, read_shares
from net.match.quorum import MAX_ROUND, MAX_VOTES, Cut, Id, Reveal, Seal, Share, Vote
from net.replication.entries import ID_SHORT, Entry, Kind
from net.replication.feeds import Feeds

MAX_CHATS = 200
MAX_CHAT = private_chat.MAX_TEXT
MAX_LISTED_SEALS = 64
"""Maximum number of seals listed in a vote."""
MAX_STEP_BYTES = 512 * 1024
"""Maximum total size of the signed parts of a seat's entries in one step, in bytes."""
FEED_BYTES, FEED_BYTES_A_STEP = 2 * 1024 * 1024, 8 * 1024
"""Maximum number of bytes of a whole feed: a fixed amount, and a further amount for each step reached."""
AGREES, CONCEDES = 1, 2
"""The two declarations of a seat about an early end: it agrees to end the match now, or it concedes."""
MAX_LINEAGE = 2000
"""Maximum number of earlier entries that are searched in one version of a forked feed."""


class ProtocolFault(Exception):
    """Error for a signed entry that breaks the rules; `kind` is a word of the evidence table (16).

    `seq` is the number of the entry, or -1 if the fault belongs to no single entry. If `seat` is 0, nobody is to blame.
    """

    def __init__(self, seat: int, t: int, kind: str, words: str, seq: int = -1) -> None:
        super().__init__(words)
        self.seat = seat
        self.t = t
        self.kind = kind
        self.words = words
        self.seq = seq


class ReadCommit(NamedTuple):
    """Commit in a feed; `digest` is the digest of the state to which the seat committed."""

    id: Id
    seat: int
    t: int
    c: bytes
    digest: bytes
    back: tuple[int, ...]
    seq: int
    end: int = 0
    """Declaration that the seat made in this step before the commit: `AGREES`, `CONCEDES`, or 0 for none."""


class ChatLine(NamedTuple):
    """Line of chat in a feed.

    A private line to seat `to` is encrypted in `box`, and its `text` is empty.
    """

    seat: int
    text: str
    to: int = 0
    box: bytes = b""


class SeatReturn(NamedTuple):
    """Entry by which an absent seat returns to the match in step t."""

    seat: int
    t: int


class SignedResult(NamedTuple):
    """Result of a match, signed by one seat."""

    seat: int
    t: int
    digest: bytes
    outcome: Plain


class AdjournRequest(NamedTuple):
    """Entry by which a seat wishes to adjourn."""

    seat: int


class EndDeclaration(NamedTuple):
    """Declaration of a seat in step t about an early end: `AGREES` or `CONCEDES`."""

    seat: int
    t: int
    kind: int


Item = (
    GenesisEntry
    | ReadCommit
    | Seal
    | Vote
    | Cut
    | Reveal
    | ChatLine
    | SeatReturn
    | SignedResult
    | AdjournRequest
    | EndDeclaration
)


@dataclass(slots=True)
class FeedPosition:
    """Position that the reader has reached in a seat's feed, and the state of the feed's last step `t`.

    `end` is the seat's latest declaration about an early end. `voted` and `W` are the round and the seats of its latest
    vote. `cut` lists the votes in the seat's cut for this round. `revealed` is the highest round for which the seat has
    revealed, or -1 if there is none. `behind` lists the votes in the cut for that round. `bytes` is the size of the
    entries of the step `reached`, and `size` is the size of the whole feed.
    """

    entries: int = 0
    seated: bool = False
    over: bool = False
    dead: bool = False
    t: int = 0
    commit: ReadCommit | None = None
    seal: Seal | None = None
    voted: int = 0
    W: tuple[int, ...] = ()
    cut: tuple[Id, ...] = ()
    revealed: int = -1
    behind: tuple[Id, ...] = ()
    votes: int = 0
    end: int = 0
    chats: int = 0
    reached: int = 0
    bytes: int = 0
    size: int = 0

    def has_room(self, part: int = 1) -> bool:
        """Return True if the seat has used less than 1/`part` of its bytes.

        This must be true for the bytes of its current step and for those of its whole feed.
        """
        most = FEED_BYTES + FEED_BYTES_A_STEP * self.reached
        return part * self.bytes <= MAX_STEP_BYTES and part * self.size <= most

    def add_size(self, entry: Entry) -> None:
        """Count the bytes of an entry that has been read."""
        reached = max(self.reached, self.t, step_of(entry))
        if reached > self.reached:
            self.reached, self.bytes = reached, 0
        self.bytes += len(entry.raw)
        self.size += len(entry.raw)

    def for_step(self, t: int) -> FeedPosition:
        """Return the position in step t; it is empty if the feed has not reached that step."""
        if self.t == t:
            return self
        return FeedPosition(self.entries, self.seated, self.over, self.dead, t, chats=self.chats)


def step_of(entry: Entry) -> int:
    """Return the step number in an entry, or 0 if the entry belongs to no step."""
    body = entry.body
    if entry.kind in _STEP_NUMBERED_KINDS and type(body) is list and body and type(body[0]) is int:
        return body[0]
    return 0


def read_next(genesis: Genesis, reading: FeedPosition, entry: Entry, own: bool = False) -> Item:
    """Read the next entry of a feed, move `reading` past it and return its content.

    Raises `ProtocolFault` if the entry is invalid; then only the chat count of `reading` has changed. `own` skips the
    proofs, which the signer itself does not need to check.
    """
    reading.add_size(entry)
    reading.dead = reading.dead or not reading.has_room()
    try:
        _require(entry, reading.has_room(), f"more bytes than a seat may sign by step {reading.reached}")
        item = _read_entry(genesis, reading, entry, own)
    except BadEncodingError as error:
        wrong = ProtocolFault(entry.seat, step_of(entry), "form", str(error), entry.seq)
    except ProtocolFault as bad:
        wrong = bad
    else:
        return item
    if not reading.seated:
        raise wrong
    wrong.t = wrong.t or reading.t + (reading.revealed >= 0)
    reading.chats += 1
    reading.dead = reading.dead or reading.chats > MAX_CHATS
    raise wrong


def _read_entry(genesis: Genesis, reading: FeedPosition, entry: Entry, own: bool) -> Item:
    _require(entry, len(entry.seen) == genesis.seats, "an entry with malformed heads")
    if not reading.seated:
        _require(entry, entry.kind == Kind.GENESIS, "its first entry is no genesis")
        shares = read_shares(genesis, entry.seat, entry.body)
        reading.seated = True
        return shares
    if entry.kind == Kind.CHAT:
        return _read_chat(reading, entry)
    if entry.kind == Kind.PRIVATE:
        return _read_private(genesis, reading, entry)
    if entry.kind == Kind.ADJOURN:
        _require(entry, entry.body == [], "a malformed request to adjourn")
        _count_chat(reading, entry)
        return AdjournRequest(entry.seat)
    if entry.kind not in _STEP_NUMBERED_KINDS:
        raise BadEncodingError(f"an entry of kind {entry.kind}, which has no place here")
    t = step_of(entry)
    _require(entry, 0 < t < 2**32, "an entry of no step")
    if reading.over:
        raise ProtocolFault(entry.seat, t, "form", f"a {Kind(entry.kind).name.lower()} after its result", entry.seq)
    if entry.kind == Kind.RETURN:
        fields(entry.body, int)
        _count_chat(reading, entry)
        return SeatReturn(entry.seat, t)
    if entry.kind == Kind.RESULT:
        _, digest, outcome = fields(entry.body, int, bytes, list)
        reading.over = True
        return SignedResult(entry.seat, t, digest, outcome)
    if t < reading.t:
        words = f"a {Kind(entry.kind).name.lower()} of step {t} after entries of step {reading.t}"
        raise ProtocolFault(entry.seat, t, "form", words, entry.seq)
    at = reading.for_step(t)
    item = _ENTRY_READERS[entry.kind](genesis, at, entry)  # changes nothing if it raises
    at.chats = at.chats + 1 if isinstance(item, EndDeclaration) else 0
    if at is not reading:
        for name in _IN_STEP:
            setattr(reading, name, getattr(at, name))
    return item


def _fault(entry: Entry, words: str, kind: str = "form") -> ProtocolFault:
    return ProtocolFault(entry.seat, step_of(entry), kind, words, entry.seq)


def _require(entry: Entry, condition: bool, words: str, kind: str = "form") -> None:
    if not condition:
        raise _fault(entry, words, kind)


def _read_chat(reading: FeedPosition, entry: Entry) -> ChatLine:
    (text,) = fields(entry.body, str)
    _require(entry, len(text.encode()) <= MAX_CHAT, "a chat line that is too long")
    _count_chat(reading, entry)
    return ChatLine(entry.seat, text)


def _read_private(genesis: Genesis, reading: FeedPosition, entry: Entry) -> ChatLine:
    to, box = fields(entry.body, int, bytes)
    _require(entry, 0 < to <= genesis.seats and to != entry.seat, "a private line to nobody")
    _require(entry, len(box) == private_chat.LENGTH, "a private line of another length")
    _count_chat(reading, entry)
    return ChatLine(entry.seat, "", to, box)


def _count_chat(reading: FeedPosition, entry: Entry) -> None:
    reading.dead = reading.chats >= MAX_CHATS
    _require(entry, not reading.dead, "more chat than a step allows")
    reading.chats += 1


def _read_commit(genesis: Genesis, at: FeedPosition, entry: Entry) -> ReadCommit:
    t, c, digest, back = fields(entry.body, int, bytes, bytes, list)
    _require(entry, len(c) == 32 and len(digest) == 32 and _is_seat_list(back, genesis.seats), "a malformed commit")
    _require(entry, at.commit is None, f"a second commit for step {t}")
    at.commit = ReadCommit(entry.id, entry.seat, t, c, digest, tuple(back), entry.seq, at.end)
    return at.commit


def _read_end(genesis: Genesis, at: FeedPosition, entry: Entry) -> EndDeclaration:
    t, what = fields(entry.body, int, int)
    _require(entry, what in (AGREES, CONCEDES), "a malformed message about the end")
    _require(entry, what > at.end, f"a second message about the end in step {t}")
    _require(entry, at.chats < MAX_CHATS, "more chat than a step allows")
    _require(entry, at.commit is None, f"a message about the end after its commit for step {t}")
    at.end = what
    return EndDeclaration(entry.seat, t, what)


def _read_seal(genesis: Genesis, at: FeedPosition, entry: Entry) -> Seal:
    t, names, E = fields(entry.body, int, list, bytes)
    form = len(names) == genesis.seats and all(n is None or (type(n) is bytes and len(n) == ID_SHORT) for n in names)
    _require(entry, form, "a malformed seal")
    commit = at.commit
    if commit is None:
        raise ProtocolFault(entry.seat, t, "form", f"a seal of step {t} without its commit", entry.seq)
    _require(entry, at.seal is None, f"a second seal for step {t}")
    _require(entry, at.voted == 0 or bool(at.cut), "a seal after a vote that is not in force", "vote")
    _require(entry, names[entry.seat - 1] == commit.id[:ID_SHORT], "a seal under another commit")
    right = match_keys.commitment(genesis.match, t, entry.seat, commit.digest, E) == commit.c
    _require(entry, right, "its seal does not fit its commit")
    at.seal = Seal(entry.id, entry.seat, commit.id, tuple(names), E)
    return at.seal


def _read_vote(genesis: Genesis, at: FeedPosition, entry: Entry) -> Vote:
    t, number, W, held, last = fields(entry.body, int, int, list, list, object)
    form = 0 < number < MAX_ROUND and _is_seat_list(W, genesis.seats) and entry.seat in W
    form = form and len(W) >= match_keys.quorum(genesis.seats) and _is_id_list(held)
    if not (form and (last is None or type(last) is int)):
        raise _fault(entry, "a malformed vote")
    _require(entry, at.votes < MAX_VOTES, "more votes than a step allows")
    if at.commit is None:
        raise ProtocolFault(entry.seat, t, "form", f"a vote in step {t} before its commit", entry.seq)
    _require(entry, number > at.voted, f"a vote for round {number} after that for round {at.voted}", "vote")
    _require(entry, last == (None if at.revealed < 0 else at.revealed), "a vote that hides or invents a reveal", "vote")
    at.voted, at.W, at.cut = number, tuple(W), ()
    at.votes += 1
    return Vote(entry.id, entry.seat, number, at.W, tuple(held), last, at.commit.id, at.behind)


def _read_cut(genesis: Genesis, at: FeedPosition, entry: Entry) -> Cut:
    _, number, votes = fields(entry.body, int, int, list)
    _require(entry, _is_id_list(votes) and bool(votes), "a malformed cut")
    _require(entry, number == at.voted, f"a cut for round {number} after its vote for round {at.voted}", "vote")
    _require(entry, not at.cut, f"two cuts for round {number}", "vote")
    _require(entry, len(votes) == len(at.W), "a cut of other seats than it voted for")
    at.cut = tuple(votes)
    return Cut(entry.id, entry.seat, number, at.cut)


def _read_reveal(genesis: Genesis, at: FeedPosition, entry: Entry) -> Reveal:
    t, number, Q, proof, listed = fields(entry.body, int, int, object, object, list)
    shares = _read_shares(listed)
    if Q is None and proof is None and number > 0:
        point: tuple[bytes | None, primitives.Proof | None] = None, None
    elif type(Q) is bytes and len(Q) == 32 and is_proof(proof):
        point = Q, (proof[0], proof[1])
    else:
        raise _fault(entry, "a malformed reveal")
    if shares is None or (number == 0 and shares):
        raise _fault(entry, "a malformed reveal")
    _require(entry, number > at.revealed, f"a second reveal for round {number} of step {t}")
    _require(entry, number == at.voted, f"a reveal of round {number} after its vote for round {at.voted}", "vote")
    _require(entry, number == 0 or bool(at.cut), f"a reveal of round {number} without its cut", "vote")
    _require(entry, Q is None or at.seal is not None, f"a reveal of step {t} without its seal")
    at.revealed, at.behind = number, at.cut
    return Reveal(entry.id, entry.seat, number, *point, shares)


def is_seal_point_valid(genesis: Genesis, points: tuple[bytes, ...], t: int, reveal: Reveal) -> bool:
    """Return True if a reveal has no seal point, or the seal point that the seat's entry 0 promised."""
    if reveal.Q is None or reveal.proof is None:
        return True
    return primitives.is_proof_valid(*seal_claim(genesis.match, points[0], t, reveal.seat, reveal.Q, reveal.proof))


def seal_claim(match: bytes, A: bytes, t: int, seat: int, Q: bytes, proof: primitives.Proof) -> primitives.Claim:
    """Return the claim that is proved if the seal point Q belongs to the seat."""
    return primitives.Claim((match, t, seat, seat), A, match_keys.step_point(match, t), Q, proof)


def is_proof(proof: object) -> TypeGuard[list[bytes]]:
    """Return True if a value has the form of an equality proof."""
    return type(proof) is list and len(proof) == 2 and all(type(s) is bytes and len(s) == 32 for s in proof)


def _read_shares(listed: list[Plain]) -> tuple[Share, ...] | None:
    found: list[Share] = []
    for share in listed if len(listed) <= 6 else [None]:
        if type(share) is not list or len(share) != 2:
            return None
        C, proof = share
        if not (type(C) is bytes and len(C) == 32 and is_proof(proof)):
            return None
        found.append((C, (proof[0], proof[1])))
    return tuple(found)


def _is_seat_list(listed: list[Plain], seats: int) -> bool:
    numbers = [seat for seat in listed if type(seat) is int and 1 <= seat <= seats]
    return listed == sorted(set(numbers))


def _is_id_list(listed: list[Plain]) -> bool:
    return len(listed) <= MAX_LISTED_SEALS and all(type(id_) is bytes and len(id_) == 32 for id_ in listed)


_IN_STEP = ("t", "commit", "seal", "voted", "W", "cut", "revealed", "behind", "votes", "end", "chats")
_ENTRY_READERS: dict[int, Callable[[Genesis, FeedPosition, Entry], Item]] = {
    Kind.COMMIT: _read_commit,
    Kind.SEAL: _read_seal,
    Kind.REVEAL: _read_reveal,
    Kind.VOTE: _read_vote,
    Kind.CUT: _read_cut,
    Kind.END: _read_end,
}
_STEP_NUMBERED_KINDS = frozenset({*_ENTRY_READERS, Kind.RETURN, Kind.RESULT})
"""Kinds of entries that begin with the number of their step."""


def position_before(genesis: Genesis, feeds: Feeds, entry: Entry, t: int) -> FeedPosition | None:
    """Return the position in step t before an entry of a forked feed (11.4).

    The result is None if one of the earlier entries is missing.
    """
    before: list[Entry] = []
    for earlier in feeds.lineage(entry):
        if earlier.seq == 0 or 0 < step_of(earlier) < t:
            break
        before.append(earlier)
        if len(before) > MAX_LINEAGE:
            return None
    else:
        return None
    reading = FeedPosition(seated=True)
    for earlier in reversed(before):
        try:
            read_next(genesis, reading, earlier)
        except ProtocolFault:
            continue
    return reading
