"""Where peers are looked for: own addresses for good, those that others have told as long as it costs little.

An address that somebody else names may be anybody's. So only few of those are tried at a time, each with few hellos and
ever more seldom; who does not answer gives way to the next one, and is forgotten and left in peace for a while.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass

from net.channels.channel import Address, Link
from net.channels.handshake_limits import source as host_of
from net.crypto.noise import HandshakeState

AGAIN = 0.1
SELDOM = 2.0
FIRST_WAIT = 0.25
"""Seconds after the first hello to an address that somebody else has told; then twice as many, and so on."""
WAITING = 16
"""So many told addresses are tried at a time."""
OF_ONE = 4
"""And so many of one source."""
GIVES_WAY = 8.0
"""Seconds after which one that has not answered gives way to another one."""
FORGOTTEN = 60.0
"""Seconds after which it is forgotten, and for which it is left in peace then."""
REMEMBERED = 600.0
"""Seconds for which one is looked for where a link has been."""
MOST = 128
"""Told addresses in all, those with links among them."""
MOST_RESTS = 512


@dataclass(slots=True)
class Dial:
    """An address where a peer should be."""

    address: Address
    own: bool = True
    """Whether it is never forgotten."""
    source: Hashable = None
    """Who has told it."""
    since: float = 0.0
    """When it was told, or a link was there last."""
    reached: bool = False
    identity: bytes = b""
    """Who was linked by it last."""
    hello: bytes = b""
    noise: HandshakeState | None = None
    message: bytes = b""
    """The first message of the handshake as Noise makes it."""
    cookie: bytes = b""
    link: Link | None = None
    """A link whose other side has not yet shown that it knows the code."""
    third: bytes = b""
    tries: int = 0
    wait: float = AGAIN
    due: float = -1e9
    cookies: int = 0
    answers: int = 0

    @property
    def known(self) -> bool:
        """Whether it is more than what somebody says."""
        return self.own or bool(self.identity)

    @property
    def waiting(self) -> bool:
        """Whether it is a told one that is tried."""
        return not self.own and not self.reached

    def next_wait(self) -> float:
        """For how long its answer is waited for now; longer each time."""
        wait, self.wait = self.wait, 2 * self.wait
        if self.known or self.cookie or self.link is not None:
            self.wait = min(self.wait, SELDOM)
        return wait


class Dials(dict[Address, Dial]):
    """The addresses that are tried or were reached."""

    def __init__(self, own: Iterable[Address]) -> None:
        super().__init__((address, Dial(address)) for address in own)
        self._rests: dict[Address, float] = {}

    def known(self, address: Address) -> bool:
        """Whether a peer is, was or should be there, and not only somebody says so."""
        dial = self.get(address)
        return dial is not None and dial.known

    def tell(self, address: Address, source: Hashable, now: float) -> bool:
        """Somebody has told this address; whether it is tried, or was before."""
        if address in self:
            return True
        if now < self._rests.get(address, now):
            return False
        source = host_of(address) if source is None else source
        if not self._room(source, now):
            return False
        self._rests.pop(address, None)
        self[address] = Dial(address, False, source, now, wait=FIRST_WAIT)
        return True

    def forget(self, now: float, kept: Collection[bytes]) -> list[Dial]:
        """Drops what has not answered or has been silent for too long, but for those of whom one is `kept`."""
        old = [
            dial
            for dial in self.values()
            if dial.waiting
            and now - dial.since >= (REMEMBERED if dial.identity else FORGOTTEN)
            and dial.identity not in kept
        ]
        for dial in old:
            self._drop(dial, now)
        return old

    def _room(self, source: Hashable, now: float) -> bool:
        """Whether one more can be tried: one that has had its time gives way, or one of the source with most."""
        waiting = [dial for dial in self.values() if dial.waiting and not dial.identity]
        crowd = Counter(dial.source for dial in waiting)
        if len(waiting) >= WAITING or crowd[source] >= OF_ONE:
            own = [dial for dial in waiting if dial.source == source] if crowd[source] >= OF_ONE else waiting
            fullest = max(crowd.values())
            late = next((dial for dial in own if now - dial.since >= GIVES_WAY and dial.link is None), None)
            if late is None and crowd[source] + 1 < fullest:
                late = next(dial for dial in reversed(waiting) if crowd[dial.source] == fullest)
            if late is None or late.link is not None:
                return False
            self._drop(late, now)
        if sum(not dial.own for dial in self.values()) >= MOST:
            lost = [dial for dial in self.values() if dial.waiting and dial.identity and dial.link is None]
            if not lost:
                return False
            self._drop(min(lost, key=lambda dial: dial.since), now)
        return True

    def _drop(self, dial: Dial, now: float) -> None:
        del self[dial.address]
        self._rests[dial.address] = now + FORGOTTEN
        if len(self._rests) > MOST_RESTS:
            del self._rests[next(iter(self._rests))]
