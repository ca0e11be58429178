"""Rules that decide if a match record counts in a list of players.

A record counts if it is valid and records a complete, real match of a kind that the list accepts.
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
from net.records.fork import game_of
from net.records.record import BadRecord, MatchRecord
from net.records.verification import Replay, VerificationReport, record_genesis


class Uncounted(Exception):
    """Error for a valid record whose match does not count here; the message gives the reason."""


class CountedMatch(NamedTuple):
    """A verified match that counts: its genesis, its game and the verifier's report."""

    genesis: Genesis
    game: Game
    report: VerificationReport


def counted_match(kept: MatchRecord, why_not: Mapping[str, str], rules: str = "") -> CountedMatch:
    """Return the match of a record, verified to its end; raise `BadRecord` or `Uncounted`.

    `Uncounted` is raised for a match that has no end or was ended by consent, and for a test match. It is also raised
    for a match that is played on top of another match. A kind of result that has a reason in `why_not` raises it as
    well. Matches by a ruleset are listed apart from those by the printed rules: only those of the changed game named
    `rules` count, or with "" only those by the printed rules.
    """
    if kept.origin and not is_ruleset(kept.origin):
        raise Uncounted("a continuation of another match, whose result it does not replace")
    genesis = record_genesis(kept)
    game = game_of(kept) if kept.origin else GAMES.get(genesis.terms.game)
    if game is None:
        raise BadRecord(f"a match of {genesis.terms.game!r}, which is not on this computer")
    if isinstance(game, ChangedGame) and game.name != rules:
        raise Uncounted(f"a match by house rules ({game.rules_name}); --rules FILE rates such matches")
    if rules and not isinstance(game, ChangedGame):
        raise Uncounted("a match by the printed rules")
    kind = kind_of(game, genesis.seats)
    if kind in why_not:
        raise Uncounted(why_not[kind])
    replay = Replay(kept, game)
    for _ in replay.steps():
        pass
    report = replay.report()
    if report.test:
        raise Uncounted("a test match, all of whose secrets follow from its seed")
    if not report.complete:
        raise Uncounted("a match that is not finished")
    if len(report.broke_rules) == genesis.seats > 1:
        raise Uncounted("a match in which every seat broke a rule")
    if report.ended == AGREED:
        raise Uncounted("a match that all players agreed to end early")
    return CountedMatch(genesis, game, report)
