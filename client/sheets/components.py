"""Printed parts of a game as values: cards, boards and tokens. Each game supplies its own (`GameSheets`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image

from client.art.colour import RGB, rgb
from client.art.paragraph import Piece
from client.sheets import typeset
from client.sheets.paper import Box, Size
from core.engine.text.catalogue import INVENTED_TEXT_NOTE, CatalogueCard

if TYPE_CHECKING:
    from client.sheets.pen import Pen

Paint = Callable[[tuple[int, int]], Image.Image]
"""Function that draws a picture of this size in pixels."""
Badge = tuple[str, str]
"""Printed value of a card: its icon, or "", and its text, or ""."""

SLATE = rgb("#44505f")


@dataclass(frozen=True, slots=True)
class CardFace:
    """Content of a card that is typeset, without a picture.

    Every text is also the one that can be searched in the file if the card has a picture.
    """

    name: str
    facts: str = ""
    """Deck or type of the card, in small print."""
    icon: str = ""
    tint: RGB = SLATE
    badges: tuple[Badge, ...] = ()
    lines: tuple[tuple[Piece, ...], ...] = ()
    """Paragraphs of the effect."""
    mark: str = ""
    """Name of the deck that is printed on the rim of a picture, where the picture does not show it."""


class Back(NamedTuple):
    """Back of a card: a name that is different for different backs, and its picture or None."""

    name: str
    paint: Paint | None = None
    icon: str = "card"
    tint: RGB = SLATE


class Board(NamedTuple):
    """Board or mat: its size in millimetres, and the function that draws it in a box of this size."""

    name: str
    size: Size
    draw: Callable[[Pen, Box], None]
    copies: int = 1


class Token(NamedTuple):
    """Square token: its icon, its text or "", its colour, on which dark print is readable, and its copies."""

    name: str
    icon: str
    text: str
    tint: RGB
    copies: int


def no_boards(seats: int) -> Sequence[Board]:
    """Return no boards."""
    return ()


def no_tokens(seats: int) -> Sequence[Token]:
    """Return no tokens."""
    return ()


def no_picture(card: CatalogueCard) -> Paint | None:
    """Return None: the card is typeset."""
    return None


def default_face(card: CatalogueCard, icon: str = "card", tint: RGB = SLATE, badges: Sequence[Badge] = ()) -> CardFace:
    """Return the face that the catalogue's text of a card gives."""
    _, facts, *lines = card.face.split("\n")
    kept = [line for line in lines if not line.startswith(INVENTED_TEXT_NOTE)]
    return CardFace(card.name, facts, icon, tint, tuple(badges), tuple(map(typeset.words, kept)))


def default_back(card: CatalogueCard, seat: int) -> Back:
    """Return the back that all cards of a deck share."""
    return Back(card.row[0])


@dataclass(frozen=True, slots=True)
class GameSheets:
    """The parts of the printed sheets that a game supplies.

    Every part is optional: a game with a catalogue has at least its cards. The functions take the cards of the
    catalogue that is printed, which may be changed ones.
    """

    face: Callable[[CatalogueCard], CardFace] = default_face
    paint: Callable[[CatalogueCard], Paint | None] = no_picture
    """Picture of a card, or None if the card is typeset."""
    back: Callable[[CatalogueCard, int], Back] = default_back
    """Back of a card; the seat is that of its owner, or 0 if all share the deck."""
    extra: Sequence[CatalogueCard] = ()
    """Cards to cut that are not in the catalogue, such as factions."""
    boards: Callable[[int], Sequence[Board]] = no_boards
    """Boards for a number of seats."""
    tokens: Callable[[int], Sequence[Token]] = no_tokens
    """Tokens for a number of seats."""
    by_rules: Callable[[str], GameSheets] | None = None
    """Function that returns the sheets of a ruleset of this content; None if no ruleset changes them."""


PLAIN = GameSheets()
"""Sheets of a game that supplies none."""
