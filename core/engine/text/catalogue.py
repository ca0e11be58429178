"""The printed cards of a game, as `tether cards` lists them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Copies(NamedTuple):
    """Number of copies of a card in a whole game, with the usual options.

    >>> Copies(2).of(4), Copies(2, more=1).of(4), Copies(0, each=3).of(4), Copies(1, least=3).of(2)
    (2, 6, 12, 0)
    """

    fixed: int = 1
    more: int = 0
    """Further copies for each seat, in a deck that all share."""
    each: int = 0
    """Copies in each seat's own deck."""
    least: int = 1
    """Minimum number of seats; with fewer seats the card is left out."""

    def of(self, seats: int) -> int:
        """Return the number of copies for that many seats."""
        return self.shared(seats) + self.each * seats if seats >= self.least else 0

    def shared(self, seats: int) -> int:
        """Return the number of copies that belong to no seat."""
        return self.fixed + self.more * seats if seats >= self.least else 0


class Printed(NamedTuple):
    """One card: its name, its other columns in the list, further search words, its full text, its copies.

    The search words are in lower case.

    `face` begins with the line of its name.
    """

    name: str
    row: tuple[str, ...]
    also: tuple[str, ...]
    face: str
    copies: Copies = Copies()

    def is_called(self, words: str) -> bool:
        """Return True if `words`, in lower case, are the whole name of the card or of its group.

        >>> Printed("Loaf", ("food",), ("food",), "Loaf").is_called("food")
        True
        """
        return words in (self.name.lower(), *self.also)

    @property
    def groups(self) -> tuple[str, ...]:
        """The decks and types that the card belongs to, in lower case.

        >>> Printed("Loaf", ("Food, Gift", "1", "Feeds one."), (), "Loaf").groups
        ('food, gift', 'food', 'gift')
        """
        where, *cells = self.row
        parts = where.lower().split(", ")
        kinds = [cell.lower() for cell in cells if cell.isalpha()]
        return tuple(dict.fromkeys((where.lower(), *parts, *kinds)))


INVENTED_TEXT_NOTE = "Invented for Tether: the designer's text has no such card."


def ours(card: Printed) -> Printed:
    """Return the card with the note that it is not from the designer's text."""
    return card._replace(face=f"{card.face}\n{INVENTED_TEXT_NOTE}")


class Catalogue(NamedTuple):
    """The catalogue of a game: all its cards, and the headings of their columns."""

    heads: tuple[str, ...]
    cards: tuple[Printed, ...]
    note: str = ""
    """A note on the cards and values that are not from the designer's text."""
    changed: Callable[[str], Catalogue] | None = None
    """The function that returns the catalogue of a ruleset from the ruleset's content."""

    def by_rules(self, text: str) -> Catalogue:
        """Return the catalogue of the ruleset with this content."""
        return self.changed(text) if self.changed is not None else self
