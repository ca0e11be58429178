"""Control for choosing the game of a form."""

from __future__ import annotations

from collections.abc import Callable

from client.games import titles
from client.ui.controls.choice import Choice, Option
from client.ui.controls.segments import Segments

MAX_SEGMENTS = 2
"""Titles: maximum number that fit beside each other in a form."""


def player_count_words(number: int) -> str:
    """Return the number of players in words."""
    return "alone" if number == 1 else f"{number} players"


def game_field(chosen: str, on_change: Callable[[str], object]) -> Choice[str] | Segments[str]:
    """Return a control with all games, either all visible or in a drop-down list."""
    games = titles()
    if len(games) <= MAX_SEGMENTS:
        return Segments("Game", games, chosen, on_change)
    return Choice("Game", [Option(name, title) for name, title in games], chosen, on_change)
