"""Content of the rules screen and the card browser: chapters and cards. Each game has its own `Book`.

Every text is rich text: one line of a chapter is one paragraph.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import arcade

from client.screens.settings.bindings import title
from client.ui.keys import Keymap, chord_label
from client.ui.richtext import escape
from client.ui.textures import Textures
from core.engine.options import Option, Options, Value

ChosenOptions = Mapping[str, Value]
"""Option values of a match, by name."""


class Chapter(NamedTuple):
    """Chapter of the rules: its name, its icon and its paragraphs."""

    title: str
    icon: str
    lines: tuple[str, ...]


class CardFilter(NamedTuple):
    """Property by which the browser filters cards: its name, the words for all cards, and its values."""

    name: str
    everything: str
    values: tuple[str, ...]


class BookCard(NamedTuple):
    """Printed card, as the card browser shows it."""

    name: str
    sorts: tuple[tuple[str, ...], ...]
    """Values of the card's properties, in the order of the sorters."""
    facts: tuple[str, ...]
    """Printed facts of the card other than its text, each as rich text."""
    text: str
    """Effect of the card, in plain words."""


class Book(ABC):
    """Rulebook of a game: its rules and its cards."""

    card_filters: tuple[CardFilter, ...]

    @abstractmethod
    def chapters(self, keys: Keymap, chosen: ChosenOptions | None = None) -> list[Chapter]:
        """Return the rulebook's chapters for a match with these options, or with the default options if none.

        `keys` are the keys that the player uses.
        """

    def with_ruleset(self, text: str) -> Book:
        """Return the rulebook of a match with the ruleset of this content (`core.engine.ruleset`)."""
        return self

    @abstractmethod
    def cards(self) -> Sequence[BookCard]:
        """Return all cards, in the order of their numbers: 0, 1, 2 and so on."""

    @abstractmethod
    def picture(self, textures: Textures, number: int, size: tuple[int, int], scale: float) -> arcade.Texture:
        """Return the texture of a card's face; `size` is in design pixels."""


def search_cards(cards: Sequence[BookCard], chosen: Sequence[str], words: Sequence[str]) -> list[int]:
    """Return the numbers of the cards that match all the words and the chosen value of each sorter.

    The value "" matches any card.

    >>> cards = [BookCard("Rope", (("tool",),), (), "Binds."), BookCard("Loaf", (("food", "gift"),), (), "Feeds one.")]
    >>> search_cards(cards, [""], ["one"]), search_cards(cards, ["gift"], []), search_cards(cards, ["tool"], ["feeds"])
    ([1], [1], [])
    """
    return [
        number
        for number, card in enumerate(cards)
        if all(wanted in ("", *has) for wanted, has in zip(chosen, card.sorts, strict=True))
        and all(word in f"{card.name} {card.text}".lower() for word in words)
    ]


# Chapters of every game -----------------------------------------------------------------------------------------------


def fair_play_chapter(hidden: str) -> Chapter:
    """Return the chapter on fair play; `hidden` is a text on when the game's hidden cards are revealed."""
    lines = (
        "There is no host, dealer or referee: every computer checks every step of the others.",
        "Everyone *commits* a choice before anyone *reveals* one. Dice and draws come from all players together: "
        "nobody can predict or change them.",
        f"Hidden cards are sealed. {hidden} Nobody can invent a card, withhold one or choose a draw.",
        "After each step all computers compare the digest of the whole state. The chip at the top right shows it, and "
        "which players you are waiting for.",
        "A finished match is one signed file. You can replay it, and anyone can check it.",
    )
    return Chapter("Fair play", "fair", lines)


def effective_options(options: Options, chosen: ChosenOptions | None) -> dict[str, Value]:
    """Return every option with its value in the match, or with its default value.

    >>> options = Options([Option("mana", (4, 5), 5, "open", ""), Option("dice", (1, 2), 1, "open", "")])
    >>> effective_options(options, {"dice": 2})
    {'mana': 5, 'dice': 2}
    """
    return {name: (chosen or {}).get(name, option.default) for name, option in options.table.items()}


def options_chapter(
    options: Options, on_screen: Callable[[str], str] = str, chosen: ChosenOptions | None = None
) -> Chapter:
    """Return a chapter with the options of a game and the meanings of their values.

    `on_screen` turns a text of the rules into the words on the screen.
    """
    return Chapter("Options", "settings", tuple(_option_lines(options, on_screen, chosen)))


def _option_lines(options: Options, on_screen: Callable[[str], str], chosen: ChosenOptions | None) -> Iterator[str]:
    yield "{muted}Set before the match begins, and visible to everyone.{/}"
    if chosen is None:
        yield "{muted}The other chapters give the rules with the usual values. At a table they follow its options.{/}"
    else:
        yield "{muted}The other chapters give the rules with the values of this match.{/}"
    for option in options.table.values():
        name, usual = escape(option.name.replace("_", " ")), escape(on_screen(option.display_name(option.default)))
        values = _describe_values(option, on_screen)
        here = ""
        if chosen is not None:
            value = effective_options(options, chosen)[option.name]
            here = f" *In this match: {escape(on_screen(option.display_name(value)))}.*"
        yield f"*{name}*: {escape(on_screen(option.text))} {{muted}}({values}; default: {usual}){{/}}{here}"


def _describe_values(option: Option, on_screen: Callable[[str], str]) -> str:
    """Return the values of an option in words, with their meanings."""
    if not option.value_texts:
        return escape(option.valid_values_text())
    told = ((on_screen(option.display_name(value)), on_screen(option.meaning(value))) for value in option.values)
    return escape("; ".join(f"{word}: {means}" if means else word for word, means in told))


def keys_chapter(keys: Keymap) -> Chapter:
    """Return a chapter with the current key bindings."""
    return Chapter("Keys", "keyboard", tuple(_key_lines(keys)))


def _key_lines(keys: Keymap) -> Iterator[str]:
    for name in keys.actions():
        chords = " or ".join(chord_label(written) for written in keys.chords(name))
        if chords:
            yield f"*{escape(chords)}*  {escape(title(name))}"
    yield "The arrow keys move between items."


def signs_chapter(signs: dict[str, str]) -> Chapter:
    """Return a chapter with the meanings of the icons on the cards and the table."""
    return Chapter("Signs", "info", tuple(f":{sign}:  {words}" for sign, words in signs.items()))
