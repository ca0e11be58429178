"""What the members of a tournament have signed: their feeds, and what follows from single entries.

Each member has one hash-linked feed (`net.feeds` with one seat). Of a forked feed the first version is followed, the
member counts as gone, and what it signed in either version still binds it: so a decision, once made, stays made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from core.kernel.codec import BadBytes
from lobby.tournament.course import Lacking, Played, Player, Refused
from lobby.tournament.entries import (
    MOST_STORED,
    Back,
    Body,
    Enrol,
    Leave,
    Move,
    Propose,
    Reported,
    Reveal,
    Unfinished,
    body_of,
    feed_id,
    fits_anchor,
)
from lobby.tournament.opening import MOST_PLAYERS, Opening
from net.crypto import valid_point
from net.entries import Entry
from net.entries import read as read_entry
from net.feeds import Added, Feeds

MOST_MEMBERS = MOST_PLAYERS + 64
MOST_ENTRIES = 2000
"""Of one member: far more than any tournament needs."""


class Refusal(NamedTuple):
    """Something that a member signed and that counts for nothing."""

    identity: bytes
    words: str


class Signed(NamedTuple):
    """A statement, who made it, and when it was heard here."""

    identity: bytes
    said: Body
    at: float


@dataclass(slots=True)
class Ballots:
    """What members have said about one decision."""

    moved: dict[bytes, int] = field(default_factory=dict)
    """The latest ballot of each who has moved."""
    movers: dict[int, dict[bytes, tuple[int, bytes] | None]] = field(default_factory=lambda: defaultdict(dict))
    """Ballot -> who moved to it, and what it had backed last by then."""
    backs: dict[tuple[int, bytes], set[bytes]] = field(default_factory=lambda: defaultdict(set))
    last: dict[bytes, tuple[int, bytes]] = field(default_factory=dict)
    proposals: dict[int, dict[bytes, Signed]] = field(default_factory=lambda: defaultdict(dict))

    def backed(self, hash: bytes, electors: set[bytes]) -> int | None:
        """The lowest ballot in which a majority of these agreed to a content; None if in none."""
        quorum = len(electors) // 2 + 1
        found = [b for (b, named), who in self.backs.items() if named == hash and len(who & electors) >= quorum]
        return min(found, default=None)

    def forced(self, b: int, electors: set[bytes]) -> tuple[bool, bytes | None]:
        """Whether a majority has moved to a ballot, and the content that only may be proposed in it, if there is one.

        A content that may have won in an earlier ballot was backed by somebody in each majority.
        """
        moved = {who: last for who, last in self.movers.get(b, {}).items() if who in electors}
        if len(moved) < len(electors) // 2 + 1:
            return False, None
        lasts = [last for last in moved.values() if last is not None]
        return True, max(lasts)[1] if lasts else None


class Ledger:
    """All feeds of a tournament, and the facts in them."""

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.id = opening.id
        self.feeds: dict[bytes, Feeds] = {}
        self.refusals: list[Refusal] = []
        self.ballots: dict[int, Ballots] = defaultdict(Ballots)
        self.enrolled: dict[bytes, Signed] = {}
        """The enrolment that is followed of each member."""
        self.left: set[bytes] = set()
        self.forked: set[bytes] = set()
        self.reveals: dict[tuple[bytes, int], list[Signed]] = defaultdict(list)
        self.reported: dict[tuple[int, int], list[Signed]] = defaultdict(list)
        """(round, table) -> who names which record."""
        self.unfinished: dict[tuple[int, int], set[bytes]] = defaultdict(set)
        self.records: dict[bytes, Played | str] = {}
        """What verified records say, by hash, or why one does not hold."""
        self.verified_at: dict[bytes, float] = {}
        self.on_entry: Callable[[bytes, Entry], None] = lambda identity, entry: None
        self._enrolments: dict[tuple[bytes, bytes], Enrol] = {}
        self._nonces: dict[tuple[bytes, int], bytes] = {}

    # -- taking in --

    def feed(self, identity: bytes) -> Feeds:
        """A member's feed, made if there is none."""
        known = self.feeds.get(identity)
        if known is None:
            known = self.feeds[identity] = Feeds(feed_id(self.id, identity), (identity,))
        return known

    def add(self, identity: bytes, stored: bytes, now: float, trusted: bool = False) -> Added:
        """Takes an entry in; any bytes may come."""
        if identity not in self.feeds and (len(self.feeds) >= MOST_MEMBERS or not valid_point(identity)):
            return Added.REFUSED
        try:
            entry = read_entry(stored)
        except BadBytes:
            return Added.REFUSED
        if len(stored) > MOST_STORED or entry.seq >= MOST_ENTRIES or (identity in self.forked and not trusted):
            return Added.REFUSED
        known = identity in self.feeds
        feed = self.feed(identity)
        added = feed.add(entry, trusted)
        if not known and added is not Added.NEW:
            del self.feeds[identity]
        if added in (Added.NEW, Added.FORK):
            self._note(identity, entry, now)
            self.on_entry(identity, entry)
        if added is Added.FORK and identity not in self.forked:
            self.forked.add(identity)
            self._refuse(identity, "two versions of its feed, both signed (may be a restored copy)")
        return added

    def _note(self, identity: bytes, entry: Entry, now: float) -> None:
        try:
            said = body_of(entry)
        except BadBytes as bad:
            self._refuse(identity, f"entry {entry.seq}: {bad}")
            return
        signed = Signed(identity, said, now)
        if isinstance(said, Enrol):
            self._enrolments[identity, entry.id] = said
            self.enrolled.setdefault(identity, signed)
        elif isinstance(said, Leave):
            self.left.add(identity)
        elif isinstance(said, Reveal):
            self.reveals[identity, said.round].append(signed)
        elif isinstance(said, Unfinished):
            self.unfinished[said.round, said.table].add(identity)
        elif isinstance(said, Reported):
            self.reported[said.round, said.table].append(signed)
        else:
            self._vote(signed)

    def _vote(self, signed: Signed) -> None:
        identity, said = signed.identity, signed.said
        assert isinstance(said, (Move, Propose, Back))
        ballots = self.ballots[said.n]
        latest = ballots.moved.get(identity, 0)
        if isinstance(said, Move):
            if said.b <= latest:
                self._refuse(identity, f"decision {said.n}: it goes back to ballot {said.b}")
                return
            ballots.moved[identity] = said.b
            ballots.movers[said.b][identity] = ballots.last.get(identity)
        elif said.b < latest:
            self._refuse(identity, f"decision {said.n}: ballot {said.b} after it had left it")
        elif isinstance(said, Propose):
            if identity in ballots.proposals[said.b]:
                self._refuse(identity, f"decision {said.n}: two proposals in ballot {said.b}")
            else:
                ballots.proposals[said.b][identity] = signed
        else:
            last = ballots.last.get(identity)
            if last is not None and last[0] >= said.b and last != (said.b, said.hash):
                self._refuse(identity, f"decision {said.n}: it agrees to two contents in ballot {said.b}")
                if identity not in self.forked:
                    return
            ballots.last[identity] = max(last or (said.b, said.hash), (said.b, said.hash))
            ballots.backs[said.b, said.hash].add(identity)

    def _refuse(self, identity: bytes, words: str) -> None:
        if len(self.refusals) < MOST_ENTRIES:
            self.refusals.append(Refusal(identity, words))

    def refuse(self, identity: bytes, words: str) -> None:
        """Notes, once, why something that a member signed does not count."""
        if Refusal(identity, words) not in self.refusals:
            self._refuse(identity, words)

    # -- facts --

    def enrolment(self, identity: bytes, entry: bytes) -> Enrol:
        """The enrolment of this id."""
        found = self._enrolments.get((identity, entry))
        if found is None:
            raise Lacking("an enrolment")
        return found

    def enrolment_id(self, identity: bytes) -> bytes:
        """The id of a member's enrolment."""
        return self.feeds[identity].of(1)[0].id

    def nonce(self, player: Player, round: int) -> bytes:
        """The nonce of a round, checked against its anchor."""
        key = (player.anchor, round)
        if key not in self._nonces:
            fits = (s.said.nonce for s in self.reveals.get((player.identity, round), ()) if isinstance(s.said, Reveal))
            nonce = next((nonce for nonce in fits if fits_anchor(player.anchor, round, nonce)), None)
            if nonce is None:
                raise Lacking("a nonce")
            self._nonces[key] = nonce
        return self._nonces[key]

    def played(self, hash: bytes) -> Played:
        """A verified record."""
        found = self.records.get(hash)
        if found is None:
            raise Lacking("a record")
        if isinstance(found, str):
            raise Refused(found)
        return found

    def check_left(self, identity: bytes) -> None:
        """Somebody has dropped out, or has signed two versions of its feed."""
        if identity not in self.left and identity not in self.forked:
            raise Lacking("that somebody left")

    def check_unfinished(self, identity: bytes, round: int, table: int) -> None:
        """Somebody has said that its table has no result."""
        if identity not in self.unfinished.get((round, table), ()):
            raise Lacking("that a table is unfinished")

    def entries(self) -> Iterator[tuple[bytes, Entry]]:
        """All entries, feed by feed, the other versions of forked ones last."""
        for identity in sorted(self.feeds):
            for entry in self.feeds[identity].of(1):
                yield identity, entry
        for identity in sorted(self.feeds):
            for entry in self.feeds[identity].sides():
                yield identity, entry
