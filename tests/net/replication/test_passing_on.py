"""Three seats without a link between the first and the last: the second forwards messages at once."""

from __future__ import annotations

from collections import Counter

from net.crypto.primitives import Signer
from net.replication import entries, messages
from net.replication.batch_verification import MAX_AHEAD
from net.replication.entries import Entry, Kind, Place
from net.replication.feeds import Feeds
from net.replication.messages import Part, Want
from net.replication.sync import Sync

MATCH = b"\x22" * 32
SIGNERS = [Signer(bytes([seat]) * 32) for seat in (1, 2, 3)]
KEYS = [signer.identity for signer in SIGNERS]


def sync(seat: int, *linked: int) -> Sync:
    """Return the sync state of a seat linked to these seats."""
    made = Sync([KEYS[other - 1] for other in linked], Counter())
    made.begin(Feeds(MATCH, KEYS))
    made.awaited = frozenset(KEYS) - {KEYS[seat - 1]}
    for other in linked:
        made.peers[KEYS[other - 1]].seat = other
    return made


def said(made: Sync, to: int) -> list[messages.Message]:
    """Return the messages that the seat sends to another one now."""
    made.retransmission.process()
    sent = [datagram for key, datagram in made.take_datagrams() if key == KEYS[to - 1]]
    return [message for datagram in sent for message in messages.read(datagram)]


def entry(feeds: Feeds) -> Entry:
    """Return the next entry of seat 1."""
    return entries.make(
        SIGNERS[0], Place(MATCH, 1, len(feeds.feed_of(1)), feeds.last_id(1)), Kind.CHAT, feeds.lengths(), ["x"]
    )


def come(middle: Sync, new: Entry) -> None:
    """Let an entry of seat 1 arrive at seat 2."""
    middle.outbox.open_burst()
    assert middle.on_part(middle.peers[KEYS[0]], Part(MATCH, 1, new.seq, 0, 1, new.stored)) == [new]


def test_entries_are_forwarded_at_once_to_seats_without_a_link() -> None:
    last, middle = sync(3, 2), sync(2, 1, 3)
    assert last.tick(1.0, owed=True) and middle.tick(1.0, owed=True)
    (want,) = [message for message in said(last, 2) if isinstance(message, Want)]
    assert (want.seat, want.first, want.end) == (1, 0, MAX_AHEAD), "only of the seat to which there is no link"
    assert not any(isinstance(message, Want) for message in said(middle, 3)), "who has all links asks for nothing"
    middle.on_want(middle.peers[KEYS[2]], want)
    first = entry(middle.feeds)
    come(middle, first)
    (part,) = [message for message in said(middle, 3) if isinstance(message, Part)]
    assert part.data == first.stored and not said(middle, 1)


def test_requested_entries_are_forwarded_to_seats_only() -> None:
    middle = sync(2, 1, 3)
    come(middle, entry(middle.feeds))
    middle.peers[KEYS[2]].seat = 0
    middle.on_want(middle.peers[KEYS[2]], Want(MATCH, 1, 1, 1 + MAX_AHEAD))
    come(middle, entry(middle.feeds))
    assert not said(middle, 3)
