"""Rulesets: the printed rules of a game with some of their values changed, as data that can be checked and sent.

A ruleset is a set of changes, each a path and a value: `cards.zap.mana=2`. Its canonical text has one change a line,
in order, without those that change nothing. So two rulesets are equal if and only if their texts are.

    name=Leaner Orodin
    cards.zap.mana=2
    new_cards.Field Notes.effects=draw 2, gold 1
    numbers.start_gold=5
    options.vp_to_win=9

A game declares its `Rulesets`: the values that may be changed, each with its range, and how its own rules are made from
the changed values. Nothing in a ruleset is code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from functools import cached_property, lru_cache
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from core.engine.codec import H
from core.engine.options import Option, OptionError, Options, Value, ValueTexts

R = TypeVar("R")
R_contra = TypeVar("R_contra", contravariant=True)

MAX_TEXT_LENGTH = 16_384
"""Maximum length of a ruleset's text, in characters."""
MAX_CHANGES = 500
MAX_ENTRIES, MAX_PROBLEMS = 5000, 50
"""Maximum number of values in a file, most of which change nothing, and of errors that are listed."""
MAX_NEW_CARDS = 40
MAX_NAME_LENGTH = 40
OPTIONS, NEW_CARDS, NAME = "options", "new_cards", "name"

_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ,.'!&()-]{0,38}[A-Za-z0-9.!)])?")
_CARD_NAME = re.compile(r"[A-Z][a-z'-]{0,23}(?: [A-Za-z][a-z'-]{0,23}){0,3}")
_MAX_CARD_NAME_LENGTH = 24
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,5}", re.ASCII)


class Problem(NamedTuple):
    """A reason why a ruleset is refused, for one path."""

    path: str
    reason: str

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}" if self.path else self.reason


class RulesetError(ValueError):
    """Raised for an invalid ruleset; `problems` has at least one entry."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(map(str, problems[:3])))
        self.problems = problems


# Values ---------------------------------------------------------------------------------------------------------------


class ValueKind(Protocol):
    """A type of changeable values, with its conversion from and to canonical text."""

    @property
    def range(self) -> str:
        """The valid values in words, such as "a whole number from 0 to 9"."""

    def read(self, text: str) -> Any:
        """Return the value that the text represents.

        Raise `ValueError` for other texts; its message is `range`, or says which part of the text is wrong.
        """

    def write(self, value: Any) -> str:
        """Return the canonical text of a value."""


class Integer(NamedTuple):
    """A whole number from `low` to `high`."""

    low: int
    high: int

    @property
    def range(self) -> str:
        """The valid values in words."""
        return f"a whole number from {self.low} to {self.high}"

    def read(self, text: str) -> int:
        """Return the number that the text represents."""
        if _INTEGER.fullmatch(text) and self.low <= int(text) <= self.high:
            return int(text)
        raise ValueError(self.range)

    def write(self, value: int) -> str:
        """Return the number in decimal notation."""
        return str(value)


@dataclass(frozen=True, slots=True)
class Integers:
    """A list of `count` whole numbers from `low` to `high`, in rising order if `is_rising` is True.

    In a text, one number stands for `count` equal numbers.
    """

    low: int
    high: int
    count: int
    is_rising: bool = False

    @property
    def range(self) -> str:
        """The valid values in words."""
        rising = ", none less than the one before" if self.is_rising else ""
        return f"{self.count} whole numbers from {self.low} to {self.high}{rising}"

    def read(self, text: str) -> tuple[int, ...]:
        """Return the numbers in the text, which are separated by slashes."""
        parts = [part.strip() for part in text.split("/")]
        parts *= self.count if len(parts) == 1 else 1
        if len(parts) == self.count and all(map(_INTEGER.fullmatch, parts)):
            numbers = tuple(map(int, parts))
            if all(self.low <= n <= self.high for n in numbers) and (
                not self.is_rising or list(numbers) == sorted(numbers)
            ):
                return numbers
        raise ValueError(self.range)

    def write(self, value: tuple[int, ...]) -> str:
        """Return the numbers in decimal notation, separated by slashes."""
        return "/".join(map(str, value))


class Word(NamedTuple):
    """One of a fixed set of words."""

    words: tuple[str, ...]

    @property
    def range(self) -> str:
        """The valid values in words."""
        return f"one of {', '.join(self.words)}"

    def read(self, text: str) -> str:
        if text in self.words:
            return text
        raise ValueError(self.range)

    def write(self, value: str) -> str:
        return value


FLAG = Integer(0, 1)
"""The kind of a value that is on (1) or off (0)."""


class Field(NamedTuple):
    """A value of the printed rules that a ruleset may change.

    `words` is a sentence about the change, with {new} and {old} for the values, or a function from the new value to a
    sentence.
    """

    kind: ValueKind
    printed: Any
    words: str | Callable[[Any], str]

    def difference(self, value: Any) -> str:
        """Return a sentence about the change to this value."""
        if callable(self.words):
            return self.words(value)
        return self.words.format(new=_display_value(self.kind, value), old=_display_value(self.kind, self.printed))


class NewField(NamedTuple):
    """A value of a new card; it must be given if `is_required` is True."""

    kind: ValueKind
    default: Any = None
    is_required: bool = False


def number_field(printed: int, low: int, high: int, words: str) -> int:
    """Declare a field of a frozen dataclass as a number of the rules, with its range.

    `words` is the sentence about a change, as in `Field`.
    """
    declared: int = field(default=printed, metadata={"low": low, "high": high, "words": words})
    return declared


def number_fields(numbers: type) -> dict[str, Field]:
    """Return the numbers that a dataclass declares, by path."""
    return {
        f"numbers.{each.name}": Field(
            Integer(each.metadata["low"], each.metadata["high"]), each.default, str(each.metadata["words"])
        )
        for each in fields(numbers)
    }


def changed_numbers(numbers: type[R], values: Mapping[str, Any]) -> R:
    """Return the numbers of a game with these changed values, which are given by path."""
    return numbers(**values_under(values, "numbers"))


def values_under(values: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """Return the values whose path begins with `prefix`, by the rest of their path.

    >>> values_under({"cards.zap.mana": 2, "cards.zapper.mana": 3}, "cards.zap")
    {'mana': 2}
    """
    start = f"{prefix}."
    return {path.removeprefix(start): value for path, value in values.items() if path.startswith(start)}


def chosen_copies(copies: Iterable[int], kind: Callable[[int], int], counts: Sequence[int]) -> tuple[int, ...]:
    """Return the first copies of each kind, as many as `counts` says by the number of the kind.

    >>> chosen_copies(range(6), lambda copy: copy % 2, (1, 2))
    (0, 1, 3)
    """
    left, found = list(counts), []
    for copy in copies:
        if left[kind(copy)]:
            left[kind(copy)] -= 1
            found.append(copy)
    return tuple(found)


def _display_value(kind: ValueKind, value: Any) -> str:
    if kind is FLAG:
        return "on" if value else "off"
    return kind.write(value).replace("_", " ")


# Names ----------------------------------------------------------------------------------------------------------------


def slug(name: str) -> str:
    """Return a name in lower case, with underscores for all other characters.

    >>> slug("Scavenger's Market")
    'scavengers_market'
    """
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")


def lookalike_key(name: str) -> str:
    """Return a form of a name that is the same for all names that look alike.

    >>> lookalike_key("lnsight") == lookalike_key("Insight"), lookalike_key("Bum Out") == lookalike_key("Burn Out")
    (True, True)
    """
    text = re.sub(r"[^a-z0-9]+", "", name.replace("I", "l").lower().replace("i", "l").replace("1", "l"))
    return text.replace("0", "o").replace("rn", "m").replace("vv", "w")


# Rulesets -------------------------------------------------------------------------------------------------------------


class Additions(NamedTuple, Generic[R]):
    """The new cards that a game accepts: the values of such a card, and the names already taken."""

    fields: Mapping[str, NewField]
    taken_names: tuple[str, ...]
    describe: Callable[[R, str], str]
    """Function that returns a sentence about a new card, given by the rules and its name."""


class Changes(NamedTuple):
    """Contents of a ruleset: its name, options, changed values by path, and new cards by name."""

    name: str
    options: dict[str, Value]
    values: dict[str, Any]
    cards: dict[str, dict[str, Any]]


class RulesDescription(Protocol[R_contra]):
    """The description of a game's rules in words, apart from the single changes."""

    def warnings(self, rules: R_contra) -> list[str]:
        """Return sentences about the rules as a whole, such as warnings about cards that nobody can pay for."""

    def notes(self) -> list[str]:
        """Return lines that explain how values such as effects are written."""

    def fixed_rules(self) -> list[str]:
        """Return sentences about the rules that no ruleset can change."""


class Rulesets(Generic[R]):
    """The rulesets of one game.

    `fields` are the values that may be changed, by path. `build` makes the game's rules from changed values and new
    cards. It raises `RulesetError` if they do not fit together. `value_texts` returns the words for the values of an
    option.
    """

    def __init__(
        self,
        options: Options,
        fields: Callable[[], Mapping[str, Field]],
        build: Callable[[Mapping[str, Any], Mapping[str, Mapping[str, Any]]], R],
        description: RulesDescription[R],
        additions: Callable[[], Additions[R]] | None = None,
        value_texts: Callable[[R, Option], ValueTexts] = lambda _rules, option: option.value_texts,
    ) -> None:
        self.options = options
        self.description = description
        self.value_texts = value_texts
        self._fields, self._build, self._additions = fields, build, additions
        self.of = lru_cache(maxsize=64)(self._rules_of)

    @cached_property
    def fields(self) -> Mapping[str, Field]:
        """Values that may be changed, by path, in display order."""
        return self._fields()

    @cached_property
    def additions(self) -> Additions[R] | None:
        """The new cards that the game accepts, or None if it accepts none."""
        return self._additions() if self._additions is not None else None

    def _rules_of(self, text: str) -> R:
        """Return the rules for a canonical text; equal texts give the same object, so it can be a cache key."""
        changes = self.parse(text)
        return self._build(changes.values, changes.cards)

    @cached_property
    def printed(self) -> R:
        """The printed rules, without changes."""
        return self.of("")

    def compose(self, entries: Iterable[tuple[tuple[str, ...], str]]) -> str:
        """Return the canonical text of changes, each given as the parts of its path and the text of its value.

        Raise `RulesetError` with all problems that were found.
        """
        problems: list[Problem] = []
        changes = Changes("", {}, {}, {})
        seen: set[str] = set()
        for number, (parts, text) in enumerate(entries):
            if number >= MAX_ENTRIES or len(problems) >= MAX_PROBLEMS:
                problems.append(Problem("", f"more than {MAX_ENTRIES} values, or too many errors"))
                break
            path = _path(parts)
            try:
                if path in seen:
                    raise ValueError("is given twice")
                seen.add(path)
                changes = self._with(changes, path, text)
            except ValueError as error:
                problems.append(Problem(".".join(parts)[:80], str(error)))
        if not problems:
            problems += self._card_problems(changes)
        if problems:
            raise RulesetError(*problems)
        written = self._write(changes)
        if len(written) > MAX_TEXT_LENGTH or written.count("\n") >= MAX_CHANGES:
            words = f"a ruleset of more than {MAX_TEXT_LENGTH} characters or {MAX_CHANGES} changes"
            raise RulesetError(Problem("", words))
        self.of(content(written))
        return written

    def parse(self, text: str) -> Changes:
        """Return the contents of a canonical text; raise `RulesetError` for any other text."""
        if len(text) > MAX_TEXT_LENGTH or not text.isascii():
            raise RulesetError(Problem("", "a ruleset that is too long, or not in ASCII"))
        changes = Changes("", {}, {}, {})
        lines = text.split("\n") if text else []
        if len(lines) > MAX_CHANGES:
            raise RulesetError(Problem("", f"more than {MAX_CHANGES} changes"))
        for line in lines:
            path, _, value = line.partition("=")
            try:
                changes = self._with(changes, path, value)
            except ValueError as error:
                raise RulesetError(Problem(path[:80], str(error))) from None
        if problems := self._card_problems(changes):
            raise RulesetError(*problems)
        if self._write(changes) != text:
            raise RulesetError(Problem("", "a ruleset that is not in its canonical form"))
        return changes

    def _with(self, changes: Changes, path: str, text: str) -> Changes:
        """Return the changes with one more change; raise `ValueError` with an explanation if it is invalid."""
        section, _, rest = path.partition(".")
        if section == NAME and not rest:
            if not _NAME.fullmatch(text):
                raise ValueError(
                    f"the name of a ruleset has 1 to {MAX_NAME_LENGTH} letters, digits, spaces and .,'!&()-"
                )
            return changes._replace(name=text)
        if section == OPTIONS:
            return self._with_option(changes, rest, text)
        if section == NEW_CARDS:
            return self._with_new(changes, rest, text)
        field = self.fields.get(path)
        if field is None:
            raise ValueError(self._unknown_path_message(path))
        try:
            value = field.kind.read(text)
        except ValueError as error:
            raise ValueError(f"{_quote(text)} is not {error}") from None
        changes.values[path] = value
        return changes

    def _with_option(self, changes: Changes, name: str, text: str) -> Changes:
        option = self.options.table.get(name)
        if option is None:
            near = get_close_matches(name, self.options.table, 1)
            raise ValueError(f"there is no such option{f'; do you mean {near[0]}?' if near else ''}")
        try:
            changes.options[name] = option.parse(text)
        except OptionError:
            raise ValueError(f"{_quote(text)} is not one of {option.valid_values_text()}") from None
        return changes

    def _with_new(self, changes: Changes, rest: str, text: str) -> Changes:
        if self.additions is None:
            raise ValueError("this game takes no new cards")
        name, _, key = rest.partition(".")
        field = self.additions.fields.get(key)
        if not _CARD_NAME.fullmatch(name) or len(name) > _MAX_CARD_NAME_LENGTH:
            raise ValueError(
                f"{_quote(name)} is no name of a card: at most 4 words of letters and {_MAX_CARD_NAME_LENGTH} "
                f"characters"
            )
        if field is None:
            raise ValueError(f"a new card has {', '.join(self.additions.fields)}")
        if name not in changes.cards and len(changes.cards) >= MAX_NEW_CARDS:
            raise ValueError(f"more than {MAX_NEW_CARDS} new cards")
        try:
            changes.cards.setdefault(name, {})[key] = field.kind.read(text)
        except ValueError as error:
            raise ValueError(f"{_quote(text)} is not {error}") from None
        return changes

    def _card_problems(self, changes: Changes) -> list[Problem]:
        problems: list[Problem] = []
        if self.additions is None or not changes.cards:
            return problems
        alike = {lookalike_key(name): name for name in self.additions.taken_names}
        for name, values in changes.cards.items():
            path = f"{NEW_CARDS}.{name}"
            if lookalike_key(name) in alike:
                problems.append(Problem(path, f"the name looks like that of the card {alike[lookalike_key(name)]}"))
            alike[lookalike_key(name)] = name
            missing = [key for key, field in self.additions.fields.items() if field.is_required and key not in values]
            if missing:
                problems.append(Problem(path, f"a new card needs {', '.join(missing)}"))
        return problems

    def _unknown_path_message(self, path: str) -> str:
        near = get_close_matches(path[:120], self.fields, 1)
        if near:
            return f"there is no such value; do you mean {near[0]}?"
        section = path.partition(".")[0]
        names = dict.fromkeys(known.partition(".")[0] for known in self.fields)
        if section not in names:
            return f"there is no such section; there are {', '.join([NAME, OPTIONS, *names])}"
        above = path.rpartition(".")[0]
        within = [known.rpartition(".")[2] for known in self.fields if known.rpartition(".")[0] == above]
        return f"there is no such value; there are {', '.join(within[:40])}" if within else "there is no such value"

    def _write(self, changes: Changes) -> str:
        lines = []
        for path, value in changes.values.items():
            field = self.fields[path]
            if value != field.printed:
                lines.append(f"{path}={field.kind.write(value)}")
        for name, value in changes.options.items():
            if value != self.options.table[name].default:
                lines.append(f"{OPTIONS}.{name}={value}")
        for name, values in changes.cards.items():
            assert self.additions is not None
            for key, value in values.items():
                new = self.additions.fields[key]
                if new.is_required or value != new.default:
                    lines.append(f"{NEW_CARDS}.{name}.{key}={new.kind.write(value)}")
        lines.sort()
        return "\n".join([f"{NAME}={changes.name}", *lines] if changes.name else lines)

    def differences(self, text: str) -> list[str]:
        """Return one sentence for each change in a canonical text: options, then values, then new cards."""
        changes = self.parse(text)
        lines = [
            f"{option.text[:1].upper()}{option.text[1:]}: {option.display_name(value)}, not "
            f"{option.display_name(option.default)}."
            for name, value in changes.options.items()
            if (option := self.options.table[name]).default != value
        ]
        lines += [self.fields[path].difference(value) for path, value in changes.values.items()]
        rules = self.of(content(text))
        if self.additions is not None:
            lines += [self.additions.describe(rules, name) for name in changes.cards]
        return lines


def content(text: str) -> str:
    """Return the part of a canonical text that changes the rules, without the ruleset's name and options."""
    return "\n".join(line for line in text.split("\n") if not line.startswith((f"{NAME}=", f"{OPTIONS}.")))


def ruleset_hash(text: str) -> bytes:
    """Return the hash of a canonical text (32 bytes)."""
    return H("tether.ruleset", [text])


def _path(parts: tuple[str, ...]) -> str:
    """Return the canonical path for these parts, whose names may be written in any way."""
    section = slug(parts[0])
    own = parts[1:2] if section == NEW_CARDS else ()
    return ".".join((section, *own, *map(slug, parts[1 + len(own) :])))


def _quote(text: str) -> str:
    shown = text if len(text) <= 40 else f"{text[:39]}…"
    return repr(shown)
