"""Control for choosing the game of a form."""

from __future__ import annotations

from collections.abc import Callable

from client.app.settings import Settings
from client.games import titles
from client.screens.game_file import open_game_file
from client.ui.controls.choice import Choice, Option
from client.ui.window import Window

FROM_FILE = ""
"""The value of the entry that opens a game file."""


def player_count_words(number: int) -> str:
    """Return the number of players in words."""
    return "alone" if number == 1 else f"{number} players"


def game_field(chosen: str, on_change: Callable[[str], object], window: Window, settings: Settings) -> Choice[str]:
    """Return a drop-down list of all games, whose last entry opens a game file."""
    options = [Option(name, title) for name, title in titles()]

    def change(game: str) -> None:
        if game != FROM_FILE:
            on_change(game)
            return
        field.index = next(i for i, option in enumerate(options) if option.value == chosen)
        open_game_file(window, settings, on_change)

    field = Choice("Game", [*options, Option(FROM_FILE, "Open a game file…")], chosen, change)
    return field
