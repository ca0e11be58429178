"""Zones: places on the table for a seat's closed cards, apart from its hand and draw pile.

A zone is a field of the state that contains *entries*. An entry is the slot of a closed card, or minus the copy of a
face-up card. Only the owner knows the closed cards, unless it has shown them to another seat. Every card in a zone is
opened for an audit, at the end of the match at the latest (`Cards.ask_for_audit`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from core.engine.game import IllegalDecision
from core.engine.hidden.cards.state import CardState


class Zone(NamedTuple):
    """A kind of place on the table, which each seat has once, or once for each other seat."""

    column: str
    """Name of the state field: a list of entries, indexed by seat or by seat * (seats + 1) + neighbour."""
    is_per_neighbour: bool = False
    """True if a seat has one such place for each other seat."""
    max_cards: int | None = None
    """Maximum number of cards in the place, or None if there is no limit."""

    def places(self, state: CardState, seat: int) -> tuple[int, ...]:
        """Return the indices of the seat's places in the state field."""
        width = len(state.piles.hand)
        if not self.is_per_neighbour:
            return (seat,)
        return tuple(seat * width + other for other in range(1, width) if other != seat)

    def entries(self, state: CardState, seat: int) -> tuple[int, ...]:
        """Return the entries that the seat has in this zone."""
        column: list[tuple[int, ...]] = getattr(state, self.column)
        if not self.is_per_neighbour:
            return column[seat]
        return tuple(entry for place in self.places(state, seat) for entry in column[place])

    def copies(self, state: CardState, seat: int) -> tuple[int, ...]:
        """Return the seat's copies in this zone; raise `LookupError` if one of its cards is closed.

        The rules cannot know the face of a closed card.
        """
        entries = self.entries(state, seat)
        if closed_entries(entries):
            raise LookupError(f"a card of seat {seat} in {self.column!r} is closed: an audit opens it")
        return open_copies(entries)

    def add(self, state: CardState, place: int, entry: int) -> None:
        """Add one entry at an index of the state field."""
        column = getattr(state, self.column)
        column[place] += (entry,)

    def turn_up(self, state: CardState, seat: int, faces: Mapping[int, int]) -> None:
        """Replace the slots of the seat's entries by their copies, which are now public."""
        column = getattr(state, self.column)
        for place in self.places(state, seat):
            column[place] = tuple(-faces[entry] if entry in faces else entry for entry in column[place])


def closed_entries(entries: Iterable[int]) -> tuple[int, ...]:
    """Return the face-down entries.

    >>> closed_entries((2048, -7, 3072)), open_copies((2048, -7, 3072))
    ((2048, 3072), (7,))
    """
    return tuple([entry for entry in entries if entry > 0])


def open_copies(entries: Iterable[int]) -> tuple[int, ...]:
    """Return the copies of the face-up entries."""
    return tuple([-entry for entry in entries if entry < 0])


def check_entries(seat: int, entries: Iterable[int], zone: tuple[int, ...]) -> None:
    """Raise `IllegalDecision` unless these are different entries of the zone."""
    remaining = list(zone)
    for entry in entries:
        if entry not in remaining:
            raise IllegalDecision(seat, f"there is no card {entry} there", "slot")
        remaining.remove(entry)
