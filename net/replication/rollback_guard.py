"""What a seat that starts again has been told of its own feed (PROTOCOL part 15).

It signs nothing before every other seat has told its head of one's own feed, and before it holds what they told of. Who
tells of more than it can show is asked again for a while, and then no longer believed: a seat whose disk holds all that
it ever sent risks nothing by that, and nobody can keep it silent with a lie.
"""

from __future__ import annotations

from collections.abc import Iterable

from net.replication.peer_state import PeerKey

TRIES = 30
"""So often in a row a peer may tell of more entries without one of them arriving."""
SPACING = 0.5
"""What it tells within so many seconds counts as once: peers with nothing to do tell their heads at this pace."""


class OwnHeadRecovery:
    """The peers that have not yet told how long one's own feed is."""

    def __init__(self) -> None:
        self.unheard: set[PeerKey] = set()
        self._told: dict[PeerKey, tuple[int, float, int]] = {}

    def await_all(self, peers: Iterable[PeerKey]) -> None:
        """From now on these peers are waited for."""
        self.unheard = set(peers)

    def hear(self, peer: PeerKey, told: int, held: int, now: float) -> bool:
        """A peer tells of `told` own entries where `held` are here; whether it has just been heard out."""
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
        elif now - since < SPACING:
            return False
        else:
            tries += 1
        self._told[peer] = (held, now, tries)
        return tries >= TRIES
