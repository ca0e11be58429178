"""The games that this program knows, by name."""

from __future__ import annotations

from core.engine.game import Game
from core.games.ambition.game import GAME as AMBITION
from core.games.bridgefront.game import GAME as BRIDGEFRONT
from core.games.cabinet.game import GAME as CABINET
from core.games.midnight.game import GAME as MIDNIGHT
from core.games.outposts.game import GAME as OUTPOSTS

GAMES: dict[str, Game] = {game.name: game for game in (BRIDGEFRONT, MIDNIGHT, CABINET, OUTPOSTS, AMBITION)}


def find(name: str) -> Game:
    """The game of that name; raises `KeyError` with the names there are."""
    if name not in GAMES:
        raise KeyError(f"no game {name!r}; there are: {', '.join(GAMES)}")
    return GAMES[name]
