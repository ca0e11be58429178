"""Bounds of decoders and tables that few tournaments ever reach, each reached here."""

from __future__ import annotations

import contextlib
import gc
import random
import sys
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine.codec import BadEncodingError, dec, enc
from lobby.tournament.model.contents import Close, InvalidContent, Start, pack_content, read_content
from lobby.tournament.model.entries import Kind
from lobby.tournament.protocol import messages
from lobby.tournament.protocol.blobs import MemoryBlobs
from lobby.tournament.protocol.messages import (
    AdmissionRequest,
    Ask,
    Chunk,
    EntryMessage,
    Have,
    Heads,
    Sum,
    UnreadPulse,
    Want,
)
from lobby.tournament.protocol.node import Node
from lobby.tournament.protocol.presence import read_unchecked_pulse
from net.replication.entry_log import MemoryEntryLog
from net.replication.message_table import Message
from net.transport.simulated import GOOD
from tests.lobby.tournament.test_course import enrolled
from tests.lobby.tournament.test_guests import key, line, query_at
from tests.lobby.tournament.test_hostile import opener
from tests.support.guests import GUESTS, Diced, GossipGuest
from tests.support.lobby.tournament.guest import (
    ASK,
    CHUNK,
    ENTRY,
    HAVE,
    HEADS,
    JUNK,
    KNOCK,
    WANT,
    Guest,
    let_in,
    packed,
    say,
)
from tests.support.lobby.tournament.hall import NOON, PACE, Hall, data_of, opening, seed, shared_work

__all__ = ["shared_work"]


def come(member: Node) -> int:
    """Return the number of bytes of partly received blobs."""
    return sum(len(data) for fetch in member.gossip.blob_fetch._fetches.values() for data in fetch.chunks.values())


def sent(member: Node, kind: int, to: bytes | None = None) -> list[Any]:
    """Return the messages of a kind that a member sends now."""
    taken = data_of(member)
    return [said for whom, data in taken for said in dec(data) if said[0] == kind and to in (None, whom)]


# -- decoders --

SAID: list[Message] = [
    Heads(((b"identity", 5, b"tail"),)),
    Sum(bytes(16)),
    EntryMessage(bytes(32), b"entry"),
    Want(((b"identity", 7), (b"another.", 0))),
    Ask(bytes(32), (0, 31)),
    Chunk(bytes(32), 1, 1500, bytes(500)),
    UnreadPulse(b"data", b"signature"),
    Have(bytes(32)),
    AdmissionRequest(bytes(32), b"enrolment", "fe80::1%eth0", 1, 2),
]


def test_gossip_messages_are_unchanged_by_encoding_and_decoding() -> None:
    (data,) = packed(messages.pack_message(said) for said in SAID)
    assert messages.TABLE.read(data) == SAID
    assert [messages.TABLE.weight(said) for said in SAID] == [1, 1, 1, 2, 2, 1, 1, 1, 1]


@pytest.mark.parametrize(
    "said",
    [
        [HEADS, bytes(15)],
        [HEADS, b"identity" + bytes(4) + b"tail"],
        [HEADS, b"identity" + (1 << 20).to_bytes(4, "big") + b"tail"],
        [WANT, bytes(11)],
        [ASK, bytes(31), [0]],
        [ASK, bytes(32), list(range(33))],
        [ASK, bytes(32), [-1]],
        [ASK, bytes(32), [True]],
        [CHUNK, bytes(32), 0, 1500, bytes(999)],
        [CHUNK, bytes(32), 2, 1500, bytes(500)],
        [CHUNK, bytes(32), 0, 8 * 1024 * 1024 + 1, bytes(1000)],
        [CHUNK, bytes(32), 0, 0, b""],
        [HAVE, bytes(31)],
        [ENTRY, bytes(31), b""],
        [ENTRY, bytes(32), bytes(901)],
        [KNOCK, bytes(31), b"", "", 0, 0],
        [KNOCK, bytes(32), bytes(901), "", 0, 0],
        [KNOCK, bytes(32), b"", "a" * 65, 0, 0],
        [KNOCK, bytes(32), b"", "\x1b[31m", 0, 0],
        [KNOCK, bytes(32), b"", "", 9, 0],
        [KNOCK, bytes(32), b"", "", 0, 1 << 17],
        [7, bytes(401), b""],
        [10],
        [True, bytes(16)],
        5,
    ],
)
def test_malformed_gossip_messages_are_refused(said: Any) -> None:
    with pytest.raises(BadEncodingError):
        messages.TABLE.read(enc([said]))


def test_a_datagram_has_at_most_fifteen_messages() -> None:
    assert len(messages.TABLE.read(enc([[2, bytes(16)]] * 15))) == 15
    with pytest.raises(BadEncodingError, match="not a list"):
        messages.TABLE.read(enc([[2, bytes(16)]] * 16))


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_either_read_as_gossip_or_refused(data: bytes) -> None:
    with contextlib.suppress(BadEncodingError):
        messages.TABLE.read(data)
    with contextlib.suppress(BadEncodingError):
        read_unchecked_pulse(bytes(32), UnreadPulse(data, b""), 0.0)
    with contextlib.suppress(InvalidContent):
        read_content(data)


def test_decided_contents_are_unchanged_by_encoding_and_decoding() -> None:
    close = Close(1, ((key(1), key(2)), (key(3), key(4))), (1,), ((0, key(5), (1, 2)),), ((1, (3,)),))
    for content in (close, close._replace(guests=(key(3),)), Start(2, (1, 2))):
        assert read_content(pack_content(content, key(9))) == (content, key(9))
    empty = dec(pack_content(close, key(9)))
    with pytest.raises(InvalidContent):
        read_content(enc([*empty[:-1], [], empty[-1]]))
    with pytest.raises(InvalidContent):
        read_content(enc([*empty[:-1], [key(1)], [key(1)], empty[-1]]))


# -- tables --


def test_the_memory_used_for_one_neighbour_is_bounded() -> None:
    member = opener()
    guest = Guest(member.opening, 0)
    let_in(member, guest, NOON + 2)
    for i in range(700):
        member.tick(NOON + 2 + i / 100)
        say(member, guest, enc([HAVE, i.to_bytes(32, "big")]))
        say(member, guest, enc([HEADS, i.to_bytes(8, "big") + b"\0\0\0\5tail"]))
    neighbour = member.gossip.neighbours[guest.identity]
    assert len(neighbour.blobs) == 512 and len(neighbour.theirs) <= 320


def held(whole: object) -> int:
    """Return the number of bytes of all data reachable from an object, excluding code."""
    seen: dict[int, object] = {}
    found = [whole]
    while found:
        one = found.pop()
        if id(one) not in seen and not isinstance(one, (type, ModuleType, FunctionType, BuiltinFunctionType)):
            seen[id(one)] = one
            found += gc.get_referents(one)
    return sum(map(sys.getsizeof, seen.values()))


def test_memory_caused_by_a_guest_levels_off() -> None:
    """A guest makes a member keep a bounded amount of data.

    A neighbour may cause at most 512 blobs and 320 heads. Its signed entries have a bound per feed. A guest at full
    speed makes the member keep nothing more.
    """
    guest, choices = GossipGuest(), Diced(random.Random(1))

    def fill(first: int) -> tuple[int, int]:
        for number in range(first, first + 700):
            for place in range(GUESTS):
                own = number.to_bytes(4, "big") + bytes([place])
                guest.give(place, enc([[HAVE, own.ljust(32, b"h")], [HEADS, own.ljust(8, b"h") + b"\0\0\0\5tail"]]))
            guest.tick(guest.now + 0.01)
            guest.take()
        for _ in range(1500):
            guest.give(*guest.deed(choices))
            guest.tick(guest.now + 0.005)
            guest.take()
        guest.tick(guest.now + 100)
        guest.take()
        return held(guest.member), sum(guest.member.entry_store.sizes.values())

    (once, signed), (many, signed_later) = fill(0), [fill(700 * k) for k in range(1, 5)][-1]
    assert many <= 1.02 * once + 8 * (signed_later - signed), (once, many, signed, signed_later)
    assert all(len(one.blobs) <= 512 and len(one.theirs) <= 320 for one in guest.member.gossip.neighbours.values())


def test_heads_for_a_neighbour_over_its_allowance_are_deferred() -> None:
    member = opener()
    guest, other = Guest(member.opening, 0), Guest(member.opening, 1)
    for one in (guest, other):
        let_in(member, one, NOON + 2)
    member.tick(NOON + 5)
    data_of(member)
    member.gossip.neighbours[guest.identity].answer_quota.spend(3 * 64_000)
    say(member, other, other.told(other.sign(JUNK, 1)))
    member.tick(NOON + 5.5)
    assert not sent(member, HEADS, guest.identity)
    member.tick(NOON + 10)
    assert any(other.identity[:8] in said[1] for said in sent(member, HEADS, guest.identity))


def test_a_displaced_tournament_member_is_forgotten() -> None:
    member = opener()
    guest, other = Guest(member.opening, 0), Guest(member.opening, 1)
    for one in (guest, other):
        let_in(member, one, NOON + 2)
    neighbour = member.gossip.neighbours[other.identity]
    short = guest.identity[:8]
    neighbour.theirs[short], neighbour.failed_requests[short], neighbour.proof_sent_at[short] = (5, b"tail"), 3, NOON
    member.entry_store._forget(guest.identity)
    assert (
        short not in neighbour.theirs
        and short not in neighbour.failed_requests
        and short not in neighbour.proof_sent_at
    )


def test_feeds_of_unadmitted_members_are_not_requested() -> None:
    member = opener()
    guest = Guest(member.opening, 0)
    let_in(member, guest, NOON + 2)
    data_of(member)
    for i in range(20):
        say(member, guest, enc([HEADS, b"stranger" + b"\0\0\0\5tail"]))
        member.tick(NOON + 3 + i)
        assert not sent(member, WANT)


def test_knocks_of_one_neighbour_are_rate_limited() -> None:
    _, member = query_at()
    assert len(sent(member, KNOCK)) == 32


def test_a_knock_is_relayed_a_bounded_way_with_its_true_source() -> None:
    hall = Hall(opening(), 3, GOOD)
    line(hall, 0, 1, 2)
    assert enrolled(hall, 3)
    member, guest, other = hall.of(1), Guest(hall.opening, 1), Guest(hall.opening, 2)
    for one in (guest, other):
        one.enrol()
    member.add_peer(guest.identity, ("10.0.0.9", 4000))
    data_of(member)

    def passed_on(identity: bytes, stored: bytes, host: str, hops: int) -> list[Any]:
        say(member, guest, enc([KNOCK, identity, stored, host, hops, 0]))
        return [said[3:5] for said in sent(member, KNOCK)]

    assert passed_on(guest.identity, guest.feed[0].stored, "1.2.3.4", 5) == [["10.0.0.9", 1]]
    assert passed_on(other.identity, other.feed[0].stored, "1.2.3.4", 0) == [["1.2.3.4", 2]]
    assert passed_on(other.identity, other.feed[0].stored, "1.2.3.4", 7) == [["1.2.3.4", 8]]
    assert passed_on(other.identity, other.feed[0].stored, "1.2.3.4", 8) == []


def test_one_host_has_one_vote_through_any_relay() -> None:
    member = opener()
    relays = [Guest(member.opening, number) for number in range(3)]
    for number, relay in enumerate(relays):
        let_in(member, relay, NOON + 2, f"10.0.0.{number}")
    hostile = [Guest(member.opening, 50 + number) for number in range(3)]
    for guest, relay in zip(hostile, relays):
        guest.enrol()
        say(member, relay, guest.request(host="10.9.9.9"))
    assert [guest.identity in member.entry_store.voters for guest in hostile] == [True, False, False]
    far = Guest(member.opening, 70)
    far.enrol()
    fourth = Guest(member.opening, 71)
    let_in(member, fourth, NOON + 3, "10.0.0.7")
    say(member, fourth, enc([KNOCK, far.identity, far.feed[0].stored, "10.8.8.8", 2, 0]))
    assert far.identity in member.entry_store.guests and far.identity not in member.entry_store.voters, (
        "it is linked with nobody"
    )
    crowd = [Guest(member.opening, 100 + number) for number in range(9)]
    for number, guest in enumerate(crowd):
        guest.enrol()
        member.tick(NOON + 10 + number)
        say(member, relays[number % 3], guest.request(host="10.7.7.7"))
    assert sum(guest.identity in member.entry_store.guests for guest in crowd) == 8, "so many from one host in all"


def test_bots_cannot_introduce_members() -> None:
    member = opener()
    guest = Guest(member.opening, 0)
    guest.sign(Kind.ENROL, ["Bot", True, True, bytes(32)])
    let_in(member, guest, NOON + 2)
    assert guest.identity in member.entry_store.voters and not member.entry_store.guests.remaining_quota(guest.identity)


def test_a_member_that_has_not_enrolled_admits_nobody() -> None:
    """An opener that has not enrolled admits no guest.

    Before, an opener asked too early began its feed with the admission and was in no tournament.
    """
    member = Node(opening(), seed(0), "P0", *opener_store(), now=NOON, pace=PACE)
    guest = Guest(member.opening, 0)
    let_in(member, guest, NOON)
    for i in range(5):
        member.tick(NOON + 1 + i)
        say(member, guest, guest.request())
    assert member.is_enrolled and guest.identity in member.entry_store.guests


def opener_store() -> tuple[MemoryEntryLog, MemoryBlobs]:
    """Return an empty log and blob store."""
    return MemoryEntryLog(), MemoryBlobs()


def test_a_displaced_member_does_not_return(monkeypatch: pytest.MonkeyPatch) -> None:
    member = opener()
    bringer, other = Guest(member.opening, 0), Guest(member.opening, 1)
    let_in(member, bringer, NOON + 2)
    let_in(member, other, NOON + 2)
    brought = [Guest(member.opening, 10 + n) for n in range(3)]
    for guest in brought:
        guest.enrol()
        say(member, bringer, bringer.told(bringer.sign(Kind.WELCOME, [guest.identity, 0, False])))
        say(member, bringer, enc([ENTRY, guest.identity, guest.feed[0].stored]))
    assert len(member.entry_store.feeds) == 6
    monkeypatch.setattr("lobby.tournament.model.entry_store.MOST_MEMBERS", 6)
    late = Guest(member.opening, 30)
    late.enrol()
    say(member, other, other.told(other.sign(Kind.WELCOME, [late.identity, 0, False])))
    say(member, other, enc([ENTRY, late.identity, late.feed[0].stored]))
    assert late.identity in member.entry_store.feeds and brought[-1].identity not in member.entry_store.feeds
    assert brought[-1].identity not in member.entry_store.enrolled
    say(member, bringer, enc([ENTRY, brought[-1].identity, brought[-1].feed[0].stored]))
    assert brought[-1].identity not in member.entry_store.feeds
    assert {brought[0].identity, brought[1].identity, late.identity} <= member.entry_store.feeds.keys()
