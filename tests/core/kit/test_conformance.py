"""Games of the kit in the checks that every game of Tether must pass: hidden faces, cheats, absence, worlds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.engine.game import Game
from tests.support import all_games
from tests.support.core import trial
from tests.support.core.trial import Case, Trial
from tests.support.kit import EXAMPLES, ROOT, loaded_file

OF_TESTS = [ROOT / "tests" / "support" / "games" / f"{name}.py" for name in ("couriers", "scouts")]
FILES = {path.stem: path for path in [*sorted(EXAMPLES.glob("*.py")), *OF_TESTS]}


@pytest.fixture(params=FILES)
def example(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Yield an example, which the tests of all games include meanwhile."""
    with loaded_file(FILES[request.param]) as game:
        monkeypatch.setitem(all_games.GAMES, game.name, game)
        yield game
    trial._books.cache_clear()


@pytest.mark.parametrize("sealed", [False, True], ids=["plain", "sealed"])
def test_an_example_passes_every_check_of_a_game(example: Game, sealed: bool) -> None:
    for seats in example.seat_counts:
        Trial(Case(example.name, seats, "example", (), sealed, "mixed", False, sample=8)).play()


def test_seats_of_an_example_may_be_lost_and_return(example: Game) -> None:
    for seats in example.seat_counts:
        for seed in ("one", "two", "l23"):
            Trial(Case(example.name, seats, seed, (), True, "random", False, sample=8, lost=True)).play()
