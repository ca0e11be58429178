"""Ready: who has locked in a decision, before anything binds (PROTOCOL part 4, DESIGN 7).

A ready is signed and withdrawable, and in no feed: [0, match, seat, t, count, yes, D]. The count rises with every
message of a seat; the highest one stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from core.kernel.codec import BadBytes, dec, enc
from net import crypto
from net.crypto import Signer
from net.wire import Soft

READY = 0


class Shown(NamedTuple):
    """What a seat shows: `number` orders its messages."""

    t: int
    number: int
    yes: bool
    digest: bytes


class Readiness:
    """The readies of all seats of a match."""

    def __init__(self, match: bytes, identities: tuple[bytes, ...], seat: int, signer: Signer) -> None:
        self._match = match
        self._identities = identities
        self._seat = seat
        self._signer = signer
        self._count = 0
        self.outdated = False
        """Whether what was shown last counts less than what the own seat had shown before a restart."""
        self.shown: dict[int, Shown] = {}
        self._softs: dict[int, Soft] = {}

    def show(self, t: int, yes: bool, digest: bytes) -> Soft:
        """The own seat's new message."""
        self._count += 1
        self.outdated = False
        data = enc([READY, self._match, self._seat, t, self._count, yes, digest])
        soft = Soft(data, self._signer.sign(crypto.SOFT, data))
        self.shown[self._seat] = Shown(t, self._count, yes, digest)
        self._softs[self._seat] = soft
        return soft

    def hear(self, soft: Soft) -> int:
        """Takes a message in; its seat if it is new, else 0. Raises `Forged`."""
        try:
            fields = dec(soft.data)
        except BadBytes:
            return 0
        if not isinstance(fields, list) or [type(f) for f in fields] != [
            int,
            bytes,
            int,
            int,
            int,
            bool,
            bytes,
        ]:
            return 0
        seat: int
        kind, match, seat, t, count, yes, digest = fields
        if kind != READY or match != self._match or not 1 <= seat <= len(self._identities):
            return 0
        known = self.shown.get(seat)
        if known is not None and (t, count) <= known[:2]:
            return 0
        if not crypto.signature_holds(self._identities[seat - 1], crypto.SOFT, soft.data, soft.signature):
            raise crypto.Forged(f"a ready that seat {seat} has not signed")
        if seat == self._seat:
            self._count = max(self._count, count)  # shown before a restart; it counts no more
            self.outdated = known is not None
            return 0
        self.shown[seat] = Shown(t, count, yes, digest)
        self._softs[seat] = soft
        return seat

    def waits_for(self, t: int, seats: Iterable[int]) -> list[int]:
        """Those of the seats that do not show yes for step t."""
        shown = self.shown
        return [s for s in seats if s not in shown or shown[s].t != t or not shown[s].yes]

    def differing(self, t: int, digest: bytes) -> int:
        """A seat that shows another digest before step t, or 0."""
        for seat, shown in sorted(self.shown.items()):
            if shown.t == t and shown.digest != digest:
                return seat
        return 0

    def current(self, t: int) -> list[Soft]:
        """The messages of step t, to be told again."""
        return [self._softs[seat] for seat, shown in sorted(self.shown.items()) if shown.t == t]
