"""Records of matches with a ruleset contain it, and cannot be read with another ruleset or without one."""

import pytest

from core.bots.heuristic import HeuristicBot
from core.engine.changed_game import ChangedGame, pack_ruleset
from core.games.bridgefront.changes import RULESETS
from core.games.bridgefront.game import GAME
from net.cli.results import replay_record
from net.match.genesis import rules_hash
from net.records import record
from net.records.fork import describe_origin, game_of_record
from net.records.record import BadRecord, MatchRecord
from net.session.runner import play_local


def changed(gold: int = 5) -> ChangedGame:
    return ChangedGame(GAME, RULESETS.compose([(("numbers", "start_gold"), str(gold)), (("numbers", "rounds"), "4")]))


@pytest.fixture(scope="module")
def played() -> MatchRecord:
    players = [HeuristicBot("rules", seat) for seat in (1, 2)]
    return play_local(changed(), 2, {}, "rules", players).record  # type: ignore[arg-type]


def test_a_record_is_verified_with_the_ruleset_that_it_contains(played: MatchRecord) -> None:
    kept = record.unpack(record.pack(played))
    game = game_of_record(kept)
    report, state = replay_record(kept, game)
    assert isinstance(game, ChangedGame) and report.complete and state.rules.numbers.start_gold == 5  # type: ignore[attr-defined]
    assert "Each player starts with 5 gold, not 4." in describe_origin(game)


@pytest.mark.parametrize(
    ("origin", "why"),
    [
        (b"", "by a ruleset that is missing"),
        (pack_ruleset(changed(6)), "not played by the ruleset"),
        (pack_ruleset(changed()).replace(b"=5", b"=99"), "its ruleset is not valid"),
        (pack_ruleset(changed()).replace(b"bridgefront", b"nowhere"), "its ruleset is not valid"),
    ],
)
def test_a_record_with_another_ruleset_is_refused(played: MatchRecord, origin: bytes, why: str) -> None:
    with pytest.raises(BadRecord) as refused:
        game_of_record(played._replace(origin=origin))
    assert why in str(refused.value)


def test_each_ruleset_gives_a_game_a_different_rules_hash() -> None:
    assert len({rules_hash(game) for game in (GAME, changed(), changed(6))}) == 3  # type: ignore[arg-type]
    assert rules_hash(changed()) == rules_hash(changed())  # type: ignore[arg-type]
