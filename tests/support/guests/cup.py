"""A hostile guest of a tournament."""

from __future__ import annotations

from itertools import starmap
from typing import Any, ClassVar

from core.engine.codec import dec, enc
from core.engine.game import any_game
from lobby.tournament.model import entries, entry_store, guests
from lobby.tournament.model.contents import Close, Start, pack_content
from lobby.tournament.model.opening import make_opening
from lobby.tournament.model.state import VerifiedMatch
from lobby.tournament.protocol import admission, blob_fetch, feed_sync, gossip, messages, neighbour, presence
from lobby.tournament.protocol.blobs import MemoryBlobs, WantedBlob, blob_hash
from lobby.tournament.protocol.node import Node
from lobby.tournament.protocol.pace import PACE, Pace
from net.replication.entries import Place
from net.replication.entries import make as make_entry
from net.replication.entry_log import MemoryEntryLog
from tests.support.guests.base import GUESTS, HONEST, Choices, Guest, signer
from tests.support.guests.cup_scenes import SCENES
from tests.support.guests.cup_words import Words
from tests.support.lobby.tournament.hall import data_of
from tests.support.net.toys import TRICKS

NOON = 1_700_000_000.0
CUP = make_opening(HONEST[0].identity, "Cup", "swiss", any_game(TRICKS), {}, bytes(32), sizes=(2, 2, 2))
BLOB = bytes(30_000)
QUICK = Pace(ballot=5.0, reveal=4.0, slack=1.0, grace=0.5, report=0.1, pulse=1.0, gone=5.0, minute=0.05, look=0.05)
BACK = 60.0
"""Seconds until a member that returned without its log is recognised again."""


class GossipGuest(Guest[Node]):
    """A tournament with an opener and the honest member under test; the guest has several keys.

    From later places the guest talks to the opener, who admits further guests.
    """

    pace = PACE
    cup = CUP.id
    places = GUESTS + 2

    reads = (
        gossip.Gossip, feed_sync.FeedSync, blob_fetch.BlobFetch, presence.Pulses, admission.Admission,
        entry_store.EntryStore, entries.read_body,
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.fellow = self._made(b"h" * 32, "Ada", MemoryEntryLog())
        self.member = self._made(b"i" * 32, "Ben", MemoryEntryLog())
        self.hash = self.member.gossip.keep(BLOB)
        self.fellow.add_peer(self.member.identity, ("10.0.0.1", 5000))
        self._link()
        self.back_at = 0.0
        hashes = [self.hash, blob_hash(bytes(3000))]
        self.words = Words(CUP.id, hashes, [self.fellow.identity, self.member.identity])
        self.wanted = {blob_hash(bytes(size)): size for size in (900, 3000, 40_000)}
        self.asked: list[tuple[bytes, bytes, int]] = []
        for _ in range(120):  # it waits for each neighbour to tell what it holds
            self.tick(self.now + 0.1)
            self.take()
        for place in range(2):
            self._come(place, f"10.0.1.{place}")

    def _come(self, place: int, host: str) -> None:
        """Enrol the guest at a place; the opener admits it."""
        who = signer(place).identity
        self.fellow.add_peer(who, (host, 5000 + place))
        stored = self.sign(place, None, 0, entries.feed_id(CUP.id, who))
        self.words.enrolled[place] = stored
        self.fellow.receive(who, enc([dec(messages.pack_message(messages.AdmissionRequest(who, stored, "", 0, 0)))]))
        self.tell(place, stored)

    def _made(self, seed: bytes, name: str, entry_log: MemoryEntryLog) -> Node:
        return Node(CUP, seed, name, entry_log, MemoryBlobs(), now=NOON + self.now, pace=self.pace)

    def _link(self) -> None:
        self.member.add_peer(self.fellow.identity, ("10.0.0.1", 5000))
        for place in range(GUESTS):
            self._meet(place)

    def _meet(self, place: int) -> None:
        self.member.add_peer(signer(place).identity, (f"10.0.1.{place % 2}", 5000 + place))

    def make(self, choices: Choices) -> bytes:
        """Return a datagram of a few messages."""
        return self.words.said(choices)

    def give(self, place: int, datagram: bytes) -> None:
        """Deliver the datagram over the link of this place, or to the opener."""
        if place < GUESTS:
            self.member.receive(signer(place).identity, datagram)
        else:
            self.fellow.receive(signer(place - GUESTS).identity, datagram)

    def tick(self, now: float) -> None:
        """Advance both members and exchange their messages."""
        self.now = now
        self.member.tick(NOON + now)
        self.fellow.tick(NOON + now)
        for to, data in data_of(self.fellow):
            if to == self.member.identity:
                self.member.receive(self.fellow.identity, data)
        self.member.take_reports()
        self.fellow.take_reports()

    def take(self) -> tuple[int, int]:
        """Take the member's messages."""
        own = other = 0
        for to, data in data_of(self.member):
            if to == self.fellow.identity:
                other += len(data)
                self.fellow.receive(self.member.identity, data)
            else:
                own += len(data)
                self._note_asked(to, data)
        return own, other

    def _note_asked(self, to: bytes, data: bytes) -> None:
        """Note the chunks that the member requests from the guest."""
        for said in messages.TABLE.read(data):
            if isinstance(said, messages.Ask) and said.hash in self.wanted:
                self.asked = [*self.asked, *((to, said.hash, k) for k in said.chunks)][-64:]

    def _answer(self, choices: Choices) -> None:
        """Send the requested chunks, true or false ones."""
        false, asked, self.asked = choices.below(3) == 0, self.asked, []
        for to, hash, k in asked:
            size = self.wanted[hash]
            piece = bytes([false]) * max(0, min(messages.PIECE, size - k * messages.PIECE))
            self.member.receive(to, enc([dec(messages.pack_message(messages.Chunk(hash, k, size, piece)))]))

    def act(self, choices: Choices) -> None:
        """Perform one action of the member or the guest, such as a lost link, a restart or an illegal entry."""
        kind, place = choices.below(15), choices.below(GUESTS)
        whom = signer(place).identity
        if kind == 10:
            self._answer(choices)
        elif kind == 12:
            if choices.chance(3):
                self._play_a_round(choices)
        elif kind == 14:
            if choices.chance(3):
                scene = choices.of(SCENES)
                scene(type(self)() if choices.chance(2) else self)
        elif kind == 13:
            self._knock_without_the_opener(choices)
        elif kind == 11:
            self.wait()
        elif kind == 0:
            wanted = {bytes([place]) * 32: 5000, signer(0).identity: 900} if choices.chance(3) else {}
            wanted |= self.wanted | {self.member.gossip.keep(b"a table"): 7}
            self.member.gossip.want(list(starmap(WantedBlob, wanted.items())))
            for _ in range(3):
                self.now += 0.4
                self.member.gossip.tick(NOON + self.now)
                self.take()
                self._answer(choices)
            if choices.chance(3):
                self.member.gossip.tick(NOON + self.now + 30.0)
                self.member.gossip.want(list(starmap(WantedBlob, self.wanted.items())))
        elif kind == 1:
            self.member.gossip.keep(bytes([place]) * 3000)
        elif kind == 2:
            self._judge(choices)
        elif kind == 3:
            self.member.remove_peer(whom)
        elif kind == 4:
            self._meet(place)
            if self.fellow.identity not in self.member.gossip.neighbours:
                self.member.add_peer(self.fellow.identity, ("10.0.0.1", 5000))
                self.back_at = self.now
        elif kind == 5:
            self.fellow.start()
            for item in range(GUESTS):
                self._agree(item)
        elif kind == 6:
            self._come(place, choices.of(("127.0.0.1", f"10.0.1.{place}", "10.0.1.0")))
        elif kind == 7:
            if choices.chance(3):
                self._come_back(choices)
        elif kind == 8:
            self._propose(place, choices)
        else:
            self._say_all(place, choices)

    def _judge(self, choices: Choices) -> None:
        for hash, _ in self.member.take_unjudged():
            self.member.store_verdict(hash, self.played() if choices.chance(2) else "it does not hold")

    def played(self) -> VerifiedMatch | str:
        """Return a verified result for the first table."""
        course = self.member.course
        if course.running_round is None:
            return "there is no table"
        return VerifiedMatch(
            course.room_id(course.running_round, 0), course.identities_at(course.running_round, 0), (1, 2)
        )

    def _play_a_round(self, choices: Choices) -> None:
        """Play a round that all members agree on; the guest proposes how it is closed."""
        self.begin_a_round()
        for place in range(4):
            self._propose(place, choices)

    def wait(self) -> None:
        """Let six seconds pass in which only the honest members act."""
        for _ in range(12):
            self.tick(self.now + 0.5)
            self.take()

    def begin_a_round(self) -> None:
        """Let all members agree until a round begins."""
        self.fellow.start()
        for _ in range(10):
            for item in range(GUESTS):
                self._agree(item)
            for _ in range(5):
                self.tick(self.now + 0.5)
                self.take()
            if self.member.course.running_round is not None:
                break

    def _knock_without_the_opener(self, choices: Choices) -> None:
        """Let a newcomer ask for admission while the member has no link to the opener."""
        self.member.remove_peer(self.fellow.identity)
        who = 200 + choices.below(20)
        stored = self.sign(who, None, 0, entries.feed_id(CUP.id, signer(who).identity))
        request = messages.AdmissionRequest(signer(who).identity, stored, "", 0, choices.below(5))
        self.member.receive(signer(choices.below(GUESTS)).identity, enc([dec(messages.pack_message(request))]))
        self.member.add_peer(self.fellow.identity, ("10.0.0.1", 5000))
        self.back_at = self.now

    def _come_back(self, choices: Choices) -> None:
        """Restart the member with or without its log, possibly without the opener."""
        entry_log = MemoryEntryLog() if choices.chance(2) else self.member.entry_log
        assert isinstance(entry_log, MemoryEntryLog)
        self.member, self.back_at = self._made(b"i" * 32, "Ben", entry_log), self.now
        self.member.gossip.keep(BLOB)
        self._link()
        if choices.chance(2):
            self.member.remove_peer(self.fellow.identity)

    def held(self, who: int) -> tuple[int, bytes]:
        """Return the number of entries of a feed that the member has, and the id of the latest one."""
        feed = self.member.entry_store.feeds.get(signer(who).identity)
        held = feed.feed_of(1) if feed is not None else []
        return (len(held), held[-1].id) if held else (0, entries.feed_id(CUP.id, signer(who).identity))

    def sign(self, who: int, body: Any, seq: int, prev: bytes, kind: int = 0) -> bytes:
        """Return a signed entry of any author, with any content, at this place of a feed."""
        by = signer(who)
        if seq == 0 and not kind:
            body = entries.Enrol("Eve", False, True, entries.derive_nonces(who.to_bytes(32, "big"), CUP.id)[0])
        place = Place(entries.feed_id(CUP.id, by.identity), 1, seq, prev)
        return make_entry(by, place, kind or entries.KIND_OF[type(body)], (), list(body)).stored

    def tell(self, who: int, stored: bytes) -> None:
        """Send an entry to both honest members over a link of the guest."""
        said = enc([dec(messages.pack_message(messages.EntryMessage(signer(who).identity, stored)))])
        for item in (self.member, self.fellow):
            item.receive(signer(who % GUESTS).identity, said)

    def _say_all(self, who: int, choices: Choices) -> None:
        """Send a chain of entries with illegal content, or a fork."""
        who = 100 + choices.below(10) if choices.chance(3) else who
        small, whom = choices.below(3), choices.of(self.words.whom)
        n = self.member.course.next_decision - choices.chance(3)
        bodies: list[tuple[Any, int]] = [
            (entries.Leave(), 0), (entries.Move(n, 1 + small), 0), (entries.Move(n, small), 0),
            (entries.Propose(n, small, whom, 100), 0), (entries.Propose(n, small, self.hash, 100), 0),
            (entries.Back(n, small, whom), 0), (entries.Back(n, small, self.hash), 0), (entries.Leave(), 99),
            (entries.ResultReport(small, 0, self.hash, len(BLOB)), 0), (entries.UnfinishedReport(small, 0), 0),
            (entries.Leave(), int(entries.Kind.ENROL)), (entries.Welcome(bytes(32), 0, False), 0),
            (entries.Welcome(whom, small, bool(small)), 0),
            *((entries.Welcome(signer(100 + i).identity, small, False), 0) for i in range(10)),
            (entries.Reveal(small, entries.derive_nonces(who.to_bytes(32, "big"), CUP.id)[1 + small]), 0),
        ]  # fmt: skip
        for _ in range(1 + choices.below(12)):
            body, kind = choices.of(bodies)
            seq, prev = self.held(who)
            self.tell(who, self.sign(who, body, seq, prev, kind))
        if choices.chance(4):
            seq, _ = self.held(who)
            feed = self.member.entry_store.feeds.get(signer(who).identity)
            held = feed.feed_of(1) if feed is not None else []
            if seq > 1:
                at = 1 + choices.below(seq - 1)
                self.tell(who, self.sign(who, entries.UnfinishedReport(7, small), at, held[at - 1].id))
        if choices.chance(8):
            self.tell(who, choices.of((b"", b"x" * 40, self.sign(who, entries.Leave(), 2000, bytes(32)))))
        if choices.chance(8):
            low = enc([dec(messages.pack_message(messages.EntryMessage(bytes(32), b"x")))])
            self.member.receive(signer(0).identity, low)

    def _propose(self, who: int, choices: Choices) -> None:
        """Propose content with false facts, and vote for it."""
        course, entry_store = self.member.course, self.member.entry_store
        known = {player.identity for player in course.players}
        fresh = [item for item in sorted(entry_store.feeds) if item not in known and choices.chance(2)]
        new = tuple((item, entry_store.enrolment_id(item) if choices.below(6) else bytes(32)) for item in fresh)
        some = tuple(player.number for player in course.players if choices.chance(2))
        remaining = tuple(p.number for p in course.players if p.identity in entry_store.left and not p.left)
        self._judge(choices)
        records = [self.hash, bytes(32), *entry_store.records, *entry_store.records]
        seated = course.running_round.tables[0] if course.running_round is not None else (1, 2)
        if course.closes_round or choices.chance(8):
            content: Close | Start = Close(
                len(course.rounds), new, some if choices.chance(4) else remaining,
                ((0, choices.of(records), (1, 2)),) if choices.chance(2) else (),
                ((0, seated),) if choices.chance(3) else (),
            )  # fmt: skip
        else:
            content = Start(len(course.rounds), some)
        data = pack_content(content, bytes(32))
        hash = self.member.gossip.keep(data)
        self.fellow.gossip.keep(data)
        for body in (
            entries.Propose(course.next_decision, 0, hash, len(data)),
            entries.Back(course.next_decision, 0, hash),
        ):
            seq, prev = self.held(who)
            self.tell(who, self.sign(who, body, seq, prev))
        self.member.view.course_after(course, hash)

    def _agree(self, place: int) -> None:
        """Vote for the opener's latest proposal, show the guest's nonces, and report a table."""
        n = self.fellow.course.next_decision
        proposed = self.fellow.entry_store.ballots[n].proposals
        latest = [signed.body for b in sorted(proposed) for signed in proposed[b].values()][-1:]
        bodies: list[Any] = [entries.Back(n, said.b, said.hash) for said in latest if isinstance(said, entries.Propose)]
        bodies += [
            entries.Reveal((n - 1) // 2, entries.derive_nonces(place.to_bytes(32, "big"), CUP.id)[1 + (n - 1) // 2])
        ]
        bodies += [entries.ResultReport((n - 1) // 2 - 1, 0, self.hash, len(BLOB))] if n > 2 else []
        for body in bodies:
            seq, prev = self.held(place)
            stored = self.sign(place, body, seq, prev)
            for item in (self.member, self.fellow):
                item.gossip.feed_sync.add_entry(signer(place).identity, stored)

    def check(self) -> None:
        """Check that the honest members are in the tournament and know each other."""
        if self.now - self.back_at < BACK or self.fellow.identity not in self.member.gossip.neighbours:
            return
        assert {self.member.identity, self.fellow.identity} <= set(self.member.entry_store.enrolled)
        assert self.fellow.identity in self.member.gossip.pulses


class NarrowGossipGuest(GossipGuest):
    """A guest of a tournament with low limits."""

    pace = QUICK
    narrow: ClassVar[tuple[tuple[Any, str, Any], ...]] = (
        (entry_store, "MOST_MEMBERS", 7), (feed_sync, "MOST_MEMBERS", 7), (admission, "MOST_MEMBERS", 7),
        (entry_store, "FEED_BYTES", 9000),
        (guests, "MOST_GUESTS", 3),
        (entry_store, "MOST_ENTRIES", 60), (neighbour, "PROOF_AGAIN", 1.0),
    )  # fmt: skip

    def _meet(self, place: int) -> None:
        super()._meet(place)
        near = self.member.gossip.neighbours[signer(place).identity]
        allowances = near.answer_quota, near.check_quota, near.feed_request_quota, near.item_quota
        for allowance, rate, most in zip(allowances, (2500.0, 1.0, 2.0, 150.0), (1500.0, 4.0, 4.0, 100.0)):
            allowance.rate, allowance.most = rate, most
