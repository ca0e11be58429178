"""The section of the page about samples: lengths of matches, winners, and sources of points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from core.engine.text.words import capitalise
from lab.games.entry import Heat
from lab.games.registry import entry_of, sides_of
from lab.report.charts import Cell, Whisker, columns, curve, heat, stacks, whiskers
from lab.run.design import Arm
from lab.run.metrics import SHARE, Columns, MatchValues, Measure
from lab.run.progress import estimate
from lab.run.store import Run
from lab.stats.means import DEFAULT_ALPHA, Mean, fixed_p, interval
from lab.stats.multiple import holm
from net.text.sanitizer import html_text


def cells(arm: Arm, heat: Heat, counts: Mapping[int, float]) -> list[Cell]:
    """Return the places of the board with their counts."""
    spots = heat.spots(arm.seats, dict(arm.options))
    return [Cell(spot.x, spot.y, counts.get(spot.number, 0), spot.name) for spot in spots]


class Sample(NamedTuple):
    """A run with a single arm, and its matches."""

    run: Run
    columns: Columns
    matches: Sequence[MatchValues]

    @property
    def bots(self) -> str:
        """Names of the bots that played the run, separated by commas."""
        return ", ".join(dict.fromkeys(self.columns.arm.chairs))


def verdicts(samples: Sequence[Sample]) -> list[tuple[str, str]]:
    """Return the results as pairs (kind, sentence); the kinds are "moved", "equal", "open" and "".

    A seat or faction is called unbalanced only if runs with at least two different bots agree.
    """
    lines = [("", _length(sample)) for sample in samples]
    arm = samples[0].columns.arm
    if arm.together:
        for sample in samples:
            won = estimate(sample.columns, Measure("the match is won", SHARE), True)
            lines.append(("", f"The match is won in {_share(won)} (played by {sample.bots}, n = {won.n} blocks)."))
        return lines
    for words in (f"seat {seat}" for seat in range(1, arm.seats + 1)):
        lines += _side(samples, words)
    for kind in sides_of(arm.game):
        lines += _side(samples, kind)
    return lines


def _length(sample: Sample) -> str:
    rounds = estimate(sample.columns, sample.columns.measures[-1 if sample.columns.arm.together else 0], True)
    matches = len(sample.matches)
    return f"A match takes {rounds.mean:.2f} ± {rounds.half:.2f} rounds (played by {sample.bots}, {matches} matches)."


def _side(samples: Sequence[Sample], who: str) -> Iterator[tuple[str, str]]:
    """Yield the verdict on a seat or faction that is significantly unbalanced in at least one run.

    The kind is "moved" if all runs agree, and there are at least two; otherwise it is "open".
    """
    signs, told = [], []
    for sample in samples:
        sides = [measure for measure in sample.columns.measures if measure.fair and " wins" in measure.name]
        chances = holm(
            [fixed_p(_values(sample.columns, side) - (side.fair or 0), 0.0, sample.columns.grain) for side in sides]
        )
        place = next((i for i, side in enumerate(sides) if side.name == f"{who} wins"), None)
        if place is None:
            return
        mean = interval(_values(sample.columns, sides[place]), grain=sample.columns.grain)
        signs.append(0 if chances[place] > DEFAULT_ALPHA else 1 if mean.mean > (sides[place].fair or 0) else -1)
        told.append(f"{_share(mean)} by {sample.bots}, n = {mean.n} blocks")
    fair = f"fair {100 / samples[0].columns.arm.seats:.0f} %"
    where = f"{capitalise(who)}: {'; '.join(told)} ({fair})"
    rungs = [sample for sample in samples if "random" not in sample.bots]
    if not any(signs):
        return
    if len(rungs) < 2:
        yield (
            "open",
            f"{where}. Not fair by these bots. Run it again with {_other_bots(samples)} to see if others agree.",
        )
    elif len(set(signs)) == 1:
        yield "moved", f"{where}. Wins too {'much' if signs[0] > 0 else 'little'}: all rungs agree."
    else:
        yield "open", f"{where}. The rungs do not agree."


def _other_bots(samples: Sequence[Sample]) -> str:
    """Return the option that asks the other kind of bots the same question."""
    asked = {bot for sample in samples for bot in sample.columns.arm.chairs}
    return f"--bots {'heuristic' if asked == {'normal'} else 'normal'}"


def _values(columns: Columns, measure: Measure) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    values = columns.column(measure)
    return values[~np.isnan(values)]


def _share(mean: Mean) -> str:
    return f"{100 * mean.mean:.1f} ± {100 * mean.half:.1f} %"


def figures(samples: Sequence[Sample]) -> list[tuple[str, str]]:
    """Return the charts of samples, as pairs (heading, SVG)."""
    arm = samples[0].columns.arm
    results = []
    rungs = len(samples) > 1
    order = f", {samples[0].bots} first" if rungs else ""
    if not samples[0].columns.arm.together:
        fair = 100 / arm.seats
        seats = [f"seat {seat}" for seat in range(1, arm.seats + 1)]
        results.append((f"Seats{order}", whiskers("Share won by seat", _rows(samples, seats), fair, " %")))
        kinds = sides_of(arm.game)
        if kinds and arm.factions == "lot":
            first = samples[0].columns
            best = sorted(kinds, key=lambda kind: -np.nanmean(first.column(Measure(f"{kind} wins", SHARE))))
            results.append((f"Factions{order}", whiskers("Share won by faction", _rows(samples, best), fair, " %")))
    for sample in samples:
        results += _of_one(sample, f" ({sample.bots})" if rungs else "")
    return results


def _rows(samples: Sequence[Sample], whom: Sequence[str]) -> list[Whisker]:
    rows = []
    for seat in whom:
        for sample in samples:
            values = _values(sample.columns, Measure(f"{seat} wins", SHARE))
            if len(values):
                mean = interval(values, grain=sample.columns.grain)
                label = seat if sample is samples[0] else f"by {sample.bots}"
                rows.append(Whisker(label, 100 * mean.mean, 100 * mean.half, second=sample is not samples[0]))
    return rows


def _of_one(sample: Sample, by: str) -> Iterator[tuple[str, str]]:
    arm, matches = sample.columns.arm, sample.matches
    rounds = Counter(match.rounds for match in matches)
    span = range(min(rounds), max(rounds) + 1)
    yield f"Rounds{by}", columns("Matches by their rounds", [(str(number), rounds[number]) for number in span])
    sources = _sources(sample)
    if sources:
        yield f"Where points come from{by}", stacks("Points by source", sources)
    points = [] if sample.columns.arm.together else list(_leaders(sample))
    if len(points) > 1:
        yield f"Who leads wins{by}", curve("How often who leads after a round wins", points, " %")
    chart = entry_of(arm.game).heat
    if chart is not None:
        counts: Counter[int] = Counter()
        for match in matches:
            counts.update({int(place): number for place, number in match.places.items()})
        per = {place: 100 * number / len(matches) for place, number in counts.items()}
        title = f"{chart.title}, in 100 matches"
        yield f"{title}{by}", heat(title, cells(arm, chart, per), hexes=chart.hexes)


def _sources(sample: Sample) -> list[tuple[str, list[tuple[str, float]]]]:
    """Return the average points of winners and of all other players, by source."""
    sums: dict[str, Counter[str]] = {"winners": Counter(), "others": Counter()}
    seats: Counter[str] = Counter()
    for match in sample.matches:
        for seat, share in zip(match.seats, match.shares):
            who = "winners" if share else "others"
            seats[who] += 1
            sums[who].update({name: max(0, number) for name, number in seat["sources"].items()})
    names = [name for name, number in (sums["winners"] + sums["others"]).most_common() if number]
    return [(who, [(name, sums[who][name] / seats[who]) for name in names]) for who in sums if names and seats[who]]


def _leaders(sample: Sample) -> Iterator[Whisker]:
    """Yield, for each round, how often the players who lead after it win the match.

    Rounds that occur in fewer than 8 blocks are left out.
    """
    longest = max((len(match.leaders) for match in sample.matches), default=0)
    for after in range(longest):
        blocks: dict[int, list[float]] = {}
        for match in sample.matches:
            if len(match.leaders) > after:
                leaders = match.leaders[after]
                blocks.setdefault(match.block, []).append(
                    sum(match.shares[seat - 1] for seat in leaders) / max(1, len(leaders))
                )
        if len(blocks) >= 8:
            means = [sum(values) / len(values) for values in blocks.values()]
            mean = interval(means, grain=sample.columns.grain)
            yield Whisker(str(after + 1), 100 * mean.mean, 100 * mean.half)


def notable(sample: Sample) -> list[tuple[str, str]]:
    """Return notable matches, each with its name.

    These are the shortest, the longest, and one in which the leader lost at the end. If all players win or lose
    together, the last one is a lost match.
    """
    arm = 0
    named: list[tuple[str, MatchValues]] = [
        ("the shortest", min(sample.matches, key=lambda match: match.rounds)),
        ("the longest", max(sample.matches, key=lambda match: match.rounds)),
    ]
    if sample.columns.arm.together:
        named += [("the first that was lost", match) for match in sample.matches if not any(match.shares)][:1]
    else:
        lost = [match for match in sample.matches if match.leaders and not _won_by_leader(match)]
        named += [("a lead that was lost at the end", match) for match in lost[:1]]
    return [(words, f"{sample.run.id}.{match.block}.{arm}.{match.rotation}") for words, match in named]


def _won_by_leader(match: MatchValues) -> bool:
    return any(match.shares[seat - 1] for seat in match.leaders[-1])


def sides(samples: Sequence[Sample], said: Sequence[tuple[str, str]]) -> list[str]:
    """Return the seats and factions about which there is a verdict."""
    arm = samples[0].columns.arm
    available = [*(f"seat {seat}" for seat in range(1, arm.seats + 1)), *sides_of(arm.game)]
    return [side for side in available if any(words.startswith(f"{capitalise(side)}: ") for _, words in said)]


def heading(sample: Sample) -> str:
    """Return the heading of a sample: its game, seats, options and changes."""
    arm = sample.columns.arm
    chosen = "".join(f", {name} = {value}" for name, value in arm.options) + "".join(f", {c}" for c in arm.changes)
    return html_text(f"{arm.rules.title}, {arm.seats} seat{'s' if arm.seats > 1 else ''}{chosen}")
