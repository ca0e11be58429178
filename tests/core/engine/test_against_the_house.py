"""A team that wins or loses as one, and a single seat.

Every report of the winner is right, and no rating counts the match. Random games are played in
tests/core/engine/test_simulation.py, golden ones in test_golden.py, matches in a window in
tests/client/table/plain/test_plain_team.py, and matches of one seat over the network in tests/net/seat/test_alone.py.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from core.bots.random_bot import RandomBot
from core.engine.game import Setup
from core.engine.result import FREE_FOR_ALL, SOLO, TEAM, Outcome, kind_of, outcome
from core.engine.text.outcome import winners_text
from core.games.registry import GAMES
from lobby.cli import room
from lobby.tournament.model.opening import BadOpening, make_opening, min_players, read_opening
from net.cli import app
from net.cli.matches import processes
from net.crypto.primitives import Signer
from net.records import record
from net.records.verification import verify
from net.session.runner import match_record, play_local
from net.transport.simulated import BAD
from tests.support.games.against_the_house.game import GAME
from tests.support.games.rock_paper_scissors.game import GAME as EACH_FOR_HIMSELF
from tests.support.net.tables import drivers, play

PROGRAM = "tests.support.games.rock_paper_scissors"


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register both sample games in the program and in the processes that it starts."""
    for game in (GAME, EACH_FOR_HIMSELF):
        monkeypatch.setitem(GAMES, game.name, game)
    monkeypatch.setattr(processes, "program", PROGRAM)


def ends(seats: int, won: bool) -> str:
    """Return the seed of a test match of this program that the team wins or loses."""
    for number in range(100):
        played = play_local(GAME, seats, {}, f"end {number}", bots(seats, f"end {number}"))
        if bool(outcome(GAME, played.standing).winners) == won:
            return f"end {number}"
    raise AssertionError("it is never won, or never lost")


def bots(seats: int, seed: str) -> list[RandomBot]:
    """Return the bots of `tether match --bots random`."""
    return [RandomBot(seed, seat) for seat in range(1, seats + 1)]


@pytest.mark.parametrize("points", [[0, 3, 3], [0, 2, 2]], ids=["won", "lost"])
def test_all_seats_of_a_team_win_or_all_lose(points: list[int]) -> None:
    state = GAME.new_state(Setup(2, {"rounds": 5}, bytes(32)))
    state.points, state.over = points, True
    won = points[1] == 3
    assert [(place.rank, place.seat) for place in GAME.standing(state)] == [(1 if won else 2, 1), (1 if won else 2, 2)]
    assert outcome(GAME, GAME.standing(state)) == Outcome(TEAM, (1, 2) if won else ())


def test_no_seat_of_a_team_has_won_before_the_end() -> None:
    state = GAME.new_state(Setup(2, {"rounds": 5}, bytes(32)))
    state.points = [0, 5, 5]
    assert outcome(GAME, GAME.standing(state)).winners == ()


def test_one_seat_of_any_game_is_a_solo_match() -> None:
    assert [kind_of(GAME, seats) for seats in (1, 2)] == [SOLO, TEAM]
    assert [kind_of(EACH_FOR_HIMSELF, seats) for seats in (1, 2)] == [SOLO, FREE_FOR_ALL]
    assert winners_text(Outcome(SOLO, ()), lambda seat: f"Seat {seat}") == "Seat 1 loses"


def test_the_sample_team_game_has_about_fifty_lines() -> None:
    assert len(Path(str(sys.modules[type(GAME).__module__].__file__)).read_text().splitlines()) < 70


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_a_team_game_is_played_over_a_bad_network(seats: int) -> None:
    net = play(drivers(GAME, seats), seed=seats, faults=BAD)
    assert net.all_stopped()
    table = list(net.drivers.values())
    assert len({driver.finished.digest for driver in table if driver.finished}) == 1
    assert verify(match_record(table[0]), GAME).digest == table[0].state.digest()


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("won", [True, False], ids=["won", "lost"])
@pytest.mark.parametrize("seats", [1, 3])
def test_the_commands_name_the_result_of_a_team_game(
    seats: int, won: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`tether match` (as words and as data), `verify` and `show` name the winner."""
    seed, kept = ends(seats, won), tmp_path / "house.tether"
    command = ["match", "--game", GAME.name, "--seats", str(seats), "--bots", "random", "--seed", seed, "--local"]
    assert app.run([*command, "--json", "--out", str(kept)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["kind"] == (SOLO if seats == 1 else TEAM)
    assert said["winners"] == (list(range(1, seats + 1)) if won else [])
    assert {row["rank"] for row in said["ranking"]} == {1 if won else 2}
    who = "Seat 1" if seats == 1 else "The team"
    sentence = f"{who} {'wins' if won else 'loses'}"
    for words in (command, ["verify", str(kept)], ["show", str(kept)]):
        assert app.run(words) == 0
        told = capsys.readouterr().out
        assert sentence in told and ("a modified program could have predicted it" in told) == (seats == 1)
        assert words[0] == "show" or ("won" if won else "lost") in told


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("seats", [1, 3])
def test_a_team_game_is_played_between_processes(
    seats: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "house.tether"
    command = ["match", "--game", GAME.name, "--seats", str(seats), "--bots", "random", "--json", "--out", str(kept)]
    assert app.run(command) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["steps"], said["seats"], said["audit"]) == (5, seats, "nothing was closed")
    assert verify(record.read(kept), GAME).complete


@pytest.mark.usefixtures("known")
def test_a_solo_seat_in_a_separate_process_can_be_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`tether peer` runs without other peers, and `tether resume` resumes the match that it has kept."""
    command = ["peer", "--game", GAME.name, "--seats", "1", "--seat", "1", "--room", "alone", "--port", "0"]
    assert app.run([*command, "--bot", "random", "--keep", str(tmp_path / "kept")]) == 0
    digest = capsys.readouterr().out.splitlines()[-1]
    assert app.run(["resume", str(tmp_path / "kept"), "--out", str(tmp_path / "alone.tether")]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == digest
    assert verify(record.read(tmp_path / "alone.tether"), GAME).digest.hex() in digest


# Nobody is rated by it ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("known")
def test_ratings_explain_which_records_they_omit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    why: dict[str, Callable[[], record.MatchRecord]] = {
        "a team game, which all win or lose together": lambda: unseeded(3),
        "a solo match, which has no opponent": lambda: unseeded(1),
        "a test match, all of whose secrets follow from its seed": lambda: (
            play_local(EACH_FOR_HIMSELF, 2, {}, "seed", bots(2, "x")).record
        ),
        "a match that is not finished": lambda: cut(play_local(EACH_FOR_HIMSELF, 2, {}, None, bots(2, "x")).record),
    }
    files = {tmp_path / f"{number}.tether": words for number, words in enumerate(why)}
    for path, words in files.items():
        record.write(path, why[words]())
    assert room.run(["ratings", *map(str, files)]) == 1
    told = " ".join(capsys.readouterr().out.split())
    for path, words in files.items():
        assert f"{path.name} does not count: {words}" in told
    counted = tmp_path / "counted.tether"
    record.write(counted, play_local(EACH_FOR_HIMSELF, 2, {}, None, bots(2, "x"), names=("Ada", "Ben")).record)
    assert room.run(["ratings", *map(str, (counted, *files))]) == 0
    assert "Ada" in capsys.readouterr().out


def unseeded(seats: int) -> record.MatchRecord:
    """Return the record of a match without a seed text, as people play it."""
    return play_local(GAME, seats, {}, None, bots(seats, "x")).record


def cut(kept: record.MatchRecord) -> record.MatchRecord:
    return kept._replace(feeds=tuple(feed[:-1] for feed in kept.feeds))


OPENER = Signer(bytes(32)).identity


def test_a_tournament_of_a_team_game_cannot_be_opened() -> None:
    with pytest.raises(BadOpening, match="in Against the House everyone at the table wins or loses together"):
        make_opening(OPENER, "Cup", "swiss", GAME, {}, bytes(32), sizes=(2, 2, 2))


def test_a_tournament_of_a_team_game_cannot_be_joined() -> None:
    other = make_opening(OPENER, "Cup", "swiss", EACH_FOR_HIMSELF, {}, bytes(32), sizes=(2, 2, 2))
    asked = other._replace(game=GAME.name)
    with pytest.raises(BadOpening, match="wins or loses together"):
        read_opening(asked.packed, {GAME.name: GAME})


def test_a_tournament_cannot_have_tables_of_one_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(EACH_FOR_HIMSELF), "seat_counts", (1, 2, 3))
    assert min_players(EACH_FOR_HIMSELF) == 2
    with pytest.raises(BadOpening, match="is for 2 to 3"):
        make_opening(OPENER, "Cup", "swiss", EACH_FOR_HIMSELF, {}, bytes(32), sizes=(2, 1, 2))


@pytest.mark.usefixtures("known")
def test_the_tournament_command_refuses_a_team_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert room.run(["tournament", "open", "--game", GAME.name, "--tables", "2,2,2"]) == 2
    assert "A tournament ranks players" in capsys.readouterr().err
