"""Bots with custom weights, such as "heuristic@FORCE=14,GOLD=8".

A weight is a field of the `Weights` class of a game's bot, written in capitals. Bots with different weights can play in
one match.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields, replace
from functools import lru_cache
from math import exp
from typing import Any

from core.bots.heuristic import HeuristicBot
from core.engine.game import Player
from core.games.registry import GAMES, record_of
from lab.run.lots import dice

WEIGHTS_SEPARATOR = "@"
"""Character between the name of a bot and its weights."""
WEIGHTED_BOT = "heuristic"
WEIGHTS_CACHE_SIZE = 64
"""Maximum number of sets of weights in the cache."""


class BadWeights(ValueError):
    """Raised for unknown weights; the message lists the weights that exist."""


def _usual_weights(game: str) -> Any:
    """Return the default weights of a game, in the dataclass of that game, or None if it has none."""
    record = record_of(game)
    return record.usual_weights if record is not None else None


def weights_of(game: str) -> dict[str, int]:
    """Return the default weights of a game's heuristic bot by name.

    Each item of a tuple has its own name, such as "WORTH.3".
    """
    usual = _usual_weights(game)
    result: dict[str, int] = {}
    for field in fields(usual) if usual is not None else ():
        name, value = field.name.upper(), getattr(usual, field.name)
        result |= {name: value} if isinstance(value, int) else {f"{name}.{place}": v for place, v in enumerate(value)}
    return result


def bot_name(weights: Mapping[str, int]) -> str:
    """Return the name of the heuristic bot with these weights.

    >>> bot_name({"GOLD": 8, "FORCE": 14})
    'heuristic@FORCE=14,GOLD=8'
    """
    return f"{WEIGHTED_BOT}{WEIGHTS_SEPARATOR}" + ",".join(f"{name}={value}" for name, value in sorted(weights.items()))


def read_weights(text: str) -> dict[str, int]:
    """Return the weights in the text after the sign "@"; raise `BadWeights` if one is unknown."""
    result = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if not equals or not value.removeprefix("-").isdecimal() or len(value) > 9:
            raise BadWeights(f"{part!r} is no weight; one is written FORCE=14")
        result[name.strip()] = int(value)
    available = {name for game in GAMES for name in weights_of(game)}
    if unknown := sorted(result.keys() - available):
        raise BadWeights(f"no weight {unknown[0]!r}; there are: {', '.join(sorted(available))}")
    return result


def perturb_weights(text: str, share: int, lot: tuple[object, ...]) -> str:
    """Return the name of a bot in which each weight is raised or lowered by about `share` percent.

    The direction of each change is random, but determined by the words of `lot`.

    >>> perturb_weights("heuristic@FORCE=14,GOLD=8", 20, ("seed", 7))
    'heuristic@FORCE=11,GOLD=10'
    """
    lots, (bot, _, written_) = dice("weights", *lot), text.partition(WEIGHTS_SEPARATOR)
    moved = {
        name: scale_weight(value, lots.uniform(2) * 2 - 1, share)
        for name, value in sorted(read_weights(written_).items())
    }
    return f"{bot}{bot_name(moved).removeprefix(WEIGHTED_BOT)}"


def perturbation_signs(text: str, lot: tuple[object, ...]) -> list[int]:
    """Return the directions in which `perturb_weights` changes the weights, sorted by name: 1 for up, -1 for down."""
    lots = dice("weights", *lot)
    return [lots.uniform(2) * 2 - 1 for _ in read_weights(text.partition(WEIGHTS_SEPARATOR)[2])]


def scale_weight(value: int, up: float, share: float) -> int:
    """Return a weight raised or lowered by about `share` percent, and by at least 1.

    `up` is 1 for up, -1 for down, or a fraction between them.

    >>> scale_weight(100, 1, 20), scale_weight(100, -1, 20), scale_weight(2, 1, 20), scale_weight(0, -1, 20)
    (122, 82, 3, -1)
    """
    moved = round(value * exp(up * share / 100))
    return moved if moved != value else value + (up > 0) - (up < 0)


def weighted_bot(text: str, seed: str, seat: int, banned: Collection[int] = ()) -> Player:
    """Return a heuristic bot with the weights in this text, which never plays the banned cards.

    Raise `BadWeights` if a weight is unknown.
    """
    return HeuristicBot(seed, seat, banned, _by_game(text))


@lru_cache(maxsize=WEIGHTS_CACHE_SIZE)
def _by_game(text: str) -> Mapping[str, object]:
    """Return the weights of each game that this text changes, by the name of the game."""
    chosen = read_weights(text)
    result = {}
    for game in GAMES:
        own = {name: value for name, value in chosen.items() if name in weights_of(game)}
        if own:
            result[game] = _with(_usual_weights(game), own)
    return result


def _with(usual: Any, chosen: Mapping[str, int]) -> object:
    """Return the default weights with some values replaced."""
    new: dict[str, int] = {}
    columns: dict[str, list[int]] = {}
    for name, value in chosen.items():
        word, dot, place = name.lower().partition(".")
        if dot:
            columns.setdefault(word, list(getattr(usual, word)))[int(place)] = value
        else:
            new[word] = value
    changed: object = replace(usual, **new, **{word: tuple(column) for word, column in columns.items()})
    return changed
