"""Registry of the games in the lab; each entry is loaded when it is first needed."""

from __future__ import annotations

from core.engine.fork import base_name
from core.games.entry import RecordRegistry
from core.games.registry import GAMES, PLACES
from lab.games.entry import LabEntry

RECORDS: RecordRegistry[LabEntry] = RecordRegistry(PLACES["lab"])
EMPTY = LabEntry()


def entry_of(game: str) -> LabEntry:
    """Return the entry of a game, or of the game that it changes; it is empty if there is none."""
    return RECORDS.find(base_name(game)) or EMPTY


def sides_of(game: str) -> tuple[str, ...]:
    """Return the names of a game's factions or leagues, indexed by number; empty if there are none."""
    sides = entry_of(game).sides
    return sides.names if sides is not None else ()


def games_with_sides() -> list[str]:
    """Return the names of the games that have factions or leagues."""
    return [game for game in GAMES if sides_of(game)]
