"""One step of a match, as the feeds show it: asked seats, commits, seals, reveals and openings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from core.engine.codec import BadEncodingError, Plain, dec
from core.engine.game import Ask, Decision, Event
from net.crypto import match_keys
from net.crypto.match_keys import NONCE
from net.match.feed_reader import ProtocolFault
from net.match.quorum import Commit, CountedSet, Seal, StepVotes


class OpenedDecision(NamedTuple):
    """Decrypted opening of a seat: its nonce, if it has one, and its decision as plain data, or nil."""

    nonce: bytes | None
    decision: Plain
    refused: ProtocolFault | None = None


@dataclass(slots=True)
class Step:
    """State of the current step; `shown` contains the digests that seats have signed.

    `other_states` contains the faults of the seats, ours included, that have signed another digest than ours before it.
    `counting` is the round that resolves the step, once there is one. `openings` are the openings of the counted seats.
    """

    t: int
    digest: bytes
    questions: dict[int, Ask]
    votes: StepVotes
    shown: dict[int, bytes] = field(default_factory=dict)
    other_states: dict[int, ProtocolFault] = field(default_factory=dict)
    counting: CountedSet | None = None
    openings: dict[int, OpenedDecision] = field(default_factory=dict)
    muted: frozenset[int] = frozenset()
    """Seats that broke a rule in an earlier step, so that they have no say in this one (14.13)."""

    @property
    def present(self) -> frozenset[int]:
        """Seats that take part in this step."""
        return self.votes.present

    @property
    def commits(self) -> dict[int, Commit]:
        """A commit of each seat that has committed, by seat."""
        return {commit.seat: commit for commit in reversed(self.votes.commits.values())}

    @property
    def seals(self) -> dict[int, Seal]:
        """A seal of each seat that has sealed, by seat."""
        return {seal.seat: seal for seal in reversed(self.votes.seals.values())}


class ResolvedStep(NamedTuple):
    """Result of a step: its decisions by seat, its beacon, its events, and the digest of the state after it.

    `lost` are the seats whose opening did not count, so that the game decided for them.
    """

    t: int
    decisions: dict[int, Decision]
    beacon: bytes
    events: list[Event]
    digest: bytes
    lost: tuple[int, ...] = ()


def open_decision(
    match: bytes, t: int, seat: int, seal: Seal | None, Q: bytes, is_asked: bool, longest: int = 0
) -> OpenedDecision:
    """Return the opening of a seat in step t; never raise an error, whatever its bytes are.

    `is_asked` is True if the step asks the seat. `longest` is the maximum size of its answer in bytes (4.1).
    """
    found = match_keys.open_seal(match, t, seat, Q, seal.E) if seal is not None else None
    if found is None:
        return OpenedDecision(None, None, ProtocolFault(seat, t, "seal", "its proven key does not open its seal"))
    if len(found) <= NONCE:
        return OpenedDecision(None, None, ProtocolFault(seat, t, "decision", "its opening has no nonce"))
    nonce = found[:NONCE]
    try:
        decision = dec(match_keys.unpack_opening(found, longest))
    except BadEncodingError as error:
        return OpenedDecision(nonce, None, ProtocolFault(seat, t, "decision", f"its opening is {error}"))
    refused = ""
    if is_asked and decision is None:
        refused = "it was asked and did not decide"
    elif not is_asked and decision is not None:
        refused = "it decided where nobody asked it"
    return OpenedDecision(nonce, decision, ProtocolFault(seat, t, "decision", refused) if refused else None)
