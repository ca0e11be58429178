"""Seats of a match that look for each other on a network, without clock, socket or task.

Who lacks a seat of its match says to everybody, now and then, a datagram of type 33: a counter (8 bytes), the port of
its match (2), and six tags of 16 bytes, one for each seat. The tag for a seat is keyed by what only these two seats
share, so it is random bytes to everybody else, and nobody else can make it. Each datagram of a seat counts once, and
where it says that the seat is the links have to find it: nothing here is believed but that somebody may be dialled.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import NamedTuple, Protocol

from core.engine.codec import KDF
from net.channels.addresses import Address
from net.channels.rate_limit import Shares, source_of
from net.match.genesis import MAX_SEATS

SEEK = 33
COUNTER, PORT, TAG = 8, 2, 16
HEAD = 1 + COUNTER + PORT
LENGTH = HEAD + MAX_SEATS * TAG

EVERY = 2.0
"""Seconds between two calls of one seat, where few call..."""
A_SECOND = 16.0
"""...and so many calls a second there are of all together where many do."""
SELDOM = 30.0
"""No seat calls more seldom than after so many seconds."""
FIRST = (0.3, 1.0)
"""Where few call, the first ones follow each other as soon as this."""
FEW = 8
MOST_HEARD = 2048
"""Of so many who call it is remembered when they did."""


class Called(NamedTuple):
    """A seat of the match says that it is there; nobody has answered there yet."""

    seat: int
    address: Address


class Ears(Protocol):
    """What puts a seeker on the networks of this computer."""

    def poll(self, now: float) -> None:
        """Takes in what has come, sends what is due; never waits."""

    def close(self) -> None:
        """Hears and says nothing more."""


class Seeker:
    """Calls the lacking seats of a match and hears their calls. `pairs` are the keys that the own seat shares with each
    other one, `number` is higher than at any earlier start: the time in milliseconds, for instance.
    """

    def __init__(
        self,
        match: bytes,
        seat: int,
        pairs: Mapping[int, bytes],
        port: int,
        now: float,
        number: int = 0,
        random: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.lacking: frozenset[int] = frozenset()
        """The seats that are looked for; without any nothing is said."""
        self._match = match
        self._seat = seat
        self._pairs = dict(pairs)
        self._port = port
        self._number = number
        self._random = random
        self._networks: list[Hashable] = []
        self._due = now
        self._said = now - SELDOM
        self._calls = 0
        self._heard: dict[tuple[str, int], float] = {}
        self._highest: dict[int, int] = {}
        self._checks = Shares(rate=50.0, most=50.0, all_rate=2000.0, all_most=2000.0)
        self._called: list[Called] = []
        self._out: list[tuple[Hashable, bytes]] = []

    @property
    def networks(self) -> int:
        """On how many networks it calls."""
        return len(self._networks)

    def set_networks(self, networks: Iterable[Hashable], now: float) -> None:
        """The networks that this computer is on; on a new one it is called soon."""
        wanted = list(networks)
        if not set(wanted) <= set(self._networks):
            self._due, self._calls = min(self._due, now), 0
        self._networks = wanted

    def every(self, now: float) -> float:
        """For how many seconds the own seat waits between two calls, by how many call here."""
        calling = sum(now - at < SELDOM for at in self._heard.values())
        return min(SELDOM, max(EVERY, (calling + 1) / A_SECOND))

    def tick(self, now: float) -> None:
        """The time is `now`, in seconds from anywhere."""
        if not self.lacking or now < self._due:
            return
        few = len(self._heard) <= FEW
        if not few and now < self._said + self.every(now):  # there are more than when it was put off
            self._due = self._said + self.every(now)
            return
        self._said = now
        self._number += 1
        self._out += [(network, self._call()) for network in self._networks]
        self._due = now + (FIRST[self._calls] if few and self._calls < len(FIRST) else self.every(now))
        self._calls += 1

    def take_datagrams(self) -> list[tuple[Hashable, bytes]]:
        """What is to be said to everybody, and over which network."""
        out, self._out = self._out, []
        return out

    def take_questions(self) -> list[tuple[Hashable, Address, bytes]]:
        """What is to be asked at addresses: nothing, that is for the links."""
        return []

    def take_called(self) -> list[Called]:
        """The seats that have called since the last time, and where they say that they are."""
        called, self._called = self._called, []
        return called

    def receive(self, datagram: bytes, host: str, network: Hashable, now: float, port: int = 0) -> None:
        """Takes a datagram in that came over a network. Whatever bytes may come, from anybody."""
        if len(datagram) != LENGTH or datagram[0] != SEEK:
            return
        self._heard.pop((host, port), None)
        self._heard[host, port] = now
        if len(self._heard) > MOST_HEARD:
            del self._heard[next(iter(self._heard))]
        if not self._checks.take(source_of(host), now):
            return
        number = int.from_bytes(datagram[1 : 1 + COUNTER], "big")
        at = int.from_bytes(datagram[1 + COUNTER : HEAD], "big")
        tag = datagram[HEAD + (self._seat - 1) * TAG :][:TAG]
        for seat in self.lacking:
            if number > self._highest.get(seat, -1) and at and tag == self._tag(seat, seat, number, at):
                self._highest[seat] = number
                self._called.append(Called(seat, (host, at)))

    def _call(self) -> bytes:
        number, port = self._number, self._port
        tags = [
            self._tag(seat, self._seat, number, port) if seat in self.lacking else self._random(TAG)
            for seat in range(1, MAX_SEATS + 1)
        ]
        return bytes([SEEK]) + number.to_bytes(COUNTER, "big") + port.to_bytes(PORT, "big") + b"".join(tags)

    def _tag(self, other: int, caller: int, number: int, port: int) -> bytes:
        """What one of the own seat and another one says to the other."""
        return KDF(self._pairs[other], "tether.seek", [self._match, caller, number, port])[:TAG]


OpenEars = Callable[[Seeker, str], Ears]
"""(seeker, own address): puts a seeker on the networks of an own address, where rooms are heard by the same sockets."""
