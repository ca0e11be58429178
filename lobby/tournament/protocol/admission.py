"""Admission of a new member: a neighbour admits it, or passes its request on to a member that can admit it.

The opener admits every member that asks, up to one limit for each host and one for each member that passes requests on.
Therefore no single host or member can fill the tournament. Each other member may admit a few guests, and does so when
the opener is absent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from core.engine.codec import BadEncodingError
from lobby.tournament.model.entries import Body, Enrol, Welcome, feed_id, read_body
from lobby.tournament.model.entry_store import MOST_MEMBERS, EntryStore
from lobby.tournament.model.guests import MOST_GUESTS
from lobby.tournament.protocol.messages import MOST_HOPS, MOST_TRIES, AdmissionRequest, pack_message
from lobby.tournament.protocol.neighbour import Neighbour
from net.replication.entries import Entry
from net.replication.entries import read as read_entry

MAX_PER_HOST = 8
"""Maximum number of members that the opener admits from one host, except its own computer."""
MAX_PER_RELAYER = 16
"""Maximum number of members that the opener admits on requests passed on by one member."""
AGAIN = 1.0
"""Seconds between two requests."""
OPENER_TRIES = 3
"""Number of requests after which other members also admit the newcomer, even if the opener is present."""


class Admission:
    """One member's part in the admission of new members.

    `sign` signs an entry as this member. `silent` returns the members that have been silent for a long time.
    """

    def __init__(
        self,
        identity: bytes,
        entry_store: EntryStore,
        neighbours: dict[bytes, Neighbour],
        sign: Callable[[Body], object],
        silent: Callable[[], list[bytes]],
    ) -> None:
        self.identity, self.entry_store, self.neighbours = identity, entry_store, neighbours
        self.hosts: frozenset[str] = frozenset()
        """Hosts of this computer."""
        self._sign, self._silent = sign, silent
        self._admitted: Counter[str | bytes] = Counter()
        """Number of members admitted from each host, or by requests that each member passed on."""
        self._tries = 0
        self._knocked_at = -1e9
        self._knocked = b""
        """Neighbour that was last asked for admission; other requests are passed on to it."""

    def request(self, now: float) -> None:
        """Ask for this member's own admission, if it has not been admitted yet.

        It asks the opener if the opener is linked, otherwise one neighbour after another. Most requests go to
        neighbours with a vote.
        """
        enrolled = self.entry_store.feeds.get(self.identity)
        if enrolled is None or now - self._knocked_at < AGAIN or self.entry_store.is_admitted(self.identity):
            return
        around, tries, opener = sorted(self.neighbours), self._tries, self.entry_store.opening.opener
        if opener in self.neighbours and tries % 2 == 0:
            around = [opener]
        elif tries % 4 < 3:
            around = [identity for identity in around if identity in self.entry_store.voters] or around
        if around:
            self._knocked_at, self._tries = now, tries + 1
            self._knocked = around[tries % len(around)]
            said = AdmissionRequest(self.identity, enrolled.feed_of(1)[0].stored, "", 0, min(tries, MOST_TRIES))
            self.neighbours[self._knocked].out.append(pack_message(said))

    def process_request(self, sender: bytes, request: AdmissionRequest) -> bool:
        """Process a request for admission, direct or passed on; return True if this member admitted the newcomer."""
        entry_store = self.entry_store
        if (
            entry_store.is_admitted(request.identity)
            or not entry_store.is_admitted(self.identity)
            or not self._is_valid_enrolment(request)
        ):
            return False
        if self.identity == entry_store.opening.opener:
            return self._admit(sender, request)
        away = entry_store.opening.opener in self._silent()
        if (
            (away or request.tries >= OPENER_TRIES)
            and entry_store.guests.remaining_quota(self.identity)
            and self._has_room()
        ):
            self._sign(Welcome(request.identity, 0, False))
            return True
        self._pass_on(sender, request)
        return False

    def _is_valid_enrolment(self, request: AdmissionRequest) -> bool:
        entry = _read_enrolment(request)
        match = feed_id(self.entry_store.id, request.identity)
        return entry is not None and (entry.match, entry.seat) == (match, 1) and entry.signed_by(request.identity)

    def _has_room(self) -> bool:
        return len(self.entry_store.guests) < MOST_MEMBERS

    def _admit(self, sender: bytes, request: AdmissionRequest) -> bool:
        """Admit a newcomer if the quotas allow it; return True if it was admitted.

        The quotas are those of its host and of the member that passed the request on. The first member of a host has a
        vote if it is linked here, or with the member that passed its request on. It may also admit guests if it is
        linked here. All members on this computer have a vote and may admit guests.
        """
        host = self.neighbours[sender].host
        if sender == request.identity and self._is_own(host):
            shares: dict[str | bytes, int] = {}
        elif sender == request.identity:
            shares = {host: MAX_PER_HOST}
        else:
            shares = {sender: MAX_PER_RELAYER} | ({request.host: MAX_PER_HOST} if request.host else {})
        if not self._has_room() or any(self._admitted[source] >= most for source, most in shares.items()):
            return False
        first = request.hops <= 1 and not any(self._admitted[source] for source in shares)
        self._admitted.update(shares.keys())
        guests = MOST_GUESTS if first and sender == request.identity and not _is_bot(request) else 0
        self._sign(Welcome(request.identity, guests, first))
        return True

    def _is_own(self, host: str) -> bool:
        return not host or host == "::1" or host.startswith("127.") or host in self.hosts

    def _pass_on(self, sender: bytes, request: AdmissionRequest) -> None:
        if request.hops >= MOST_HOPS:
            return
        others = [other for other in sorted(self.neighbours) if other not in (sender, request.identity)]
        to = next((one for one in (self.entry_store.opening.opener, self._knocked) if one in others), None)
        if to is None:
            guests = self.entry_store.guests
            ways = [one for one in others if guests.remaining_quota(one)] or [one for one in others if one in guests]
            to = ways[request.tries % len(ways)] if ways else None
        if to is not None:
            host, hops = request.host, max(2, request.hops + 1)
            if sender == request.identity:  # so that no member makes another one claim an address for it
                host, hops = self.neighbours[sender].host, 1
                host = "" if self._is_own(host) else host
            self.neighbours[to].out.append(pack_message(request._replace(host=host, hops=hops)))


def _read_enrolment(request: AdmissionRequest) -> Entry | None:
    """Return the entry by which the requesting member enrols, or None if the entry is malformed."""
    try:
        entry = read_entry(request.stored)
        return entry if entry.seq == 0 and isinstance(read_body(entry), Enrol) else None
    except BadEncodingError:
        return None


def _is_bot(request: AdmissionRequest) -> bool:
    entry = _read_enrolment(request)
    if entry is None:
        return False
    said = read_body(entry)
    return isinstance(said, Enrol) and said.bot
