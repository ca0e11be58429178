"""Best solo games according to verified records, for display only.

A solo record proves that the player kept the rules, but nothing about luck: a solo player controls all random choices,
and could restart until they are good. Therefore these games count nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from core.engine.result import FREE_FOR_ALL, TEAM
from lobby.players.game_titles import game_title
from lobby.players.rated_records import counted_match
from net.records.record import MatchRecord

COLUMNS = ("Lead", "Result", "Score", "Game", "Played with", "Player")
MOST = 20
"""Maximum number of games shown."""


class SoloGame(NamedTuple):
    """A finished solo game: the match's id, the game, the player, the result and the scores.

    `options` are the options that differ from the defaults, as text. The player's own score comes first.
    """

    match: bytes
    game: str
    options: tuple[str, ...]
    name: str
    won: bool
    scores: tuple[tuple[str, int], ...]

    @property
    def lead(self) -> int:
        """Difference between the player's score and the opposing score, if there is one."""
        own, *others = [value for _, value in self.scores]
        return own - (others[0] if others else 0)


EXCLUDED = dict.fromkeys((FREE_FOR_ALL, TEAM), "a match of more than one seat")
"""Reason for excluding a match from the list, by kind of result."""


def solo_game(match_record: MatchRecord, rules: str = "") -> SoloGame:
    """Return the solo game in a record.

    Raises `BadRecord` if the record is invalid, and `NotCounted` if its match does not count.
    """
    genesis, game, report = counted_match(match_record, EXCLUDED, rules)
    (place,) = report.standing
    named = game.options.values_by_name(genesis.terms.options)
    table = game.options.table
    options = [f"{name.replace('_', ' ')} {table[name].display_name(value)}" for name, value in named.items()
               if value != table[name].default]  # fmt: skip
    scores = tuple((name, int(value)) for name, value in place.score)
    return SoloGame(genesis.match, game.name, tuple(options), genesis.names[0], place.rank == 1, scores)


def best_games(games: Iterable[SoloGame]) -> list[SoloGame]:
    """Return the best solo games, each match once.

    They are grouped by game and options, and ordered by lead, then by the player's score.
    """
    found = {game.match: game for game in games}.values()
    order = sorted(found, key=lambda game: (game.game, game.options, -game.lead, -game.scores[0][1], game.match))
    return order[:MOST]


def solo_game_row(game: SoloGame) -> tuple[str, ...]:
    """Return a solo game as a row of the table."""
    scores = " : ".join(str(value) for _, value in game.scores)
    options = ", ".join(game.options) or "the usual options"
    return f"{game.lead:+}", "won" if game.won else "lost", scores, game_title(game.game), options, game.name


def solo_game_data(game: SoloGame) -> dict[str, object]:
    """Return a solo game as plain data for programs (docs/internals/json.md)."""
    return {
        "game": game.game, "options": list(game.options), "name": game.name, "won": game.won, "lead": game.lead,
        "score": dict(game.scores), "match": game.match.hex(),
    }  # fmt: skip
