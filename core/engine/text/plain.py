"""Descriptions of decisions, made from the names and types of their fields.

They are used for games without texts of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import UnionType
from typing import Generic, TypeVar, Union, get_args, get_origin

from core.engine.decoder import field_types
from core.engine.game import Decision
from core.engine.hidden.secrets import Opening, Secrets

S = TypeVar("S")
CardNamer = Callable[[int], str]
"""Function from the copy number of a card to the card's name."""


def describe_decision(decision: Decision, secrets: Secrets, card_name: CardNamer) -> str:
    """Return a description of a decision: its kind, then the fields that differ from their defaults.

    Cards that the seat knows appear by name.

    >>> from typing import NamedTuple
    >>> class Lay(NamedTuple):
    ...     kind: str
    ...     slots: tuple[int, ...] = ()
    ...     to: int = 0
    >>> knows = Secrets(bytes(32), 1, bytes(32), False)
    >>> _ = knows.draft_batch(2, [17])
    >>> describe_decision(Lay("border", (2048,), 3), knows, "card {}".format)
    'border, slots card 17, to 3'
    >>> describe_decision(Lay("stop"), knows, "card {}".format)
    'stop'
    """
    words = _DecisionFormatter(secrets, card_name)
    return words.record(decision) or f"{_spaced_words(type(decision).__name__)}: nothing"


class DefaultTexts(Generic[S]):
    """Base of every game object, with default texts for games that have none of their own."""

    def badge(self, state: S, seat: int) -> tuple[str, str, str]:
        """Return an empty badge, since the seats of this game have no named sides."""
        return ("side", "", "")

    def task_text(self, kind: str) -> str:
        """Return what a seat must do when it is asked a question of this kind, in words that follow "you must"."""
        return f"decide: {kind}"

    def describe_decision(self, state: S, seat: int, decision: Decision, secrets: Secrets) -> str:
        """Return a short description of a decision, as the client offers it to its player."""
        return describe_decision(decision, secrets, lambda copy: self.card_name(state, copy))

    def card_name(self, state: S, copy: int) -> str:
        """Return a substitute name, such as "card 7", for a card without a name."""
        return f"card {copy}"


class _DecisionFormatter:
    """Formatter that describes a decision for the seat that makes it."""

    def __init__(self, secrets: Secrets, card_name: CardNamer) -> None:
        self.secrets, self.card_name = secrets, card_name

    def record(self, record: tuple[object, ...]) -> str:
        """Return a description of a named tuple, from the fields that differ from their defaults."""
        kind = type(record)
        usual: Mapping[str, object] = getattr(kind, "_field_defaults", {})
        told: dict[str, str] = {}
        for (name, hint), value in zip(field_types(kind), record):
            said = "" if name in usual and value == usual[name] else self.value(value, hint)
            if said:
                word = _spaced_words(name)
                told[word] = said if name == "kind" else word if value is True else f"{word} {said}"
        if told.get("kind") in told:
            del told["kind"]
        return ", ".join(told.values())

    def value(self, value: object, hint: object) -> str:
        """Return a description of a value, or "" if it would mean nothing to a reader."""
        if value is None or isinstance(value, bytes):
            return ""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return self.card_name(value) if _names_cards(hint) else self.number(value)
        if not isinstance(value, tuple):
            return str(value)
        if hasattr(value, "_fields"):
            return self.record(value)
        if [type(part) for part in value] == [int, int, bytes]:
            return self.card_name(value[1])
        inner = get_args(hint)
        each = inner[0] if len(inner) == 2 and inner[1] is Ellipsis else object
        parts = [self.value(part, each) for part in value]
        if any(isinstance(part, tuple) for part in value):
            return ", ".join(f"({part})" if "," in part else part for part in parts if part)
        return ", ".join(filter(None, parts))

    def number(self, number: int) -> str:
        """Return a number as text; a slot becomes the name of its card if the seat knows it."""
        if number in self.secrets.faces:
            return self.card_name(self.secrets.faces[number])
        seen = self.secrets.foreign_openings.get(number)
        return self.card_name(seen[1]) if seen is not None else str(number)


def _spaced_words(name: str) -> str:
    """Return the name of a type or a field as separate words in lower case.

    >>> _spaced_words("StartingBridges"), _spaced_words("max_hp")
    ('starting bridges', 'max hp')
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ").lower()


def _names_cards(hint: object) -> bool:
    """Return True if numbers of this type are copies of cards, which is so if the type also allows an opening."""
    return get_origin(hint) in (Union, UnionType) and Opening in get_args(hint)
