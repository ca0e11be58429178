"""Weights of the heuristic bot as a value: "heuristic@FORCE=14,GOLD=8" is a player like any other.

Its modules are loaded once more for each set of weights, with these numbers in the place of their own, so that players
with different weights sit at one table; `COPIES` sets at most, then the one that was longest out of use takes others.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Mapping
from importlib import import_module
from math import exp
from types import ModuleType
from typing import Any

from core.engine.game import Player
from core.games.registry import GAMES, record_of
from lab.run.lots import dice

SIGN = "@"
"""Stands between a bot and its weights."""
WEIGHED = "heuristic"
COPIES = 12
"""More players with weights of their own never sit at one table."""
_BOTS = re.compile(r"core\.(?:bots|games\.\w+\.bot)(?:\..*)?")
"""All modules of bots."""


class BadWeights(ValueError):
    """Weights that there are not; the message says which there are."""


def weights_of(game: str) -> dict[str, int]:
    """The weights with which the heuristic bot plays a game, by name: the whole numbers of its module of worths, those
    of a tuple one by one ("WORTH.3").
    """
    found: dict[str, int] = {}
    module = _module_of(game, "weights")
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
    there = {name for game in GAMES for name in weights_of(game)}
    if unknown := sorted(found.keys() - there):
        raise BadWeights(f"no weight {unknown[0]!r}; there are: {', '.join(sorted(there))}")
    return found


def turned(text: str, share: int, lot: tuple[object, ...]) -> str:
    """The same weights, each turned up or down by so many hundredths; which, says the lot.

    >>> turned("heuristic@FORCE=14,GOLD=8", 20, ("seed", 7))
    'heuristic@FORCE=11,GOLD=10'
    """
    lots, (bot, _, written_) = dice("weights", *lot), text.partition(SIGN)
    moved = {name: turn(value, lots.uniform(2) * 2 - 1, share) for name, value in sorted(read(written_).items())}
    return f"{bot}{written(moved).removeprefix(WEIGHED)}"


def ups(text: str, lot: tuple[object, ...]) -> list[int]:
    """For each of the weights, by name, whether `turned` turns it up (1) or down (-1)."""
    lots = dice("weights", *lot)
    return [lots.uniform(2) * 2 - 1 for _ in read(text.partition(SIGN)[2])]


def turn(value: int, up: float, share: float) -> int:
    """A weight turned by so many hundredths, at least by 1; `up` is 1 for up, -1 for down, or a part of that.

    >>> turn(100, 1, 20), turn(100, -1, 20), turn(2, 1, 20), turn(0, -1, 20)
    (122, 82, 3, -1)
    """
    moved = round(value * exp(up * share / 100))
    return moved if moved != value else value + (up > 0) - (up < 0)


def weighed(text: str, seed: str, seat: int, banned: Collection[int] = ()) -> Player:
    """The player with the weights that are written so, without some cards; raises `BadWeights`."""
    player: Player = _copy_with(text).maker(seed, seat, banned)
    return player


def _module_of(game: str, name: str) -> Any:
    """A module of a game's bot, or None for a game without a bot of its own."""
    record = record_of(game)
    return import_module(f"core.games.{game}.bot.{name}") if record is not None and record.plan else None


class _Copy:
    """The modules of the heuristic bot, loaded once more."""

    def __init__(self) -> None:
        own = {name: sys.modules.pop(name) for name in list(sys.modules) if _BOTS.fullmatch(name)}
        try:
            self.bot: Any = import_module("core.bots.heuristic")
            plans = {game: module.ANSWERS for game in GAMES if (module := _module_of(game, "policy")) is not None}
            self.modules = [each for name, each in sys.modules.items() if _BOTS.fullmatch(name)]
        finally:
            for name in [name for name in sys.modules if _BOTS.fullmatch(name)]:
                del sys.modules[name]
            sys.modules.update(own)
            for name, module in own.items():
                package, _, last = name.rpartition(".")
                setattr(sys.modules[package], last, module)
        self.maker = type("Weighed", (self.bot.HeuristicBot,), {"plan_for": lambda bot, game: plans.get(game)})
        held = [vars(module) for module in self.modules]
        self._usual = [{name: value for name, value in each.items() if name.isupper()} for each in held]
        self._remembering = {
            value.cache_clear
            for each in held
            for value in each.values()
            if hasattr(value, "cache_clear") and _BOTS.fullmatch(value.__module__)
        }

    def take(self, weights: Mapping[str, int]) -> None:
        """These weights, all others as usual."""
        for module, usual in zip(self.modules, self._usual):
            vars(module).update(usual)
            _put(module, weights)
        for forget in self._remembering:
            forget()


_copies: dict[str, _Copy] = {}
"""By the weights that they have, the one that was longest out of use first."""


def _copy_with(text: str) -> _Copy:
    weights = read(text)
    copy = _copies.pop(text, None)
    if copy is None:
        copy = _Copy() if len(_copies) < COPIES else _copies.pop(next(iter(_copies)))
        copy.take(weights)
    _copies[text] = copy
    return copy


def _put(module: ModuleType, weights: Mapping[str, int]) -> None:
    """The weights that a module has, made or imported."""
    for name, value in weights.items():
        word, _, place = name.partition(".")
        held = vars(module).get(word)
        if isinstance(held, int):
            setattr(module, word, value)
        elif isinstance(held, tuple) and place:
            setattr(module, word, tuple(value if i == int(place) else each for i, each in enumerate(held)))
