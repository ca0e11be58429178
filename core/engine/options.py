"""Options of a game: declared once, set by name, checked, part of the match's identity."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

Value = int | str


class BadOption(ValueError):
    """An unknown option or a value that it does not take; the message says what is right."""


class Option(NamedTuple):
    """One option: its values in the order in which they are shown, its default, what it means."""

    name: str
    values: tuple[Value, ...]
    default: Value
    kind: str
    text: str
    ruling: str = ""
    said: tuple[tuple[Value, str, str], ...] = ()
    """For values that do not speak for themselves: the value, the word for it on screen, what it means."""

    def word(self, value: Value) -> str:
        """A value as people read it.

        >>> Option("limit", (0, 1), 0, "open", "", "", ((0, "none", "as many as one likes"),)).word(0)
        'none'
        """
        return next((word for said, word, _ in self.said if said == value), str(value).replace("_", " "))

    def means(self, value: Value) -> str:
        """What a value means, in a sentence without its stop; "" if there is nothing to say."""
        return next((means for said, _, means in self.said if said == value), "")

    def parse(self, text: str) -> Value:
        """The value written as `text`; raises `BadOption`."""
        for value in self.values:
            if str(value) == text:
                return value
        raise BadOption(f"option {self.name}={text}: the values are {self.choices()}")

    def choices(self) -> str:
        """The values as they are written: "4, 5, 6" or "8 to 60"."""
        numbers = [v for v in self.values if isinstance(v, int)]
        if len(numbers) == len(self.values) > 6 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"{numbers[0]} to {numbers[-1]}"
        return ", ".join(str(v) for v in self.values)


class Options:
    """The option table of a game.

    >>> table = Options([Option("base_mana", (4, 5, 6), 5, "open", "mana at Reset")])
    >>> table.parse(["base_mana=6"])
    {'base_mana': 6}
    >>> table.complete({})
    (5,)
    """

    def __init__(self, options: Iterable[Option]) -> None:
        self.table: dict[str, Option] = {option.name: option for option in options}

    def parse(self, settings: Iterable[str]) -> dict[str, Value]:
        """Settings "name=value" as a dict; raises `BadOption`, naming what is right."""
        chosen: dict[str, Value] = {}
        for setting in settings:
            name, equals, text = setting.partition("=")
            if name not in self.table:
                raise BadOption(f"no option {name!r}; there are: {', '.join(self.table)}")
            if not equals:
                raise BadOption(f"option {name} needs a value, for instance {name}={self.table[name].default}")
            chosen[name] = self.table[name].parse(text)
        return chosen

    def complete(self, chosen: Mapping[str, Value]) -> tuple[Value, ...]:
        """Every option's value in the order of the table; raises `BadOption` for a wrong name or value."""
        for name, value in chosen.items():
            if name not in self.table:
                raise BadOption(f"no option {name!r}; there are: {', '.join(self.table)}")
            if not any(value == v and type(value) is type(v) for v in self.table[name].values):
                raise BadOption(f"option {name}={value}: the values are {self.table[name].choices()}")
        return tuple(chosen.get(name, option.default) for name, option in self.table.items())

    def named(self, values: Iterable[Value]) -> dict[str, Value]:
        """The complete values by name; raises `BadOption` when they do not fit the table."""
        listed = list(values)
        if len(listed) != len(self.table):
            raise BadOption(f"{len(listed)} option values, the game has {len(self.table)}")
        named = dict(zip(self.table, listed))
        self.complete(named)
        return named
