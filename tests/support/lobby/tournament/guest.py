"""A guest of a tournament that can link, ask for admission, sign and send any data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from core.engine.codec import H, Plain, enc
from lobby.tournament.model.entries import Enrol, Kind, derive_nonces, feed_id
from lobby.tournament.model.opening import Opening
from lobby.tournament.protocol.node import Node
from net.crypto import primitives
from net.crypto.primitives import Signer
from net.replication.entries import Entry, Place, make
from tests.support.lobby.tournament.hall import data_of

HEADS, SUM, ENTRY, WANT, ASK, CHUNK, PULSE, HAVE, KNOCK = range(1, 10)
JUNK = 99
"""A kind of entry that no tournament knows."""
LIST = 1171


class Guest:
    """A guest with its key, its feed and its messages."""

    def __init__(self, terms: Opening, number: int) -> None:
        self.terms = terms
        self.seed = H("tether.test", ["guest", number])
        self.signer = Signer(self.seed)
        self.identity = self.signer.identity
        self.match = feed_id(terms.id, self.identity)
        self.feed: list[Entry] = []

    def sign(self, kind: int, body: Plain, at: int | None = None) -> Entry:
        """Return the next entry of the feed, or another version of the entry at position `at`."""
        seq = len(self.feed) if at is None else at
        entry = make(
            self.signer, Place(self.match, 1, seq, self.feed[seq - 1].id if seq else self.match), kind, (), body
        )
        if at is None:
            self.feed.append(entry)
        return entry

    def enrol(self) -> Entry:
        """Return the first entry of the feed."""
        anchor = derive_nonces(self.seed, self.terms.id)[0]
        return self.sign(Kind.ENROL, list(Enrol(f"G{self.identity.hex()[:6]}", False, True, anchor)))

    def request(self, tries: int = 0, host: str = "") -> bytes:
        """Return a request for admission, as forwarded for a guest at this host."""
        return enc([KNOCK, self.identity, self.feed[0].stored, host, int(bool(host)), tries])

    def told(self, entry: Entry) -> bytes:
        """Return an entry in the form in which members send it."""
        return enc([ENTRY, self.identity, entry.stored])

    def pulse(self, beat: int, addresses: Iterable[bytes] = (), port: int = 0) -> bytes:
        """Return a pulse that claims these addresses."""
        data = enc([self.terms.id, self.identity, beat, list(addresses), port])
        return enc([PULSE, data, self.signer.sign(primitives.SOFT, data)])


def packed(messages: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the messages as data of a link, as many as fit in each."""
    batch: list[bytes] = []
    for said in messages:
        if batch and (sum(map(len, batch)) + len(said) + 1 > LIST or len(batch) == 15):
            yield bytes([0x90 + len(batch)]) + b"".join(batch)
            batch = []
        batch.append(said)
    if batch:
        yield bytes([0x90 + len(batch)]) + b"".join(batch)


def say(member: Node, guest: Guest, *messages: bytes) -> None:
    """Deliver these messages to the member."""
    for data in packed(messages):
        member.receive(guest.identity, data)


def let_in(member: Node, guest: Guest, now: float, host: str = "") -> None:
    """Link the guest with a member, from some host, and enrol it there."""
    member.add_peer(guest.identity, (host, 40_000) if host else "")
    if not guest.feed:
        guest.enrol()
    member.tick(now)
    say(member, guest, guest.request())
    say(member, guest, guest.told(guest.feed[0]))


def answered(member: Node, guest: Guest) -> int:
    """Return the number of bytes that the member sends to the guest now."""
    return sum(len(data) for to, data in data_of(member) if to == guest.identity)


def kept(member: Node) -> int:
    """Return the number of bytes in a member's log."""
    entry_log: Any = member.entry_log
    return sum(len(data) for _, data in entry_log.chunks())
