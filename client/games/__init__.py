"""The tables of the window: each game's record, found by its name. A game without one has the plain table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from client.games.entry import Entry
from core.games.entry import Records, load
from core.games.registry import GAMES, NAMES, PLACES, find, record_of, title_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from client.art.music import Bed
    from client.screens.backdrop import Backdrop
    from client.table.book import Book
    from client.table.match.screen import LiveTableScreen
    from client.table.replay.live import LiveViewer
    from client.table.replay.viewer import ReplayViewer
    from client.ui.controls.choice import Option

RECORDS: Records[Entry] = Records(PLACES["client"])
PLAIN = Entry(
    screen="client.table.plain.screen:PlainScreen",
    replay="client.table.plain.replay:ReplayScreen",
    live="client.table.plain.replay:LiveScreen",
    rulebook="client.table.plain.rulebook:PlainBook",
)
"""The plain table, which knows no game. Its screen and rulebook are made for a game that is given to them."""
DEFAULT_GAME = NAMES[0]
"""The game that is offered first; its board is behind the menus."""


def entry_of(game: str) -> Entry:
    """Return the record of a game, or of the game that it continues; an empty one if it has none in the window."""
    from core.engine.fork import base_name

    return RECORDS.find(base_name(game)) or Entry()


def titles() -> list[tuple[str, str]]:
    """Return the names and titles of all games."""
    return [(name, title_of(name)) for name in GAMES]


def with_tables() -> list[str]:
    """Return the names of the games that have a table of their own."""
    return [name for name in GAMES if entry_of(name).screen]


def with_rulebooks() -> list[str]:
    """Return the names of the games that have a rulebook."""
    return [name for name in GAMES if entry_of(name).rulebook]


def beds() -> dict[str, Bed]:
    """Return the music of the games that have any."""
    found = {name: entry_of(name).music for name in GAMES}
    return {name: bed for name, bed in found.items() if bed is not None}


def match_screen(game: str) -> Callable[..., LiveTableScreen]:
    """Return the match screen of a game; KeyError if there is no such game."""
    from core.engine.fork import base_name

    entry, rules = entry_of(game), base_name(game)
    found: Callable[..., LiveTableScreen]
    found = _part(game, "screen") if entry.screen else partial(PLAIN.part("screen"), find(rules))
    return found


def replay_screen(game: str) -> type[ReplayViewer]:
    """Return the replay screen of a game."""
    found: type[ReplayViewer] = _part(game, "replay") if entry_of(game).replay else PLAIN.part("replay")
    return found


def live_screen(game: str) -> type[LiveViewer]:
    """Return the screen of a game for a running match."""
    found: type[LiveViewer] = _part(game, "live") if entry_of(game).live else PLAIN.part("live")
    return found


def book(game: str) -> Book:
    """Return the rulebook of a game; one of its options and of what holds for all games if it brings none."""
    from core.engine.fork import base_name

    entry, rules = entry_of(game), base_name(game)
    found: Book = _part(game, "rulebook") if entry.rulebook else PLAIN.part("rulebook")(find(rules))
    return found


def tutorial(game: str) -> Callable[..., LiveTableScreen]:
    """Return the screen that teaches a game, one of those that `lessons` names; KeyError for any other."""
    lesson = entry_of(game).lesson
    if lesson is None:
        raise KeyError(game)
    find(game)
    found: Callable[..., LiveTableScreen] = load(lesson.screen)
    return found


def lessons() -> list[tuple[str, str, str]]:
    """Return the games that have a lesson: name, title and description of the lesson."""
    found = [(name, title, entry_of(name).lesson) for name, title in titles()]
    return [(name, title, lesson.words) for name, title, lesson in found if lesson is not None]


def factions(game: str) -> list[Option[str]]:
    """Return the factions of a game by their codes, each explained; none if it has no choice."""
    found: list[Option[str]] = _part(game, "factions") if entry_of(game).factions else []
    return found


def backdrop() -> Callable[..., Backdrop]:
    """Return the class of the board behind the menus, a `client.screens.backdrop.Backdrop`."""
    found: Callable[..., Backdrop] = entry_of(DEFAULT_GAME).part("backdrop")
    return found


def on_screen(game: str, text: str) -> str:
    """Return a text of a game's rules in the words on screen."""
    return str(_part(game, "words")(text)) if entry_of(game).words else text


def looking_ahead() -> list[str]:
    """Return the names of the games in which the master looks ahead."""
    records = {name: record_of(name) for name in GAMES}
    return [name for name, record in records.items() if record is not None and record.search]


def _part(game: str, name: str) -> Any:  # the record names it; each caller says what it is
    """Load a part of a game; its rules are loaded first, so that all cards are declared."""
    from core.engine.fork import base_name

    find(base_name(game))
    return entry_of(game).part(name)
