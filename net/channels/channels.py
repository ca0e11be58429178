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
    make_hello,
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

    channel_class: type[Channel] = Channel
    cookies_class: type[Cookies] = Cookies
    half_open_class: type[HalfOpenTable] = HalfOpenTable
    max_handshakes_per_second = 200
    max_peers = 16
    """Maximum number of connected peers."""
    max_cookies = 4
    """Maximum number of cookies that are accepted for one hello."""
    max_answers = 32
    """Maximum number of answers that are tried for one first message."""
    max_last_messages = MAX_LAST_MESSAGES
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
        self._channels = ChannelTable(self.identity, self.max_peers)
        self._half_open = self.half_open_class()
        self._cookies = self.cookies_class(random)
        self._limiter = HandshakeLimiter(self.max_handshakes_per_second)
        self._out: list[tuple[Address, bytes]] = []
        self._reported: set[tuple[Address, str]] = set()
        self.notes: list[str] = []
        """Messages for the user, each listed once."""

    # -- owner's view --

    @property
    def identities(self) -> list[bytes]:
        """Identities of the connected peers."""
        return list(self._channels.by_identity)

    def address_of(self, identity: bytes) -> Address | None:
        """Return the current address of a connected peer, which the peer has verified by an answer.

        Return None if the peer is not connected.
        """
        link = self._channels.current_channel(identity)
        return link.address if link is not None else None

    def silence(self, identity: bytes) -> float | None:
        """Return the seconds since a peer's last datagram, or None if it is not connected."""
        links = self._channels.by_identity.get(identity)
        return max(0.0, self.now - max(link.received_at for link in links)) if links else None

    def take_datagrams(self) -> list[tuple[Address, bytes]]:
        """Return and clear the datagrams to send."""
        out, self._out = self._out, []
        return out

    def take_connection_changes(self) -> list[ConnectionChange]:
        """Return and clear the changes of connections since the last call."""
        news, self._channels.changes = self._channels.changes, []
        return news

    def send(self, identity: bytes, data: bytes, now: float) -> bool:
        """Send at most `MAX_DATA` bytes to a peer; return False if it is not connected or there are more.

        A peer that sends on both of its channels runs two programs with one key. Then both receive the data.
        """
        links = [link for link in self._channels.sending_channels(identity, now) if not link.is_used_up]
        if not links or len(data) > MAX_DATA:
            self.counters["not linked"] += 1
            return False
        self._out += [(link.address, link.seal(data, now)) for link in links]
        return True

    # -- datagrams and time --

    def receive(self, datagram: bytes, address: Address, now: float) -> ReceivedData | None:
        """Process a datagram; its bytes and its sender may be anything.

        Return the data in it if it is from a connected peer, otherwise None.
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
        self._half_open.drop_expired(now)
        self._channels.drop_idle(self.kept, now)
        for identity in self.identities:
            link = self._channels.current_channel(identity)
            if link is not None and now - link.sent_at >= KEEP_ALIVE:
                self.send(identity, b"", now)
            if link is not None and link.sent_count >= link.renew_after:
                self.dials.setdefault(link.address, PeerDial(link.address, False, since=now, identity=identity))
        for dial in self.dials.drop_silent(now, self.kept):
            if dial.channel is not None:
                self._channels.discard(dial.channel)
        for dial in list(self.dials.values()):
            if now >= dial.due and (dial.channel is not None or not self._is_reached(dial)):
                self._repeat_dial(dial)

    # -- strangers --

    def _on_hello(self, hello: bytes, address: Address) -> None:
        self._send_datagram(address, bytes([COOKIE]) + hello[:ECHO_BYTES] + self._cookies.make_cookie(address, hello))

    def _on_first(self, datagram: bytes, address: Address) -> None:
        hello, rest = datagram[1 : 1 + RANDOM], datagram[1 + RANDOM :]
        cookie, message = rest[:COOKIE_BYTES], rest[COOKIE_BYTES:]
        if not self._cookies.is_valid(address, hello, cookie):
            self.counters["no cookie"] += 1
            return
        known = self._half_open.get(address)
        if known is not None and known.first == message:
            self._send_datagram(address, known.answer)
            return
        if not self._limiter.allows(address, self.dials.is_known(address), self.now):
            self.counters["too many handshakes"] += 1
            return
        noise = self._new_handshake(initiator=False)
        try:
            noise.read_message(message)
        except BadHandshake:
            self._note(address, "is in another room")
            raise
        answer = bytes([SECOND]) + noise.write_message(self._introduction)
        self._half_open.add(address, HalfOpenHandshake(message, answer, noise, self.now), self.dials.is_known)
        self._send_datagram(address, answer)

    def _on_third(self, datagram: bytes, address: Address) -> None:
        half = self._half_open.get(address)
        if half is None:
            self._confirm_again(address)
            return
        half.thirds += 1
        if half.thirds > self.max_last_messages:
            self.counters["too many handshakes"] += 1
            return
        try:
            payload = half.noise.read_message(datagram[1:])
        except BadHandshake:
            self._note(address, "has another invite code")
            raise
        del self._half_open[address]
        identity = self._read_identity(payload, half.noise.remote_static)
        link = self._channels.register(self.channel_class(identity, identity, address, half.noise, self.now))
        if self._confirm(link):
            self._send_datagram(link.address, link.seal(b"", self.now))

    def _confirm_again(self, address: Address) -> None:
        """Repeat the last confirmation to a peer that has sent nothing since the handshake."""
        for links in self._channels.by_identity.values():
            for link in links:
                if link.address == address and link.dialler == link.identity and link.highest_number < 0:
                    return self._send_datagram(address, link.seal(b"", self.now))
        return None

    def _note(self, address: Address, words: str) -> None:
        """Add a message on why a peer at one of our own addresses cannot be connected, once for each reason."""
        dial = self.dials.get(address)
        if dial is not None and dial.own and (address, words) not in self._reported:
            self._reported.add((address, words))
            self.notes.append(f"{display_address(address)} {words}")

    def _read_identity(self, payload: bytes, static: bytes) -> bytes:
        identity = read_introduction(payload, static)
        if identity == self.identity:
            raise BadHandshake("this is ourselves")
        return identity

    # -- dialling --

    def _new_handshake(self, initiator: bool) -> HandshakeState:
        return HandshakeState("XXpsk3", initiator, self._prologue, self._static, [self._key], self._random(KEY))

    def dial(self, address: Address, source: Hashable = None) -> bool:
        """Add an address that a source has named; return True if it is now tried.

        Each `source` may fill only a share of the table. Without a source, the host of the address counts as the
        source.
        """
        tried = self.dials.add_named(address, source, self.now)
        self.counters["addresses not tried"] += not tried
        return tried

    def _is_reached(self, dial: PeerDial) -> bool:
        link = self._channels.current_channel(dial.identity) if dial.identity else None
        if link is None:
            here = (self._channels.current_channel(identity) for identity in self._channels.by_identity)
            link = next((one for one in here if one is not None and one.handshake_address == dial.address), None)
        dial.reached = link is not None and self.now - link.received_at < SILENT and link.sent_count < link.renew_after
        if link is None or not dial.reached:
            return False
        dial.noise, dial.cookie, dial.tries, dial.wait = None, b"", 0, AGAIN
        dial.identity, dial.since, dial.due = link.identity, self.now, self.now + REACHED_CHECK_INTERVAL
        return True

    def _repeat_dial(self, dial: PeerDial) -> None:
        """Repeat the last handshake message, or start the handshake over."""
        if dial.tries >= TRIES and (dial.cookie or dial.channel):
            dial.noise, dial.cookie = None, b""
            given_up, dial.channel = dial.channel, None
            if given_up is not None:
                self._channels.discard(given_up)
            if self._is_reached(dial):
                return
            if given_up is not None:
                self._note(dial.address, "does not answer; it may use another invite code")
        if dial.channel is not None:
            self._send_datagram(dial.address, dial.third)
        elif dial.noise is not None and dial.cookie:
            self._send_first(dial)
        else:
            if dial.noise is None:
                dial.noise, dial.hello = self._new_handshake(initiator=True), self._random(RANDOM)
                dial.message, dial.tries = dial.noise.write_message(bytes(INTRODUCTION_BYTES)), 0
            dial.cookies = 0
            self._send_datagram(dial.address, make_hello(dial.hello))
        dial.tries += 1
        dial.due = self.now + dial.next_wait()

    def _on_cookie(self, echo: bytes, cookie: bytes, address: Address) -> None:
        dial = self.dials.get(address)
        asked = dial is not None and dial.noise is not None and dial.channel is None and echo == dial.hello[:ECHO_BYTES]
        if dial is None or not asked or dial.cookies >= self.max_cookies:
            self.counters["unasked"] += 1
            return
        dial.cookies += 1
        if not dial.cookie:
            dial.tries, dial.wait = 0, AGAIN
        dial.cookie = cookie
        self._send_first(dial)
        dial.due = self.now + dial.wait

    def _send_first(self, dial: PeerDial) -> None:
        dial.answers = 0
        self._send_datagram(dial.address, bytes([FIRST]) + dial.hello + dial.cookie + dial.message)

    def _on_second(self, datagram: bytes, address: Address) -> None:
        dial = self.dials.get(address)
        if dial is None or dial.noise is None or dial.channel is not None or dial.answers >= self.max_answers:
            self.counters["unasked"] += 1
            return
        dial.answers += 1
        noise = dial.noise
        payload = noise.read_message(datagram[1:])
        dial.noise, dial.cookie = None, b""
        identity = self._read_identity(payload, noise.remote_static)
        dial.third = bytes([THIRD]) + noise.write_message(self._introduction)
        dial.channel = self._channels.register(self.channel_class(identity, self.identity, address, noise, self.now))
        dial.tries, dial.wait = 1, AGAIN
        dial.due = self.now + dial.wait
        self._send_datagram(address, dial.third)

    # -- links --

    def _on_data(self, datagram: bytes, address: Address) -> ReceivedData | None:
        link = self._channels.by_number.get(datagram[1 : 1 + NUMBER])
        if link is None:
            self.counters["no datagram of a link"] += 1
            return None
        top, data = link.highest_number, link.open(datagram, self.now)
        if data is None:
            self.counters["refused"] += 1
            return None
        if link.dialler == self.identity and not self._confirm_by_datagram(link):
            return None
        if datagram[0] == DATA:
            if (
                address != link.address and link.highest_number > top
            ):  # a late one says nothing about the current address
                self._probe_address(link, address)
            return ReceivedData(link.identity, data) if data else None
        if datagram[0] == ADDRESS_QUERY and not link.is_used_up:
            self._send_datagram(address, link.seal(data, self.now, ADDRESS_REPLY))
        elif datagram[0] == ADDRESS_REPLY and not link.accept_answer(address, data, self.now):
            self.counters["unasked"] += 1
        return None

    def _probe_address(self, link: Channel, address: Address) -> None:
        """Ask the peer, at the address from which its datagrams now come, if it is there."""
        if (question := link.make_question(address, self._random(QUESTION), self.now)) is not None:
            self._send_datagram(address, question)

    def _confirm_by_datagram(self, link: Channel) -> bool:
        """Confirm a channel on its first datagram; return False if there is no room for one more peer."""
        for dial in self.dials.values():
            if dial.channel is link:
                dial.channel, dial.third, dial.identity = None, b"", link.identity
                dial.tries, dial.wait = 0, AGAIN
                return self._confirm(link)
        return True

    def _confirm(self, link: Channel) -> bool:
        """Confirm a channel whose other side knows the code; return False if there is no room for one more peer."""
        own = {dial.identity for dial in self.dials.values() if dial.own}
        return self._channels.confirm(link, own | self.kept, self.now)

    def _send_datagram(self, address: Address, datagram: bytes) -> None:
        self._out.append((address, datagram))
