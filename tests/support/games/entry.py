"""The entry of a game in the tests: its facts, found by its folder.

A game's folder here has an `entry.py` with an `ENTRY`, as its folders in `core`, `client` and `lab` have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, NamedTuple

from core.engine.options import Value
from core.games.entry import RecordRegistry

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
Words = Callable[[Any], str]


class Playthrough(NamedTuple):
    """Inputs of a golden match; `name` is that of its file."""

    name: str
    game: str
    seats: int
    seed: str
    sealed: bool = True
    players: str = "bold"
    options: tuple[tuple[str, Value], ...] = ()

    @property
    def path(self) -> Path:
        """Path of the file with the text."""
        return GOLDEN / f"{self.name}.txt"


@dataclass(frozen=True)
class GameTests:
    """Facts about one game for the tests; only one golden match is required."""

    playthroughs: tuple[Playthrough, ...] = ()
    option_words: Mapping[str, Words] = field(default_factory=dict)
    """For each option, the function that returns the words which a value brings into the rulebook."""
    options_elsewhere: Mapping[str, str] = field(default_factory=dict)
    """Options that the chapters of the rulebook need no words for, each with the reason."""
    stale_words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """For each value of an option, a pattern of words at the table that would be false under it."""
    rare_questions: Mapping[str, str] = field(default_factory=dict)
    """Kinds of questions that random matches by the printed rules hardly ever ask, each with the reason."""
    lesson_options: Mapping[str, Value] = field(default_factory=dict)
    """Options of the lesson that differ from the usual ones."""


def of(**words: str) -> Words:
    """Return the words for each value that is a string."""
    return words.__getitem__


FOLDERS = sorted(module.name for module in iter_modules([str(Path(__file__).parent)]) if module.ispkg)
RECORDS: RecordRegistry[GameTests] = RecordRegistry(
    {name: f"tests.support.games.{name}.entry:ENTRY" for name in FOLDERS}
)


def game_tests(game: str) -> GameTests:
    """Return the entry of a game, or an empty one."""
    return RECORDS.find(game) or GameTests()
