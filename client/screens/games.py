"""Which game a form is for."""

from __future__ import annotations

from collections.abc import Callable

from client.games import titles
from client.ui.choice import Choice, Option
from client.ui.segments import Segments

BESIDE = 2
"""So many titles have room beside each other in a form."""


def players(number: int) -> str:
    """How many play, as a form shows it."""
    return "alone" if number == 1 else f"{number} players"


def game_field(chosen: str, on_change: Callable[[str], object]) -> Choice[str] | Segments[str]:
    """All games to choose from: all seen at once, or in a list that drops down."""
    games = titles()
    if len(games) <= BESIDE:
        return Segments("Game", games, chosen, on_change)
    return Choice("Game", [Option(name, title) for name, title in games], chosen, on_change)
