"""Cost of one guest to the members of a tournament: memory, traffic and computation, counted and not timed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.engine.codec import BadEncodingError, dec, enc
from lobby.tournament.model.contents import Close, pack_content
from lobby.tournament.model.entries import KIND_OF, Back, Kind, Propose
from lobby.tournament.model.state import TournamentState
from lobby.tournament.protocol import blobs as blobs_module
from lobby.tournament.protocol import messages
from lobby.tournament.protocol.blobs import FolderBlobs, MemoryBlobs, WantedBlob, blob_hash
from lobby.tournament.protocol.node import Node
from net.crypto import primitives
from net.crypto.primitives import Signer
from net.replication.entries import Place, make
from net.replication.entry_log import ChunkKind, MemoryEntryLog
from net.replication.feeds import Feeds
from net.transport.simulated import GOOD
from tests.support.lobby.tournament.guest import (
    ASK,
    CHUNK,
    HAVE,
    HEADS,
    JUNK,
    SUM,
    WANT,
    Guest,
    answered,
    kept,
    let_in,
    packed,
    say,
)
from tests.support.lobby.tournament.hall import NOON, PACE, Hall, data_of, opening, seed, shared_work

__all__ = ["shared_work"]
A_SECOND = 64_000
"""Bytes that answer one neighbour in a second, and at once."""
FEED = 128 * 1024
"""Bytes kept of one feed before anything is decided."""


def opener(blobs: Any = None) -> Node:
    """Return the opener of a tournament with no other member."""
    member = Node(opening(), seed(0), "P0", MemoryEntryLog(), blobs or MemoryBlobs(), now=NOON, pace=PACE)
    member.tick(NOON)
    member.tick(NOON + 1)
    assert member.is_enrolled
    return member


def forked(member: Node, entries: int = 60) -> Guest:
    """Return a guest of whose feed the member has two versions."""
    guest = Guest(member.opening, 0)
    let_in(member, guest, NOON + 1, "10.0.0.9")
    for _ in range(entries):
        say(member, guest, guest.told(guest.sign(JUNK, bytes(700))))
    say(member, guest, guest.told(guest.sign(JUNK, b"another", at=1)))
    assert guest.identity in member.entry_store.forked
    data_of(member)
    return guest


def wants(guest: Guest) -> bytes:
    """Return 15 requests for the whole feed."""
    (data,) = packed([enc([WANT, guest.identity[:8] + bytes(4)])] * 15)
    return data


def flood(member: Node, guest: Guest, data: bytes, datagrams: int, seconds: float) -> int:
    """Send this number of datagrams evenly over the time; return the number of answered bytes.

    A member that answers without bounds is stopped before it takes down the machine.
    """
    sent, begun = 0, member.now
    for i in range(datagrams):
        member.tick(begun + seconds * i / datagrams)
        member.receive(guest.identity, data)
        sent += answered(member, guest)
        assert sent <= 100 * 2**20, "it answers without bounds"
    return sent


# -- attack 1: memory --


def test_requests_for_a_forked_feed_are_rate_limited() -> None:
    """Before, 600 datagrams of 15 requests caused 2.2 GB of answers."""
    member = opener()
    guest = forked(member)
    sent = flood(member, guest, wants(guest), 600, 9.0)
    assert 2 * A_SECOND < sent <= A_SECOND * (9 + 1) + 20_000


def test_each_tick_sends_a_neighbour_at_most_its_allowance() -> None:
    member = opener()
    guest = forked(member)
    for _ in range(600):
        member.receive(guest.identity, wants(guest))
    assert sum(len(said) for said in member.gossip.neighbours[guest.identity].out) <= A_SECOND


@pytest.mark.parametrize("what", ["wants", "asks", "sums", "pulses", "entries"])
def test_ten_times_the_datagrams_cost_at_most_twelve_times_as_much(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The costs are bytes sent, bytes kept and signatures checked."""
    checks = [0]
    really = primitives._signature_holds

    def counted(*args: Any) -> bool:
        checks[0] += 1
        return really(*args)

    def cost(datagrams: int) -> tuple[int, int, int]:
        member = opener()
        guest = forked(member, 30)
        blob = member.gossip.keep(bytes(200_000))
        said = {
            "wants": wants(guest),
            "asks": next(packed([enc([ASK, blob, list(range(32))])] * 10)),
            "sums": next(packed([enc([SUM, bytes(16)])] * 15)),
            "pulses": b"",
            "entries": b"",
        }[what]
        sent, before, checks[0] = 0, kept(member), 0
        other = Guest(member.opening, 1)
        other.enrol()
        for i in range(datagrams):
            member.tick(NOON + 2 + 5.0 * i / datagrams)
            if what == "pulses":
                pulse = Guest(member.opening, 0).pulse(i)
                said = next(packed([pulse[:-1] + b"x"] * 3))
            elif what == "entries":
                false = guest.told(other.feed[0])
                said = next(packed([false[:-2] + bytes([i % 256, i // 256])] * 3))
            member.receive(guest.identity, said)
            sent += answered(member, guest)
        return sent, kept(member) - before, checks[0]

    monkeypatch.setattr(primitives, "_signature_holds", counted)
    once, tenfold = cost(200), cost(2000)
    assert all(more <= 12 * max(less, 1) for less, more in zip(once, tenfold)), (once, tenfold)


def test_the_proof_of_a_fork_is_two_entries_and_sent_once() -> None:
    member = opener()
    guest = forked(member)
    proof = {entry.stored for entry in member.entry_store.feeds[guest.identity].forks[1][1:]}
    shown = []
    for _ in range(5):
        say(member, guest, enc([WANT, guest.identity[:8] + (200).to_bytes(4, "big")]))
        for to, data in data_of(member):
            shown += [said[2] for said in dec(data) if said[0] == 3 and to == guest.identity]
    assert len(shown) <= 2 and set(shown) <= proof


def test_newcomers_are_answered_during_a_flood() -> None:
    member = opener()
    guest = forked(member)
    other = Guest(member.opening, 7)
    for i in range(100):
        member.tick(NOON + 2 + i * 0.02)
        for _ in range(5):
            member.receive(guest.identity, wants(guest))
        data_of(member)
    let_in(member, other, NOON + 5, "10.0.0.8")
    assert other.identity in member.entry_store.enrolled
    say(member, other, enc([WANT, member.identity[:8] + bytes(4)]))
    heard = [said for to, data in data_of(member) for said in dec(data) if to == other.identity]
    assert any(said[0] == 3 and said[1] == member.identity for said in heard)


def test_many_identities_of_one_host_use_only_one_share() -> None:
    """Many identities of one host do not exceed their common share.

    Before, 320 identities with legal entries could make each member keep 600 MB.
    """
    member = opener()
    crowd = [Guest(member.opening, number) for number in range(60)]
    for i, guest in enumerate(crowd):
        let_in(member, guest, NOON + 2 + i, "10.0.0.9")
        for _ in range(20):
            say(member, guest, guest.told(guest.sign(JUNK, bytes(700))))
        member.remove_peer(guest.identity)
    assert len(member.entry_store.feeds) <= 1 + 8
    assert kept(member) <= 9 * 21 * 1000
    honest = Guest(member.opening, 1000)
    let_in(member, honest, NOON + 100, "10.0.0.8")
    assert honest.identity in member.entry_store.enrolled


def test_a_feed_is_kept_only_up_to_a_bound_that_grows_with_the_decisions() -> None:
    member = opener()
    guest = Guest(member.opening, 0)
    let_in(member, guest, NOON + 2)
    for i in range(300):
        member.tick(NOON + 2 + i * 0.1)
        say(member, guest, guest.told(guest.sign(JUNK, bytes(650))))
    feed = list(member.entry_store.feeds[guest.identity].feed_of(1))
    assert FEED / 2 < sum(len(entry.stored) for entry in feed) <= FEED
    assert kept(member) <= FEED + 10_000
    member.entry_store.decided = 4
    for entry in guest.feed[len(feed) :]:
        member.tick(member.now + 0.1)
        say(member, guest, guest.told(entry))
    assert len(member.entry_store.feeds[guest.identity].feed_of(1)) > len(feed), "what the tournament comes to is kept"


def test_misbehaviour_is_logged_only_a_few_times() -> None:
    member = opener()
    guest = Guest(member.opening, 0)
    let_in(member, guest, NOON + 2)
    for i in range(100):
        member.tick(NOON + 2 + i * 0.1)
        say(member, guest, guest.told(guest.sign(JUNK, i)))
    assert len(member.entry_store.refusals) <= 16


# -- attack 4: tables that are full --


def test_forged_pulses_do_not_fill_the_tables_of_a_member() -> None:
    member = opener()
    guest, other = Guest(member.opening, 0), Guest(member.opening, 1)
    let_in(member, guest, NOON + 2, "10.0.0.9")
    let_in(member, other, NOON + 2, "10.0.0.8")
    data_of(member)
    for number in range(330):
        member.tick(NOON + 2 + number / 50)
        say(member, guest, Guest(member.opening, 100 + number).pulse(1))
    member.tick(member.now + 0.3)
    relayed = [said for to, data in data_of(member) for said in dec(data) if to == other.identity and said[0] == 7]
    own = [said for said in relayed if dec(said[1])[1] == member.identity]
    assert len(member.gossip.pulses) <= 3 and relayed == own
    say(member, other, other.pulse(1))
    assert other.identity in member.gossip.pulses


def test_a_pulse_is_relayed_once_a_beat_and_forgotten_after_a_minute() -> None:
    member = opener()
    guest, other = Guest(member.opening, 0), Guest(member.opening, 1)
    for one in (guest, other):
        let_in(member, one, NOON + 2)
    data_of(member)

    def passed_on() -> int:
        member.tick(member.now + 0.3)
        said = [said for to, data in data_of(member) for said in dec(data) if to == other.identity]
        return sum(one[0] == 7 and dec(one[1])[1] == guest.identity for one in said)

    say(member, guest, guest.pulse(5))
    assert passed_on() == 1
    for beat in (5, 6, 7, 3):
        say(member, guest, guest.pulse(beat))
    assert passed_on() == 0, "neither the same beat, nor an older one, nor more than one a second"
    member.tick(NOON + 4)
    say(member, guest, guest.pulse(8))
    assert passed_on() == 1
    member.tick(NOON + 6)
    say(member, guest, guest.pulse(9))
    say(member, other, guest.pulse(9))
    assert passed_on() == 0, "not to who has told of it meanwhile"
    member.tick(NOON + 6 + 61)
    assert guest.identity not in member.gossip.pulses
    say(member, guest, guest.pulse(9))
    assert guest.identity not in member.gossip.pulses, "an old one is no news, however long ago"
    say(member, guest, guest.pulse(10))
    assert guest.identity in member.gossip.pulses


def test_a_false_claim_about_our_feed_does_not_block_signing() -> None:
    terms = opening()
    member = Node(terms, seed(1), "P1", MemoryEntryLog(), MemoryBlobs(), now=NOON, pace=PACE)
    for i in range(60):  # a new liar every second, each with a key of its own
        liar = Guest(terms, i)
        member.add_peer(liar.identity, ("10.0.0.9", 4000))
        say(member, liar, enc([HEADS, member.identity[:8] + (100 + i).to_bytes(4, "big") + b"true"]))
        member.tick(NOON + 2 + i)
        member.remove_peer(liar.identity)
    assert member.is_enrolled


def test_unavailable_blobs_do_not_block_other_blobs() -> None:
    member, other = opener(), Guest(opening(), 0)
    member.add_peer(other.identity)
    phantom = {WantedBlob(bytes([i]) * 32, 100) for i in range(20)}
    wanted = bytes(3000)
    real = blob_hash(wanted)
    for _ in range(600):
        member.gossip.want(phantom | {WantedBlob(real, len(wanted))})
        member.gossip.tick(member.gossip.now + 0.1)
        for said in (said for _, data in data_of(member) for said in dec(data)):
            if said[0] == ASK and said[1] == real:
                for k in said[2]:
                    say(member, other, enc([CHUNK, real, k, len(wanted), wanted[k * 1000 :][:1000]]))
        if real in member.blobs:
            return
    raise AssertionError("it never came")


def test_false_chunks_do_not_block_a_blob() -> None:
    member = opener()
    liars, honest = [Guest(member.opening, i) for i in range(3)], Guest(member.opening, 9)
    wanted = bytes(range(250)) * 600
    real = blob_hash(wanted)
    for one in (*liars, honest):
        member.add_peer(one.identity)
        say(member, one, enc([HAVE, real]))
    for _ in range(600):
        member.gossip.want([WantedBlob(real, len(wanted))])
        member.gossip.tick(member.gossip.now + 0.1)
        for to, data in data_of(member):
            for said in dec(data):
                if said[0] != ASK:
                    continue
                for k in said[2]:
                    true = wanted[k * 1000 :][:1000]
                    given = true if to == honest.identity else bytes(len(true))
                    member.receive(to, next(packed([enc([CHUNK, real, k, len(wanted), given])])))
        if real in member.blobs:
            return
    raise AssertionError("it never came")


def test_two_keys_of_one_guest_cannot_start_the_tournament() -> None:
    """Otherwise they would admit themselves, agree, and decide alone from then on."""
    hall = Hall(opening(rounds=1), 4, GOOD)
    assert hall.run(lambda: all(len(member.entry_store.enrolled) == 4 for member in hall.members), 20)
    victim = hall.of(0)
    coup = [Guest(hall.opening, i) for i in range(3)]
    for guest in coup:
        let_in(victim, guest, victim.now, f"10.0.1.{guest.identity[0]}")
    named = tuple(sorted((guest.identity, guest.feed[0].id) for guest in coup))
    close = Close(0, named, (), (), ())
    content = pack_content(close, TournamentState(hall.opening).apply_content(close, victim.entry_store).digest)
    hash = victim.gossip.keep(content)
    for guest in coup:
        say(victim, guest, guest.told(guest.sign(KIND_OF[Propose], list(Propose(1, 0, hash, len(content))))))
        say(victim, guest, guest.told(guest.sign(KIND_OF[Back], list(Back(1, 0, hash)))))
    for guest in coup:
        victim.remove_peer(guest.identity)
    assert not hall.run(lambda: any(member.course.decided for member in hall.members), 10)
    victim.start()
    assert hall.run(hall.over) and hall.agree()
    assert {f"P{i}" for i in range(4)} <= {player.name for player in victim.course.players}


# -- attack 7: work --


def test_a_blob_is_sent_in_chunks_without_reading_it_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A blob is sent chunk by chunk and never read as a whole.

    Before, one request was answered with 471 times its size, and the whole file was read and hashed each time.
    """
    member = opener(FolderBlobs(tmp_path))
    guest = Guest(member.opening, 0)
    let_in(member, guest, NOON + 2)
    blob = member.gossip.keep(bytes(1_000_000))
    data_of(member)
    hashed: list[int] = []
    monkeypatch.setattr(blobs_module, "blob_hash", lambda data: hashed.append(len(data)) or blob_hash(data))
    ask = next(packed([enc([ASK, blob, list(range(32))])] * 15))
    read: list[int] = []
    really = FolderBlobs.pieces
    monkeypatch.setattr(FolderBlobs, "pieces", lambda self, hash, at: read.append(len(at)) or really(self, hash, at))
    sent = flood(member, guest, ask, 400, 4.0)
    assert sum(hashed) == 0 and sum(read) <= 5 * 64 and 2 * A_SECOND < sent <= 5 * A_SECOND + 20_000


def test_a_linked_file_among_the_blobs_is_not_sent(tmp_path: Path) -> None:
    """A folder from someone else may contain a link from a blob's name to a private file."""
    secret, named = tmp_path / "secret", bytes(range(32))
    secret.write_bytes(b"a private key" * 10)
    (tmp_path / "blobs").mkdir()
    (tmp_path / "blobs" / named.hex()).symlink_to(secret)
    (tmp_path / "blobs" / bytes(32).hex()).symlink_to(tmp_path / "nowhere")
    member = opener(FolderBlobs(tmp_path / "blobs"))
    guest = Guest(member.opening, 0)
    let_in(member, guest, NOON + 2)
    data_of(member)
    say(member, guest, enc([ASK, named, [0]]))
    assert not any(b"private" in data for _, data in data_of(member))
    assert named not in member.blobs and secret.exists()


LOG = [
    (ChunkKind.SEALED, enc(5)),
    (ChunkKind.SEALED, enc([1, "x"])),
    (ChunkKind.SEALED, enc([1, 2**63])),
    (ChunkKind.ENTRY, enc([[1], [2]])),
    (ChunkKind.ENTRY, b"\xff\xff"),
]


@pytest.mark.parametrize(("kind", "data"), LOG)
def test_a_hostile_log_of_a_tournament_is_refused(kind: ChunkKind, data: bytes) -> None:
    log = MemoryEntryLog()
    log.append(kind, data)
    with pytest.raises(BadEncodingError):
        Node(opening(), seed(0), "P0", log, MemoryBlobs(), now=NOON, pace=PACE)


def test_checks_of_useless_signatures_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    member = opener()
    guest, other = Guest(member.opening, 0), Guest(member.opening, 1)
    let_in(member, guest, NOON + 2)
    let_in(member, other, NOON + 2)
    checks = [0]
    really = primitives._signature_holds

    def counted(*args: Any) -> bool:
        checks[0] += 1
        return really(*args)

    monkeypatch.setattr(primitives, "_signature_holds", counted)
    false = bytearray(guest.told(guest.sign(JUNK, b"x")))
    for i in range(3000):
        member.tick(NOON + 2 + i / 500)
        false[-2:] = i.to_bytes(2, "big")
        say(member, guest, bytes(false))
    assert 0 < checks[0] <= 200 + 50 * 7
    checks[0] = 0
    for i in range(3000):
        member.tick(NOON + 8 + i / 500)
        forged = bytearray(other.pulse(10 + i))
        forged[-2:] = b"xx"
        say(member, guest, bytes(forged))
    assert checks[0] <= 50 * 7
    say(member, other, other.told(other.sign(JUNK, b"x")))
    assert len(member.entry_store.feeds[other.identity].feed_of(1)) == 2, "others are heard as before"


def test_full_heads_are_sent_at_most_twice_a_second() -> None:
    member = opener()
    guest = Guest(member.opening, 0)
    let_in(member, guest, NOON + 2)
    told = 0
    for i in range(250):
        member.tick(NOON + 3 + i / 50)
        say(member, guest, enc([SUM, bytes([i]) * 16]))
        told += sum(said[0] == HEADS for to, data in data_of(member) for said in dec(data) if to == guest.identity)
    assert 8 <= told <= 12


def test_work_for_entries_without_a_predecessor_is_bounded() -> None:
    """Entries without a known predecessor are checked and answered at a bounded rate.

    They are new and correctly signed, and each is answered by a request for its predecessor.
    """
    member = opener()
    guest = Guest(member.opening, 0)
    let_in(member, guest, NOON + 2)
    data_of(member)
    asked = 0
    for i in range(1500):
        member.tick(NOON + 3 + i / 500)
        place = Place(guest.match, 1, 1, i.to_bytes(32, "big"))
        say(member, guest, guest.told(make(guest.signer, place, JUNK, (), b"")))
        asked += sum(said[0] == WANT for _, data in data_of(member) for said in dec(data))
    assert 200 <= member.gossip.counters["it names another predecessor"] <= asked <= 200 + 50 * 4


def test_datagrams_read_per_neighbour_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    member = opener()
    guest, other = Guest(member.opening, 0), Guest(member.opening, 1)
    for one in (guest, other):
        let_in(member, one, NOON + 2)
    read = [0]
    really = messages.TABLE.read
    monkeypatch.setattr(messages.TABLE, "read", lambda data: (read.__setitem__(0, read[0] + 1), really(data))[1])
    for i in range(5000):
        member.tick(NOON + 3 + i / 1000)
        member.receive(guest.identity, b"\x90")
    assert 1200 <= read[0] <= 1200 + 400 * 6 and member.gossip.counters["not read"] == 5000 - read[0]
    before = read[0]
    member.receive(other.identity, b"\x90")
    assert read[0] == before + 1, "others are heard as before"


def test_items_processed_per_neighbour_are_bounded() -> None:
    member = opener()
    guest = Guest(member.opening, 0)
    let_in(member, guest, NOON + 2)
    heads = b"".join(i.to_bytes(8, "big") + bytes([0, 0, 0, 5]) + b"tail" for i in range(70))
    for i in range(1000):
        member.tick(NOON + 2 + i / 1000)
        say(member, guest, enc([HEADS, heads]))
    assert member.gossip.counters["too much"] > 500


def test_requests_after_false_claims_of_long_feeds_are_bounded() -> None:
    member = opener()
    crowd = [Guest(member.opening, i) for i in range(40)]
    for guest in crowd:
        let_in(member, guest, NOON + 2)
    liar = crowd[0]
    claims = b"".join(guest.identity[:8] + (1 << 19).to_bytes(4, "big") + b"tail" for guest in crowd[1:])
    asked = 0
    for i in range(3000):
        member.tick(NOON + 3 + i / 100)
        if i % 5 == 0:
            say(member, liar, enc([HEADS, claims]))
        for to, data in data_of(member):
            asked += sum(len(said[1]) // 12 for said in dec(data) if to == liar.identity and said[0] == WANT)
    assert asked <= 400 + 100 * 31


# -- forks --


def test_a_newcomer_learns_of_a_fork_and_of_all_that_was_signed_before() -> None:
    """A newcomer learns of a fork and of all entries before it.

    Before, it received only the entries after the fork, and could accept none.
    """
    hall = Hall(opening(), 3, GOOD)
    assert hall.run(lambda: all(len(member.entry_store.enrolled) == 3 for member in hall.members), 20)
    victim = hall.of(0)
    guest = Guest(hall.opening, 0)
    let_in(victim, guest, victim.now)
    for i in range(40):
        say(victim, guest, guest.told(guest.sign(JUNK, i)))
    say(victim, guest, guest.told(guest.sign(JUNK, b"another", at=35)))
    victim.remove_peer(guest.identity)
    assert hall.run(lambda: all(guest.identity in member.entry_store.forked for member in hall.members), 20)
    late = hall.join(9)
    assert hall.run(lambda: guest.identity in late.entry_store.forked, 30)
    assert len(late.entry_store.feeds[guest.identity].feed_of(1)) == 41


def test_a_forked_feed_is_not_extended() -> None:
    member = opener()
    guest = forked(member)
    before = kept(member)
    for i in range(50):
        say(member, guest, guest.told(guest.sign(JUNK, i)), guest.told(guest.sign(JUNK, [i], at=1)))
    assert kept(member) == before
    feed: Feeds = member.entry_store.feeds[guest.identity]
    assert len(feed.side_entries()) == 1


@pytest.mark.parametrize(
    "body", [[], [1], ["1", 0, bytes(32)], [0, 0, bytes(32)], [-1, 0, bytes(32)], [1, 0, b""], [1 << 40, 0, bytes(32)]]
)
def test_a_forged_vote_removes_no_member(body: list[Any]) -> None:
    """A vote that no member would send does not stop a member.

    It is signed and linked correctly, so it is kept as void, also by a member that resumes from its log.
    """
    member = opener()
    guest = Guest(member.opening, 0)
    let_in(member, guest, NOON + 1, "10.0.0.9")
    say(member, guest, guest.told(guest.sign(Kind.BACK, body)))
    member.tick(NOON + 3)
    assert len(member.entry_store.feeds[guest.identity].feed_of(1)) == 2
    assert any(refusal.identity == guest.identity for refusal in member.entry_store.refusals)
    again = Node(member.opening, seed(0), "P0", member.entry_log, MemoryBlobs(), now=NOON + 3, pace=PACE)
    assert again.is_enrolled and len(again.entry_store.feeds[guest.identity].feed_of(1)) == 2


def test_unknown_kinds_of_entries_are_refused() -> None:
    """The kind that the guests in these tests sign is none of the known kinds."""
    assert JUNK not in set(Kind) and Signer(seed(0)).identity
