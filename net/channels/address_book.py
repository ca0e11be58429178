"""Addresses at which to find peers: our own list, which is kept, and addresses named by others.

An address named by someone else may belong to anyone. Therefore only a few of those are tried at a time, each with few
hellos at growing intervals. An address that does not answer gives way to the next one. It is then forgotten, and
ignored for a while.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass

from net.channels.channel import Address, Channel
from net.channels.handshake_limits import source_of_address as host_of
from net.crypto.noise import HandshakeState

AGAIN = 0.1
MAX_RETRY_INTERVAL = 2.0
FIRST_WAIT = 0.25
"""Seconds to wait after the first hello to an address that someone else named.

Each further wait is twice as long as the one before.
"""
MAX_TRIED = 16
"""Maximum number of addresses named by others that are tried at the same time."""
MAX_TRIED_PER_SOURCE = 4
"""Maximum number of addresses named by one source that are tried at the same time."""
YIELD_AFTER = 8.0
"""Seconds after which an address that has not answered gives way to another one."""
FORGET_AFTER = 60.0
"""Seconds after which an address that has not answered is forgotten, and for which it is then ignored."""
REMEMBER_FOR = 600.0
"""Seconds for which an address that once had a channel is still tried."""
MOST = 128
"""Maximum number of addresses named by others, including those with channels."""
MOST_RESTS = 512


@dataclass(slots=True)
class PeerDial:
    """Address at which a peer may be, and the state of the handshake with that peer."""

    address: Address
    own: bool = True
    """True if the address is one of our own list, which is never forgotten."""
    source: Hashable = None
    """Source that named the address."""
    since: float = 0.0
    """Time at which the address was named, or last had a channel."""
    reached: bool = False
    identity: bytes = b""
    """Identity last reached at the address."""
    hello: bytes = b""
    noise: HandshakeState | None = None
    message: bytes = b""
    """First message of the handshake, in the form that Noise produced."""
    cookie: bytes = b""
    channel: Channel | None = None
    """Channel whose other side has not yet proved that it knows the invite code."""
    third: bytes = b""
    tries: int = 0
    wait: float = AGAIN
    due: float = -1e9
    cookies: int = 0
    answers: int = 0

    @property
    def known(self) -> bool:
        """True if the address is on our own list, or a peer has answered there."""
        return self.own or bool(self.identity)

    @property
    def waiting(self) -> bool:
        """True if the address was named by others and is still being tried."""
        return not self.own and not self.reached

    def next_wait(self) -> float:
        """Return the seconds to wait for the next answer; each later wait is longer."""
        wait, self.wait = self.wait, 2 * self.wait
        if self.known or self.cookie or self.channel is not None:
            self.wait = min(self.wait, MAX_RETRY_INTERVAL)
        return wait


class DialTable(dict[Address, PeerDial]):
    """Addresses that are being tried or have been reached, by address."""

    def __init__(self, own: Iterable[Address]) -> None:
        super().__init__((address, PeerDial(address)) for address in own)
        self._ignored_until: dict[Address, float] = {}

    def is_known(self, address: Address) -> bool:
        """Return True if the address is on our own list, or a peer has answered there."""
        dial = self.get(address)
        return dial is not None and dial.known

    def add_named(self, address: Address, source: Hashable, now: float) -> bool:
        """Add an address that a source has named; return True if it is tried now or was already in the table."""
        if address in self:
            return True
        if now < self._ignored_until.get(address, now):
            return False
        source = host_of(address) if source is None else source
        if not self._make_room(source, now):
            return False
        self._ignored_until.pop(address, None)
        self[address] = PeerDial(address, False, source, now, wait=FIRST_WAIT)
        return True

    def drop_silent(self, now: float, kept: Collection[bytes]) -> list[PeerDial]:
        """Remove and return the addresses that have been silent for too long.

        Addresses of the identities in `kept` stay.
        """
        old = [
            dial
            for dial in self.values()
            if dial.waiting
            and now - dial.since >= (REMEMBER_FOR if dial.identity else FORGET_AFTER)
            and dial.identity not in kept
        ]
        for dial in old:
            self._drop(dial, now)
        return old

    def _make_room(self, source: Hashable, now: float) -> bool:
        """Return True if one more address can be tried, after dropping another one if necessary.

        The dropped address is one that has had its time, or else one from the source with the most addresses.
        """
        waiting = [dial for dial in self.values() if dial.waiting and not dial.identity]
        crowd = Counter(dial.source for dial in waiting)
        if len(waiting) >= MAX_TRIED or crowd[source] >= MAX_TRIED_PER_SOURCE:
            own = (
                [dial for dial in waiting if dial.source == source]
                if crowd[source] >= MAX_TRIED_PER_SOURCE
                else waiting
            )
            fullest = max(crowd.values())
            late = next((dial for dial in own if now - dial.since >= YIELD_AFTER and dial.channel is None), None)
            if late is None and crowd[source] + 1 < fullest:
                late = next(dial for dial in reversed(waiting) if crowd[dial.source] == fullest)
            if late is None or late.channel is not None:
                return False
            self._drop(late, now)
        if sum(not dial.own for dial in self.values()) >= MOST:
            lost = [dial for dial in self.values() if dial.waiting and dial.identity and dial.channel is None]
            if not lost:
                return False
            self._drop(min(lost, key=lambda dial: dial.since), now)
        return True

    def _drop(self, dial: PeerDial, now: float) -> None:
        del self[dial.address]
        self._ignored_until[dial.address] = now + FORGET_AFTER
        if len(self._ignored_until) > MOST_RESTS:
            del self._ignored_until[next(iter(self._ignored_until))]
