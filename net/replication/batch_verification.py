"""Signatures of entries that arrive together, checked together (PROTOCOL 12): on two cores where there are two."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.codec import BadBytes
from net.crypto.primitives import ENTRY, Signed, check_ahead
from net.replication.entries import signed_part
from net.replication.feeds import Feeds
from net.replication.messages import Part
from net.replication.peer_state import Peer

AHEAD = 64
"""An entry that comes so far ahead of what is held of its feed is not kept."""
TOGETHER = 8
"""So many signatures that arrive together are checked together."""


def look_ahead(feeds: Feeds, arrived: Sequence[tuple[Peer, Part]], now: float) -> None:
    """Checks together the signatures of parts that arrived together, no more than a forger may show."""
    trust = {peer.key: peer.forgeries.left(now) for peer, _ in arrived}
    many: list[Signed] = []
    for peer, part in arrived:
        whole = trust[peer.key] >= 1 and part.parts == 1
        signed = _signed(feeds, part) if whole and _follows(feeds, part) else None
        if signed is not None:
            many.append(signed)
            trust[peer.key] -= 1
    if len(many) >= TOGETHER:
        check_ahead(many)


def _follows(feeds: Feeds, part: Part) -> bool:
    """Whether a part may hold an entry that is not here yet."""
    if part.match != feeds.match or part.seat not in feeds.seats:
        return False
    return 0 <= part.seq - len(feeds.of(part.seat)) <= AHEAD


def _signed(feeds: Feeds, part: Part) -> Signed | None:
    try:
        return Signed(feeds.identities[part.seat - 1], ENTRY, *signed_part(part.data))
    except BadBytes:
        return None
