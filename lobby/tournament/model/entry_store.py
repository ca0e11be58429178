"""Feeds of a tournament's members, and the facts that the entries prove.

Each member has one hash-linked feed (`net.replication.feeds` with one seat). If a member signs two versions of its
feed, the first version is used, and the member counts as gone. It remains bound by what it signed in either version.
Therefore a decision that was made cannot be undone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from core.engine.codec import BadEncodingError
from lobby.tournament.model.contents import InvalidContent
from lobby.tournament.model.entries import (
    MOST_STORED,
    Back,
    Body,
    Enrol,
    Leave,
    Move,
    Propose,
    ResultReport,
    Reveal,
    Signed,
    UnfinishedReport,
    Welcome,
    feed_id,
    fits_anchor,
    read_body,
)
from lobby.tournament.model.guests import Guests
from lobby.tournament.model.opening import MOST_PLAYERS, Opening
from lobby.tournament.model.pairing import pair_now
from lobby.tournament.model.pods import Pods
from lobby.tournament.model.results import Result
from lobby.tournament.model.state import MissingFact, Player, VerifiedMatch
from lobby.tournament.model.synod import Ballots, Electors
from net.crypto.primitives import valid_point
from net.replication.entries import Entry
from net.replication.entries import read as read_entry
from net.replication.feeds import AddResult, Feeds

MOST_MEMBERS = MOST_PLAYERS + 64
MOST_ENTRIES = 2000
"""Maximum number of entries of one member, far more than any tournament needs."""
FEED_BYTES, DECISION_BYTES, OPENER_BYTES = 128 * 1024, 6 * 1024, 256 * 1024
"""Bytes that are stored of a feed before the first decision, and additional bytes.

`DECISION_BYTES` are added for each decision. `OPENER_BYTES` are added for the opener, because it admits the others.
"""
ENTRY_OVERHEAD = 256
"""Number of bytes that are charged for an entry in addition to its size."""
MOST_REFUSALS = 16
"""Maximum number of refusals that are remembered for one member; further ones have no effect."""


class Refusal(NamedTuple):
    """Refusal of a signed statement of a member, with the reason why it does not count."""

    identity: bytes
    words: str


FOUNDER_COUNT = 3
"""Number of members that may decide on the first round in addition to the opener.

They are the first members to which the opener gave a vote.
"""


class EntryStore:
    """All feeds of a tournament, and the facts in them.

    A `bounded` store accepts feeds from others only for admitted members. It stores no more of each feed than the
    tournament can have produced. `decided` is the number of decisions made. `players` are the players in the
    tournament's rounds.
    """

    def __init__(self, opening: Opening, bounded: bool = False) -> None:
        self.opening = opening
        self.id = opening.id
        self.bounded = bounded
        self.decided = 0
        self.players: frozenset[bytes] = frozenset()
        self.awaited: frozenset[bytes] = frozenset()
        """Members that a majority has admitted, even if this program has no feed of them (`await_members`)."""
        self.own = b""
        """Identity of the member whose feed is never dropped to make room here."""
        self.guests = Guests(opening.opener, MOST_MEMBERS)
        self.feeds: dict[bytes, Feeds] = {}
        self.refusals: list[Refusal] = []
        self.ballots: dict[int, Ballots] = defaultdict(Ballots)
        self.enrolled: dict[bytes, Signed] = {}
        """The valid enrolment of each member."""
        self.left: set[bytes] = set()
        self.forked: set[bytes] = set()
        self.reveals: dict[tuple[bytes, int], list[Signed]] = defaultdict(list)
        self.reported: dict[tuple[int, int], list[Signed]] = defaultdict(list)
        """The reports of match records, by (round, table)."""
        self.unfinished: dict[tuple[int, int], set[bytes]] = defaultdict(set)
        self.records: dict[bytes, VerifiedMatch | str] = {}
        """Verified match records by hash, or the reason why a record is not valid."""
        self.verified_at: dict[bytes, float] = {}
        self.pairing: Callable[[Opening, Sequence[int], list[list[Result]], bytes], Pods | None] = pair_now
        self.on_entry: Callable[[bytes, Entry, Body | None], None] = lambda identity, entry, said: None
        """Callback for each accepted entry, with its content, or None if the entry has no valid content."""
        self.on_forgotten: Callable[[bytes], None] = lambda identity: None
        self.on_admitted: Callable[[list[bytes]], None] = lambda identities: None
        self.sizes: Counter[bytes] = Counter()
        """Bytes that are charged for each feed, by identity."""
        self.voters: dict[bytes, float] = {opening.opener: 0.0}
        """Members to which the opener has given a vote, with the time at which the vote was received."""
        self._founders: set[bytes] = set()
        self.founders: list[bytes] = []
        """Members other than the opener that may decide on the first round, in the order of the opener's feed."""
        self._begun = False
        self._shorts = {opening.opener[:8]}
        self._refused: Counter[bytes] = Counter()
        self._enrolments: dict[tuple[bytes, bytes], Enrol] = {}
        self._nonces: dict[tuple[bytes, bytes, int], bytes] = {}

    # -- adding entries --

    def feed_of(self, identity: bytes) -> Feeds:
        """Return the feed of a member, creating it if there is none."""
        known = self.feeds.get(identity)
        if known is None:
            known = self.feeds[identity] = Feeds(feed_id(self.id, identity), (identity,))
        return known

    def accepts_feed_of(self, identity: bytes) -> bool:
        """Return True if the store would accept the feed of a member without a feed here.

        It accepts this member's own feed even before the member's admission.
        """
        awaited = identity == self.own or identity in self.awaited
        return awaited or not self.bounded or self.is_admitted(identity)

    def admits_short_id(self, short: bytes) -> bool:
        """Return True if a member whose identity begins with these 8 bytes has been admitted."""
        return not self.opening.needs_welcome or short in self._shorts

    def await_members(self, identities: frozenset[bytes]) -> None:
        """Accept the feeds of members that a majority has admitted, although their admission has not arrived here."""
        if identities != self.awaited:
            self.awaited = identities
            self._admit(identities)

    def _admit(self, identities: Iterable[bytes]) -> None:
        new = sorted(identities)
        self._shorts |= {identity[:8] for identity in new}
        self.on_admitted(new)

    def is_admitted(self, identity: bytes) -> bool:
        """Return True if a member has been admitted or is in a round.

        The result is always True if the tournament needs no admission.
        """
        return identity in self.guests or identity in self.players or not self.opening.needs_welcome

    def add(self, identity: bytes, stored: bytes, now: float, trusted: bool = False) -> AddResult:
        """Add an entry, given as any bytes, and return the result.

        The result is `EARLY` while the member has not been admitted.
        """
        known = identity in self.feeds
        if not known and not trusted and not self.accepts_feed_of(identity):
            return AddResult.EARLY
        if not known and not valid_point(identity):
            return AddResult.REFUSED
        try:
            entry = read_entry(stored)
        except BadEncodingError:
            return AddResult.REFUSED
        if len(stored) > MOST_STORED or entry.seq >= MOST_ENTRIES or (identity in self.forked and not trusted):
            return AddResult.REFUSED
        if self.bounded and not trusted and not self._make_room(identity, entry, len(stored)):
            return AddResult.FULL
        feed = self.feed_of(identity)
        added = feed.add(entry, trusted)
        if not known and added is not AddResult.NEW:
            del self.feeds[identity]
        new_fork = added is AddResult.FORK and identity not in self.forked
        if new_fork:
            self.forked.add(identity)  # first, so that the votes of both versions count against it
        if added in (AddResult.NEW, AddResult.FORK):
            self.sizes[identity] += len(stored) + ENTRY_OVERHEAD
            self.on_entry(identity, entry, self._apply(identity, entry, now))
        if new_fork:
            self._refuse(identity, "two versions of its feed, both signed (may be a restored copy)")
        return added

    def _make_room(self, identity: bytes, entry: Entry, size: int) -> bool:
        """Return True if the store has room for one more entry, after dropping another member if necessary.

        The dropped member is the latest one of the source that has the most members.
        """
        feed = self.feeds.get(identity)
        if feed is not None and entry.seq < feed.lengths()[0]:
            return True
        more = OPENER_BYTES if identity == self.opening.opener else 0
        if self.sizes[identity] + size + ENTRY_OVERHEAD > FEED_BYTES + more + DECISION_BYTES * self.decided:
            return False
        if feed is not None or len(self.feeds) < MOST_MEMBERS or identity in self.awaited:
            return True
        stay = {*self.players, *self.founders, self.opening.opener, self.own}
        may_go = [i for i in self.feeds if i not in stay]
        goes = self.guests.member_to_drop(may_go, self.guests.source_of(identity)) if entry.seq == 0 else None
        if goes is not None:
            self._forget(goes)
        return goes is not None

    def _forget(self, identity: bytes) -> None:
        self._shorts.discard(identity[:8])
        del self.feeds[identity]
        self.sizes.pop(identity, None)
        self.enrolled.pop(identity, None)
        self.left.discard(identity)
        self.forked.discard(identity)
        for ballots in self.ballots.values():
            ballots.forget(identity)
        for key in [key for key in self._enrolments if key[0] == identity]:
            del self._enrolments[key]
        for revealed in [key for key in self.reveals if key[0] == identity]:
            del self.reveals[revealed]
        for named in self.reported.values():
            named[:] = [signed for signed in named if signed.identity != identity]
        for who in self.unfinished.values():
            who.discard(identity)
        self.on_forgotten(identity)

    def _apply(self, identity: bytes, entry: Entry, now: float) -> Body | None:
        """Apply an entry and return its content, or None if its member may not sign it."""
        try:
            said = read_body(entry)
        except BadEncodingError as bad:
            self._refuse(identity, f"entry {entry.seq}: {bad}")
            return None
        signed = Signed(identity, said, now)
        if identity == self.opening.opener:
            self._apply_opener_entry(said)
        if isinstance(said, Welcome):
            new = self.guests.apply_welcome(identity, said.identity, said.guests)
            if new is None:
                self._refuse(identity, "it lets in more than it may")
                return said
            if identity == self.opening.opener and said.votes:
                self.voters.setdefault(said.identity, now)
                if not self._begun:
                    self._founders.add(said.identity)
            self._admit(new)
        elif isinstance(said, Enrol):
            self._enrolments[identity, entry.id] = said
            self.enrolled.setdefault(identity, signed)
        elif isinstance(said, Leave):
            self.left.add(identity)
        elif isinstance(said, Reveal):
            self.reveals[identity, said.round].append(signed)
        elif isinstance(said, UnfinishedReport):
            self.unfinished[said.round, said.table].add(identity)
        elif isinstance(said, ResultReport):
            self.reported[said.round, said.table].append(signed)
        else:
            self._add_vote(signed)
        return said

    def _apply_opener_entry(self, said: Body) -> None:
        """Apply an entry of the opener's own feed, which alone determines who decides on the first round."""
        if isinstance(said, (Move, Propose, Back, Reveal)):
            self._begun = True
        elif isinstance(said, Welcome) and said.votes and said.identity != self.opening.opener:
            self._add_founder(said.identity)

    def _add_founder(self, identity: bytes) -> None:
        if not self._begun and len(self.founders) < FOUNDER_COUNT and identity not in self.founders:
            self.founders.append(identity)

    def _add_vote(self, signed: Signed) -> None:
        said = signed.body
        assert isinstance(said, (Move, Propose, Back))
        why = self.ballots[said.n].add(signed, signed.identity in self.forked)
        if why:
            self._refuse(signed.identity, f"decision {said.n}: {why}")

    def _refuse(self, identity: bytes, words: str) -> None:
        self._refused[identity] += 1
        if self._refused[identity] <= MOST_REFUSALS:
            self.refusals.append(Refusal(identity, words))

    def refuse(self, identity: bytes, words: str) -> None:
        """Record, only once, the reason why a signed statement of a member does not count."""
        if self._refused[identity] < MOST_REFUSALS and Refusal(identity, words) not in self.refusals:
            self._refuse(identity, words)

    # -- facts --

    def first_electors(self) -> Electors | None:
        """Return the electors of the first decision, or None while they are not fixed.

        They follow from the opener's feed up to its own first vote, or up to the last founder, whichever comes first.
        Therefore only the opener can decide anything while there are fewer founders. A member that leaves or falls
        silent does not change the electors.
        """
        opener = self.opening.opener
        if not self._begun and len(self.founders) < FOUNDER_COUNT and self.own != opener:
            return None
        return Electors((opener, *sorted(self.founders)), opener)

    def may_begin_first_round(self, backing: set[bytes]) -> bool:
        """Return True if these members together may decide on the first round.

        By the rule of opening version 2, the opener alone is enough. So is a majority of the members to which the
        opener gave a vote before it took part in a decision.
        """
        founders = {i for i in self._founders if i not in self.left and self._is_playing(i)}
        return (
            not self.opening.needs_welcome
            or self.opening.opener in backing
            or (2 * len(founders & backing) > len(founders) > 0)
        )

    def _is_playing(self, identity: bytes) -> bool:
        signed = self.enrolled.get(identity)
        return signed is not None and isinstance(signed.body, Enrol) and signed.body.plays

    def enrolment(self, identity: bytes, entry: bytes) -> Enrol:
        """Return the enrolment of a member with this entry id."""
        found = self._enrolments.get((identity, entry))
        if found is None:
            raise MissingFact("an enrolment")
        return found

    def enrolment_id(self, identity: bytes) -> bytes:
        """Return the entry id of a member's enrolment."""
        return self.feeds[identity].feed_of(1)[0].id

    def nonce(self, player: Player, round: int) -> bytes:
        """Return a player's nonce for a round, checked against the player's anchor."""
        key = (player.identity, player.anchor, round)
        if key not in self._nonces:
            fits = (s.body.nonce for s in self.reveals.get((player.identity, round), ()) if isinstance(s.body, Reveal))
            nonce = next((nonce for nonce in fits if fits_anchor(player.anchor, round, nonce)), None)
            if nonce is None:
                raise MissingFact("a nonce")
            self._nonces[key] = nonce
        return self._nonces[key]

    def verified_match(self, hash: bytes) -> VerifiedMatch:
        """Return the verified match whose record has this hash."""
        found = self.records.get(hash)
        if found is None:
            raise MissingFact("a record")
        if isinstance(found, str):
            raise InvalidContent(found)
        return found

    def tables_of(self, here: Sequence[int], results: list[list[Result]], beacon: bytes) -> Pods | None:
        """Return the tables of a round; raise `MissingFact` while they are being computed."""
        return self.pairing(self.opening, here, results, beacon)

    def check_has_vote(self, identity: bytes) -> None:
        """Raise an error unless the opener has given a member a vote.

        Every member has a vote if the tournament needs no admission.
        """
        if self.opening.needs_welcome and identity not in self.voters:
            raise MissingFact("a vote")

    def check_has_left(self, identity: bytes) -> None:
        """Raise an error unless a member has dropped out or has signed two versions of its feed."""
        if identity not in self.left and identity not in self.forked:
            raise MissingFact("that somebody left")

    def check_reported_unfinished(self, identity: bytes, round: int, table: int) -> None:
        """Raise an error unless a member has reported its table as unfinished."""
        if identity not in self.unfinished.get((round, table), ()):
            raise MissingFact("that a table is unfinished")
