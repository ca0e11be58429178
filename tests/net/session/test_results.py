"""The end of a match in a terminal, with the winner and the players by name."""

from __future__ import annotations

import pytest

from core.engine.game import Game
from net.cli.matches.peer import report_result
from net.session.peer_config import PeerOutcome
from net.session.runner import LocalOutcome, play_local
from tests.support.all_games import GAMES
from tests.support.net.tables import player_of

PLAYERS = ("Ada", "Ben", "Cleo")


def played(game: Game, names: tuple[str, ...]) -> LocalOutcome:
    return play_local(game, 3, {}, "names", [player_of(game, seat) for seat in (1, 2, 3)], names=names)


@pytest.mark.parametrize("names", [PLAYERS, ()], ids=["names", "seats"])
def test_the_final_table_and_the_line_of_the_winner_show_player_names(
    names: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    game = GAMES["pickpockets"]
    end = played(game, names)
    outcome = PeerOutcome(end.match, end.digest, end.steps, end.standing, None, end.record, end.state, 0, 0, 0, 0)
    assert report_result(game, outcome, lambda *_, **__: None, as_data=False) == 0
    said = capsys.readouterr().out.splitlines()
    winners = [place.seat for place in end.standing if place.rank == 1]
    (line,) = [line for line in said if line.endswith((" wins.", " share the victory."))]
    for seat in winners:
        assert (names[seat - 1] if names else f"Seat {seat}") in line
    assert [name in "\n".join(said) for name in ("Player", *PLAYERS)] == 4 * [bool(names)]
