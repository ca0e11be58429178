"""Ratings after exclusions: a majority can make any player lose a match, but not rating points."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.bots.heuristic import HeuristicBot
from core.games.registry import GAMES
from lobby.cli import room
from lobby.players import ratings, team_ratings
from lobby.players import solo_records as alone
from lobby.players.rated_records import NotCounted
from lobby.players.ratings import RatedMatch, rate_players, rated_match
from lobby.players.team_ratings import TeamMatch, rank_teams
from lobby.tournament.model.contents import Close, pack_content
from lobby.tournament.protocol import file
from lobby.tournament.protocol.file import blob_hash
from net.cli.games.rules import read_game
from net.match.feed_reader import AGREES, CONCEDES
from net.records import record
from net.records.record import MatchRecord
from net.session.runner import match_record, play_local
from net.transport.simulated import SimulatedNetwork
from tests.support.lobby.tournament.hall import seed
from tests.support.net.cheats import Chatters, signing
from tests.support.net.silencing import record_of, silenced
from tests.support.net.tables import BRIDGEFRONT, drivers
from tests.support.net.vanishing import run_on, vanishing

SHORT = {"vp_to_win": 5, "max_action_steps": 8}


@pytest.fixture(scope="module")
def unfair() -> MatchRecord:
    """Return the record of a match in which Ada and Ben silenced Cleo, in seat 3, for a while."""
    return record_of(silenced(BRIDGEFRONT, since=20, until=60, **SHORT))


def test_an_arranged_loss_does_not_affect_a_third_player(unfair: MatchRecord) -> None:
    counted = rated_match(unfair)
    assert counted is not None
    assert (counted.names, counted.left_out) == (("Ada", "Ben"), ("Cleo",))
    best = min(zip(counted.ranks, counted.names))[1]
    assert {rating.name for rating in rate_players([counted])} == {"Ada", "Ben"}
    assert len(set(counted.ranks)) == 1 or rate_players([counted])[0].name == best, "the others count among themselves"


def test_ratings_explain_for_which_players_a_match_does_not_count(
    unfair: MatchRecord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "unfair.tether"
    record.write(path, unfair)
    assert room.run(["ratings", str(path)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "unfair.tether does not count for Cleo, who was left out of it; among the others it does." in said
    assert said.count("Cleo") == 1 and "Ada" in said and "Ben" in said


def test_a_match_of_a_tournament_is_named_by_its_round_and_table(
    unfair: MatchRecord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An earlier message called the whole tournament uncounted because of one of its matches."""
    packed = record.pack(unfair)
    close = Close(2, (), (), ((0, blob_hash(packed), (1, 2, 3)),), ())
    content = pack_content(close, bytes(32))
    path = tmp_path / "cup.tournament"
    file.write(path, file.SavedTournament(b"", (), (), (packed, content), (blob_hash(content),)))
    assert room.run(["ratings", str(path)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Round 2, table 1 does not count for Cleo, who was left out of it; among the others it does." in said
    assert "cup.tournament does not count" not in said


def test_a_match_with_fewer_than_two_rated_players_does_not_count(
    unfair: MatchRecord, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = RatedMatch(bytes(32), (seed(1),), ("Ada",), (1,), ("Ben", "Cleo"))
    assert rate_players([alone]) == []
    path = tmp_path / "unfair.tether"
    record.write(path, unfair)
    monkeypatch.setattr(ratings, "rated_match", lambda kept, rules: alone)
    assert room.run(["ratings", str(path)]) == 1
    said = " ".join(capsys.readouterr().out.split())
    assert "does not count for Ben and Cleo, who were left out of it, nor for anybody else." in said


def test_a_rule_breaker_is_rated_by_its_rank() -> None:
    """A seat left out for breaking a rule is rated by the result as it is.

    The fault is proven by the seat's own signatures, so that a cheat cannot escape a lost match.
    """
    net = SimulatedNetwork(drivers(BRIDGEFRONT, 3, cheats={3: signing(Chatters)}, patience=1.0, **SHORT))
    run_on(net, [1, 2], until=600)
    counted = rated_match(match_record(net.drivers[1]))
    assert counted is not None and counted.names == ("Ada", "Ben", "Cleo") and not counted.left_out


def test_a_player_who_concedes_and_leaves_ranks_last() -> None:
    net = SimulatedNetwork(drivers(BRIDGEFRONT, 3, cheats={3: vanishing(None, 25)}, patience=1.0, **SHORT))
    net.run(is_done=lambda: net.drivers[3].protocol is not None)
    net.drivers[3].declare_end(CONCEDES)
    assert net.run(until=60, is_done=lambda: net.drivers[1].attendance.away == [3])
    net.drivers[2].declare_end(CONCEDES)
    run_on(net, [1, 2], until=120)
    kept = match_record(net.drivers[1])
    counted = rated_match(kept)
    assert counted.names == ("Ada", "Ben", "Cleo") and not counted.left_out
    assert counted.ranks[0] == 1 and min(counted.ranks[1:]) == 2


def test_a_match_ended_by_agreement_is_not_rated() -> None:
    net = SimulatedNetwork(drivers(BRIDGEFRONT, 2, patience=1.0))
    net.run(is_done=lambda: all(net.drivers[seat].protocol is not None for seat in (1, 2)))
    net.drivers[1].declare_end(AGREES)  # bots follow
    run_on(net, [1, 2])
    with pytest.raises(NotCounted, match="all players agreed to end"):
        rated_match(match_record(net.drivers[1]))


def test_arranged_matches_raise_a_rating_as_documented() -> None:
    """Five losing keys are enough to lift a rating; ratings are as honest as the friends involved."""

    def shown(wins: int) -> float:
        arranged = [
            RatedMatch(bytes([i]) * 32, (seed(0), seed(i)), ("Ada", f"P{i}"), (1, 2)) for i in range(1, wins + 1)
        ]
        return round(next(rating.shown for rating in rate_players(arranged) if rating.name == "Ada"), 1)

    assert (shown(1), shown(5)) == (3.4, 13.2)
    words = (Path(__file__).parents[3] / "docs/internals/threats.md").read_text()
    assert "from 3.4 to 13.2" in words and "as honest as the friends" in " ".join(words.split())


def test_teams_are_ranked_by_games_won() -> None:
    both, other = (seed(1), seed(2)), (seed(1), seed(3))
    games = [(both, True, 15), (both, False, 9), (other, True, 17), (both, True, 15)]
    matches = [
        TeamMatch(bytes([n]) * 32, "cabinet", who, ("Ada", "Ben"), won, ("points", points))
        for n, (who, won, points) in enumerate(games)
    ]
    found = rank_teams([*matches, matches[0]])
    assert [(team.identities, team.won, team.games, team.best) for team in found] == [
        (both, 2, 3, ("points", 15)),
        (other, 1, 1, ("points", 17)),
    ]


def test_the_record_of_a_team_game_counts_only_for_the_team(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    net = SimulatedNetwork(drivers(GAMES["cabinet"], 2))
    run_on(net, [1, 2], 600.0)
    kept = match_record(net.drivers[1])
    path = tmp_path / "team.tether"
    record.write(path, kept)
    with pytest.raises(NotCounted, match="a team game"):
        rated_match(kept)
    played = team_ratings.team_match(kept)
    assert set(played.names) == {"Ada", "Ben"} and played.score[0] == "points"
    assert room.run(["ratings", "--teams", str(path)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Cabinet" in said and "Ada" in said
    assert room.run(["ratings", str(path)]) == 1


def test_solo_games_are_listed_apart_from_ratings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    net = SimulatedNetwork(drivers(GAMES["outposts"], 1, level="hard"))
    run_on(net, [1], 600.0)
    kept = match_record(net.drivers[1])
    path = tmp_path / "alone.tether"
    record.write(path, kept)
    with pytest.raises(NotCounted, match="a solo match"):
        rated_match(kept)
    played = alone.solo_game(kept)
    (place,) = GAMES["outposts"].standing(net.drivers[1].state)
    assert played.options == ("level hard",) and played.won == (place.rank == 1) and played.scores == place.score
    assert played.lead == played.scores[0][1] - played.scores[1][1]
    assert room.run(["ratings", "--alone", str(path)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Outposts" in said and "level hard" in said and f"{played.lead:+}" in said
    assert room.run(["ratings", str(path)]) == 1
    assert room.run(["ratings", "--alone", "--teams", str(path)]) == 2


@pytest.mark.parametrize(
    ("name", "seats", "number", "how"),
    [("cabinet", 2, "hand_limit = 6", "--teams"), ("outposts", 1, "end_at = 20", "--alone")],
)
def test_games_by_a_ruleset_are_listed_with_their_title(
    name: str, seats: int, number: str, how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules, path = tmp_path / "rules.toml", tmp_path / "changed.tether"
    rules.write_text(f'game = "{name}"\n[numbers]\n{number}\n')
    players = [HeuristicBot("ratings", seat) for seat in range(1, seats + 1)]
    record.write(path, play_local(read_game(rules), seats, {}, None, players).record)
    assert room.run(["ratings", how, "--rules", str(rules), str(path)]) == 0
    assert f"{GAMES[name].title}, house rules" in " ".join(capsys.readouterr().out.split())
    assert room.run(["ratings", how, str(path)]) == 1, "the printed rules have another list"


def test_a_ruleset_that_changes_nothing_rates_matches_by_the_printed_rules(
    unfair: MatchRecord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules, path = tmp_path / "rules.toml", tmp_path / "printed.tether"
    rules.write_text('game = "bridgefront"\n')
    record.write(path, unfair)
    assert room.run(["ratings", "--rules", str(rules), str(path)]) == 0
    assert "Ada" in capsys.readouterr().out


def test_the_best_solo_games_are_sorted_by_lead_and_each_is_listed_once() -> None:
    games = [
        alone.SoloGame(bytes([n]), "outposts", (), "Ada", lead > 0, (("points", 30 + lead), ("warden", 30)))
        for n, lead in enumerate((-2, 9, 4))
    ]
    assert [game.lead for game in alone.best_games([*games, games[1]])] == [9, 4, -2]
    assert len(alone.best_games([games[0]._replace(match=bytes([n])) for n in range(40)])) == alone.MOST


def test_a_multiplayer_match_is_no_solo_record() -> None:
    net = SimulatedNetwork(drivers(GAMES["cabinet"], 2))
    run_on(net, [1, 2], 600.0)
    with pytest.raises(NotCounted, match="more than one seat"):
        alone.solo_game(match_record(net.drivers[1]))
