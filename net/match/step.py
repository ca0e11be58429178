"""One step of a match in the feeds: asked seats, commits, seals, reveals and openings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from core.engine.codec import Plain
from core.engine.game import Ask, Decision, Event
from net.match.feed_reader import ProtocolFault
from net.match.quorum import Commit, CountedSet, Seal, StepVotes


class OpenedDecision(NamedTuple):
    """Sealed opening of a seat: its nonce, if it has one, and its decision as plain data, or nil."""

    nonce: bytes | None
    decision: Plain
    refused: ProtocolFault | None = None


@dataclass(slots=True)
class Step:
    """State of the current step; `shown` are the digests that the seats have signed.

    `counting` is the round that resolves it, once there is one. `openings` are those of the counted seats.
    """

    t: int
    digest: bytes
    asks: dict[int, Ask]
    book: StepVotes
    shown: dict[int, bytes] = field(default_factory=dict)
    counting: CountedSet | None = None
    openings: dict[int, OpenedDecision] = field(default_factory=dict)
    mute: frozenset[int] = frozenset()
    """The seats that have broken a rule before and have no say in this step (14.13)."""

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

    `lost` are the seats whose opening did not count: the game has decided for them.
    """

    t: int
    decisions: dict[int, Decision]
    beacon: bytes
    events: list[Event]
    digest: bytes
    lost: tuple[int, ...] = ()
