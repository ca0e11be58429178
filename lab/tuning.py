"""Weights with which a bot plays better: found on seeds of their own, proved on others.

Candidates of a generation play alone among bots with the usual weights, all on the same seeds. Their seeds are named
after the generation, those of the proof after the proof, so no match is in both.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from math import exp
from typing import NamedTuple

from lab import weights
from lab.design import Arm, Design
from lab.engine import Engine, stream
from lab.ladder import first_chair
from lab.measures import Columns

SPREAD = 0.3
"""How far the first candidates are from the usual weights: by a factor of e to this, about."""


class Generation(NamedTuple):
    """A generation: its number, the matches played till then, the mean of its candidates, the weights believed best."""

    number: int
    matches: int
    mean: float
    best: dict[str, int]


def candidate(usual: Mapping[str, int], point: Sequence[float]) -> dict[str, int]:
    """The weights at a point of the search: each the usual one times e to its coordinate.

    >>> candidate({"FORCE": 12, "GOLD": 10}, [0.0, 0.5])
    {'FORCE': 12, 'GOLD': 16}
    """
    return {name: round(value * exp(x)) for (name, value), x in zip(usual.items(), point)}


def tune(
    engine: Engine, arm: Arm, names: Sequence[str], seed: str, budget: int, blocks: int = 6
) -> Iterator[Generation]:
    """Generation after generation till so many matches were played; the covariance matrix adaptation of Hansen, "The
    CMA evolution strategy: a tutorial" (2016). Raises `EngineFailed`.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would like to plot
        import cma
    usual = {name: value for name, value in weights.weights_of(arm.game).items() if name in names}
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
        yield Generation(number, matches, sum(won) / len(won), candidate(usual, search.result.xfavorite))


def _arm(arm: Arm, chosen: Mapping[str, int], number: int) -> Arm:
    bots = (weights.written(chosen), *[weights.WEIGHED] * (arm.seats - 1))
    return arm._replace(name=f"candidate {number + 1}", bots=bots)


def proof(arm: Arm, chosen: Mapping[str, int], seed: str) -> Design:
    """What proves weights: they alone among the usual ones, on seeds that no candidate has seen."""
    return Design("rung", (_arm(arm, chosen, 0)._replace(name="tuned among heuristic"),), f"{seed}/proof")
