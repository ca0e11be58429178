"""The games of the window: the record of each game's table, found by the name of the game.

A game without a record has the plain table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from client.games.entry import Entry
from core.games.entry import RecordRegistry, load_object
from core.games.registry import GAMES, NAMES, PLACES, find_game, record_of, title_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from client.art.sound.music import Bed
    from client.screens.backdrop import Backdrop
    from client.sheets.components import GameSheets
    from client.table.book import Book
    from client.table.lesson.plan import LessonPlan
    from client.table.spec import TableSpec
    from client.ui.controls.choice import Option
    from core.engine.game import Game

RECORDS: RecordRegistry[Entry] = RecordRegistry(PLACES["client"])
PLAIN = Entry(
    table="client.table.plain.spec:plain_table",
    rulebook="client.table.plain.rulebook:PlainBook",
)
"""Record of the plain table, which knows no specific game.

Its table and its rulebook are created for a game that the caller passes to them.
"""
KIT = Entry(
    table="client.table.kit.table:kit_table",
    rulebook="client.table.kit.rulebook:KitBook",
)
"""Record of the table of games in one file."""
DEFAULT_GAME = NAMES[0]
"""Name of the game that is offered first; the board behind the menus shows this game."""


def entry_of(game: str) -> Entry:
    """Return the record of a game, or of the game that it continues.

    If the game has none in the window, return an empty record.
    """
    from core.engine.fork import base_name

    return RECORDS.find(base_name(game)) or Entry()


def titles() -> list[tuple[str, str]]:
    """Return pairs of the name and the title of all games."""
    return [(name, title_of(name)) for name in GAMES]


def with_tables() -> list[str]:
    """Return the names of the games that have a table of their own."""
    return [name for name in GAMES if entry_of(name).table]


def with_rulebooks() -> list[str]:
    """Return the names of the games that have a rulebook."""
    return [name for name in GAMES if entry_of(name).rulebook]


def music_beds() -> dict[str, Bed]:
    """Return the music of the games that have any, by the name of the game."""
    found = {name: entry_of(name).music for name in GAMES}
    return {name: bed for name, bed in found.items() if bed is not None}


def event_sounds() -> dict[str, str]:
    """Return the sounds of the events that only one game has, by the class name of the event."""
    return {event: sound for name in GAMES for event, sound in entry_of(name).sounds.items()}


def table_of(game: Game) -> TableSpec:
    """Return the table of a game; a forked match has the table of its game.

    A game without a record has the table of games in one file if it is one, or else the plain table.
    """
    from core.engine.fork import base_of
    from core.kit.game import KitGame

    if not entry_of(game.name).table:
        base = base_of(game)
        general: TableSpec = (KIT if isinstance(base, KitGame) else PLAIN).part("table")(base)
        return general
    found: TableSpec = _part(game.name, "table")
    return found


def book(game: str, ruleset: str = "") -> Book:
    """Return the rulebook of a game, with the ruleset of this content.

    If the game has none, return one with its options and with the rules that are common to all games. For a game in one
    file it also has the file's text about the game, and the cards.
    """
    from core.engine.fork import base_name

    entry, rules = entry_of(game), base_name(game)
    from core.kit.game import KitGame

    general = KIT if isinstance(find_game(rules), KitGame) else PLAIN
    found: Book = _part(game, "rulebook") if entry.rulebook else general.part("rulebook")(find_game(rules))
    return found.with_ruleset(ruleset)


def sheets(game: str, ruleset: str = "") -> GameSheets | None:
    """Return what a game prints, with the ruleset of this content.

    Return None if it has only the cards of its catalogue.
    """
    found: GameSheets | None = _part(game, "sheets") if entry_of(game).sheets else None
    return found.by_rules(ruleset) if found is not None and found.by_rules is not None and ruleset else found


def lesson_of(game: str) -> LessonPlan:
    """Return the lesson of a game that `lessons` names; raise KeyError for any other game."""
    lesson = entry_of(game).lesson
    if lesson is None:
        raise KeyError(game)
    find_game(game)
    found: LessonPlan = load_object(lesson.plan)
    return found


def lessons() -> list[tuple[str, str, str]]:
    """Return the games that have a lesson, each with its name, its title and a description of the lesson."""
    found = [(name, title, entry_of(name).lesson) for name, title in titles()]
    return [(name, title, lesson.words) for name, title, lesson in found if lesson is not None]


def factions(game: str) -> list[Option[str]]:
    """Return the factions of a game as options with explanations, by their codes.

    The list is empty if the game has no choice of factions.
    """
    found: list[Option[str]] = _part(game, "factions") if entry_of(game).factions else []
    return found


def backdrop() -> Callable[..., Backdrop]:
    """Return the class of the board behind the menus, a `client.screens.backdrop.Backdrop`."""
    found: Callable[..., Backdrop] = entry_of(DEFAULT_GAME).part("backdrop")
    return found


def on_screen(game: str, text: str) -> str:
    """Return a text from a game's rules, in the words that the screen uses."""
    return str(_part(game, "words")(text)) if entry_of(game).words else text


def games_with_lookahead() -> list[str]:
    """Return the names of the games in which the bot of level "master" looks ahead."""
    records = {name: record_of(name) for name in GAMES}
    return [name for name, record in records.items() if record is not None and record.search]


def _part(game: str, name: str) -> Any:  # the record names it; each caller says what it is
    """Load a part of a game; first load its rules, so that all cards are declared."""
    from core.engine.fork import base_name

    find_game(base_name(game))
    return entry_of(game).part(name)
