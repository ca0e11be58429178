"""Joint verification of entries that arrive together, on two cores if there are two (PROTOCOL 12)."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.codec import BadEncodingError
from net.crypto.primitives import ENTRY, Signed, verify_ahead
from net.replication.entries import signed_part
from net.replication.feeds import Feeds
from net.replication.messages import Part
from net.replication.peer_state import Peer

MAX_AHEAD = 64
"""Maximum distance of an arriving entry from the end of its feed; entries further ahead are dropped."""
MIN_BATCH = 8
"""Minimum number of signatures that must arrive together to be verified as one batch."""


def verify_arrived(feeds: Feeds, arrived: Sequence[tuple[Peer, Part]], now: float) -> None:
    """Verify the signatures of entries that arrived together, as one batch.

    For each peer, at most as many are verified as it may still send invalid ones.
    """
    trust = {peer.key: peer.forgery_quota.available(now) for peer, _ in arrived}
    many: list[Signed] = []
    for peer, part in arrived:
        whole = trust[peer.key] >= 1 and part.parts == 1
        signed = _signed_data(feeds, part) if whole and _may_be_new(feeds, part) else None
        if signed is not None:
            many.append(signed)
            trust[peer.key] -= 1
    if len(many) >= MIN_BATCH:
        verify_ahead(many)


def _may_be_new(feeds: Feeds, part: Part) -> bool:
    """Return True if a part may complete an entry that is missing here."""
    if part.match != feeds.match or part.seat not in feeds.seats:
        return False
    return 0 <= part.seq - len(feeds.feed_of(part.seat)) <= MAX_AHEAD


def _signed_data(feeds: Feeds, part: Part) -> Signed | None:
    try:
        return Signed(feeds.identities[part.seat - 1], ENTRY, *signed_part(part.data))
    except BadEncodingError:
        return None
