"""The printed cards of a game, as `tether cards` lists them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class CopyCounts(NamedTuple):
    """The number of copies of a card in a game, as a function of the number of seats.

    >>> [counts.total(4) for counts in (CopyCounts(2), CopyCounts(2, 1), CopyCounts(0, per_deck=3))]
    [2, 6, 12]
    >>> CopyCounts(1, min_seats=3).total(2)
    0
    """

    fixed: int = 1
    more_per_seat: int = 0
    """Number of further copies for each seat, in a deck that all seats share."""
    per_deck: int = 0
    """Number of copies in each seat's own deck."""
    min_seats: int = 1
    """Minimum number of seats; in a match with fewer seats the card is left out."""

    def total(self, seats: int) -> int:
        """Return the number of copies in a match with this number of seats."""
        return self.shared(seats) + self.per_deck * seats if seats >= self.min_seats else 0

    def shared(self, seats: int) -> int:
        """Return the number of copies in the decks that all seats share."""
        return self.fixed + self.more_per_seat * seats if seats >= self.min_seats else 0


class CatalogueCard(NamedTuple):
    """One card of a catalogue.

    `row` are its columns in the list, and `other_names` further search words in lower case. `face` is its full text,
    which begins with its name.
    """

    name: str
    row: tuple[str, ...]
    other_names: tuple[str, ...]
    face: str
    copies: CopyCounts = CopyCounts()

    def is_called(self, words: str) -> bool:
        """Return True if `words`, in lower case, are the name of the card or of one of its groups.

        >>> CatalogueCard("Loaf", ("food",), ("food",), "Loaf").is_called("food")
        True
        """
        return words in (self.name.lower(), *self.other_names)

    @property
    def groups(self) -> tuple[str, ...]:
        """Decks and types that the card belongs to, in lower case.

        >>> CatalogueCard("Loaf", ("Food, Gift", "1", "Feeds one."), (), "Loaf").groups
        ('food, gift', 'food', 'gift')
        """
        where, *cells = self.row
        parts = where.lower().split(", ")
        kinds = [cell.lower() for cell in cells if cell and not any(letter in "0123456789 -" for letter in cell)]
        return tuple(dict.fromkeys((where.lower(), *parts, *kinds)))


INVENTED_TEXT_NOTE = "Invented for Tether: the designer's text has no such card."


def mark_as_ours(card: CatalogueCard) -> CatalogueCard:
    """Return the card with a note that it is not from the designer's text."""
    return card._replace(face=f"{card.face}\n{INVENTED_TEXT_NOTE}")


class Catalogue(NamedTuple):
    """All cards of a game, with the headings of their columns."""

    heads: tuple[str, ...]
    cards: tuple[CatalogueCard, ...]
    note: str = ""
    """A note on cards and values that are not from the designer's text."""
    with_rules: Callable[[str], Catalogue] | None = None
    """The function that returns the catalogue of a ruleset from the ruleset's content."""

    def by_rules(self, text: str) -> Catalogue:
        """Return the catalogue of the ruleset with this content."""
        return self.with_rules(text) if self.with_rules is not None else self
