"""The rules of one match as a value: its leagues and its numbers."""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.ruleset import number
from core.games.outposts.board import League


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the rules; the defaults are the printed ones."""

    cards_drawn: int = number(6, 2, 10, "Each player draws {new} cards at the start, not {old}.")
    cards_kept: int = number(4, 1, 10, "Each player keeps {new} cards at the start, not {old}.")


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The rules of a match. There is one object for each ruleset, so that it may key caches."""

    numbers: Numbers
    leagues: tuple[League, ...]
