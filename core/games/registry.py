"""The games that this program knows, by name. Nothing of a game is loaded before it is wanted."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import TYPE_CHECKING

from core.games.entry import GameEntry, Records

if TYPE_CHECKING:
    from core.engine.game import Game

NAMES = ("bridgefront", "midnight", "cabinet", "outposts", "ambition")
"""The games of Tether, in the order in which they are offered: the only list of them."""
LAYERS = ("core", "client", "lab")
"""The layers in which a game may have a record."""
PLACES: dict[str, dict[str, str]] = {
    layer: {name: f"{layer}.games.{name}.entry:ENTRY" for name in NAMES} for layer in LAYERS
}
"""By layer and game, the place of the record, as "module:name"; it may be missing outside of core."""
RECORDS: Records[GameEntry] = Records(PLACES["core"])


class Games(MutableMapping[str, "Game"]):
    """The games by name, in the order in which they are offered; a game is loaded when it is first looked up."""

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
        """Add the record of a game that the user has installed; raises `ValueError` if the name is taken."""
        if layer not in PLACES:
            raise ValueError(f"there is no layer {layer!r}")
        if name in PLACES[layer]:
            raise ValueError(f"there is a game {name!r}")
        PLACES[layer][name] = place
        if layer == "core":
            self._games[name] = None


GAMES = Games()


def find(name: str) -> Game:
    """Return the game of that name; raise `KeyError` with the available names."""
    if name not in GAMES:
        raise KeyError(f"no game {name!r}; there are: {', '.join(GAMES)}")
    return GAMES[name]


def record_of(name: str) -> GameEntry | None:
    """Return the record of a game, or of the game that it continues; None for a game that has none."""
    from core.engine.fork import base_name

    return RECORDS.find(base_name(name))


def title_of(name: str) -> str:
    """Return the title of a game, without loading the game if it has a record."""
    record = record_of(name)
    return record.title if record is not None else GAMES[name].title
