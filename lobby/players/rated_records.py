"""Rules that decide if a match record counts in a list of players.

A record counts if it is valid and contains a complete, real match of a kind that the list accepts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.engine.changed_game import ChangedGame, is_ruleset
from core.engine.game import Game
from core.engine.result import kind_of
from core.games.registry import GAMES
from net.match.early_end import AGREED
from net.match.genesis import Genesis
from net.records.fork import game_of_record
from net.records.record import BadRecord, MatchRecord
from net.records.verification import Replay, VerificationReport, record_genesis


class NotCounted(Exception):
    """Error for a valid record whose match does not count; the message is the reason."""


class CountedMatch(NamedTuple):
    """A verified match that counts: its genesis, its game and the verification report."""

    genesis: Genesis
    game: Game
    report: VerificationReport


def counted_match(record: MatchRecord, why_not: Mapping[str, str], rules: str = "") -> CountedMatch:
    """Return the match in a record after verifying it completely.

    Raises `BadRecord` if the record is invalid. Raises `NotCounted` for a test match, a match without an end, a match
    that was ended by consent, a match that continues another one, and a match whose kind of result has a reason in
    `why_not`. Matches by a ruleset are listed apart from those by the printed rules: only those of the changed game
    named `rules` count, or with "" only those by the printed rules.
    """
    if record.origin and not is_ruleset(record.origin):
        raise NotCounted("a continuation of another match, whose result it does not replace")
    genesis = record_genesis(record)
    game = game_of_record(record) if record.origin else GAMES.get(genesis.terms.game)
    if game is None:
        raise BadRecord(f"a match of {genesis.terms.game!r}, which is not on this computer")
    if isinstance(game, ChangedGame) and game.name != rules:
        raise NotCounted(f"a match by house rules ({game.rules_name}); --rules FILE rates such matches")
    if rules and not isinstance(game, ChangedGame):
        raise NotCounted("a match by the printed rules")
    kind = kind_of(game, genesis.seats)
    if kind in why_not:
        raise NotCounted(why_not[kind])
    replay = Replay(record, game)
    for _ in replay.steps():
        pass
    report = replay.report()
    if report.test:
        raise NotCounted("a test match, all of whose secrets follow from its seed")
    if not report.complete:
        raise NotCounted("a match that is not finished")
    if len(report.broke_rules) == genesis.seats > 1:
        raise NotCounted("a match in which every seat broke a rule")
    if report.ended == AGREED:
        raise NotCounted("a match that all players agreed to end early")
    return CountedMatch(genesis, game, report)
