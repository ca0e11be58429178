"""Weights of the heuristic bot as a value: "heuristic@FORCE=14,GOLD=8" is a player like any other.

Its modules are loaded once more for each set of weights, with these numbers in the place of their own, so that players
with different weights sit at one table.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

import core
import core.bots
from core.kernel.game import Player

SIGN = "@"
"""Stands between a bot and its weights."""
WEIGHED = "heuristic"
_BOTS = "core.bots"


class BadWeights(ValueError):
    """Weights that there are not; the message says which there are."""


def weights_of(game: str) -> dict[str, int]:
    """The weights with which the heuristic bot plays a game, by name: the whole numbers of its module of worths, those
    of a tuple one by one ("WORTH.3").
    """
    found: dict[str, int] = {}
    module = sys.modules.get(f"{_BOTS}.{game}_worth")
    for name, value in vars(module).items() if module is not None else ():
        if name.isupper() and isinstance(value, int) and not isinstance(value, bool):
            found[name] = value
        elif name.isupper() and isinstance(value, tuple) and value and all(type(each) is int for each in value):
            found |= {f"{name}.{place}": each for place, each in enumerate(value)}
    return found


def written(weights: Mapping[str, int]) -> str:
    """The name of the bot that plays with these weights.

    >>> written({"GOLD": 8, "FORCE": 14})
    'heuristic@FORCE=14,GOLD=8'
    """
    return f"{WEIGHED}{SIGN}" + ",".join(f"{name}={value}" for name, value in sorted(weights.items()))


def read(text: str) -> dict[str, int]:
    """The weights that are written behind the sign; raises `BadWeights`."""
    found = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if not equals or not value.removeprefix("-").isdecimal() or len(value) > 9:
            raise BadWeights(f"{part!r} is no weight; one is written FORCE=14")
        found[name.strip()] = int(value)
    there = {name for module in list(sys.modules) if module.startswith(_BOTS) and module.endswith("_worth")
             for name in weights_of(module.removeprefix(f"{_BOTS}.").removesuffix("_worth"))}  # fmt: skip
    if unknown := sorted(found.keys() - there):
        raise BadWeights(f"no weight {unknown[0]!r}; there are: {', '.join(sorted(there))}")
    return found


def weighed(text: str, seed: str, seat: int) -> Player:
    """The player with the weights that are written so; raises `BadWeights`."""
    player: Player = _loaded(text).HeuristicBot(seed, seat)
    return player


@cache
def _loaded(text: str) -> Any:
    """The module of the heuristic bot with these weights in it and in all that it uses."""
    weights = read(text)
    own = {name: sys.modules.pop(name) for name in list(sys.modules) if name == _BOTS or name.startswith(f"{_BOTS}.")}
    try:
        bot = import_module(f"{_BOTS}.heuristic")
        for module in [each for name, each in sys.modules.items() if name.startswith(f"{_BOTS}.")]:
            _put(module, weights)
    finally:
        for name in [name for name in sys.modules if name == _BOTS or name.startswith(f"{_BOTS}.")]:
            del sys.modules[name]
        sys.modules.update(own)
        core.bots = own[_BOTS]
    return bot


def _put(module: ModuleType, weights: Mapping[str, int]) -> None:
    """The weights that a module has, made or imported."""
    for name, value in weights.items():
        word, _, place = name.partition(".")
        held = vars(module).get(word)
        if isinstance(held, int):
            setattr(module, word, value)
        elif isinstance(held, tuple) and place:
            setattr(module, word, tuple(value if i == int(place) else each for i, each in enumerate(held)))
