"""The entry of a game in the client: its table and its other game-specific parts, all optional."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from core.games.entry import load_object

if TYPE_CHECKING:
    from collections.abc import Mapping

    from client.art.sound.music import Bed


class Lesson(NamedTuple):
    """Lesson of a game: its plan, as "module:name", and its subject in a few words."""

    plan: str
    words: str


class About(NamedTuple):
    """Facts about a game for somebody who does not know it: its minutes, its kind, two lines, and its goal."""

    minutes: str
    kind: str
    lines: str
    goal: str = ""
    """The goal in one sentence, or "" if the lines already say it."""


@dataclass(frozen=True)
class Entry:
    """Entry of a game in the client: its parts, most of them as "module:name".

    A part is loaded when it is first used. "" means that the part is missing. The client then shows the plain table in
    its place, or nothing.
    """

    table: str = ""
    """The table, which is shown in matches, in replays and to spectators."""
    rulebook: str = ""
    """The rulebook and the cards."""
    lesson: Lesson | None = None
    about: About | None = None
    cover: str = ""
    """The function that draws the picture of the game at a size in pixels."""
    factions: str = ""
    """The factions that a seat may ask for, each with an explanation."""
    sheets: str = ""
    """The cards, boards and tokens to print, a `client.sheets.components.GameSheets`."""
    words: str = ""
    """The function that turns a text of the rules into the words on the screen."""
    backdrop: str = ""
    """The board behind the menus; an import of its module loads no game."""
    music: Bed | None = None
    """The music that plays at the game's table."""
    loops: tuple[str, ...] = ()
    """The sounds that repeat at the game's table."""
    sounds: Mapping[str, str] = field(default_factory=dict)
    """The sounds of the game's own events, by the class name of the event; names of `client.art.sound.sounds`."""

    def part(self, name: str) -> Any:
        """Load a part by the name of its field.

        Raise `KeyError` if the part is missing.
        """
        place = getattr(self, name)
        if not place:
            raise KeyError(name)
        return load_object(place)
