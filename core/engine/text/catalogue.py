"""The printed cards of a game, as `tether cards` lists them."""

from __future__ import annotations

from typing import NamedTuple


class Printed(NamedTuple):
    """One card: its name, its other columns in the list, further search words, its full text.

    The search words are in lower case.

    `face` begins with the line of its name.
    """

    name: str
    row: tuple[str, ...]
    also: tuple[str, ...]
    face: str

    def is_called(self, words: str) -> bool:
        """Return True if `words`, in lower case, are the whole name of the card or of its group.

        >>> Printed("Loaf", ("food",), ("food",), "Loaf").is_called("food")
        True
        """
        return words in (self.name.lower(), *self.also)


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
