"""The printed cards of a game, as `tether cards` lists them."""

from __future__ import annotations

from typing import NamedTuple


class Printed(NamedTuple):
    """One card: its name, what the list says of it besides, what else finds it, in lower case, and all of it in words.

    `face` begins with the line of its name.
    """

    name: str
    row: tuple[str, ...]
    also: tuple[str, ...]
    face: str

    def is_called(self, words: str) -> bool:
        """Whether these words, in lower case, are a whole name of it, or of where it belongs.

        >>> Printed("Loaf", ("food",), ("food",), "Loaf").is_called("food")
        True
        """
        return words in (self.name.lower(), *self.also)


OURS = "Invented for Tether: the designer's text has no such card."


def ours(card: Printed) -> Printed:
    """Return the card with the note that it is not from the designer's text."""
    return card._replace(face=f"{card.face}\n{OURS}")


class Catalogue(NamedTuple):
    """All cards, and what the columns of their rows are."""

    heads: tuple[str, ...]
    cards: tuple[Printed, ...]
    note: str = ""
    """Which cards and values are not from the designer's text."""
