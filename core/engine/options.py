"""Options of a game, chosen before a match and part of its identity."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

Value = int | str


class OptionError(ValueError):
    """Raised for an unknown option, or a value that the option does not accept.

    The message lists the valid ones.
    """


ValueTexts = tuple[tuple[Value, str, str], ...]
"""Words for the values of an option: the value, its name and its meaning."""


class Option(NamedTuple):
    """One option of a game: its name, its values in display order, its default and its meaning."""

    name: str
    values: tuple[Value, ...]
    default: Value
    kind: str
    text: str
    ruling: str = ""
    value_texts: ValueTexts = ()
    """Entries (value, word on screen, meaning) for the values that need an explanation."""

    def display_name(self, value: Value) -> str:
        """Return the word that a player sees for a value.

        >>> Option("limit", (0, 1), 0, "open", "", "", ((0, "none", "as many as one likes"),)).display_name(0)
        'none'
        """
        return next((word for said, word, _ in self.value_texts if said == value), str(value).replace("_", " "))

    def meaning(self, value: Value) -> str:
        """Return the meaning of a value, as a sentence without full stop, or "" if the value needs no explanation."""
        return next((means for said, _, means in self.value_texts if said == value), "")

    def parse(self, text: str) -> Value:
        """Return the value that `text` names; raise `OptionError` if there is none."""
        for value in self.values:
            if str(value) == text:
                return value
        raise OptionError(f"option {self.name}={text}: the values are {self.valid_values_text()}")

    def valid_values_text(self) -> str:
        """Return the valid values as text, such as "4, 5, 6" or "8 to 60"."""
        numbers = [v for v in self.values if isinstance(v, int)]
        if len(numbers) == len(self.values) > 6 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"{numbers[0]} to {numbers[-1]}"
        return ", ".join(str(v) for v in self.values)


class Options:
    """The options of a game.

    >>> table = Options([Option("base_mana", (4, 5, 6), 5, "open", "mana at Reset")])
    >>> table.parse(["base_mana=6"])
    {'base_mana': 6}
    >>> table.complete_values({})
    (5,)
    """

    def __init__(self, options: Iterable[Option]) -> None:
        self.table: dict[str, Option] = {option.name: option for option in options}

    def parse(self, settings: Iterable[str]) -> dict[str, Value]:
        """Return the values of settings "name=value", by name.

        Raise `OptionError` for an unknown name or value; the message lists the valid ones.
        """
        chosen: dict[str, Value] = {}
        for setting in settings:
            name, equals, text = setting.partition("=")
            if name not in self.table:
                raise OptionError(f"no option {name!r}; there are: {', '.join(self.table)}")
            if not equals:
                raise OptionError(f"option {name} needs a value, for instance {name}={self.table[name].default}")
            chosen[name] = self.table[name].parse(text)
        return chosen

    def complete_values(self, chosen: Mapping[str, Value]) -> tuple[Value, ...]:
        """Return the values of all options in the order of the table, with defaults where no value is chosen.

        Raise `OptionError` for an unknown name or value.
        """
        for name, value in chosen.items():
            if name not in self.table:
                raise OptionError(f"no option {name!r}; there are: {', '.join(self.table)}")
            if not any(value == v and type(value) is type(v) for v in self.table[name].values):
                raise OptionError(f"option {name}={value}: the values are {self.table[name].valid_values_text()}")
        return tuple(chosen.get(name, option.default) for name, option in self.table.items())

    def values_by_name(self, values: Iterable[Value]) -> dict[str, Value]:
        """Return a complete list of values as a dict by name.

        Raise `OptionError` if the values do not match the table.
        """
        items = list(values)
        if len(items) != len(self.table):
            raise OptionError(f"{len(items)} option values, the game has {len(self.table)}")
        named = dict(zip(self.table, items))
        self.complete_values(named)
        return named
