"""The fitted weights of a game's evaluation: `fitted.json` beside its bot, written by `scripts/trials/fit_value.py`.

The file holds `weights`, `same_as` and `fitted_on`, each by number of seats. `weights` is a pair of rows, [now, later],
in 1/16384 of a doubling of the odds for each unit of a feature. `same_as` names seats with the same rows. `fitted_on`
tells the games that the rows were fitted on, and how the rows did on other games.
"""

from __future__ import annotations

from json import loads
from pkgutil import get_data

Weights = tuple[int, ...]
"""One weight for each feature."""
FILE = "fitted.json"


def fitted(package: str) -> dict[int, tuple[Weights, Weights]]:
    """Return the weights of a bot's package by number of seats; raises `ValueError` for a file that holds others."""
    data = loads(get_data(package, FILE) or b"{}")
    found: dict[int, tuple[Weights, Weights]] = {}
    for seats, pair in data["weights"].items():
        now, later = (tuple(row) for row in pair)
        if len(now) != len(later) or not all(type(weight) is int for weight in (*now, *later)):
            raise ValueError(f"{package}/{FILE}: the weights of {seats} seats are no pairs of whole numbers")
        found[int(seats)] = (now, later)
    for seats, other in data.get("same_as", {}).items():
        found[int(seats)] = found[other]
    return dict(sorted(found.items()))
