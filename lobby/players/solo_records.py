"""The best games that one seat has played alone, by verified records, for display.

A record of one seat shows that the rules were kept, and nothing of its luck: whoever plays alone makes all the chance
there is, and could begin again until it is good. So these games count nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from core.engine.result import FREE_FOR_ALL, TEAM
from core.games.registry import GAMES
from lobby.players.rated_records import counted
from net.records.record import MatchRecord

COLUMNS = ("Lead", "Result", "Score", "Game", "Played with", "Player")
MOST = 20
"""So many are shown."""


class Game(NamedTuple):
    """A game that was played alone to its end: its match, the game, the options that are not as usual in words, who
    played, whether it was won, and the scores, the own one first.
    """

    match: bytes
    game: str
    options: tuple[str, ...]
    name: str
    won: bool
    scores: tuple[tuple[str, int], ...]

    @property
    def lead(self) -> int:
        """By how much the own score was ahead of the other one, if there is one."""
        own, *others = [value for _, value in self.scores]
        return own - (others[0] if others else 0)


WHY = dict.fromkeys((FREE_FOR_ALL, TEAM), "a match of more than one seat")
"""By kind of result, why it is not listed."""


def verified(kept: MatchRecord) -> Game:
    """What a record says of a game alone; raises `BadRecord` and `Uncounted`."""
    genesis, game, report = counted(kept, WHY)
    (place,) = report.standing
    named = game.options.named(genesis.terms.options)
    table = game.options.table
    options = [f"{name.replace('_', ' ')} {table[name].word(value)}" for name, value in named.items()
               if value != table[name].default]  # fmt: skip
    scores = tuple((name, int(value)) for name, value in place.score)
    return Game(genesis.match, game.name, tuple(options), genesis.names[0], place.rank == 1, scores)


def best(games: Iterable[Game]) -> list[Game]:
    """The best ones of each game and its options, each match once: by the lead, then by the own score."""
    found = {game.match: game for game in games}.values()
    order = sorted(found, key=lambda game: (game.game, game.options, -game.lead, -game.scores[0][1], game.match))
    return order[:MOST]


def row(game: Game) -> tuple[str, ...]:
    """A line of the table."""
    scores = " : ".join(str(value) for _, value in game.scores)
    options = ", ".join(game.options) or "the usual options"
    return f"{game.lead:+}", "won" if game.won else "lost", scores, GAMES[game.game].title, options, game.name


def data(game: Game) -> dict[str, object]:
    """The same for programs (docs/internals/json.md)."""
    return {
        "game": game.game, "options": list(game.options), "name": game.name, "won": game.won, "lead": game.lead,
        "score": dict(game.scores), "match": game.match.hex(),
    }  # fmt: skip
