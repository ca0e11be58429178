"""Joint verification of entries that arrive together, on two cores if there are two (PROTOCOL 12)."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.codec import BadBytes
from net.crypto.primitives import ENTRY, Signed, check_ahead
from net.replication.entries import signed_part
from net.replication.feeds import Feeds
from net.replication.messages import Part
from net.replication.peer_state import Peer

MAX_AHEAD = 64
"""Maximum number of entries by which an arriving entry may be ahead of its feed; others are dropped."""
MIN_BATCH = 8
"""Minimum number of signatures that must arrive together to be verified as one batch."""


def look_ahead(feeds: Feeds, arrived: Sequence[tuple[Peer, Part]], now: float) -> None:
    """Verify the signatures of parts that arrived together.

    Each peer has only as many of them verified as it may still send invalid ones.
    """
    trust = {peer.key: peer.forgeries.left(now) for peer, _ in arrived}
    many: list[Signed] = []
    for peer, part in arrived:
        whole = trust[peer.key] >= 1 and part.parts == 1
        signed = _signed(feeds, part) if whole and _follows(feeds, part) else None
        if signed is not None:
            many.append(signed)
            trust[peer.key] -= 1
    if len(many) >= MIN_BATCH:
        check_ahead(many)


def _follows(feeds: Feeds, part: Part) -> bool:
    """Return True if a part may contain an entry that this peer does not have yet."""
    if part.match != feeds.match or part.seat not in feeds.seats:
        return False
    return 0 <= part.seq - len(feeds.of(part.seat)) <= MAX_AHEAD


def _signed(feeds: Feeds, part: Part) -> Signed | None:
    try:
        return Signed(feeds.identities[part.seat - 1], ENTRY, *signed_part(part.data))
    except BadBytes:
        return None
