"""The sets of cards of a game of the kit, and the numbers of their copies."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from core.engine.hidden.secrets import SLOTS_PER_STEP
from core.kit.errors import KitError

F = TypeVar("F", bound=tuple[object, ...])
"""The class of a card's face: a `NamedTuple` with the card's numbers and kinds."""

LAST_COPY = SLOTS_PER_STEP - 1
"""The copies of common decks are numbered from here downwards, and those of the seats' own decks from 1 upwards.

All larger numbers are slots of closed cards.
"""
MAX_NAME_LENGTH = 40
MAX_SEATS = 6


def is_plain(text: str) -> bool:
    """Return True if a text has no control characters, whatever the version of Python knows of letters."""
    return not any(ord(letter) < 32 or 127 <= ord(letter) < 160 or 0xD800 <= ord(letter) < 0xE000 for letter in text)


class CardSet(Generic[F]):
    """A set of cards; `cards[copy]` is the face of a copy, and `copy in cards` tells whether it belongs to the set.

    `own` is True for cards of which each seat has all. `deck` is the number of the common deck, or -1.
    """

    def __init__(self, names: tuple[str, ...], faces: tuple[F, ...], first: int, deck: int) -> None:
        self.names = names
        self.faces = faces
        self.first = first
        self.deck = deck
        self.cycle = len(faces)
        """The number of cards that each seat has of its own, with those of all sets of `Kit.hands`."""
        self.owners = MAX_SEATS
        self.batch = 0
        """The number of cards that a seat is dealt at once in order to draw from them in secret, or 0."""

    @property
    def own(self) -> bool:
        """True if each seat has all cards of the set."""
        return self.deck < 0

    def __contains__(self, copy: object) -> bool:
        return isinstance(copy, int) and self.position(copy) is not None

    def __getitem__(self, copy: int) -> F:
        """Return the face of a copy; raise `KitError` for a copy that is not in the set."""
        position = self.position(copy) if isinstance(copy, int) else None
        if position is None:
            single = "; take one card out of the tuple" if isinstance(copy, tuple) else ""
            raise KitError(f"{copy!r} is no copy of this set of cards, which begins with {self.names[0]!r}{single}")
        return self.faces[position]

    def __iter__(self) -> Iterator[F]:
        return iter(self.faces)

    def __len__(self) -> int:
        return len(self.faces)

    def name(self, copy: int) -> str:
        """Return the name of a copy; raise `KitError` for a copy that is not in the set."""
        self[copy]
        return self.names[self.position(copy) or 0]

    def position(self, copy: int) -> int | None:
        """Return the position of a copy among the faces, from 0, or None if it does not belong to the set."""
        if self.own and not 0 < copy <= self.cycle * self.owners:
            return None
        at = (copy - 1) % self.cycle - (self.first - 1) if self.own else copy - self.first
        return at if 0 <= at < len(self.faces) else None

    @property
    def copies(self) -> range:
        """The copies of a common deck, or those of seat 1 in an own deck."""
        return range(self.first, self.first + len(self.faces))


class Naming(NamedTuple):
    """A template of card names, such as "{kind} {worth}"."""

    template: str

    def named(self, faces: Iterable[tuple[object, ...]]) -> tuple[str, ...]:
        """Return the name of each face; raise `KitError` if a name cannot be made or is too long."""
        fields = [field for _, field, _, _ in string.Formatter().parse(self.template) if field is not None]
        names = []
        for face in faces:
            if not hasattr(face, "_asdict"):
                raise KitError(f"the card {face!r} is not a NamedTuple: write `class Card(NamedTuple): strength: int`")
            values = face._asdict()
            if lacking := [field for field in fields if field not in values]:
                raise KitError(f"the name {self.template!r} needs {lacking[0]!r}, which {type(face).__name__} lacks")
            name = self.template.format(**values)
            if not 1 <= len(name) <= MAX_NAME_LENGTH or not is_plain(name):
                raise KitError(f"the card name {name[:60]!r} must have 1 to {MAX_NAME_LENGTH} printable characters")
            names.append(name)
        if not names:
            raise KitError(f"the set of cards {self.template!r} is empty")
        return tuple(names)
