"""The games that this program knows, by name; apart from its entry, no part of a game is loaded before it is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from core import games
from core.games.entry import GameEntry, RecordRegistry

if TYPE_CHECKING:
    from core.engine.game import Game


def game_names_in(folders: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the packages in the folders of `core.games` that have an entry, by position and name."""
    packages = [module.name for module in iter_modules(folders) if module.ispkg]
    entries = RecordRegistry[GameEntry]({name: f"core.games.{name}.entry:ENTRY" for name in packages})
    found = {name: entry for name in packages if (entry := entries.find(name)) is not None}
    return tuple(sorted(found, key=lambda name: (found[name].position, name)))


NAMES = game_names_in(games.__path__)
"""The names of the games of Tether, in the order in which they are offered.

A game is a folder beside this module with an `entry.py`; no list names it.
"""
LAYERS = ("core", "client", "lab")
"""The layers in which a game may have an entry."""
PLACES: dict[str, dict[str, str]] = {
    layer: {name: f"{layer}.games.{name}.entry:ENTRY" for name in NAMES} for layer in LAYERS
}
"""The location of each game's entry, as "module:name", by layer and game.

In layers other than `core`, the entry may be missing.
"""
RECORDS: RecordRegistry[GameEntry] = RecordRegistry(PLACES["core"])


class Games(MutableMapping[str, "Game"]):
    """The games by name, in the order in which they are offered.

    A game is loaded when it is first looked up.
    """

    def __init__(self) -> None:
        self._games: dict[str, Game | None] = dict.fromkeys(PLACES["core"])

    def __getitem__(self, name: str) -> Game:
        game = self._games[name]
        if game is None:
            record = RECORDS.find(name)
            if record is None:
                raise KeyError(name)
            game = self._games[name] = record.game
        return game

    def __setitem__(self, name: str, game: Game) -> None:
        self._games[name] = game

    def __delitem__(self, name: str) -> None:
        del self._games[name]

    def __contains__(self, name: object) -> bool:
        return name in self._games

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    def install(self, name: str, layer: str, place: str) -> None:
        """Add the entry of a game that the user has installed.

        Raises `ValueError` if the name is taken or there is no such layer.
        """
        if layer not in PLACES:
            raise ValueError(f"there is no layer {layer!r}")
        if name in PLACES[layer]:
            raise ValueError(f"there is a game {name!r}")
        PLACES[layer][name] = place
        if layer == "core":
            self._games[name] = None

    def uninstall(self, name: str) -> None:
        """Remove a game that the user has installed, with its entries in all layers."""
        self._games.pop(name, None)
        for places in PLACES.values():
            places.pop(name, None)
        RECORDS.forget(name)


GAMES = Games()


def find_game(name: str) -> Game:
    """Return the game of that name.

    If there is none, raise `KeyError` with the names of all games.
    """
    if name not in GAMES:
        raise KeyError(f"no game {name!r}; there are: {', '.join(GAMES)}")
    return GAMES[name]


def record_of(name: str) -> GameEntry | None:
    """Return the entry of a game, or of the game that it continues; None if it has none."""
    from core.engine.fork import base_name

    return RECORDS.find(base_name(name))


def title_of(name: str) -> str:
    """Return the title of a game; the game itself is loaded only if it has no entry."""
    record = record_of(name)
    return record.title if record is not None else GAMES[name].title
