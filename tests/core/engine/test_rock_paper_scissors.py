"""The smallest possible game: its rules, and all that it gets without a line of code.

Its random games, refusals and lost seats are played in tests/core/engine/test_simulation.py, its golden match in
test_golden.py.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from core.engine.game import Setup
from core.games.registry import GAMES
from net.cli import app
from net.cli.matches import processes
from net.records.verification import verify
from net.session.runner import match_record
from net.transport.simulated import BAD
from tests.support.games.rock_paper_scissors.game import GAME, HANDS, Score, Show
from tests.support.net.tables import drivers, play

ROCK, PAPER, SCISSORS = range(3)


def after(*hands: int) -> Score:
    """Return a match in which these hands have been shown."""
    state = GAME.new_state(Setup(len(hands), {"rounds": 3}, bytes(32)))
    GAME.step(state, {seat: Show(hand) for seat, hand in enumerate(hands, 1)}, bytes(32))
    return state


@pytest.mark.parametrize(
    ("hands", "points"),
    [
        ((ROCK, PAPER), [0, 1]),
        ((PAPER, SCISSORS), [0, 1]),
        ((SCISSORS, ROCK), [0, 1]),
        ((ROCK, ROCK), [0, 0]),
        ((ROCK, PAPER, SCISSORS), [0, 0, 0]),
        ((ROCK, PAPER, PAPER, ROCK), [0, 1, 1, 0]),
    ],
)
def test_the_winning_hand_of_a_round_scores(hands: tuple[int, ...], points: list[int]) -> None:
    assert after(*hands).points[1:] == points


def test_equal_points_share_a_rank() -> None:
    assert [(place.rank, place.seat) for place in GAME.standing(after(ROCK, PAPER, PAPER))] == [(1, 2), (1, 3), (3, 1)]


def test_rock_paper_scissors_needs_fewer_than_140_lines() -> None:
    assert len(Path(str(sys.modules[Score.__module__].__file__)).read_text().splitlines()) < 140


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_rock_paper_scissors_is_played_over_a_bad_network(seats: int) -> None:
    """The match has commits, seals, reveals, digests and a valid record."""
    net = play(drivers(GAME, seats), seed=seats, faults=BAD)
    assert net.all_stopped()
    table = list(net.drivers.values())
    assert len({driver.finished.digest for driver in table if driver.finished}) == 1
    assert verify(match_record(table[0]), GAME).digest == table[0].state.digest()


def test_rock_paper_scissors_is_played_between_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`tether match`, `verify` and `show` work once the game is registered."""
    monkeypatch.setitem(GAMES, GAME.name, GAME)
    monkeypatch.setattr(processes, "program", "tests.support.games.rock_paper_scissors")
    record = tmp_path / "hands.tether"
    assert app.run(["match", "--game", GAME.name, "--seats", "3", "--json", "--out", str(record)]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["steps"], result["audit"]) == (5, "nothing was closed")
    assert app.run(["verify", str(record)]) == 0
    told = capsys.readouterr().out
    assert "Seat  Points" in told and "-" not in told, "all play the same"
    assert app.run(["show", str(record)]) == 0
    assert any(hand in capsys.readouterr().out for hand in HANDS)
