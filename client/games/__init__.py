"""The tables of the window: the one place where a game's own table is registered. All others have the plain one."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from client.screens.backdrop import Backdrop
    from client.table.book import Book
    from client.table.match_screen import Hearing
    from client.table.replay.live import LiveViewer
    from client.table.replay.viewer import Viewer
    from client.ui.choice import Option

SCREENS = {
    "bridgefront": "client.games.bridgefront.screen:MatchScreen",
    "midnight": "client.games.midnight.screen:MidnightScreen",
    "cabinet": "client.games.cabinet.screen:CabinetScreen",
    "outposts": "client.games.outposts.screen:OutpostsScreen",
    "ambition": "client.games.ambition.screen:AmbitionScreen",
}
"""The match screen of each game, by the game's name. It is loaded when it is wanted."""
REPLAYS = {
    "bridgefront": "client.games.bridgefront.replay:ReplayScreen",
    "midnight": "client.games.midnight.replay:ReplayScreen",
    "cabinet": "client.games.cabinet.replay:ReplayScreen",
    "outposts": "client.games.outposts.replay:ReplayScreen",
    "ambition": "client.games.ambition.replay:ReplayScreen",
}
"""The screen that shows a record of each game again."""
LIVE = {
    "bridgefront": "client.games.bridgefront.live:LiveScreen",
    "midnight": "client.games.midnight.replay:LiveScreen",
    "cabinet": "client.games.cabinet.replay:LiveScreen",
    "outposts": "client.games.outposts.replay:LiveScreen",
    "ambition": "client.games.ambition.replay:LiveScreen",
}
"""The screen that shows a running match of each game to who has no seat in it."""
BOOKS = {
    "bridgefront": "client.games.bridgefront.rulebook:BOOK",
    "midnight": "client.games.midnight.rulebook:BOOK",
    "cabinet": "client.games.cabinet.rulebook:BOOK",
    "outposts": "client.games.outposts.rulebook:BOOK",
    "ambition": "client.games.ambition.rulebook:BOOK",
}
"""The rulebook and the cards of each game that has them to be read."""
PLAIN, PLAIN_REPLAY, PLAIN_LIVE = (
    "client.table.plain.screen:PlainScreen",
    "client.table.plain.replay:ReplayScreen",
    "client.table.plain.replay:LiveScreen",
)
"""The screens of the plain table, which knows no game."""
PLAIN_BOOK = "client.table.plain.rulebook:PlainBook"
"""The rulebook of a game that brings none."""
TUTORIALS = {
    "bridgefront": (
        "client.games.bridgefront.lesson.screen:TutorialScreen",
        "Ten minutes: a round, from bids to sieges",
    ),
    "cabinet": ("client.games.cabinet.lesson.screen:LessonScreen", "Five minutes: four turns to the points that win"),
    "midnight": (
        "client.games.midnight.lesson.screen:LessonScreen",
        "Ten minutes: the last two ticks, and the war after",
    ),
    "ambition": ("client.games.ambition.lesson.screen:LessonScreen", "Ten minutes: a claim, a pact, a strike, the end"),
    "outposts": ("client.games.outposts.lesson.screen:LessonScreen", "Ten minutes: a round alone against the Warden"),
}
"""The screen that teaches a game, and what it is in a few words."""
FACTIONS = {
    "bridgefront": "client.games.bridgefront.names:FACTIONS_TO_CHOOSE",
}
"""What a seat may wish to play, in the games that have sides to choose from."""
BEHIND = "client.games.bridgefront.backdrop:Backdrop"
"""The board behind the menus. The menu comes before it: neither module loads a game by being imported."""
WORDS = {
    "bridgefront": "core.games.bridgefront.text.words:on_screen",
}
"""What puts a text of a game's rules into the words on screen, where those differ."""
FIRST = "bridgefront"
"""The game that is offered first."""


def titles() -> list[tuple[str, str]]:
    """All games to choose from: their names and their titles."""
    from core.games.registry import GAMES

    return [(name, game.title) for name, game in GAMES.items()]


def match_screen(game: str) -> Callable[..., Hearing]:
    """The match screen of a game; KeyError if there is no such game."""
    from core.engine.fork import base_name
    from core.games.registry import find

    game = base_name(game)
    found: Callable[..., Hearing] = _loaded(SCREENS[game]) if game in SCREENS else partial(_loaded(PLAIN), find(game))
    return found


def replay_screen(game: str) -> type[Viewer]:
    """The replay screen of a game."""
    from core.engine.fork import base_name

    game = base_name(game)
    found: type[Viewer] = _loaded(REPLAYS.get(game, PLAIN_REPLAY))
    return found


def live_screen(game: str) -> type[LiveViewer]:
    """The screen of a game for a running match."""
    found: type[LiveViewer] = _loaded(LIVE.get(game, PLAIN_LIVE))
    return found


def book(game: str) -> Book:
    """Return the rulebook of a game; one of its options and of what holds for all games if it brings none."""
    from core.engine.fork import base_name
    from core.games.registry import find

    game = base_name(game)
    found: Book = _loaded(BOOKS[game]) if game in BOOKS else _loaded(PLAIN_BOOK)(find(game))
    return found


def tutorial(game: str) -> Callable[..., Hearing]:
    """Return the screen that teaches a game, one of those that `lessons` names; KeyError for any other."""
    found: Callable[..., Hearing] = _loaded(TUTORIALS[game][0])
    return found


def lessons() -> list[tuple[str, str, str]]:
    """The games that can be learnt: their names, their titles, what the lesson is."""
    return [(game, title, TUTORIALS[game][1]) for game, title in titles() if game in TUTORIALS]


def factions(game: str) -> list[Option[str]]:
    """The factions of a game by their codes, each explained; none if it has no factions to choose from."""
    found: list[Option[str]] = _loaded(FACTIONS[game]) if game in FACTIONS else []
    return found


def backdrop() -> Callable[..., Backdrop]:
    """The class of the board behind the menus, a `client.screens.backdrop.Backdrop`."""
    found: Callable[..., Backdrop] = _loaded(BEHIND)
    return found


def on_screen(game: str, text: str) -> str:
    """A text of a game's rules in the words on screen."""
    return str(_loaded(WORDS[game])(text)) if game in WORDS else text


def _loaded(where: str) -> Any:
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)
