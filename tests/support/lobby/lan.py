"""Networks without sockets in simulated time, with broadcasts and with datagrams to single addresses."""

from __future__ import annotations

import heapq
import random
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from core.engine.codec import H
from lobby.discovery import reachability
from lobby.discovery.discovery import Discovery
from lobby.discovery.responder import Notice
from lobby.discovery.room_announcement import RoomAnnouncement
from net.crypto.primitives import Signer

TICK = 0.05
LAN = "lan"
PORT = 47801


@lru_cache(maxsize=4096)
def signer(name: object) -> Signer:
    """Return the key of a name."""
    return Signer(H("tether.room", [f"key of {name}"]))


def peak(times: Iterable[float]) -> int:
    """Return the maximum number of these times that fall within one second."""
    within, maximum = deque[float](), 0
    for at in sorted(times):
        within.append(at)
        while at - within[0] >= 1.0:
            within.popleft()
        maximum = max(maximum, len(within))
    return maximum


def announcement(number: int = 1, taken: int = 1, **changes: Any) -> RoomAnnouncement:
    """Return the announcement of the room with this number."""
    notice = Notice(number.to_bytes(32, "big"), "bridgefront", bytes(32), f"Host {number}", 6, taken, False, b"")
    return RoomAnnouncement(PORT, notice._replace(**changes), tuple(f"Player {number}-{i}" for i in range(taken)))


def peer(name: object = 0, now: float = 0.0, *networks: str, lists: bool = True, patience: float = 0.5) -> Discovery:
    """Return a peer with the key of this name."""
    chance = random.Random(str(name)).randbytes
    return Discovery(networks or (LAN,), patience, now, signer(name), round(1000 * now), lists, chance)


def seen(one: Discovery, now: float) -> list[int]:
    """Return the numbers of the rooms that a peer lists."""
    return [int.from_bytes(heard.announcement.notice.room, "big") for heard in one.rooms(now)]


class Broadcaster:
    """Networks that deliver broadcasts to all hosts, and queries to single hosts."""

    def __init__(self, peers: Mapping[str, Discovery], loss: float = 0.0, seed: int = 0) -> None:
        self.peers = dict(peers)
        self.loss = loss
        self.now = 0.0
        self.sent = self.bytes = self.asked = 0
        self.said: list[float] = []
        """Times at which a datagram was broadcast."""
        self.told: list[float] = []
        """Times at which a query or an answer was sent to one host."""
        self.contacts: dict[tuple[str, int], Callable[[bytes], bytes | None]] = {}
        """Addresses that answer queries in their own way, unlike honest peers."""
        self._dice = random.Random(seed)
        self._phase = {name: self._dice.uniform(0, TICK) for name in self.peers}

    def run(self, seconds: float) -> None:
        """Let time pass."""
        for name in self.peers:
            self._phase.setdefault(name, self._dice.uniform(0, TICK))
        events = [(self.now + self._phase[name], name) for name in self.peers]
        heapq.heapify(events)
        end = self.now + seconds
        while events and events[0][0] < end:
            at, name = heapq.heappop(events)
            if name not in self.peers:
                continue
            self.now = at
            self._step(name)
            heapq.heappush(events, (at + TICK, name))
        self.now = end

    def throw(self, host: str, datagram: bytes, network: str = LAN) -> None:
        """Broadcast a datagram from a host."""
        self._count(datagram)
        for other, item in self.peers.items():
            if other != host:
                item.receive(datagram, host, network, self.now)

    def _step(self, name: str) -> None:
        one = self.peers[name]
        one.tick(self.now)
        for network, datagram in one.take_datagrams():
            self._count(datagram)
            for other, there in self.peers.items():
                if other != name and self._dice.random() >= self.loss:
                    there.receive(datagram, name, network, self.now)
        for network, address, question in one.take_questions():
            self.asked += 1
            answer = self._answer(address, question)
            self.told += [self.now] * (1 if answer is None else 2)
            if answer is not None and self._dice.random() >= self.loss:
                assert len(answer) <= 3 * len(question)
                one.receive(answer, address[0], network, self.now, address[1])

    def _answer(self, address: tuple[str, int], question: bytes) -> bytes | None:
        random_bytes = question[1 : 1 + reachability.RANDOM]
        if address in self.contacts:
            return self.contacts[address](random_bytes)
        one = self.peers.get(address[0])
        if one is None or one._own is None or one._own.port != address[1]:
            return None
        own = one._own
        return reachability.make_answerer(one._signer, lambda: own.key)(random_bytes)

    def _count(self, datagram: bytes) -> None:
        self.sent += 1
        self.bytes += len(datagram) + 28 + 18  # IP, UDP and Ethernet
        self.said.append(self.now)
