"""Best solo games according to verified records, for display only.

A record of one seat proves that the player kept the rules, but proves nothing about the player's luck. A solo player
makes all the chance alone, and could restart until it is good. Therefore these games count nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from core.engine.result import FREE_FOR_ALL, TEAM
from core.games.registry import GAMES
from lobby.players.rated_records import counted_match
from net.records.record import MatchRecord

COLUMNS = ("Lead", "Result", "Score", "Game", "Played with", "Player")
MOST = 20
"""Maximum number of games shown."""


class SoloGame(NamedTuple):
    """A solo game that was played to its end.

    It has the id of the match, the game, the player, the result and the scores. It also has the options that differ
    from the usual ones, in words. The player's own score comes first.
    """

    match: bytes
    game: str
    options: tuple[str, ...]
    name: str
    won: bool
    scores: tuple[tuple[str, int], ...]

    @property
    def lead(self) -> int:
        """Difference between the player's score and the other score, if there is another."""
        own, *others = [value for _, value in self.scores]
        return own - (others[0] if others else 0)


EXCLUDED = dict.fromkeys((FREE_FOR_ALL, TEAM), "a match of more than one seat")
"""Reasons, by kind of result, that exclude a match from the list."""


def verified(kept: MatchRecord, rules: str = "") -> SoloGame:
    """Return the solo game of a record; raise `BadRecord` or `Uncounted`."""
    genesis, game, report = counted_match(kept, EXCLUDED, rules)
    (place,) = report.standing
    named = game.options.named(genesis.terms.options)
    table = game.options.table
    options = [f"{name.replace('_', ' ')} {table[name].word(value)}" for name, value in named.items()
               if value != table[name].default]  # fmt: skip
    scores = tuple((name, int(value)) for name, value in place.score)
    return SoloGame(genesis.match, game.name, tuple(options), genesis.names[0], place.rank == 1, scores)


def best(games: Iterable[SoloGame]) -> list[SoloGame]:
    """Return the best solo games, grouped by game and options, each match once.

    They are ordered by lead, then by the player's score.
    """
    found = {game.match: game for game in games}.values()
    order = sorted(found, key=lambda game: (game.game, game.options, -game.lead, -game.scores[0][1], game.match))
    return order[:MOST]


def row(game: SoloGame) -> tuple[str, ...]:
    """Return a solo game as a row of the table."""
    scores = " : ".join(str(value) for _, value in game.scores)
    options = ", ".join(game.options) or "the usual options"
    return f"{game.lead:+}", "won" if game.won else "lost", scores, GAMES[game.game].title, options, game.name


def data(game: SoloGame) -> dict[str, object]:
    """Return the game as plain data for programs (docs/internals/json.md)."""
    return {
        "game": game.game, "options": list(game.options), "name": game.name, "won": game.won, "lead": game.lead,
        "score": dict(game.scores), "match": game.match.hex(),
    }  # fmt: skip
