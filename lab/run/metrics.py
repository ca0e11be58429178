"""Measures of matches, each of which reduces a block of stored matches to one number.

A measure is either a share of victories (0..1) or a count. If k winners share a victory, it counts 1/k for each. The
value is nan for a block in which the measure does not apply, for example because a faction was not dealt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from lab.games.registry import entry_of, sides_of
from lab.run.design import LOT, Arm
from lab.run.simulation import Match, read_detail, seat_of
from lab.stats.column import Column

SHARE, NUMBER = "share", "number"
LEADER_ROUND = 3
"""Number of the round whose leaders are used for the measure of how often leaders win."""


class Measure(NamedTuple):
    """A measure: its name, such as "seat 2 wins", its kind (share or count), and its value in a balanced game."""

    name: str
    kind: str
    fair: float | None = None


WIN_MEASURE = Measure("the match is won", SHARE)
"""Measure for solo games, and for games in which all players win or lose together."""


class MatchValues(NamedTuple):
    """A stored match in the form that measures use.

    Shares, points, factions and counts are indexed by seat - 1.
    """

    block: int
    rotation: int
    rounds: int
    shares: tuple[float, ...]
    seats: Sequence[Mapping[str, Any]]
    leaders: Sequence[Sequence[int]]
    places: Mapping[str, int]


def read(match: Match, seats: int) -> MatchValues:
    """Return a stored match in the form that measures use."""
    detail = read_detail(match.detail)
    won = [int(seat) for seat in match.winners.split(",") if seat]
    shares = tuple((seat in won) / len(won) if won else 0.0 for seat in range(1, seats + 1))
    return MatchValues(
        match.block, match.rotation, match.rounds, shares, detail["seats"], detail["leaders"], detail["places"]
    )


def measures_of(arm: Arm) -> list[Measure]:
    """Return all measures of an arm, the most informative ones first."""
    results = [Measure("rounds", NUMBER)]
    if arm.together:
        return [WIN_MEASURE, *results]
    fair = 1 / arm.seats
    results += [Measure(f"seat {seat} wins", SHARE, fair) for seat in range(1, arm.seats + 1)]
    if arm.factions == LOT:
        results += [Measure(f"{kind} wins", SHARE, fair) for kind in sides_of(arm.game)]
    results.append(Measure(f"who leads after round {LEADER_ROUND} wins", SHARE))
    record = entry_of(arm.game)
    if record.held:
        results.append(Measure("who held the Center longest wins", SHARE))
    results += [Measure(f"{name} in a match", NUMBER) for name in record.totals]
    if len(set(arm.chairs)) > 1:
        results += [Measure(f"chair {chair + 1} ({bot}) wins", SHARE, fair) for chair, bot in enumerate(arm.chairs)]
    return results


class Columns:
    """Values of the measures of one arm, with one row for each block."""

    def __init__(self, arm: Arm) -> None:
        self.arm = arm
        self.measures = measures_of(arm)
        self._rows: list[list[float]] = []
        self.chairs: list[float] = []
        """Share of the victory that each chair won in each match, ordered by block and rotation."""
        self.courses: list[int] = []
        """Hash of all that happened in each match, in the same order."""
        self.cards: dict[str, list[int]] = {}
        """Numbers of times that all seats of all matches gained and played each card."""
        self.counts: Counter[str] = Counter()
        """Sums of all counts over all seats of all matches."""

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def grain(self) -> float:
        """Weight of one match in a block: 1 divided by the number of matches of this arm in a block."""
        return 1 / self.arm.rotations

    def add(self, matches: Iterable[Match]) -> None:
        """Add the matches of one block as a new row."""
        played = list(matches)
        self.courses += [hash((match.rounds, match.steps, match.winners, match.detail)) for match in played]
        results = [read(match, self.arm.seats) for match in played]
        self._rows.append([_mean(_values(measure, self.arm, results)) for measure in self.measures])
        for match in results:
            for seat in match.seats:
                self.counts.update(seat["counts"])
                for name, row in seat["cards"].items():
                    total = self.cards.setdefault(name, [0, 0])
                    self.cards[name] = [total[0] + row[0], total[1] + row[1]]
            for chair in range(self.arm.seats):
                self.chairs.append(match.shares[seat_of(chair, match.rotation, self.arm.seats) - 1])

    def counts_by_seat(self) -> dict[str, float]:
        """Return the mean of each count for a seat and match, by name."""
        seats = max(1, len(self.courses) * self.arm.seats)
        return {name: round(number / seats, 3) for name, number in sorted(self.counts.items())}

    def column(self, measure: Measure) -> Column:
        """Return the values of a measure, one for each block."""
        place = [item.name for item in self.measures].index(measure.name)
        return np.array([row[place] for row in self._rows], dtype=float)


def _mean(values: Iterable[float]) -> float:
    results = list(values)
    return sum(results) / len(results) if results else float("nan")


def _values(measure: Measure, arm: Arm, matches: Sequence[MatchValues]) -> Iterator[float]:
    """Yield the value of a measure for each match to which it applies."""
    name = measure.name
    for match in matches:
        if name == "rounds":
            yield match.rounds
        elif name == WIN_MEASURE.name:
            yield float(any(match.shares))
        elif name.startswith("seat "):
            yield match.shares[int(name.split()[1]) - 1]
        elif name.startswith("chair "):
            yield match.shares[seat_of(int(name.split()[1]) - 1, match.rotation, arm.seats) - 1]
        elif name.startswith("who leads"):
            if any(match.leaders[LEADER_ROUND - 1 : LEADER_ROUND]):
                yield _share_of(match, match.leaders[LEADER_ROUND - 1])
        elif name.startswith("who held the Center"):
            held = [seat["counts"].get(entry_of(arm.game).held, 0) for seat in match.seats]
            if max(held):
                yield _share_of(match, [seat for seat, rounds in enumerate(held, 1) if rounds == max(held)])
        elif name.endswith(" in a match"):
            yield sum(seat["counts"].get(name.removesuffix(" in a match"), 0) for seat in match.seats)
        else:
            kind = name.removesuffix(" wins")
            for seat, share in zip(match.seats, match.shares):
                if seat["faction"] == kind:
                    yield share


def _share_of(match: MatchValues, seats: Sequence[int]) -> float:
    """Return the average share of the victory that these seats won."""
    return sum(match.shares[seat - 1] for seat in seats) / len(seats)
