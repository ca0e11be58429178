"""Matches that continue another match from the end of its record (PROTOCOL 14.10).

game = part(data)           # the bytes of a record file
game = game_of_record(record)      # the game of any record, from its contents

The record of the old match accompanies the new one everywhere (`net.records.record`). So a peer that checks the new
match replays the old one first.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.changed_game import SEPARATOR, ChangedGame, is_ruleset, pack_ruleset, unpack_ruleset
from core.engine.fork import ForkedGame, base_name, base_of
from core.engine.game import Game
from core.engine.ruleset import RulesetError
from core.games.registry import GAMES
from net.records import record
from net.records.record import UNKNOWN_GAME, BadRecord, MatchRecord
from net.records.verification import Replay, record_genesis

MAX_FORKS = 4
"""Maximum number of matches in a chain in which each match continues the one before."""


def game_of_record(match_record: MatchRecord, games: Mapping[str, Game] = GAMES, most: int = MAX_FORKS) -> Game:
    """Return the game with which a record was played; raise `BadRecord` if it is unknown or its origin invalid."""
    return game_named(record_genesis(match_record).terms.game, match_record.origin, games, most)


def game_named(name: str, origin: bytes, games: Mapping[str, Game] = GAMES, most: int = MAX_FORKS) -> Game:
    """Return the game with this name, continued or changed by `origin`.

    `origin` is the record of the match to continue, or the bytes of a ruleset, or empty. Raises `BadRecord` if the game
    is unknown or the origin is invalid.
    """
    if not origin:
        if name in games:
            return games[name]
        if base_name(name) in games:
            what = "by a ruleset that" if SEPARATOR in name else "that continues another one, whose record"
            raise BadRecord(f"a match of {base_name(name)} {what} is missing")
        here = ", ".join(games)
        words = f"it is a match of {name!r}; --game FILE names the file of that game (the games here are {here})"
        raise BadRecord(words, kind=UNKNOWN_GAME)
    if is_ruleset(origin):
        return _game_with_ruleset(name, origin, games)
    game = fork_from_record(origin, games, most)
    if game.name != name:
        raise BadRecord("a match that does not continue the one whose record it carries")
    return game


def _game_with_ruleset(name: str, origin: bytes, games: Mapping[str, Game]) -> Game:
    try:
        game = unpack_ruleset(origin, games)
    except RulesetError as bad:
        raise BadRecord(f"its ruleset is not valid: {bad}") from None
    if game.name != name:
        raise BadRecord("a match that was not played by the ruleset that it carries")
    return game


def fork_from_record(origin: bytes, games: Mapping[str, Game] = GAMES, most: int = MAX_FORKS) -> ForkedGame:
    """Return the game that continues the match in a record file from its last position.

    The old match is replayed with every check. Raises `BadRecord` if it is invalid or finished.
    """
    if len(origin) > record.MAX_ORIGIN:
        raise BadRecord(f"a match of {len(origin)} bytes; one of more than {record.MAX_ORIGIN} cannot be continued")
    if not most:
        raise BadRecord(f"a match that was continued {MAX_FORKS} times cannot be continued again")
    old = record.unpack(origin)
    game = game_of_record(old, games, most - 1)
    replay = Replay(old, game)
    for _ in replay.steps():
        pass
    table = replay.table
    if table.over:
        raise BadRecord("its match is over")
    return ForkedGame(base_of(game), replay.genesis.game_setup(game), table.state, table.step.t, origin)


def origin_of(game: Game | None) -> bytes:
    """Return the origin to store in records of this game: a continued match's record, a ruleset, or no bytes."""
    if isinstance(game, ChangedGame):
        return pack_ruleset(game)
    return game.record if isinstance(game, ForkedGame) else b""


def describe_origin(game: Game) -> list[str]:
    """Return sentences about the match that the game continues and about its ruleset; empty for most games."""
    if isinstance(game, ChangedGame):
        return [f"By changed rules: {game.rules_name}.", *game.differences()]
    if not isinstance(game, ForkedGame):
        return []
    match, t, digest = game.origin
    return [
        f"It plays on match {match.hex()}",
        f"as it stood before step {t}, digest {digest.hex()}.",
        "All hidden cards were dealt again, face up; it does not replace the result of that match.",
        *describe_origin(game.base),
    ]
