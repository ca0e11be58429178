"""Recovery of a restarted seat's own feed from its peers (PROTOCOL part 15).

The seat signs nothing until every other seat has announced the length of this seat's feed, and until the announced
entries have arrived. A peer that announces entries and cannot send them is asked again for a while, and is then
ignored. This is safe for a seat whose disk has everything that it ever sent, and so nobody can silence the seat with a
false announcement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from net.replication.peer_state import PeerKey

TRIES = 30
"""Number of times in a row that a peer may announce further entries of which none arrives."""
ANNOUNCEMENT_SPACING_SECONDS = 0.5
"""Seconds within which several announcements count as one; idle peers announce their heads at this pace."""


class OwnHeadRecovery:
    """Recovery of our own feed: the peers that have not yet announced its length."""

    def __init__(self, seat_of: Callable[[PeerKey], int]) -> None:
        """Set up the recovery; `seat_of` returns the seat of a peer, or 0 while it is unknown."""
        self.awaited: set[PeerKey] = set()
        self._seat_of = seat_of
        self._announced: dict[PeerKey, tuple[int, float, int]] = {}

    @property
    def awaited_seats(self) -> frozenset[int]:
        """Seats that have not yet announced the length of our feed; 0 stands for a peer whose seat is unknown."""
        return frozenset([self._seat_of(key) for key in self.awaited]) if self.awaited else frozenset()

    def await_all(self, peers: Iterable[PeerKey]) -> None:
        """Wait for announcements from these peers."""
        self.awaited = set(peers)

    def note_count(self, peer: PeerKey, count: int, own_count: int, now: float) -> bool:
        """Compare the number of our entries that a peer announces with our own; return False while it is awaited."""
        if peer not in self.awaited:
            return False
        if count > own_count and not self._is_given_up(peer, own_count, now):
            return False
        self.awaited.discard(peer)
        return True

    def _is_given_up(self, peer: PeerKey, held: int, now: float) -> bool:
        before, since, tries = self._announced.get(peer, (-1, now, 0))
        if held > before:
            tries = 0
        elif now - since < ANNOUNCEMENT_SPACING_SECONDS:
            return False
        else:
            tries += 1
        self._announced[peer] = (held, now, tries)
        return tries >= TRIES
