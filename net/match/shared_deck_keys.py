"""The keys of shared decks in the first entries of feeds, as they come to the table (docs/internals/shared-deck.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from net.crypto import primitives
from net.match.feed_reader import Wrong
from net.match.genesis import Shares
from net.replication.entries import Entry


def check(shared: Any, shares: Shares, entry: Entry) -> None:
    """Raises `Wrong` unless a first entry holds keys of shared decks where the game has some, and only there."""
    if (shares.deck is None) != (shared is None):
        raise Wrong(entry.seat, 0, "form", "its first entry has no place in this game", entry.seq)


def lay(shared: Any, state: Any, shares: Mapping[int, Shares]) -> None:
    """All first entries are here: their keys stand in the state from now on. Raises `Wrong` of nobody."""
    decks = [shares[seat].deck for seat in sorted(shares)]
    try:
        shared.lay_keys(state, [deck.announced.points for deck in decks if deck is not None])
    except primitives.BadPoint:
        raise Wrong(0, 0, "share", "the keys of the shared deck cancel out: the table must join again") from None
