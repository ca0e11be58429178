"""Entries that the members of a tournament sign, and functions that parse them.

Each member has its own feed (`net.replication.feeds`, with one seat).

- enrol [name, bot, plays, anchor]: entry 0; the anchor commits to a nonce for each round (see `derive_nonces`)
- reveal [round, nonce]: reveals the nonce of a round, and shows that the member is present for that round
- result [round, table, hash, size]: reports that the match with this record was played at this table
- unfinished [round, table]: reports that the time is over, or the others have left, and there is no result
- leave []: drops out
- move [n, b]: promises to back nothing below ballot b of decision n any more
- propose [n, b, hash, size, promised]: proposes the content (`contents`) with this hash for decision n. After
  ballot 0, `promised` is the bitmap of the electors whose moves justify the proposal (`synod`). It is missing
  before opening version 3.
- back [n, b, hash]: agrees to that proposal
- welcome [identity, guests, votes]: admits a member, which may admit this many others (`guests`), and which may
  take part in decisions if `votes` is true
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple

from core.engine.codec import KDF, BadEncodingError, H, Plain
from lobby.tournament.model.guests import MOST_GUESTS
from lobby.tournament.model.opening import ID, MOST_PLAYERS, MOST_ROUNDS
from net.match.genesis import is_name
from net.replication.entries import Entry

MOST_STORED = 900
"""Maximum number of bytes of a tournament's entry, so that it always fits into a datagram."""
MOST_RECORD = 8 * 1024 * 1024
MOST_CONTENT = 32 * 1024
MOST_DECISIONS = 2 * MOST_ROUNDS + 2
MOST_BALLOTS = 1 << 16
MOST_TABLES = 128


class Kind(IntEnum):
    """Kind of a tournament's entry."""

    ENROL = 0
    REVEAL = 1
    RESULT = 2
    UNFINISHED = 3
    LEAVE = 4
    MOVE = 5
    PROPOSE = 6
    BACK = 7
    WELCOME = 8


class Enrol(NamedTuple):
    """Enrolment of a member; a member that does not play can still help to run the tournament."""

    name: str
    bot: bool
    plays: bool
    anchor: bytes


class Reveal(NamedTuple):
    """Entry that reveals a member's nonce of a round."""

    round: int
    nonce: bytes


class ResultReport(NamedTuple):
    """Report that the match with this record was played at a table."""

    round: int
    table: int
    hash: bytes
    size: int


class UnfinishedReport(NamedTuple):
    """Report by a player that the player's table has no result."""

    round: int
    table: int


class Leave(NamedTuple):
    """Entry by which a member drops out."""


class Move(NamedTuple):
    """Promise of a member to vote only in this ballot or later ones."""

    n: int
    b: int


class Propose(NamedTuple):
    """Proposal of a content for a decision.

    `promised` is the bitmap of the electors whose moves justify it; it is empty in ballot 0.
    """

    n: int
    b: int
    hash: bytes
    size: int
    promised: bytes = b""


class Back(NamedTuple):
    """Agreement of a member to a proposal."""

    n: int
    b: int
    hash: bytes


class Welcome(NamedTuple):
    """Admission of a member; only the opener may grant a quota of guests and a vote."""

    identity: bytes
    guests: int
    votes: bool


Body = Welcome | Enrol | Reveal | ResultReport | UnfinishedReport | Leave | Move | Propose | Back


class Signed(NamedTuple):
    """Content of a signed entry, with its signer and the time at which it arrived here."""

    identity: bytes
    body: Body
    received_at: float


_SHAPES: dict[int, tuple[Callable[..., Body], tuple[type, ...]]] = {
    Kind.ENROL: (Enrol, (str, bool, bool, bytes)),
    Kind.REVEAL: (Reveal, (int, bytes)),
    Kind.RESULT: (ResultReport, (int, int, bytes, int)),
    Kind.UNFINISHED: (UnfinishedReport, (int, int)),
    Kind.LEAVE: (Leave, ()),
    Kind.MOVE: (Move, (int, int)),
    Kind.PROPOSE: (Propose, (int, int, bytes, int, bytes)),
    Kind.BACK: (Back, (int, int, bytes)),
    Kind.WELCOME: (Welcome, (bytes, int, bool)),
}
KIND_OF = {shape: Kind(number) for number, (shape, _) in _SHAPES.items()}
_FIELD_BOUNDS = {
    "round": (0, MOST_ROUNDS),
    "table": (0, MOST_TABLES),
    "size": (1, MOST_RECORD),
    "n": (1, MOST_DECISIONS),
    "b": (0, MOST_BALLOTS),
    "guests": (0, MOST_GUESTS),
}


def read_body(entry: Entry) -> Body:
    """Return the content of an entry; raise `BadEncodingError` if it is malformed."""
    shape, types = _SHAPES.get(entry.kind, (None, ()))
    body = entry.body
    if shape is Propose and type(body) is list and len(body) == len(types) - 1:
        body = [*body, b""]  # as in tournaments before opening version 3
    if shape is None or type(body) is not list or [type(part) for part in body] != list(types):
        raise BadEncodingError("an entry of an unknown kind")
    if (entry.kind == Kind.ENROL) != (entry.seq == 0):
        raise BadEncodingError("a feed begins with its enrolment, and has one")
    said = shape(*body)
    for name, value in said._asdict().items():
        _check(name, value)
    return said


def _check(name: str, value: Plain) -> None:
    if type(value) is bytes:
        if name == "promised":
            if len(value) > MOST_PLAYERS // 8 + 1:
                raise BadEncodingError("its promises are malformed")
        elif len(value) != ID:
            raise BadEncodingError(f"its {name} is malformed")
    if type(value) is int and name in _FIELD_BOUNDS and not _FIELD_BOUNDS[name][0] <= value <= _FIELD_BOUNDS[name][1]:
        raise BadEncodingError(f"its {name} is out of bounds")
    if type(value) is str and not is_name(value):
        raise BadEncodingError("its name is not valid")


def feed_id(tournament: bytes, identity: bytes) -> bytes:
    """Return the id under which a member signs its feed, in place of the match id in a match's entries.

    See `net.replication.entries`.
    """
    return H("tether.tfeed", [tournament, identity])


def derive_nonces(seed: bytes, tournament: bytes) -> list[bytes]:
    """Return a member's secret values: the anchor, then one nonce for each round.

    Each value is the hash of the next one. Therefore one commitment at the enrolment fixes all nonces, and no nonce
    reveals a later one.
    """
    chain = [KDF(seed, "tether.tseed", [tournament])]
    for _ in range(MOST_ROUNDS + 1):
        chain.append(H("tether.tchain", [chain[-1]]))
    return chain[::-1]


def fits_anchor(anchor: bytes, round: int, nonce: bytes) -> bool:
    """Return True if this is the nonce for a round, counted from 0, to which the anchor commits."""
    for _ in range(round + 1):
        nonce = H("tether.tchain", [nonce])
    return nonce == anchor
