"""One step of a match as far as the feeds tell of it: who is asked, what is committed, sealed, revealed, opened."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from core.engine.codec import Plain
from core.engine.game import Ask, Event
from net.match.feed_reader import Wrong
from net.match.quorum import Book, Commit, Counted, Seal


class Opened(NamedTuple):
    """What a seat's sealed opening holds: its nonce, if it has one, and its decision as plain data, or nil."""

    nonce: bytes | None
    decision: Plain
    refused: Wrong | None = None


@dataclass(slots=True)
class Step:
    """What is known of the current step: `shown` are the digests that the seats have signed.

    `counting` is the round that resolves it, once there is one, and `openings` is what those who count have opened.
    """

    t: int
    digest: bytes
    asks: dict[int, Ask]
    book: Book
    shown: dict[int, bytes] = field(default_factory=dict)
    counting: Counted | None = None
    openings: dict[int, Opened] = field(default_factory=dict)
    mute: frozenset[int] = frozenset()
    """The seats that have broken a rule before and have no say in this step (14.13)."""

    @property
    def present(self) -> frozenset[int]:
        """The seats that take part in this step."""
        return self.book.present

    @property
    def commits(self) -> dict[int, Commit]:
        """One commit of each seat that has made one."""
        return {commit.seat: commit for commit in reversed(self.book.commits.values())}

    @property
    def seals(self) -> dict[int, Seal]:
        """One seal of each seat that has made one."""
        return {seal.seat: seal for seal in reversed(self.book.seals.values())}


class Resolved(NamedTuple):
    """A step that is over: its decisions by seat, its beacon, what happened, and the digest after it.

    `lost` are the seats whose opening did not count: the game has decided for them.
    """

    t: int
    decisions: dict[int, Any]
    beacon: bytes
    events: list[Event]
    digest: bytes
    lost: tuple[int, ...] = ()
