"""Encrypted channels between peers as an object without clock or socket (PROTOCOL part 13).

links = Channels(signer, room, room_key(code, room), dials=[address, ...])
links.tick(now)
for address, datagram in links.take_datagrams(): ...
received = links.receive(datagram, address, now)  # (identity, data) or None
links.send(identity, data, now)

The dialling side sends hellos until it gets a cookie, and shows the cookie in its first handshake message. Only then
does the other side store anything or compute with any key. The channel counts after both sides have proved that they
know the room's code. For the dialling side the proof is the first datagram under the new keys. For the other side it is
the last message of the handshake. There are limits to everything that strangers can make this peer store or do. No
answer is longer than the datagram that it answers.

An address is used only after it has answered. Nothing longer than a hello is sent to an address named by someone else
(`net.channels.address_book`). If a peer's datagrams come from a new address, the peer is first asked at that address,
inside its channel. Before it answers, nothing else is sent there.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import NamedTuple

from net.channels.address_book import AGAIN, DialTable, PeerDial
from net.channels.channel import (
    ADDRESS_QUERY,
    ADDRESS_REPLY,
    COOKIE,
    COOKIE_BYTES,
    DATA,
    ECHO_BYTES,
    FIRST,
    HANDSHAKE_LENGTHS,
    HELLO,
    INTRODUCTION_BYTES,
    MAX_DATA,
    MAX_DATAGRAM,
    NUMBER,
    OVERHEAD_BYTES,
    QUESTION,
    RANDOM,
    SECOND,
    THIRD,
    Address,
    Channel,
    display_address,
    hello_of,
    make_introduction,
    read_introduction,
)
from net.channels.channel_table import ChannelTable, ConnectionChange
from net.channels.handshake_limits import MAX_LAST_MESSAGES, Cookies, HalfOpenHandshake, HalfOpenTable, HandshakeLimiter
from net.crypto.noise import KEY, BadHandshake, HandshakeState, public_key
from net.crypto.primitives import Signer

TRIES = 5
"""Maximum number of times that the dialling side repeats a handshake message before it starts over."""
SILENT = 15.0
"""Seconds of silence after which a channel is dialled again; meanwhile the old one is kept."""
KEEP_ALIVE = 5.0
"""Seconds without sent data after which an empty datagram is sent."""
REACHED_CHECK_INTERVAL = 0.5
"""Seconds between two checks that a peer can still be reached at an address."""


class ReceivedData(NamedTuple):
    """Data received from a peer."""

    identity: bytes
    data: bytes


class Channels:
    """All channels of this peer, on one socket."""

    link: type[Channel] = Channel
    cookies: type[Cookies] = Cookies
    half_opens: type[HalfOpenTable] = HalfOpenTable
    starts_a_second = 200
    most = 16
    """Maximum number of connected peers."""
    cookies_taken = 4
    """Maximum number of cookies that are accepted for one hello."""
    answers_tried = 32
    """Maximum number of answers that are tried for one first message."""
    thirds_tried = MAX_LAST_MESSAGES
    lengths: Mapping[int, int] = HANDSHAKE_LENGTHS

    def __init__(
        self,
        signer: Signer,
        room: bytes,
        key: bytes,
        dials: Iterable[Address] = (),
        counters: Counter[str] | None = None,
        random: Callable[[int], bytes] = os.urandom,
    ) -> None:
        """Set up the channels of one peer in a room.

        `dials` are this peer's own addresses to dial: those that the player typed, or those of the seats of a match.
        """
        self.identity = signer.identity
        self.counters = Counter() if counters is None else counters
        self.kept: frozenset[bytes] = frozenset()
        """Identities that are never forgotten, and that never give way to a new one."""
        self.dials = DialTable(dials)
        self.now = 0.0
        self._prologue = b"tether/1" + room
        self._key = key
        self._random = random
        self._static = random(KEY)
        self._introduction = make_introduction(signer, public_key(self._static))
        self._linked = ChannelTable(self.identity, self.most)
        self._half = self.half_opens()
        self._cookies = self.cookies(random)
        self._starts = HandshakeLimiter(self.starts_a_second)
        self._out: list[tuple[Address, bytes]] = []
        self._noted: set[tuple[Address, str]] = set()
        self.notes: list[str] = []
        """Messages for the user, each listed once."""

    # -- owner's view --

    @property
    def identities(self) -> list[bytes]:
        """Identities of the connected peers."""
        return list(self._linked.of)

    def address_of(self, identity: bytes) -> Address | None:
        """Return the current address of a connected peer, which the peer has verified by an answer.

        Return None if the peer is not connected.
        """
        link = self._linked.current(identity)
        return link.address if link is not None else None

    def silence(self, identity: bytes) -> float | None:
        """Return the seconds since a peer's last datagram, or None if it is not connected."""
        links = self._linked.of.get(identity)
        return max(0.0, self.now - max(link.heard for link in links)) if links else None

    def take_datagrams(self) -> list[tuple[Address, bytes]]:
        """Return and clear the datagrams to send."""
        out, self._out = self._out, []
        return out

    def take_news(self) -> list[ConnectionChange]:
        """Return and clear the changes of connected peers since the last call."""
        news, self._linked.news = self._linked.news, []
        return news

    def send(self, identity: bytes, data: bytes, now: float) -> bool:
        """Send at most `MAX_DATA` bytes to a peer; return False if it is not connected or there are more.

        A peer that sends on both of its channels runs two programs with one key. Then both receive the data.
        """
        links = [link for link in self._linked.in_use(identity, now) if not link.worn]
        if not links or len(data) > MAX_DATA:
            self.counters["not linked"] += 1
            return False
        self._out += [(link.address, link.seal(data, now)) for link in links]
        return True

    # -- datagrams and time --

    def receive(self, datagram: bytes, address: Address, now: float) -> ReceivedData | None:
        """Process a datagram, which may contain any bytes from any sender.

        Return the data if it is from a connected peer, else None.
        """
        self.now = now
        kind = datagram[0] if datagram else 0
        if kind == DATA and OVERHEAD_BYTES <= len(datagram) <= MAX_DATAGRAM:
            return self._on_data(datagram, address)
        if len(datagram) != self.lengths.get(kind):
            self.counters["no datagram of a link"] += 1
            return None
        try:
            if kind == HELLO:
                self._on_hello(datagram[1 : 1 + RANDOM], address)
            elif kind == COOKIE:
                self._on_cookie(datagram[1 : 1 + ECHO_BYTES], datagram[1 + ECHO_BYTES :], address)
            elif kind == FIRST:
                self._on_first(datagram, address)
            elif kind == SECOND:
                self._on_second(datagram, address)
            elif kind == THIRD:
                self._on_third(datagram, address)
            else:
                self._on_data(datagram, address)
        except BadHandshake:
            self.counters["bad handshakes"] += 1
        return None

    def tick(self, now: float) -> None:
        """Advance the time to `now`; call this about every 20 ms."""
        self.now = now
        self._cookies.renew(now)
        self._half.forget(now)
        self._linked.tidy(self.kept, now)
        for identity in self.identities:
            link = self._linked.current(identity)
            if link is not None and now - link.said >= KEEP_ALIVE:
                self.send(identity, b"", now)
            if link is not None and link.sent >= link.renew_at:
                self.dials.setdefault(link.address, PeerDial(link.address, False, since=now, identity=identity))
        for dial in self.dials.forget(now, self.kept):
            if dial.link is not None:
                self._linked.given_up(dial.link)
        for dial in list(self.dials.values()):
            if now >= dial.due and (dial.link is not None or not self._reached(dial)):
                self._repeat_dial(dial)

    # -- strangers --

    def _on_hello(self, hello: bytes, address: Address) -> None:
        self._say(address, bytes([COOKIE]) + hello[:ECHO_BYTES] + self._cookies.of(address, hello))

    def _on_first(self, datagram: bytes, address: Address) -> None:
        hello, rest = datagram[1 : 1 + RANDOM], datagram[1 + RANDOM :]
        cookie, message = rest[:COOKIE_BYTES], rest[COOKIE_BYTES:]
        if not self._cookies.holds(address, hello, cookie):
            self.counters["no cookie"] += 1
            return
        known = self._half.get(address)
        if known is not None and known.first == message:
            self._say(address, known.answer)
            return
        if not self._starts.may(address, self.dials.known(address), self.now):
            self.counters["too many handshakes"] += 1
            return
        noise = self._new_handshake(initiator=False)
        try:
            noise.read_message(message)
        except BadHandshake:
            self._note(address, "is in another room")
            raise
        answer = bytes([SECOND]) + noise.write_message(self._introduction)
        self._half.put(address, HalfOpenHandshake(message, answer, noise, self.now), self.dials.known)
        self._say(address, answer)

    def _on_third(self, datagram: bytes, address: Address) -> None:
        half = self._half.get(address)
        if half is None:
            self._confirm_again(address)
            return
        half.thirds += 1
        if half.thirds > self.thirds_tried:
            self.counters["too many handshakes"] += 1
            return
        try:
            payload = half.noise.read_message(datagram[1:])
        except BadHandshake:
            self._note(address, "has another invite code")
            raise
        del self._half[address]
        identity = self._introduced(payload, half.noise.remote_static)
        link = self._linked.made(self.link(identity, identity, address, half.noise, self.now))
        if self._up(link):
            self._say(link.address, link.seal(b"", self.now))

    def _confirm_again(self, address: Address) -> None:
        """Send the last confirmation again to a peer that has sent nothing since the handshake."""
        for links in self._linked.of.values():
            for link in links:
                if link.address == address and link.dialler == link.identity and link.top < 0:
                    return self._say(address, link.seal(b"", self.now))
        return None

    def _note(self, address: Address, words: str) -> None:
        """Note the reason why a peer at one of our own addresses cannot be connected, each reason once."""
        dial = self.dials.get(address)
        if dial is not None and dial.own and (address, words) not in self._noted:
            self._noted.add((address, words))
            self.notes.append(f"{display_address(address)} {words}")

    def _introduced(self, payload: bytes, static: bytes) -> bytes:
        identity = read_introduction(payload, static)
        if identity == self.identity:
            raise BadHandshake("this is ourselves")
        return identity

    # -- dialling --

    def _new_handshake(self, initiator: bool) -> HandshakeState:
        return HandshakeState("XXpsk3", initiator, self._prologue, self._static, [self._key], self._random(KEY))

    def dial(self, address: Address, source: Hashable = None) -> bool:
        """Add an address that a source names; return True if the address is tried.

        Each `source` may fill only a share of the addresses. Without a source, the address's host counts as the source.
        """
        tried = self.dials.tell(address, source, self.now)
        self.counters["addresses not tried"] += not tried
        return tried

    def _reached(self, dial: PeerDial) -> bool:
        link = self._linked.current(dial.identity) if dial.identity else None
        if link is None:
            here = (self._linked.current(identity) for identity in self._linked.of)
            link = next((one for one in here if one is not None and one.home == dial.address), None)
        dial.reached = link is not None and self.now - link.heard < SILENT and link.sent < link.renew_at
        if link is None or not dial.reached:
            return False
        dial.noise, dial.cookie, dial.tries, dial.wait = None, b"", 0, AGAIN
        dial.identity, dial.since, dial.due = link.identity, self.now, self.now + REACHED_CHECK_INTERVAL
        return True

    def _repeat_dial(self, dial: PeerDial) -> None:
        """Repeat the last handshake message, or start over."""
        if dial.tries >= TRIES and (dial.cookie or dial.link):
            dial.noise, dial.cookie = None, b""
            given_up, dial.link = dial.link, None
            if given_up is not None:
                self._linked.given_up(given_up)
            if self._reached(dial):
                return
            if given_up is not None:
                self._note(dial.address, "does not answer; it may use another invite code")
        if dial.link is not None:
            self._say(dial.address, dial.third)
        elif dial.noise is not None and dial.cookie:
            self._say_first(dial)
        else:
            if dial.noise is None:
                dial.noise, dial.hello = self._new_handshake(initiator=True), self._random(RANDOM)
                dial.message, dial.tries = dial.noise.write_message(bytes(INTRODUCTION_BYTES)), 0
            dial.cookies = 0
            self._say(dial.address, hello_of(dial.hello))
        dial.tries += 1
        dial.due = self.now + dial.next_wait()

    def _on_cookie(self, echo: bytes, cookie: bytes, address: Address) -> None:
        dial = self.dials.get(address)
        asked = dial is not None and dial.noise is not None and dial.link is None and echo == dial.hello[:ECHO_BYTES]
        if dial is None or not asked or dial.cookies >= self.cookies_taken:
            self.counters["unasked"] += 1
            return
        dial.cookies += 1
        if not dial.cookie:
            dial.tries, dial.wait = 0, AGAIN
        dial.cookie = cookie
        self._say_first(dial)
        dial.due = self.now + dial.wait

    def _say_first(self, dial: PeerDial) -> None:
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
        dial.link = self._linked.made(self.link(identity, self.identity, address, noise, self.now))
        dial.tries, dial.wait = 1, AGAIN
        dial.due = self.now + dial.wait
        self._say(address, dial.third)

    # -- links --

    def _on_data(self, datagram: bytes, address: Address) -> ReceivedData | None:
        link = self._linked.numbers.get(datagram[1 : 1 + NUMBER])
        if link is None:
            self.counters["no datagram of a link"] += 1
            return None
        top, data = link.top, link.open(datagram, self.now)
        if data is None:
            self.counters["refused"] += 1
            return None
        if link.dialler == self.identity and not self._confirm_by_datagram(link):
            return None
        if datagram[0] == DATA:
            if address != link.address and link.top > top:  # a late one says nothing about the current address
                self._ask_there(link, address)
            return ReceivedData(link.identity, data) if data else None
        if datagram[0] == ADDRESS_QUERY and not link.worn:
            self._say(address, link.seal(data, self.now, ADDRESS_REPLY))
        elif datagram[0] == ADDRESS_REPLY and not link.answered(address, data, self.now):
            self.counters["unasked"] += 1
        return None

    def _ask_there(self, link: Channel, address: Address) -> None:
        """Ask the peer if it is at the address from which its datagrams now come."""
        if (question := link.ask(address, self._random(QUESTION), self.now)) is not None:
            self._say(address, question)

    def _confirm_by_datagram(self, link: Channel) -> bool:
        """Confirm a channel with its first datagram; return False if there is no room for it."""
        for dial in self.dials.values():
            if dial.link is link:
                dial.link, dial.third, dial.identity = None, b"", link.identity
                dial.tries, dial.wait = 0, AGAIN
                return self._up(link)
        return True

    def _up(self, link: Channel) -> bool:
        """Confirm a channel whose other side knows the code; return False if there is no room for it."""
        own = {dial.identity for dial in self.dials.values() if dial.own}
        return self._linked.up(link, own | self.kept, self.now)

    def _say(self, address: Address, datagram: bytes) -> None:
        self._out.append((address, datagram))
