"""Soft messages of seats, which are not binding: readies, motions and leaves (PROTOCOL 4, 12.4, 14).

A soft message is signed, can be withdrawn and is in no feed: [kind, match, seat, t, count, ...]. The count rises with
every message of a seat and kind. The message with the highest (t, count) is the valid one.

- ready [0, match, seat, t, count, yes, D]: the seat has locked in its decision of step t, whose state has digest D.
- motion [1, match, seat, t, count, W]: the seat moves to continue as the seats W, or with nil withdraws its motion.
  The motion was published in step t, and stays valid in later steps until it is withdrawn.
- leave [2, match, seat, t, count, gone]: the seat's program ends, or has come back. It changes only the text that
  players read: the match waits for this seat as for any other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from typing import Generic, NamedTuple, Protocol, TypeVar

from core.engine.codec import BadEncodingError, Plain, dec, enc, fields
from net.crypto import primitives
from net.crypto.primitives import Signer
from net.replication.messages import Soft

READY, MOTION, LEAVE = 0, 1, 2


class Numbered(Protocol):
    """Content of a soft message: the step in which it was sent, and its number among those of its seat and kind."""

    @property
    def t(self) -> int:
        """Step of the message."""

    @property
    def number(self) -> int:
        """Number of the message; later ones have higher numbers."""


T = TypeVar("T", bound=Numbered)


class Ready(NamedTuple):
    """Message by which a seat shows that it is or is not ready; `number` orders the seat's messages."""

    t: int
    number: int
    yes: bool
    digest: bytes


class Motion(NamedTuple):
    """Motion of a seat to continue with only the seats `W`; an empty `W` withdraws it."""

    t: int
    number: int
    W: tuple[int, ...]


class Leave(NamedTuple):
    """Notice that a seat's program is ending, or that it has come back."""

    t: int
    number: int
    gone: bool


class SoftMessages(ABC, Generic[T]):
    """The latest soft message of one kind from each seat of a match."""

    kind: int
    lasting = False
    """True if a message stays valid after its step."""

    def __init__(self, match: bytes, identities: tuple[bytes, ...], seat: int, signer: Signer) -> None:
        self.seats = range(1, len(identities) + 1)
        self._match = match
        self._identities = identities
        self._seat = seat
        self._signer = signer
        self._count = 0
        self.is_outdated = False
        """True if our latest message ranks below one that our seat had sent before a restart."""
        self.latest: dict[int, T] = {}
        self._softs: dict[int, Soft] = {}

    @abstractmethod
    def read(self, t: int, number: int, rest: list[Plain]) -> T | None:
        """Return the content of a message, given its fields after the head; None if they are invalid."""

    def _sign_message(self, t: int, *rest: Plain) -> Soft:
        """Sign, store and return a new message of our seat."""
        self._count += 1
        self.is_outdated = False
        data = enc([self.kind, self._match, self._seat, t, self._count, *rest])
        soft = Soft(data, self._signer.sign(primitives.SOFT, data))
        parts = dec(data)
        assert isinstance(parts, list)
        said = self.read(t, self._count, parts[5:])
        if said is None:
            raise ValueError("a message that no peer would take")
        self.latest[self._seat] = said
        self._softs[self._seat] = soft
        return soft

    def is_latest(self, soft: Soft) -> bool:
        """Return True if this is the latest message of its seat, which the peer only repeats with its heads."""
        return soft in self._softs.values()

    def receive(self, soft: Soft) -> int:
        """Process a message, and return its seat if it is newer than the known one, otherwise 0.

        Raises `BadSignature` if its seat has not signed it.
        """
        try:
            parts = dec(soft.data)
            if not isinstance(parts, list):
                return 0
            kind, match, seat, t, count = fields(parts[:5], int, bytes, int, int, int)
        except BadEncodingError:
            return 0
        if kind != self.kind or match != self._match or seat not in self.seats:
            return 0
        said = self.read(t, count, parts[5:])
        known = self.latest.get(seat)
        if said is None or (known is not None and (t, count) <= (known.t, known.number)):
            return 0
        if not primitives.signature_holds(self._identities[seat - 1], primitives.SOFT, soft.data, soft.signature):
            raise primitives.BadSignature(f"a ready that seat {seat} has not signed")
        if seat == self._seat:
            self._count = max(self._count, count)  # shown before a restart; no longer counted
            self.is_outdated = known is not None or self.lasting
            return 0
        self.latest[seat] = said
        self._softs[seat] = soft
        return seat


class Readiness(SoftMessages[Ready]):
    """The readies of all seats of a match."""

    kind = READY

    def read(self, t: int, number: int, rest: list[Plain]) -> Ready | None:
        """Return the ready with the fields [yes, D], or None if they are invalid."""
        try:
            return Ready(t, number, *fields(rest, bool, bytes))
        except BadEncodingError:
            return None

    def make_message(self, t: int, yes: bool, digest: bytes) -> Soft:
        """Return a new signed ready of our seat."""
        return self._sign_message(t, yes, digest)

    def unready_seats(self, t: int, seats: Iterable[int]) -> list[int]:
        """Return those of the given seats that have not shown that they are ready for step t."""
        shown = self.latest
        return [s for s in seats if s not in shown or shown[s].t != t or not shown[s].yes]

    def differing_seats(self, t: int, digest: bytes, seats: Collection[int]) -> set[int]:
        """Return the seats that show another digest of the state before step t."""
        shown = self.latest.items()
        return {seat for seat, last in shown if seat in seats and last.t == t and last.digest != digest}

    def current_messages(self, t: int) -> list[Soft]:
        """Return the messages of step t, which are repeated with the heads."""
        return [self._softs[seat] for seat, shown in sorted(self.latest.items()) if shown.t == t]


class Motions(SoftMessages[Motion]):
    """The motions of all seats of a match."""

    kind = MOTION
    lasting = True

    def read(self, t: int, number: int, rest: list[Plain]) -> Motion | None:
        """Return the motion with the field [W], or None if it is invalid.

        W is in ascending order, or nil.
        """
        if rest == [None]:
            return Motion(t, number, ())
        if len(rest) != 1 or not isinstance(rest[0], list):
            return None
        W = [seat for seat in rest[0] if type(seat) is int and seat in self.seats]
        return Motion(t, number, tuple(W)) if W and sorted(set(W)) == rest[0] else None

    def make_message(self, t: int, W: tuple[int, ...]) -> Soft:
        """Return a new signed motion of our seat; an empty W withdraws the earlier one."""
        return self._sign_message(t, W or None)

    def motion_of(self, seat: int) -> tuple[int, ...]:
        """Return the seats with which a seat moves to continue; empty if it has no motion."""
        motion = self.latest.get(seat)
        return motion.W if motion is not None else ()

    def current_motions(self) -> dict[int, tuple[int, ...]]:
        """Return the seats of each current motion, by the seat that has made it."""
        return {seat: motion.W for seat, motion in sorted(self.latest.items()) if motion.W}

    def is_carried(self, W: tuple[int, ...]) -> bool:
        """Return True if every seat in W moves to continue as W."""
        return bool(W) and all(self.motion_of(seat) == W for seat in W)

    def current_messages(self) -> list[Soft]:
        """Return the current messages, which are repeated with the heads.

        A withdrawal is included while it is its seat's latest message.
        """
        return [self._softs[seat] for seat in sorted(self._softs)]


class Leaves(SoftMessages[Leave]):
    """The leave messages of all seats of a match."""

    kind = LEAVE
    lasting = True

    def read(self, t: int, number: int, rest: list[Plain]) -> Leave | None:
        """Return the leave message with the field [gone], or None if it is invalid."""
        try:
            return Leave(t, number, *fields(rest, bool))
        except BadEncodingError:
            return None

    def make_message(self, t: int, gone: bool) -> Soft:
        """Return a new signed leave message of our seat."""
        return self._sign_message(t, gone)

    @property
    def gone(self) -> frozenset[int]:
        """Seats whose latest leave message says that their program has ended."""
        return frozenset(seat for seat, shown in self.latest.items() if shown.gone)

    def current_messages(self) -> list[Soft]:
        """Return the latest message of each seat, which is repeated with the heads."""
        return [self._softs[seat] for seat in sorted(self._softs)]
