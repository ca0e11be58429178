"""The look of the cards of a game in one file: the title, the number, the text, the colour and the sign of each face.

All of it comes from the faces. The first number of a face is the card's number, and the first word that several faces
share is its kind, which has a colour and a sign. Long words are its text.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from client.art.colour import RGB, rgb
from core.engine.text.words import capitalise
from core.kit.cards import CardSet
from core.kit.kit import Kit

TINTS: tuple[RGB, ...] = tuple(map(rgb, ("#2f6fb3", "#b8433a", "#2f8a57", "#c07a16", "#7d4bb0", "#1f8a94",
                                         "#b03f79", "#6b7d1f", "#8a5a34", "#56637a")))  # fmt: skip
"""Colours of the kinds of cards, in the order in which the game names them."""
SHAPES = ("circle", "diamond", "triangle", "square", "star", "hexagon", "drop", "cross", "moon", "wave")
"""Signs of the kinds of cards; they tell the kinds apart without colour."""
MAX_KINDS = 12
"""Kinds: maximum number in one set of cards; a word with more values is a name."""
TEXT_LETTERS = 18
"""Letters: words from this length on are the text of a card."""


class CardLook(NamedTuple):
    """The look of one face."""

    title: str
    number: str = ""
    text: str = ""
    notes: tuple[str, ...] = ()
    """The numbers of the face with their names, if there are several."""
    kind: int = 0
    """The number of its kind, which determines the colour and the sign."""

    @property
    def tint(self) -> RGB:
        """The colour of the kind."""
        return TINTS[self.kind % len(TINTS)]

    @property
    def sign(self) -> str:
        """The sign of the kind."""
        return SHAPES[self.kind % len(SHAPES)]


class CardLooks:
    """The looks of all cards of a game."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    def set_index(self, copy: int) -> int:
        """Return the index of the set that contains a copy; raise `LookupError` if none does."""
        for index, cards in enumerate(self.kit.sets):
            if copy in cards:
                return index
        raise LookupError(copy)

    def look(self, copy: int) -> CardLook:
        """Return the look of a copy."""
        index = self.set_index(copy)
        return self._looks[index][self.kit.sets[index].position(copy) or 0]

    def sort_key(self, copy: int) -> int:
        """Return the sort key of a copy: its set, then its place in the set."""
        index = self.set_index(copy)
        return 1000 * index + (self.kit.sets[index].position(copy) or 0)

    def back(self, index: int) -> CardLook:
        """Return the look of the back of a common deck."""
        return CardLook("", kind=self._first_kinds[index])

    def facts(self, copy: int) -> tuple[str, ...]:
        """Return all values of a face with their names, for example "worth 3"."""
        cards = self.kit.sets[self.set_index(copy)]
        return tuple(f"{_words(field)} {value}" for field, value in cards[copy]._asdict().items())

    def tip(self, copy: int) -> str:
        """Return the description of a card in plain words, without its name."""
        look = self.look(copy)
        cards = self.kit.sets[self.set_index(copy)]
        owner = "" if cards.own or cards.batch else "From the common deck."
        return " ".join(filter(None, (look.text, ", ".join(look.notes), owner)))

    # Derivation -------------------------------------------------------------------------------------------------------

    @cached_property
    def _kinds(self) -> dict[tuple[int, str], int]:
        """The numbers of all kinds; a kind with the same word has the same number in each set."""
        kinds: dict[tuple[int, str], int] = {}
        by_word: dict[str, int] = {}
        for index, cards in enumerate(self.kit.sets):
            field = kind_field(cards)
            words = dict.fromkeys(str(getattr(face, field)) for face in cards) if field else {f"#{index}": None}
            for word in words:
                kinds[index, word] = by_word.setdefault(word, len(by_word))
        return kinds

    @cached_property
    def _first_kinds(self) -> list[int]:
        return [min(kind for (at, _), kind in self._kinds.items() if at == i) for i in range(len(self.kit.sets))]

    @cached_property
    def _looks(self) -> list[list[CardLook]]:
        return [self._looks_of(index, cards) for index, cards in enumerate(self.kit.sets)]

    def _looks_of(self, index: int, cards: CardSet[Any]) -> list[CardLook]:
        field = kind_field(cards)
        found = []
        for name, face in zip(cards.names, cards.faces, strict=True):
            values: dict[str, object] = face._asdict()
            numbers = {key: value for key, value in values.items() if type(value) is int}
            number = str(next(iter(numbers.values()), ""))
            words = [value for value in values.values() if isinstance(value, str) and value not in name]
            text = " ".join(value for value in words if len(value) >= TEXT_LETTERS)
            title = name.removesuffix(number).strip() if number else name
            if len(numbers) > 1 and title == name and any(map(str.isdigit, name)):  # a name that lists all the numbers
                title = class_title(type(face))
            notes = tuple(f"{_words(key)} {value}" for key, value in numbers.items()) if len(numbers) > 1 else ()
            kind = self._kinds[index, str(values[field]) if field else f"#{index}"]
            found.append(CardLook(capitalise(title or name), number, text, notes, kind))
        return found


@lru_cache(maxsize=16)
def looks_of(kit: Kit) -> CardLooks:
    """Return the looks of all cards of a game, which are derived once."""
    return CardLooks(kit)


def kind_field(cards: CardSet[Any]) -> str:
    """Return the field that names the kinds of a set's cards, or "" if there is none."""
    fields: dict[str, object] = cards.faces[0]._asdict()
    for field in fields:
        values = [getattr(face, field) for face in cards.faces]
        words = {value for value in values if isinstance(value, str) and len(value) < TEXT_LETTERS}
        several = len(words) < len(values) or len(words) == 1
        if words and several and len(words) <= MAX_KINDS and all(isinstance(value, str) for value in values):
            return field
    return ""


def class_title(cls: type) -> str:
    """Return the name of a class in words.

    >>> class LongName: ...
    >>> class_title(LongName)
    'Long name'
    """
    name = cls.__name__
    return "".join(f" {letter.lower()}" if letter.isupper() and at else letter for at, letter in enumerate(name))


def _words(field: str) -> str:
    return field.replace("_", " ")
