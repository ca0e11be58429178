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
        self._from: Counter[str] = Counter()
        self._through: Counter[bytes] = Counter()
        self._tries = 0
        self._knocked_at = -1e9
        self._knocked = b""
        """Where one knocked last: there is the way to who lets in."""

    def knock(self, now: float) -> None:
        """Asks to be let in, the opener if it is linked, else one neighbour after the other."""
        enrolled = self.ledger.feeds.get(self.identity)
        if enrolled is None or now - self._knocked_at < AGAIN or self.ledger.admitted(self.identity):
            return
        around = sorted(self.neighbours)
        opener = self.ledger.opening.opener
        if opener in self.neighbours and self._tries % 2 == 0:
            around = [opener]
        if around:
            self._knocked_at = now
            self._knocked = around[self._tries // 2 % len(around)]
            said = Knock(self.identity, enrolled.of(1)[0].stored, 0, min(self._tries, MOST_TRIES))
            self.neighbours[self._knocked].out.append(packed(said))
            self._tries += 1

    def hear(self, by: bytes, knock: Knock) -> bool:
        """Somebody knocks, or has a knock passed on; whether it has been let in here."""
        ledger = self.ledger
        if ledger.admitted(knock.identity) or not ledger.admitted(self.identity) or not self._enrols(knock):
            return False
        if self.identity == ledger.opening.opener:
            return self._let_in(by, knock)
        away = ledger.opening.opener in self._silent()
        if (away or knock.tries >= PATIENT) and ledger.guests.left(self.identity) and self._room():
            self._sign(Welcome(knock.identity, 0))
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
        guests = 0
        if not self._room():
            return False
        if by != knock.identity:
            if self._through[by] >= BEHIND_ONE:
                return False
            self._through[by] += 1
        else:
            host = self.neighbours[by].host
            if not self._is_own(host):
                if self._from[host] >= OF_A_HOST:
                    return False
                self._from[host] += 1
            entry = _enrolment(knock)
            bot = entry is not None and entry.body[1]
            guests = MOST_GUESTS if self._from[host] <= 1 and not bot else 0
        self._sign(Welcome(knock.identity, guests))
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
            self.neighbours[to].out.append(packed(knock._replace(hops=knock.hops + 1)))


def _enrolment(knock: Knock) -> Entry | None:
    """The entry by which somebody enrols; None if it is none."""
    try:
        entry = read_entry(knock.stored)
        return entry if entry.seq == 0 and isinstance(body_of(entry), Enrol) else None
    except BadBytes:
        return None
