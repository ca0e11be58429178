"""Titles of games by name, also of changed games and of games that are not on this computer."""

from __future__ import annotations

from core.engine.changed_game import SEPARATOR
from core.engine.fork import base_name
from core.games.registry import GAMES, title_of
from net.text.sanitizer import visible_line


def is_changed_game(name: str) -> bool:
    """Return True if the name is that of a game of this program with a ruleset."""
    return SEPARATOR in name and base_name(name) in GAMES and name not in GAMES


def game_title(name: str) -> str:
    """Return the title of a game, or its name if this program does not have the game."""
    if is_changed_game(name):
        return f"{title_of(base_name(name))}, house rules"
    return title_of(name) if name in GAMES else visible_line(name)


def short_title(name: str) -> str:
    """Return the title of a game without the name of its series."""
    return game_title(name).rpartition(": ")[2]
