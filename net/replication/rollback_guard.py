"""Recovery of a restarted seat's own feed from its peers (PROTOCOL part 15).

The seat signs nothing until every other seat has sent the length of this seat's feed, and until the announced entries
have arrived. A peer that announces more entries than it can send is asked again for a while, and then no longer
believed. A seat whose disk has everything that it ever sent takes no risk by that. So nobody can keep it silent with a
lie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from net.replication.peer_state import PeerKey

TRIES = 30
"""Number of times in a row that a peer may announce more entries although none of them arrives."""
ANNOUNCEMENT_SPACING_SECONDS = 0.5
"""Seconds within which several announcements count as one; idle peers send their heads at this pace."""


class OwnHeadRecovery:
    """Recovery of our own feed, with the peers that have not yet sent its length."""

    def __init__(self, seat_of: Callable[[PeerKey], int]) -> None:
        """Set up the recovery; `seat_of` gives the seat of a peer, or 0 while it is unknown."""
        self.unheard: set[PeerKey] = set()
        self._seat_of = seat_of
        self._told: dict[PeerKey, tuple[int, float, int]] = {}

    @property
    def seats(self) -> frozenset[int]:
        """The seats that have not yet sent the length of our feed; a 0 among them stands for any seat."""
        return frozenset([self._seat_of(key) for key in self.unheard]) if self.unheard else frozenset()

    def await_all(self, peers: Iterable[PeerKey]) -> None:
        """Wait for these peers from now on."""
        self.unheard = set(peers)

    def hear(self, peer: PeerKey, told: int, held: int, now: float) -> bool:
        """Process a peer's count of our entries against ours; return True if the peer is no longer awaited."""
        if peer not in self.unheard:
            return False
        if told > held and not self._given_up(peer, held, now):
            return False
        self.unheard.discard(peer)
        return True

    def _given_up(self, peer: PeerKey, held: int, now: float) -> bool:
        before, since, tries = self._told.get(peer, (-1, now, 0))
        if held > before:
            tries = 0
        elif now - since < ANNOUNCEMENT_SPACING_SECONDS:
            return False
        else:
            tries += 1
        self._told[peer] = (held, now, tries)
        return tries >= TRIES
