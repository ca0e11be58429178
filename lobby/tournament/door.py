"""How somebody who is new gets in: it knocks at a neighbour, which lets it in or passes the knock on to who can.

The opener lets in whoever knocks: so many from one host, so many behind one member, so that nobody fills the table
alone. Each other one has a few places of its own, and uses them where the opener is not there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from core.kernel.codec import BadBytes
from lobby.tournament.entries import Body, Enrol, Welcome, body_of, feed_id
from lobby.tournament.guests import MOST_GUESTS
from lobby.tournament.ledger import MOST_MEMBERS, Ledger
from lobby.tournament.messages import MOST_HOPS, MOST_TRIES, Knock, packed
from lobby.tournament.neighbour import Neighbour
from net.entries import Entry
from net.entries import read as read_entry

OF_A_HOST = 8
"""So many the opener lets in from one host; those of its own computer are not counted."""
BEHIND_ONE = 16
"""And so many whose knock one member has passed on."""
AGAIN = 1.0
"""Seconds between two knocks."""
PATIENT = 3
"""After so many tries, somebody else than the opener lets in who knocks, even where the opener is there."""


class Door:
    """One member's part in it. `sign` signs for it, `silent` names those of whom nothing has been heard for long."""

    def __init__(
        self,
        identity: bytes,
        ledger: Ledger,
        neighbours: dict[bytes, Neighbour],
        sign: Callable[[Body], object],
        silent: Callable[[], list[bytes]],
    ) -> None:
        self.identity, self.ledger, self.neighbours = identity, ledger, neighbours
        self.hosts: frozenset[str] = frozenset()
        """The own ones."""
        self._sign, self._silent = sign, silent
        self._let: Counter[str | bytes] = Counter()
        """How many have been let in from a host, or by the knocks that somebody has passed on."""
        self._tries = 0
        self._knocked_at = -1e9
        self._knocked = b""
        """Where one knocked last: there is the way to who lets in."""

    def knock(self, now: float) -> None:
        """Asks to be let in: the opener if it is linked, and one neighbour after another, mostly those who vote."""
        enrolled = self.ledger.feeds.get(self.identity)
        if enrolled is None or now - self._knocked_at < AGAIN or self.ledger.admitted(self.identity):
            return
        around, tries, opener = sorted(self.neighbours), self._tries, self.ledger.opening.opener
        if opener in self.neighbours and tries % 2 == 0:
            around = [opener]
        elif tries % 4 < 3:
            around = [identity for identity in around if identity in self.ledger.voters] or around
        if around:
            self._knocked_at, self._tries = now, tries + 1
            self._knocked = around[tries % len(around)]
            said = Knock(self.identity, enrolled.of(1)[0].stored, "", 0, min(tries, MOST_TRIES))
            self.neighbours[self._knocked].out.append(packed(said))

    def hear(self, by: bytes, knock: Knock) -> bool:
        """Somebody knocks, or has a knock passed on; whether it has been let in here."""
        ledger = self.ledger
        if ledger.admitted(knock.identity) or not ledger.admitted(self.identity) or not self._enrols(knock):
            return False
        if self.identity == ledger.opening.opener:
            return self._let_in(by, knock)
        away = ledger.opening.opener in self._silent()
        if (away or knock.tries >= PATIENT) and ledger.guests.left(self.identity) and self._room():
            self._sign(Welcome(knock.identity, 0, False))
            return True
        self._pass_on(by, knock)
        return False

    def _enrols(self, knock: Knock) -> bool:
        entry = _enrolment(knock)
        match = feed_id(self.ledger.id, knock.identity)
        return entry is not None and (entry.match, entry.seat) == (match, 1) and entry.signed_by(knock.identity)

    def _room(self) -> bool:
        return len(self.ledger.guests) < MOST_MEMBERS

    def _let_in(self, by: bytes, knock: Knock) -> bool:
        """Lets somebody in, if there is room for one more of its host, and behind who passes the knock on. The first of
        a host has a vote if it is linked with that one or here, and guests if here; all of the own computer have.
        """
        host = self.neighbours[by].host
        if by == knock.identity and self._is_own(host):
            shares: dict[str | bytes, int] = {}
        elif by == knock.identity:
            shares = {host: OF_A_HOST}
        else:
            shares = {by: BEHIND_ONE} | ({knock.host: OF_A_HOST} if knock.host else {})
        if not self._room() or any(self._let[source] >= most for source, most in shares.items()):
            return False
        first = knock.hops <= 1 and not any(self._let[source] for source in shares)
        self._let.update(shares.keys())
        guests = MOST_GUESTS if first and by == knock.identity and not _is_bot(knock) else 0
        self._sign(Welcome(knock.identity, guests, first))
        return True

    def _is_own(self, host: str) -> bool:
        return not host or host == "::1" or host.startswith("127.") or host in self.hosts

    def _pass_on(self, by: bytes, knock: Knock) -> None:
        if knock.hops >= MOST_HOPS:
            return
        others = [other for other in sorted(self.neighbours) if other not in (by, knock.identity)]
        to = next((one for one in (self.ledger.opening.opener, self._knocked) if one in others), None)
        if to is None:
            guests = self.ledger.guests
            ways = [one for one in others if guests.left(one)] or [one for one in others if one in guests]
            to = ways[knock.tries % len(ways)] if ways else None
        if to is not None:
            host, hops = knock.host, max(2, knock.hops + 1)
            if by == knock.identity:  # so nobody else makes one say where somebody is
                host, hops = self.neighbours[by].host, 1
                host = "" if self._is_own(host) else host
            self.neighbours[to].out.append(packed(knock._replace(host=host, hops=hops)))


def _enrolment(knock: Knock) -> Entry | None:
    """The entry by which somebody enrols; None if it is none."""
    try:
        entry = read_entry(knock.stored)
        return entry if entry.seq == 0 and isinstance(body_of(entry), Enrol) else None
    except BadBytes:
        return None


def _is_bot(knock: Knock) -> bool:
    entry = _enrolment(knock)
    return entry is not None and entry.body[1] is True
