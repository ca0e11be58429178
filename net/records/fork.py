"""Matches that continue another one from the place where its record ends (PROTOCOL 14.10).

game = part(data)           # the bytes of a record file
game = game_of(record)      # the game of any record, from its contents

The record of the old match accompanies the new one everywhere (`net.records.record`). So a peer that checks the new
match replays the old one first.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.fork import ForkedGame, base_name, base_of
from core.engine.game import Game
from core.games.registry import GAMES
from net.records import record
from net.records.record import BadRecord, MatchRecord
from net.records.verification import Replay, record_genesis

MAX_FORKS = 4
"""Maximum number of matches in a sequence that each continue the one before."""


def game_of(kept: MatchRecord, games: Mapping[str, Game] = GAMES, most: int = MAX_FORKS) -> Game:
    """Return the game that a record was played with; raise `BadRecord`."""
    return game_named(record_genesis(kept).terms.game, kept.origin, games, most)


def game_named(name: str, origin: bytes, games: Mapping[str, Game] = GAMES, most: int = MAX_FORKS) -> Game:
    """Return the game of this name; `origin` is the record of the match that it continues, if any.

    Raises `BadRecord`.
    """
    if not origin:
        if name in games:
            return games[name]
        if base_name(name) in games:
            raise BadRecord(f"a match of {base_name(name)} that continues another one, whose record is missing")
        raise BadRecord(f"a match of {name!r}; the games here are: {', '.join(games)}")
    game = fork_from_record(origin, games, most)
    if game.name != name:
        raise BadRecord("a match that does not continue the one whose record it carries")
    return game


def fork_from_record(origin: bytes, games: Mapping[str, Game] = GAMES, most: int = MAX_FORKS) -> ForkedGame:
    """Return the game that continues the match of a record file from its last position.

    The old match is replayed with every check: it must be valid and unfinished. Raises `BadRecord`.
    """
    if len(origin) > record.MAX_ORIGIN:
        raise BadRecord(f"a match of {len(origin)} bytes; one of more than {record.MAX_ORIGIN} cannot be continued")
    if not most:
        raise BadRecord(f"a match that was continued {MAX_FORKS} times cannot be continued again")
    old = record.unpack(origin)
    game = game_of(old, games, most - 1)
    replay = Replay(old, game)
    for _ in replay.steps():
        pass
    table = replay.table
    if table.over:
        raise BadRecord("its match is over")
    return ForkedGame(base_of(game), replay.genesis.setup(game), table.state, table.step.t, origin)


def origin_of(game: Game | None) -> bytes:
    """Return the record that matches of this game carry: that of the continued match, or no bytes."""
    return game.record if isinstance(game, ForkedGame) else b""


def describe_origin(game: Game) -> list[str]:
    """Return sentences about the match that a match of this game continues; empty for most games."""
    if not isinstance(game, ForkedGame):
        return []
    match, t, digest = game.origin
    return [
        f"It plays on match {match.hex()}",
        f"as it stood before step {t}, digest {digest.hex()}.",
        "All hidden cards were dealt again, face up; it does not replace the result of that match.",
    ]
