"""Tuning of a bot's weights, which are found on some seeds and then tested on others.

Tuning and testing use seeds with different names, so no match is used in both.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from math import exp
from typing import NamedTuple

import numpy as np

from lab.games.registry import sides_of
from lab.run import bot_parameters
from lab.run.design import Arm, Design
from lab.run.executor import Engine, stream
from lab.run.metrics import Columns, MatchValues, read
from lab.run.simulation import seat_of, weights_lot
from lab.studies.card_strength import regression
from lab.studies.ladder import first_chair

LOT, CMA = "lot", "cma"
SEARCH_METHODS = (LOT, CMA)
"""Search methods: random changes of all weights at once, or generations of candidates for a few weights."""
TURN_PERCENT = 20
"""Percentage by which a random search raises or lowers the weights.

After each generation, the weight with the largest effect is changed permanently by the same percentage.
"""
SEARCH_GENERATIONS = 3
"""Number of generations of a random search."""
NOTICE_FACTOR = 1.5
"""Minimum ratio of a weight's effect to its standard error for a permanent change of the weight."""
INITIAL_SPREAD = 0.3
"""Standard deviation, in natural logarithms, of the first candidates around the default weights."""


class Generation(NamedTuple):
    """A generation of a search: its number, the matches so far, its results in words, and the best known weights."""

    number: int
    matches: int
    words: str
    best: dict[str, int]


def tune(
    engine: Engine, arm: Arm, names: Sequence[str], seed: str, budget: int, way: str = LOT
) -> Iterator[Generation]:
    """Yield the generations of a search, which ends after `budget` matches; raise `EngineFailed` if workers fail."""
    usual = {name: value for name, value in bot_parameters.weights_of(arm.game).items() if name in names}
    yield from (_search_at_random if way == LOT else _search_by_candidates)(engine, arm, usual, seed, budget)


# Many weights at once -------------------------------------------------------------------------------------------------


def _search_at_random(
    engine: Engine, arm: Arm, chosen: Mapping[str, int], seed: str, budget: int
) -> Iterator[Generation]:
    """Search by raising or lowering all weights of each chair at random, and yield each generation.

    One regression estimates the effect of each weight. All weights with a noticeable effect are then changed in
    proportion to it. Box, Wilson, "On the experimental attainment of optimum conditions", Journal of the Royal
    Statistical Society B 13 (1951).
    """
    matches, best = 0, dict(sorted(chosen.items()))
    for number in range(SEARCH_GENERATIONS):
        turned = arm._replace(name="turned by lot", bots=(bot_parameters.bot_name(best),), turned=TURN_PERCENT)
        design = Design("turn", (turned,), f"{seed}/tuning/{number}")
        blocks = max(1, budget // (SEARCH_GENERATIONS * design.matches))
        rows, shares = [], []
        for _, played in stream(engine, design.text(), iter(range(blocks))):
            for match in played:
                result = read(match, arm.seats)
                for chair in range(arm.seats):
                    rows.append(_row(turned, design.seed, result, chair))
                    shares.append(result.shares[seat_of(chair, match.rotation, arm.seats) - 1])
        matches += design.matches * blocks
        fitted = regression(np.array(rows), np.array(shares), arm.seats)
        if fitted is None:
            yield Generation(number + 1, matches, "too few matches for this number of weights", best)
            return
        noticed = {
            name: float(effect)
            for name, effect, error in zip(best, fitted.effects, fitted.errors)
            if abs(effect) > NOTICE_FACTOR * error
        }
        best = improve_weights(best, noticed)
        first = sorted(noticed, key=lambda name: -abs(noticed[name]))[:6]
        part = (arm.seats - 1) / arm.seats
        told = ", ".join(f"{name} {100 * part * noticed[name]:+.1f}" for name in first) or "none"
        yield Generation(number + 1, matches, f"points for weights turned up: {told}", dict(best))


def min_matches(arm: Arm, weights_: int) -> int:
    """Return the minimum number of matches of a random search with this number of weights.

    With fewer matches, the search cannot judge any weight.

    >>> min_matches(Arm("usual", "bridgefront", 2), 60)
    402
    """
    width = weights_ + arm.seats - 1 + max(0, len(sides_of(arm.game)) - 1)
    matches = -(-(2 * width + 1) // (arm.seats - 1))
    return SEARCH_GENERATIONS * arm.seats * -(-matches // arm.seats)


def _row(arm: Arm, seed: str, match: MatchValues, chair: int) -> list[float]:
    """Return a row of the regression: the directions of a chair's weights, its seat and its faction."""
    seat = seat_of(chair, match.rotation, arm.seats)
    return [
        *bot_parameters.perturbation_signs(arm.bots[0], weights_lot(seed, match.block, match.rotation, chair)),
        *(float(seat == other) for other in range(2, arm.seats + 1)),
        *(float(match.seats[seat - 1]["faction"] == kind) for kind in sides_of(arm.game)[1:]),
    ]


def improve_weights(chosen: Mapping[str, int], worth: Mapping[str, float]) -> dict[str, int]:
    """Return the weights after permanent changes of those with a noticeable effect.

    The weight with the largest effect changes by `TURN_PERCENT` percent, the others by less.

    >>> improve_weights({"FORCE": 100, "GOLD": 100, "MANA": 7}, {"FORCE": 0.06, "GOLD": -0.03})
    {'FORCE': 122, 'GOLD': 90, 'MANA': 7}
    """
    maximum = max(map(abs, worth.values()), default=0.0)
    return {
        name: round(value * exp(worth[name] / maximum * TURN_PERCENT / 100)) if name in worth else value
        for name, value in chosen.items()
    }


# A few weights --------------------------------------------------------------------------------------------------------


def weights_at(usual: Mapping[str, int], point: Sequence[float]) -> dict[str, int]:
    """Return the weights at a point of the search: each default weight times e to the power of its coordinate.

    >>> weights_at({"FORCE": 12, "GOLD": 10}, [0.0, 0.5])
    {'FORCE': 12, 'GOLD': 16}
    """
    return {name: round(value * exp(x)) for (name, value), x in zip(usual.items(), point)}


def _search_by_candidates(
    engine: Engine, arm: Arm, usual: Mapping[str, int], seed: str, budget: int, blocks: int = 6
) -> Iterator[Generation]:
    """Search with candidates that play alone among bots with the default weights, and yield each generation.

    New candidates are drawn near the best ones. This is the covariance matrix adaptation of Hansen, "The CMA evolution
    strategy: a tutorial" (2016).
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its import warns about missing plotting
        import cma
    how = {"seed": 1 + sum(seed.encode()), "verbose": -9}
    search = cma.CMAEvolutionStrategy([0.0] * len(usual), INITIAL_SPREAD, how)
    number = matches = 0
    while matches < budget:
        points = search.ask()
        arms = tuple(_arm(arm, weights_at(usual, point), i) for i, point in enumerate(points))
        design = Design("tune", arms, f"{seed}/tuning/{number}")
        columns = [Columns(item) for item in arms]
        for _, played in stream(engine, design.text(), iter(range(blocks))):
            for i, item in enumerate(columns):
                item.add(match for match in played if match.arm == i)
        won = [float(item.column(first_chair(item)).mean()) for item in columns]
        search.tell(points, [-share for share in won])
        number, matches = number + 1, matches + design.matches * blocks
        words = f"candidates win {100 * sum(won) / len(won):.1f} %"
        yield Generation(number, matches, words, weights_at(usual, search.result.xfavorite))


def _arm(arm: Arm, chosen: Mapping[str, int], number: int) -> Arm:
    bots = (bot_parameters.bot_name(chosen), *[bot_parameters.WEIGHTED_BOT] * (arm.seats - 1))
    return arm._replace(name=f"candidate {number + 1}", bots=bots)


def proof_design(arm: Arm, chosen: Mapping[str, int], seed: str) -> Design:
    """Return the design of a run that tests tuned weights.

    A bot with these weights plays alone among bots with the default weights, on seeds that the search has not used.
    """
    return Design("rung", (_arm(arm, chosen, 0)._replace(name="tuned among heuristic"),), f"{seed}/proof")
