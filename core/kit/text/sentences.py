"""The sentences of a game of the kit: templates by name, in which values appear by their kind."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Mapping

from core.engine.codec import Plain
from core.engine.text.words import join_list
from core.kit.errors import KitError

NAME = re.compile("[A-Za-z_][A-Za-z0-9_]*")
"""Pattern of the names that a game file may give to its functions and values."""
Called = Callable[[int], str]
"""A function from a copy to its card's name."""
KINDS = ("card", "cards", "seat", "seats", "by seat", "cards by seat")
"""The kinds of values that a template may name after a colon, as in {winner:seat}.

A value that is itself called card, cards, seat or seats needs no colon.
"""


class Sentences:
    """The templates of a game by name."""

    def __init__(self) -> None:
        self._templates: dict[str, tuple[tuple[str, str, str], ...]] = {}

    @property
    def names(self) -> set[str]:
        """The names of all sentences."""
        return set(self._templates)

    def kinds(self, what: str) -> dict[str, str]:
        """Return the kind of each value in a sentence; the kind of numbers and texts is ""."""
        return {field: kind for _, field, kind in self._templates.get(what, ()) if field}

    def add(self, what: str, template: str) -> None:
        """Add a template; raise `KitError` if it is malformed or there is one of that name."""
        if what in self._templates:
            raise KitError(f"kit.says has two sentences called {what!r}")
        if not isinstance(template, str):
            raise KitError(f"the sentence {what!r} is {template!r}, which is no text")
        try:
            parsed = list(string.Formatter().parse(template))
        except ValueError as wrong:
            raise KitError(f"the sentence {what!r}: {wrong}") from None
        parts = []
        for text, field, kind, _ in parsed:
            if field is not None and not NAME.fullmatch(field):
                raise KitError(f"the sentence {what!r} has {{{field}}}; use the name of a value, such as {{seat}}")
            if kind and kind not in KINDS:
                raise KitError(f"the sentence {what!r} has {{{field}:{kind}}}; the kinds are {join_list(KINDS)}")
            parts.append((text, field or "", kind or (field if field in KINDS else "") or ""))
        self._templates[what] = tuple(parts)

    def check(self, what: str, values: Mapping[str, Plain], seats: int) -> None:
        """Raise `KitError` unless there is a sentence of this name, and it has all its values, of the right types.

        `seats` is the number of seats: a value by seat needs as many entries.
        """
        if what not in self._templates:
            raise KitError(f"step.tell({what!r}) has no sentence; write kit.says({what}=...)")
        needed = {field: kind for _, field, kind in self._templates[what] if field}
        for name, kind in needed.items():
            if name not in values:
                raise KitError(f"step.tell({what!r}) needs the value {name!r} for its sentence")
            if wanted := _wanted(values[name], kind, seats):
                raise KitError(f"step.tell({what!r}): {name} is {values[name]!r}, and the sentence needs {wanted}")
        for name in values:
            if name not in needed:
                raise KitError(f"the sentence {what!r} does not use the value {name!r}")

    def text(self, what: str, values: Mapping[str, Plain], called: Called) -> str:
        """Return the sentence with its values."""
        parts = self._templates[what]
        return "".join(text + (_shown(values[field], kind, called) if field else "") for text, field, kind in parts)


def _wanted(value: Plain, kind: str, seats: int) -> str:
    """Return the type of value that a kind needs, or "" if the value has it."""
    match kind:
        case "by seat" | "cards by seat":
            good = isinstance(value, tuple) and len(value) == seats
            example = "tuple(column[seat] for seat in s.seats)"
            return "" if good else f"a tuple with an entry for each of the {seats} seats, such as {example}"
        case "cards" | "seats":
            return "" if isinstance(value, tuple) else f"a tuple of {kind}"
        case "card" | "seat":
            return "" if isinstance(value, (int, str)) else f"one {kind}, which is a number"
    return "" if isinstance(value, (int, str)) else "a number or text"


def _shown(value: Plain, kind: str, called: Called) -> str:
    if isinstance(value, tuple):
        numbers = [part for part in value if isinstance(part, int)]
        match kind:
            case "cards":
                return join_list(map(called, numbers))
            case "seats":
                return join_list(f"seat {seat}" for seat in numbers)
            case "cards by seat":
                hands = [each if isinstance(each, tuple) else (each,) for each in value]
                return ", ".join(f"seat {seat}: {_cards(hand, called)}" for seat, hand in enumerate(hands, 1))
        return ", ".join(f"seat {seat}: {each}" for seat, each in enumerate(value, 1))
    if isinstance(value, int) and kind in ("card", "seat"):
        return called(value) if kind == "card" else f"seat {value}"
    return str(value)


def _cards(copies: tuple[Plain, ...], called: Called) -> str:
    return join_list(called(copy) for copy in copies if isinstance(copy, int))
