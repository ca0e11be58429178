"""The fitted weights of a game's evaluation, read from `fitted.json` beside the game's bot.

`scripts/trials/fit_value.py` writes the file. The file holds `weights`, `same_as` and `fitted_on`, each by number of
seats. `weights` is a pair of rows, [now, later], in 1/16384 of a doubling of the odds for each unit of a feature.
`same_as` names the number of seats whose rows are reused. `fitted_on` records the games that the rows were fitted on,
and how well the rows did on other games.
"""

from __future__ import annotations

from json import loads
from pkgutil import get_data

Weights = tuple[int, ...]
"""Weights, one for each feature."""
FILE = "fitted.json"


def fitted(package: str) -> dict[int, tuple[Weights, Weights]]:
    """Return the fitted weights of a bot's package, by number of seats.

    Raise `ValueError` if the file does not hold such weights.
    """
    data = loads(get_data(package, FILE) or b"{}")
    result: dict[int, tuple[Weights, Weights]] = {}
    for seats, pair in data["weights"].items():
        now, later = (tuple(row) for row in pair)
        if len(now) != len(later) or not all(type(weight) is int for weight in (*now, *later)):
            raise ValueError(f"{package}/{FILE}: the weights of {seats} seats are no pairs of whole numbers")
        result[int(seats)] = (now, later)
    for seats, other in data.get("same_as", {}).items():
        result[int(seats)] = result[other]
    return dict(sorted(result.items()))
