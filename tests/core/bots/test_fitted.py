"""Fitted weights, which are data files of a game's bot: integers, with a pair of rows for each number of seats."""

from __future__ import annotations

from importlib import import_module
from json import dumps, loads
from pathlib import Path
from typing import Any

import pytest

from core.bots.fitted import FILE, fitted
from core.games.registry import GAMES, NAMES
from tests.support.sources import ROOT

FITTED = [name for name in NAMES if (ROOT / f"core/games/{name}/bot" / FILE).exists()]
"""The games with fitted weights."""


@pytest.mark.parametrize("game", FITTED)
def test_every_number_of_seats_has_fitted_weights_with_their_source(game: str) -> None:
    module: Any = import_module(f"core.games.{game}.bot.evaluation")
    data = loads((ROOT / f"core/games/{game}/bot" / FILE).read_text("utf-8"))
    assert fitted(f"core.games.{game}.bot") == module.FITTED_WEIGHTS
    assert set(module.FITTED_WEIGHTS) <= set(GAMES[game].seat_counts)
    assert {len(row) for pair in module.FITTED_WEIGHTS.values() for row in pair} == {len(module.FEATURES)}
    assert data["fitted_on"].keys() == data["weights"].keys() and all(data["fitted_on"].values())
    assert {*data["weights"], *data.get("same_as", {})} == {str(seats) for seats in module.FITTED_WEIGHTS}


@pytest.mark.parametrize("pair", [[[1], [2, 3]], [[1.0], [2]], [["1"], [2]], [[True], [2]]])
def test_malformed_fitted_weights_are_refused(pair: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "fitted_wrongly"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / FILE).write_text(dumps({"weights": {"2": pair}}))
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ValueError, match="no pairs of whole numbers"):
        fitted("fitted_wrongly")


def test_several_numbers_of_seats_may_share_the_same_weights() -> None:
    shared = fitted("core.games.bridgefront.bot")
    assert list(shared) == [2, 3, 4, 5, 6] and shared[3] is shared[4] is shared[6] is not shared[2]
