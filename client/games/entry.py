"""The record of a game in the window: its screens and all else that no other game shares, each part optional."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from core.games.entry import load

if TYPE_CHECKING:
    from client.art.music import Bed


class Lesson(NamedTuple):
    """The screen that teaches a game, as "module:name", and its subject in a few words."""

    screen: str
    words: str


@dataclass(frozen=True)
class Entry:
    """The parts of a game in the window, most of them as "module:name", loaded when they are first wanted.

    "" stands for a part that is missing: the plain table is shown in its place, or nothing.
    """

    screen: str = ""
    """The match screen."""
    replay: str = ""
    """The screen that shows a record."""
    live: str = ""
    """The screen that shows a running match to spectators."""
    rulebook: str = ""
    """The rulebook and the cards."""
    lesson: Lesson | None = None
    factions: str = ""
    """The factions that a seat may wish to play, each explained."""
    words: str = ""
    """The function that puts a text of the rules into the words on screen."""
    backdrop: str = ""
    """The board behind the menus. Importing its module loads no game."""
    music: Bed | None = None
    """The music behind its table."""
    loops: tuple[str, ...] = ()
    """The sounds that go on round its table."""

    def part(self, name: str) -> Any:
        """Load a part by the name of its field; raises `KeyError` if it is missing."""
        place = getattr(self, name)
        if not place:
            raise KeyError(name)
        return load(place)
