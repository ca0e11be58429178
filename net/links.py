"""Encrypted links between peers on one socket, without clock or socket (PROTOCOL part 13).

    links = Links(signer, room, room_key(code, room), dials=[address, ...])
    links.tick(now)
    for address, datagram in links.take_datagrams(): ...
    heard = links.receive(datagram, address, now)  # (identity, data) or None
    links.send(identity, data, now)

A side that dials says hello till it gets a cookie, and shows it in its first message of the handshake; only then does
the other side keep anything, or reckon with any key. The link counts once both have shown that they know the room's
code: for the one that dialled with the first datagram under the new keys, for the other with the last message of the
handshake. All that strangers can make us keep or do is bounded, and no answer is longer than what it answers.

Both sides may dial at once. Then both handshakes come to their end, and both links receive; each side sends on the
newer one, or on that of the smaller identity as soon as the other side is heard there. What is idle falls away.
"""

from __future__ import annotations

import hmac
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

from core.kernel.codec import enc
from net.crypto import Signer
from net.link import DATA, INTRODUCTION, NUMBER, OVERHEAD, Address, Link, introduced, introduction
from net.noise import KEY, TAG, BadHandshake, HandshakeState, public_key

MAX_DATAGRAM = 1200
MAX_DATA = MAX_DATAGRAM - OVERHEAD
HELLO, COOKIE, FIRST, SECOND, THIRD = 16, 17, 18, 19, 20
RANDOM = 32
COOKIE_BYTES = 16
LENGTHS = {
    HELLO: 128,
    COOKIE: 1 + COOKIE_BYTES,
    FIRST: 1 + RANDOM + COOKIE_BYTES + KEY + INTRODUCTION + TAG,
    SECOND: 1 + KEY + KEY + TAG + INTRODUCTION + TAG,
    THIRD: 1 + KEY + TAG + INTRODUCTION + TAG,
}
"""The first message is padded with zero bytes in its payload to the length of its answer."""

SECRET_LIVES = 60.0
HALF_OPEN_LIVES = 5.0
AGAIN = 0.1
SELDOM = 2.0
TRIES = 5
"""So often a message of the handshake is said again before the dialling side begins anew."""

CROSSING = 10.0
"""Links that were made within so many seconds may be two halves of dialling each other."""
LOST = 2.0
"""Who talks over the older link for so long has never had the newer one."""
IDLE = 60.0
"""A replaced link over which nothing comes for so long is forgotten."""
SILENT = 15.0
"""A link that is silent for so long is dialled anew, and kept meanwhile."""
GONE = 120.0
KEEP_ALIVE = 5.0
"""After so many seconds without data something empty is sent."""


class Heard(NamedTuple):
    """Data of a peer."""

    identity: bytes
    data: bytes


class News(NamedTuple):
    """A peer is linked, or no more."""

    identity: bytes
    up: bool


@dataclass(slots=True)
class HalfOpen:
    """A handshake that somebody with a valid cookie has begun."""

    first: bytes
    answer: bytes
    noise: HandshakeState
    since: float


@dataclass(slots=True)
class Dial:
    """An address where a peer should be."""

    address: Address
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


class Links:
    """All links of one peer."""

    link: type[Link] = Link
    half_open = 64
    starts_a_second = 200
    most = 16
    """So many identities at most are linked."""
    cookies_taken = 4
    """Of those that come for one hello."""
    answers_tried = 32
    """Of those that come to one first message."""
    lengths: Mapping[int, int] = LENGTHS

    def __init__(
        self,
        signer: Signer,
        room: bytes,
        key: bytes,
        dials: Iterable[Address] = (),
        counters: Counter[str] | None = None,
        random: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.identity = signer.identity
        self.counters = Counter() if counters is None else counters
        self.kept: frozenset[bytes] = frozenset()
        """Identities that are never turned out for a new one, nor forgotten."""
        self.dials = {address: Dial(address) for address in dials}
        self.now = 0.0
        self._prologue = b"tether/1" + room
        self._key = key
        self._random = random
        self._static = random(KEY)
        self._introduction = introduction(signer, public_key(self._static))
        self._links: dict[bytes, list[Link]] = {}
        self._numbers: dict[bytes, Link] = {}
        self._half: dict[Address, HalfOpen] = {}
        self._secrets = (random(KEY), random(KEY))
        self._renewed = 0.0
        self._second = 0.0
        self._starts: Counter[bool] = Counter()
        self._out: list[tuple[Address, bytes]] = []
        self._news: list[News] = []
        self._noted: set[tuple[Address, str]] = set()
        self.notes: list[str] = []
        """What a person should hear of, once each."""

    # -- what the owner sees --

    @property
    def identities(self) -> list[bytes]:
        """Who is linked."""
        return list(self._links)

    def address_of(self, identity: bytes) -> Address | None:
        """Where a linked peer is now."""
        link = self._current(identity)
        return link.address if link is not None else None

    def silence(self, identity: bytes) -> float | None:
        """For how many seconds nothing has come from a peer, or None if it is not linked."""
        links = self._links.get(identity)
        return max(0.0, self.now - max(link.heard for link in links)) if links else None

    def take_datagrams(self) -> list[tuple[Address, bytes]]:
        """What is to be sent."""
        out, self._out = self._out, []
        return out

    def take_news(self) -> list[News]:
        """Who came and who went since the last call."""
        news, self._news = self._news, []
        return news

    def send(self, identity: bytes, data: bytes, now: float) -> bool:
        """Sends at most `MAX_DATA` bytes; False if the peer is not linked, and they are dropped."""
        link = self._current(identity)
        if link is None or link.worn or len(data) > MAX_DATA:
            self.counters["not linked"] += 1
            return False
        self._out.append((link.address, link.seal(data, now)))
        return True

    # -- bytes and time --

    def receive(self, datagram: bytes, address: Address, now: float) -> Heard | None:
        """Takes a datagram in. Any bytes may come, from anybody."""
        self.now = now
        kind = datagram[0] if datagram else 0
        if kind == DATA and OVERHEAD <= len(datagram) <= MAX_DATAGRAM:
            return self._on_data(datagram, address)
        if len(datagram) != self.lengths.get(kind):
            self.counters["no datagram of a link"] += 1
            return None
        try:
            if kind == HELLO:
                self._on_hello(datagram[1 : 1 + RANDOM], address)
            elif kind == COOKIE:
                self._on_cookie(datagram[1:], address)
            elif kind == FIRST:
                self._on_first(datagram, address)
            elif kind == SECOND:
                self._on_second(datagram, address)
            else:
                self._on_third(datagram, address)
        except BadHandshake:
            self.counters["bad handshakes"] += 1
        return None

    def tick(self, now: float) -> None:
        """The time is `now`; to be called every 20 ms or so."""
        self.now = now
        if now - self._renewed >= SECRET_LIVES:
            self._secrets, self._renewed = (self._random(KEY), self._secrets[0]), now
        for address in [a for a, half in self._half.items() if now - half.since >= HALF_OPEN_LIVES]:
            del self._half[address]
        self._tidy()
        for identity in self._links:
            link = self._current(identity)
            if link is not None and now - link.said >= KEEP_ALIVE:
                self.send(identity, b"", now)
            if link is not None and link.sent >= link.renew_at:
                self.dial(link.address)
        for dial in self.dials.values():
            if now >= dial.due and (dial.link is not None or not self._reached(dial)):
                self._redial(dial)

    # -- strangers --

    def _cookie(self, secret: bytes, address: Address, hello: bytes) -> bytes:
        said = enc([address, hello])
        return blake2b(said, digest_size=COOKIE_BYTES, key=secret, person=b"tether.cookie").digest()

    def _cookie_holds(self, address: Address, hello: bytes, cookie: bytes) -> bool:
        return any(hmac.compare_digest(self._cookie(secret, address, hello), cookie) for secret in self._secrets)

    def _on_hello(self, hello: bytes, address: Address) -> None:
        self._say(address, bytes([COOKIE]) + self._cookie(self._secrets[0], address, hello))

    def _on_first(self, datagram: bytes, address: Address) -> None:
        hello, rest = datagram[1 : 1 + RANDOM], datagram[1 + RANDOM :]
        cookie, message = rest[:COOKIE_BYTES], rest[COOKIE_BYTES:]
        if not self._cookie_holds(address, hello, cookie):
            self.counters["no cookie"] += 1
            return
        known = self._half.get(address)
        if known is not None and known.first == message:
            self._say(address, known.answer)
            return
        if not self._may_start(address):
            self.counters["too many handshakes"] += 1
            return
        noise = self._handshake(initiator=False)
        try:
            noise.read_message(message)
        except BadHandshake:
            self._note(address, "is in another room")
            raise
        answer = bytes([SECOND]) + noise.write_message(self._introduction)
        self._half.pop(address, None)
        self._make_room(address)
        self._half[address] = HalfOpen(message, answer, noise, self.now)
        self._say(address, answer)

    def _may_start(self, address: Address) -> bool:
        """At most 200 a second begin; half of them are for addresses that we dial ourselves."""
        if not self._second <= self.now < self._second + 1.0:
            self._second = self.now
            self._starts.clear()
        known = address in self.dials
        if self._starts[known] >= self.starts_a_second // 2:
            return False
        self._starts[known] += 1
        return True

    def _make_room(self, address: Address) -> None:
        """The oldest half-open handshake gives way, strangers' first."""
        if len(self._half) >= self.half_open:
            strangers = [other for other in self._half if other not in self.dials]
            del self._half[strangers[0] if strangers else next(iter(self._half))]

    def _on_third(self, datagram: bytes, address: Address) -> None:
        half = self._half.get(address)
        if half is None:
            self._confirm_again(address)
            return
        try:
            payload = half.noise.read_message(datagram[1:])
        except BadHandshake:
            self._note(address, "has another invite code")
            raise
        del self._half[address]
        identity = self._introduced(payload, half.noise.remote_static)
        link = self._made(self.link(identity, identity, address, half.noise, self.now))
        if self._up(link):
            self._say(link.address, link.seal(b"", self.now))

    def _confirm_again(self, address: Address) -> None:
        """The other side has not heard from us since it completed the handshake."""
        for links in self._links.values():
            for link in links:
                if link.address == address and link.dialler == link.identity and link.top < 0:
                    self._say(address, link.seal(b"", self.now))
                    return

    def _note(self, address: Address, words: str) -> None:
        """Says once of an address that we dial why nobody there can be linked."""
        if address in self.dials and (address, words) not in self._noted:
            self._noted.add((address, words))
            self.notes.append(f"{_named(address)} {words}")

    def _introduced(self, payload: bytes, static: bytes) -> bytes:
        identity = introduced(payload, static)
        if identity == self.identity:
            raise BadHandshake("this is ourselves")
        return identity

    # -- dialling --

    def _handshake(self, initiator: bool) -> HandshakeState:
        return HandshakeState("XXpsk3", initiator, self._prologue, self._static, [self._key], self._random(KEY))

    def dial(self, address: Address) -> None:
        """From now on a peer is looked for at this address too."""
        self.dials.setdefault(address, Dial(address))

    def _reached(self, dial: Dial) -> bool:
        link = self._current(dial.identity) if dial.identity else None
        if link is None:
            here = (self._current(identity) for identity in self._links)
            link = next((one for one in here if one is not None and one.home == dial.address), None)
        if link is None or self.now - link.heard >= SILENT or link.sent >= link.renew_at:
            return False
        dial.noise, dial.cookie, dial.tries, dial.wait = None, b"", 0, AGAIN
        dial.identity = link.identity
        return True

    def _redial(self, dial: Dial) -> None:
        """Says the last message again, or begins anew."""
        if dial.tries >= TRIES and (dial.cookie or dial.link):
            dial.noise, dial.cookie = None, b""
            given_up, dial.link = dial.link, None
            if given_up is not None:
                del self._numbers[given_up.number]
            if self._reached(dial):
                return
            if given_up is not None:
                self._note(dial.address, "does not answer: has it another invite code?")
        if dial.link is not None:
            self._say(dial.address, dial.third)
        elif dial.noise is not None and dial.cookie:
            self._say_first(dial)
        else:
            if dial.noise is None:
                dial.noise, dial.hello = self._handshake(initiator=True), self._random(RANDOM)
                dial.message, dial.tries = dial.noise.write_message(bytes(INTRODUCTION)), 0
            dial.cookies = 0
            self._say(dial.address, (bytes([HELLO]) + dial.hello).ljust(LENGTHS[HELLO], b"\x00"))
        dial.tries += 1
        dial.due = self.now + dial.wait
        dial.wait = min(2 * dial.wait, SELDOM)

    def _on_cookie(self, cookie: bytes, address: Address) -> None:
        dial = self.dials.get(address)
        if dial is None or dial.noise is None or dial.link is not None or dial.cookies >= self.cookies_taken:
            self.counters["unasked"] += 1
            return
        dial.cookies += 1
        if not dial.cookie:
            dial.tries, dial.wait = 0, AGAIN
        dial.cookie = cookie
        self._say_first(dial)
        dial.due = self.now + dial.wait

    def _say_first(self, dial: Dial) -> None:
        dial.answers = 0
        self._say(dial.address, bytes([FIRST]) + dial.hello + dial.cookie + dial.message)

    def _on_second(self, datagram: bytes, address: Address) -> None:
        dial = self.dials.get(address)
        if dial is None or dial.noise is None or dial.link is not None or dial.answers >= self.answers_tried:
            self.counters["unasked"] += 1
            return
        dial.answers += 1
        noise = dial.noise
        payload = noise.read_message(datagram[1:])
        dial.noise, dial.cookie = None, b""
        identity = self._introduced(payload, noise.remote_static)
        dial.third = bytes([THIRD]) + noise.write_message(self._introduction)
        dial.link = self._made(self.link(identity, self.identity, address, noise, self.now))
        dial.tries, dial.wait = 1, AGAIN
        dial.due = self.now + dial.wait
        self._say(address, dial.third)

    # -- links --

    def _on_data(self, datagram: bytes, address: Address) -> Heard | None:
        link = self._numbers.get(datagram[1 : 1 + NUMBER])
        data = link.open(datagram, address, self.now) if link is not None else None
        if link is None or data is None:
            self.counters["no datagram of a link" if link is None else "refused"] += 1
            return None
        if link.dialler == self.identity and not self._confirmed(link):
            return None
        return Heard(link.identity, data) if data else None

    def _made(self, link: Link) -> Link:
        """From now on the link receives."""
        if link.number in self._numbers:
            raise BadHandshake("two links of one number")
        self._numbers[link.number] = link
        return link

    def _confirmed(self, link: Link) -> bool:
        """Takes a link up with the first datagram that comes over it; False if there is no room for it."""
        for dial in self.dials.values():
            if dial.link is link:
                dial.link, dial.third, dial.identity = None, b"", link.identity
                dial.tries, dial.wait = 0, AGAIN
                return self._up(link)
        return True

    def _up(self, link: Link) -> bool:
        """The other side has shown that it knows the code; False if there is no room for it."""
        if link.identity not in self._links and not self._room():
            del self._numbers[link.number]
            return False
        link.since = self.now
        links = self._links.setdefault(link.identity, [])
        links.append(link)
        if len(links) == 1:
            self._news.append(News(link.identity, True))
        while len(links) > 2:
            del self._numbers[links.pop(0).number]
        return True

    def _room(self) -> bool:
        """Whether one more may be linked: strangers give way, those first of whom least was heard lately."""
        if len(self._links) < self.most:
            return True
        known = {dial.identity for dial in self.dials.values()} | self.kept
        strangers = [other for other in self._links if other not in known]
        if not strangers:
            self.counters["too many links"] += 1
            return False
        self._drop(min(strangers, key=lambda other: max(link.heard for link in self._links[other])))
        return True

    def _current(self, identity: bytes) -> Link | None:
        """The link to send on."""
        links = self._links.get(identity)
        if not links:
            return None
        older, newest = links[0], links[-1]
        if newest.heard <= newest.since and older.heard >= newest.since + LOST:
            return older
        crossed = older.dialler == min(identity, self.identity) != newest.dialler
        if crossed and newest.since - older.since < CROSSING and older.heard > newest.since:
            return older
        return newest

    def _tidy(self) -> None:
        """Forgets links over which nothing comes any more."""
        for identity, links in list(self._links.items()):
            current = self._current(identity)
            for link in [one for one in links if one is not current and self.now - one.heard >= IDLE]:
                links.remove(link)
                del self._numbers[link.number]
            if identity not in self.kept and self.now - max(link.heard for link in links) >= GONE:
                self._drop(identity)

    def _drop(self, identity: bytes) -> None:
        for link in self._links.pop(identity):
            del self._numbers[link.number]
        self._news.append(News(identity, False))

    def _say(self, address: Address, datagram: bytes) -> None:
        self._out.append((address, datagram))


def _named(address: Address) -> str:
    """An address as a person writes it."""
    return ":".join(map(str, address)) if isinstance(address, tuple) else f"the peer at {address}"
