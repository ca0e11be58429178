"""Links between addresses, connected by a cable that tests can cut, delay and record."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from core.engine.codec import H
from net.channels.channel import (
    COOKIE,
    DATA,
    ECHO_BYTES,
    FIRST,
    HANDSHAKE_LENGTHS,
    HELLO,
    RANDOM,
    SECOND,
    THIRD,
    make_hello,
)
from net.channels.channels import Channels, ReceivedData
from net.crypto import noise, primitives
from net.crypto.primitives import Signer
from net.replication.entry_log import MemoryEntryLog
from net.seat.driver import Driver
from tests.support.net.tables import player_of, seat_at

ROOM = H("tether.room", ["test"])
Flying = tuple[Any, Any, bytes]


def signer(name: Any) -> Signer:
    return Signer(H("tether.room", [f"identity of {name}"]))


def links_of(
    name: Any,
    dials: tuple[Any, ...] = (),
    kind: type[Channels] = Channels,
    key: bytes = bytes(32),
    room: bytes = ROOM,
    seed: str = "",
) -> Channels:
    """Return links whose keys follow from a name; another `seed` stands for a restart of the same player."""
    return kind(signer(name), room, key, dials, random=random.Random(f"{name} {seed}").randbytes)


class Cable:
    """A cable that delivers datagrams at once and in order, unless `holds` delays them."""

    def __init__(self, **ends: Channels) -> None:
        self.ends: dict[Any, Channels] = dict(ends)
        self.now = 0.0
        self.heard: dict[Any, list[ReceivedData]] = {address: [] for address in ends}
        self.log: list[Flying] = []
        self.holds: Callable[[Flying], bool] = lambda flying: False

    def collect(self) -> list[Flying]:
        """Return the datagrams that all ends send now."""
        return [(source, *sent) for source, links in self.ends.items() for sent in links.take_datagrams()]

    def throw(self, source: Any, target: Any, datagram: bytes) -> list[bytes]:
        """Send a datagram; return the answers to `source` without delivering them."""
        heard = self.ends[target].receive(datagram, source, self.now)
        if heard is not None:
            self.heard[target].append(heard)
        return [sent for address, sent in self.ends[target].take_datagrams() if address == source]

    def settle(self) -> None:
        """Pass datagrams until none is in flight."""
        flying = self.collect()
        while flying:
            source, target, datagram = flying.pop(0)
            self.log.append((source, target, datagram))
            if target in self.ends and not self.holds((source, target, datagram)):
                heard = self.ends[target].receive(datagram, source, self.now)
                if heard is not None:
                    self.heard[target].append(heard)
            flying += self.collect()

    def run(self, seconds: float) -> None:
        """Let time pass."""
        end = self.now + seconds
        while self.now < end:
            for links in self.ends.values():
                links.tick(self.now)
            self.settle()
            self.now += 0.02

    def says(self, source: Any, target: Any, data: bytes) -> bool:
        """Return True if data that one end sends arrives at the other."""
        before = len(self.heard[target])
        self.ends[source].send(self.ends[target].identity, data, self.now)
        self.settle()
        return self.heard[target][before:] == [ReceivedData(self.ends[source].identity, data)]

    def linked(self, a: Any, b: Any) -> bool:
        """Return True if data arrives both ways."""
        return self.says(a, b, b"ping") and self.says(b, a, b"pong")


def pair(kind: type[Channels] = Channels, both: bool = False, **of_b: Any) -> Cable:
    """Return a cable one second after its end a has dialled b; with `both`, b has dialled a as well."""
    cable = Cable(a=links_of("a", ("b",), kind), b=links_of("b", ("a",) if both else (), kind, **of_b))
    cable.run(1.0)
    return cable


def hello(number: int = 0) -> bytes:
    """Return the hello of the stranger with this number."""
    return make_hello(H("tether.room", [f"hello {number}"]))


def first(said: bytes, cookie: bytes, message: bytes) -> bytes:
    """Return the first message of a handshake, given its hello and the cookie in answer to it."""
    return bytes([FIRST]) + said[1 : 1 + RANDOM] + cookie[1 + ECHO_BYTES :] + message


def cookie_for(said: bytes, made: bytes = bytes(16)) -> bytes:
    """Return a cookie for a hello, as sent by a peer that has received the hello."""
    return bytes([COOKIE]) + said[1 : 1 + ECHO_BYTES] + made


def strangers_bytes(number: int) -> bytes:
    """Return a datagram of a random kind with the right length and invalid content."""
    chance = random.Random(number)
    kind = chance.choice([HELLO, COOKIE, FIRST, SECOND, THIRD, DATA, chance.randrange(256)])
    return bytes([kind]) + chance.randbytes(HANDSHAKE_LENGTHS.get(kind, chance.randrange(1, 1400)) - 1)


def begin(cable: Cable, stranger: Any, target: Any, message: bytes, number: int = 0) -> list[bytes]:
    """Begin a handshake of a stranger with an address; return the answers to its first message."""
    said = hello(number)
    (cookie,) = cable.throw(stranger, target, said)
    return cable.throw(stranger, target, first(said, cookie, message))


def first_message(links: Channels) -> bytes:
    """Return the first message of a handshake, as Noise makes it."""
    return links._new_handshake(initiator=True).write_message(bytes(101))


@contextmanager
def counted() -> Iterator[list[str]]:
    """Yield the list of public-key operations that happen inside the context."""
    done: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        for module, name in (
            (noise, "dh"),
            (noise, "public_key"),
            (primitives, "signature_holds"),
            (primitives, "valid_point"),
        ):
            patch.setattr(module, name, _noting(done, name, getattr(module, name)))
        yield done


def _noting(done: list[str], name: str, real: Callable[..., Any]) -> Callable[..., Any]:
    def noting(*args: Any) -> Any:
        done.append(name)
        return real(*args)

    return noting


# -- tables --


def linked_seat(
    game: Any,
    seats: int,
    seat: int,
    kind: type[Channels] = Channels,
    key: bytes = bytes(32),
    start: int = 0,
    **options: Any,
) -> tuple[Driver, Channels]:
    """Return one seat of a seeded match with its links; the address of a seat is its number."""
    at = seat_at(game, seats, seat, **options)
    driver = Driver(at, MemoryEntryLog(), (), player_of(game, seat), linked=True)
    others = [other for other in range(1, seats + 1) if other != seat]
    chance = random.Random(f"{seat} {start}").randbytes
    return driver, kind(Signer(at.seeds.identity), at.room, key, others, driver.counters, chance)


def linked_table(
    game: Any, seats: int, kind: type[Channels] = Channels, **options: Any
) -> tuple[dict[Any, Driver], dict[Any, Channels]]:
    """Return all seats of a seeded match with their links."""
    both = {seat: linked_seat(game, seats, seat, kind, **options) for seat in range(1, seats + 1)}
    return {seat: driver for seat, (driver, _) in both.items()}, {seat: links for seat, (_, links) in both.items()}
