"""One step of a match in the feeds: asked seats, commits, seals, reveals and openings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from core.engine.codec import BadBytes, Plain, dec
from core.engine.game import Ask, Decision, Event
from net.crypto import match_keys
from net.crypto.match_keys import NONCE
from net.match.feed_reader import ProtocolFault
from net.match.quorum import Commit, CountedSet, Seal, StepVotes


class OpenedDecision(NamedTuple):
    """Sealed opening of a seat: its nonce, if it has one, and its decision as plain data, or nil."""

    nonce: bytes | None
    decision: Plain
    refused: ProtocolFault | None = None


@dataclass(slots=True)
class Step:
    """State of the current step; `shown` contains the digests that the seats have signed.

    `counting` is the round that resolves the step, once there is one. `openings` are the openings of the counted seats.
    """

    t: int
    digest: bytes
    asks: dict[int, Ask]
    book: StepVotes
    shown: dict[int, bytes] = field(default_factory=dict)
    counting: CountedSet | None = None
    openings: dict[int, OpenedDecision] = field(default_factory=dict)
    mute: frozenset[int] = frozenset()
    """The seats that broke a rule in an earlier step and have no say in this one (14.13)."""

    @property
    def present(self) -> frozenset[int]:
        """Seats that take part in this step."""
        return self.book.present

    @property
    def commits(self) -> dict[int, Commit]:
        """One commit of each seat that has committed."""
        return {commit.seat: commit for commit in reversed(self.book.commits.values())}

    @property
    def seals(self) -> dict[int, Seal]:
        """One seal of each seat that has sealed."""
        return {seal.seat: seal for seal in reversed(self.book.seals.values())}


class ResolvedStep(NamedTuple):
    """Resolved step: its decisions by seat, its beacon, its events, and the digest after it.

    `lost` are the seats whose opening did not count, so that the game decided for them.
    """

    t: int
    decisions: dict[int, Decision]
    beacon: bytes
    events: list[Event]
    digest: bytes
    lost: tuple[int, ...] = ()


def open_decision(
    match: bytes, t: int, seat: int, seal: Seal | None, Q: bytes, asked: bool, room: int = 0
) -> OpenedDecision:
    """Return the opening of a seat in step t; never raise, whatever its bytes are.

    `asked` is True if the step asked the seat. `room` is the maximum number of bytes of its answer (4.1).
    """
    found = match_keys.open_seal(match, t, seat, Q, seal.E) if seal is not None else None
    if found is None:
        return OpenedDecision(None, None, ProtocolFault(seat, t, "seal", "its proven key does not open its seal"))
    if len(found) <= NONCE:
        return OpenedDecision(None, None, ProtocolFault(seat, t, "decision", "its opening has no nonce"))
    nonce = found[:NONCE]
    try:
        decision = dec(match_keys.opened_content(found, room))
    except BadBytes as error:
        return OpenedDecision(nonce, None, ProtocolFault(seat, t, "decision", f"its opening is {error}"))
    refused = ""
    if asked and decision is None:
        refused = "it was asked and did not decide"
    elif not asked and decision is not None:
        refused = "it decided where nobody asked it"
    return OpenedDecision(nonce, decision, ProtocolFault(seat, t, "decision", refused) if refused else None)
