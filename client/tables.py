"""The games that the window has a table for: the one place where a game's table is registered."""

from __future__ import annotations

from importlib import import_module
from typing import Any

SCREENS = {
    "bridgefront": "client.bridgefront.match:MatchScreen",
    "midnight": "client.midnight.match:MidnightScreen",
}
"""The match screen of each game, by the game's name. It is loaded when it is wanted."""
SEEN = ("bridgefront",)
"""The games whose matches can be watched, and seen again."""
FIRST = "bridgefront"
"""The game that is offered first."""


def match_screen(game: str) -> Any:
    """The match screen of a game; KeyError if the window has none."""
    module, _, name = SCREENS[game].partition(":")
    return getattr(import_module(module), name)
