"""The keys of shared decks in the first entries of feeds, as they come to the table (docs/internals/shared-deck.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.engine.game import State
from net.crypto import primitives
from net.match.feed_reader import ProtocolFault
from net.match.genesis import GenesisEntry
from net.replication.entries import Entry


def check(shared: Any, shares: GenesisEntry, entry: Entry) -> None:
    """Raise `Wrong` unless a first entry has shared-deck keys exactly where the game needs them."""
    if (shares.deck is None) != (shared is None):
        raise ProtocolFault(entry.seat, 0, "form", "its first entry has no place in this game", entry.seq)


def install_keys(shared: Any, state: State, shares: Mapping[int, GenesisEntry]) -> None:
    """Put the keys of all first entries into the state, once all are here; raise `Wrong` of seat 0."""
    decks = [shares[seat].deck for seat in sorted(shares)]
    try:
        shared.lay_keys(state, [deck.announced.points for deck in decks if deck is not None])
    except primitives.BadPoint:
        raise ProtocolFault(
            0, 0, "share", "the keys of the shared deck cancel out: the table must join again"
        ) from None
