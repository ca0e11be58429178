"""Games whose rules forget something: an error names it at once, instead of a match that hangs."""

from __future__ import annotations

import pytest

from core.bots.random_bot import RandomBot
from core.engine.agenda import UnfinishedMatchError
from core.engine.local_match import LocalMatch
from net.session.runner import LocalFailure, play_local
from tests.support.games.magpies.game import Magpies, Nest, Turn


class ForgetsTheEnd(Turn):
    """A step that never ends the match."""

    __slots__ = ()

    def run(self) -> None:
        super().run()
        self.state.over = False


class Endless(Magpies):
    """Magpies without an end."""

    step_class = ForgetsTheEnd


@pytest.mark.parametrize("sealed", [False, True])
def test_a_game_that_forgets_to_end_raises_an_error_and_does_not_hang(sealed: bool) -> None:
    players = {seat: RandomBot("endless", seat) for seat in (1, 2, 3)}
    table: LocalMatch[Nest] = LocalMatch(Endless(), players, "endless", {"rounds": 1}, sealed)
    with pytest.raises(
        UnfinishedMatchError, match=r"Magpies: in step [0-9]+ nothing waits, nobody is asked.* end the match"
    ):
        table.play(limit=2_000)
    assert table.state.t < 200


def test_a_local_match_raises_an_error_if_its_game_forgets_to_end() -> None:
    """`tether match --local` plays such matches."""
    players = [RandomBot("endless", seat) for seat in (1, 2, 3)]
    with pytest.raises((UnfinishedMatchError, LocalFailure), match="nothing waits, nobody is asked"):
        play_local(Endless(), 3, {"rounds": 1}, "endless", players)
