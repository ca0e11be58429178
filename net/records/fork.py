"""A match that is played on as a new one (PROTOCOL 14.10): where it begins follows from the old one's record.

    game = part(data)           # the bytes of a record file
    game = game_of(record)      # the game of any record, by what it carries

The record of the old match goes with the new one wherever that goes (`net.records.record`), so that whoever checks the
new one runs the old one again first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.engine.fork import ForkedGame, base_name, base_of
from core.engine.game import Game
from core.games.registry import GAMES
from net.records import record
from net.records.record import BadRecord, MatchRecord
from net.records.verification import Replay, record_genesis

MOST_FORKED = 4
"""So often a match may be played on, one time after the other."""


def game_of(kept: MatchRecord, games: Mapping[str, Any] = GAMES, most: int = MOST_FORKED) -> Any:
    """The game of a record; raises `BadRecord`."""
    return game_named(record_genesis(kept).terms.game, kept.origin, games, most)


def game_named(name: str, origin: bytes, games: Mapping[str, Any] = GAMES, most: int = MOST_FORKED) -> Any:
    """The game of this name, with the record of the match that it plays on, if it does; raises `BadRecord`."""
    if not origin:
        if name in games:
            return games[name]
        if base_name(name) in games:
            raise BadRecord(f"a match of {base_name(name)} that plays on another one, whose record is not here")
        raise BadRecord(f"a match of {name!r}; the games here are: {', '.join(games)}")
    game = part(origin, games, most)
    if game.name != name:
        raise BadRecord("a match that does not play on the one whose record it carries")
    return game


def part(origin: bytes, games: Mapping[str, Any] = GAMES, most: int = MOST_FORKED) -> ForkedGame:
    """The game that plays on where the match of this record file stands; raises `BadRecord`.

    The old match is run again, with everything checked: it must hold, and not be over.
    """
    if len(origin) > record.MAX_ORIGIN:
        raise BadRecord(f"a match of {len(origin)} bytes; one of more than {record.MAX_ORIGIN} is not played on")
    if not most:
        raise BadRecord(f"a match that was played on {MOST_FORKED} times is not played on again")
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
    """The record that matches of this game carry: that of the match that is played on, or nothing."""
    return game.record if isinstance(game, ForkedGame) else b""


def plays_on(game: Game) -> list[str]:
    """In words which match one of this game plays on; nothing for most games."""
    if not isinstance(game, ForkedGame):
        return []
    match, t, digest = game.origin
    return [
        f"It plays on match {match.hex()}",
        f"as it stood before step {t}, digest {digest.hex()}.",
        "All hidden cards were dealt again, face up; it does not replace the result of that match.",
    ]
