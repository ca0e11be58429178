"""Tuning of a bot's weights: found on some seeds, proved on others.

Seeds are named after the generation, those of the proof after the proof, so no match is in both.
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
from lab.run.simulation import lot_of, seat_of
from lab.studies.card_strength import regression
from lab.studies.ladder import first_chair

LOT, CMA = "lot", "cma"
WAYS = (LOT, CMA)
"""Search methods: turn all weights at once by lot, or few by generations of candidates."""
TURN = 20
"""Hundredths by which weights are turned by lot.

After each generation the best one is turned by as much.
"""
GENERATIONS = 3
"""Generations of a search by lot."""
NOTICE_FACTOR = 1.5
"""Multiple of its error above which the effect of a weight turns it for good."""
SPREAD = 0.3
"""Distance of the first candidates of `CMA` from the usual weights: a factor of e to this, about."""


class Generation(NamedTuple):
    """Generation: its number, the matches played so far, its results, and the weights believed best."""

    number: int
    matches: int
    words: str
    best: dict[str, int]


def tune(
    engine: Engine, arm: Arm, names: Sequence[str], seed: str, budget: int, way: str = LOT
) -> Iterator[Generation]:
    """Yield generation after generation until `budget` matches were played; raise `EngineFailed`."""
    usual = {name: value for name, value in bot_parameters.weights_of(arm.game).items() if name in names}
    yield from (_by_lot if way == LOT else _by_candidates)(engine, arm, usual, seed, budget)


# Many weights at once -------------------------------------------------------------------------------------------------


def _by_lot(engine: Engine, arm: Arm, chosen: Mapping[str, int], seed: str, budget: int) -> Iterator[Generation]:
    """Turn each weight of each chair up or down by lot, and estimate the worth of each by one regression.

    All that are noticed are turned that way, in proportion to their worth (Box, Wilson, "On the experimental attainment
    of optimum conditions", Journal of the Royal Statistical Society B 13, 1951).
    """
    matches, best = 0, dict(sorted(chosen.items()))
    for number in range(GENERATIONS):
        turned = arm._replace(name="turned by lot", bots=(bot_parameters.written(best),), turned=TURN)
        design = Design("turn", (turned,), f"{seed}/tuning/{number}")
        blocks = max(1, budget // (GENERATIONS * design.matches))
        rows, shares = [], []
        for _, played in stream(engine, design.text(), iter(range(blocks))):
            for match in played:
                found = read(match, arm.seats)
                for chair in range(arm.seats):
                    rows.append(_row(turned, design.seed, found, chair))
                    shares.append(found.shares[seat_of(chair, match.rotation, arm.seats) - 1])
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
        best = turned_for_good(best, noticed)
        first = sorted(noticed, key=lambda name: -abs(noticed[name]))[:6]
        part = (arm.seats - 1) / arm.seats
        told = ", ".join(f"{name} {100 * part * noticed[name]:+.1f}" for name in first) or "none"
        yield Generation(number + 1, matches, f"points for weights turned up: {told}", dict(best))


def least(arm: Arm, weights_: int) -> int:
    """Return the matches that a search by lot needs for this number of weights.

    With fewer it cannot judge any of them.

    >>> least(Arm("usual", "bridgefront", 2), 60)
    402
    """
    width = weights_ + arm.seats - 1 + max(0, len(sides_of(arm.game)) - 1)
    matches = -(-(2 * width + 1) // (arm.seats - 1))
    return GENERATIONS * arm.seats * -(-matches // arm.seats)


def _row(arm: Arm, seed: str, match: MatchValues, chair: int) -> list[float]:
    """Return the turns of a chair's weights in a match, its seat and its faction."""
    seat = seat_of(chair, match.rotation, arm.seats)
    return [
        *bot_parameters.ups(arm.bots[0], lot_of(seed, match.block, match.rotation, chair)),
        *(float(seat == other) for other in range(2, arm.seats + 1)),
        *(float(match.seats[seat - 1]["faction"] == kind) for kind in sides_of(arm.game)[1:]),
    ]


def turned_for_good(chosen: Mapping[str, int], worth: Mapping[str, float]) -> dict[str, int]:
    """Return the weights, with the noticed ones turned: the best one by all of `TURN`, others less.

    >>> turned_for_good({"FORCE": 100, "GOLD": 100, "MANA": 7}, {"FORCE": 0.06, "GOLD": -0.03})
    {'FORCE': 122, 'GOLD': 90, 'MANA': 7}
    """
    most = max(map(abs, worth.values()), default=0.0)
    return {
        name: round(value * exp(worth[name] / most * TURN / 100)) if name in worth else value
        for name, value in chosen.items()
    }


# A few weights --------------------------------------------------------------------------------------------------------


def candidate(usual: Mapping[str, int], point: Sequence[float]) -> dict[str, int]:
    """Return the weights at a point of the search: each the usual one times e to its coordinate.

    >>> candidate({"FORCE": 12, "GOLD": 10}, [0.0, 0.5])
    {'FORCE': 12, 'GOLD': 16}
    """
    return {name: round(value * exp(x)) for (name, value), x in zip(usual.items(), point)}


def _by_candidates(
    engine: Engine, arm: Arm, usual: Mapping[str, int], seed: str, budget: int, blocks: int = 6
) -> Iterator[Generation]:
    """Play candidates alone among bots with the usual weights.

    The next ones come from where the best were. This is the covariance matrix adaptation of Hansen, "The CMA evolution
    strategy: a tutorial" (2016).
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its import warns about missing plotting
        import cma
    how = {"seed": 1 + sum(seed.encode()), "verbose": -9}
    search = cma.CMAEvolutionStrategy([0.0] * len(usual), SPREAD, how)
    number = matches = 0
    while matches < budget:
        points = search.ask()
        arms = tuple(_arm(arm, candidate(usual, point), i) for i, point in enumerate(points))
        design = Design("tune", arms, f"{seed}/tuning/{number}")
        columns = [Columns(each) for each in arms]
        for _, played in stream(engine, design.text(), iter(range(blocks))):
            for i, each in enumerate(columns):
                each.add(match for match in played if match.arm == i)
        won = [float(each.column(first_chair(each)).mean()) for each in columns]
        search.tell(points, [-share for share in won])
        number, matches = number + 1, matches + design.matches * blocks
        words = f"candidates win {100 * sum(won) / len(won):.1f} %"
        yield Generation(number, matches, words, candidate(usual, search.result.xfavorite))


def _arm(arm: Arm, chosen: Mapping[str, int], number: int) -> Arm:
    bots = (bot_parameters.written(chosen), *[bot_parameters.WEIGHED] * (arm.seats - 1))
    return arm._replace(name=f"candidate {number + 1}", bots=bots)


def proof(arm: Arm, chosen: Mapping[str, int], seed: str) -> Design:
    """Return the design that proves weights.

    They play alone among the usual ones, on seeds that no candidate has seen.
    """
    return Design("rung", (_arm(arm, chosen, 0)._replace(name="tuned among heuristic"),), f"{seed}/proof")
