"""Measures of a good game: decisions that matter, varied answers, changing leaders, and a match that skill decides.

A block has one match of each arm on the same luck: *hard* bots alone, and one weak bot among them, or a team of weak
bots where all win or lose together.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from math import exp, log
from typing import Any

from lab.games.common_counts import PLAYED
from lab.run.design import Arm, Design, read_design
from lab.run.executor import Chunk, PlayedChunk
from lab.run.metrics import MatchValues, read
from lab.run.players import ClickerBot, EagerBot
from lab.run.probe import WORLDS, Probe, TriedDecision
from lab.run.simulation import Match, compress_detail, play_match, read_detail
from lab.stats.means import Mean, interval

HARD = "hard"
WEAK_BOTS = (ClickerBot.name, EagerBot.name, "random")
"""Bots against which *hard* is measured.

They give the first answer that the game lists, the first one that does something, and any answer.
"""
RIGHT_POINTS, CLEAR_POINTS, IDLE_POINTS = 5.0, 2.0, 1.0
"""Losses in percentage points of the chance of winning.

With the second best answer: where only one answer is right, and where the best one is clearly better. With the worst
answer: where no answer matters.
"""
ERRORS_APART = 2.0
"""Standard errors that a loss must exceed to be clear."""
RARE_SHARE = 0.03
"""Share of all answers to a question below which an answer is called rare."""
PROBE_KEY = "probe"
"""Key of the data of a probe in the details of a match."""


def quality_design(usual: Arm, seed: str) -> Design:
    """Return the design: an arm of hard bots, and one for each weak bot."""
    arms = [usual._replace(name=HARD, bots=(HARD,))]
    for weak in WEAK_BOTS:
        bots = (weak,) if usual.together else (weak, *[HARD] * (usual.seats - 1))
        arms.append(usual._replace(name=weak, bots=bots))
    return Design("quality", tuple(arms), seed)


def play_quality_chunk(text: str, chunk: Chunk) -> PlayedChunk:
    """Play the blocks of a chunk, and return their matches; this runs in the workers."""
    design, began = read_design(text), time.perf_counter()
    blocks = [(block, _play_block(design, block)) for block in chunk]
    return PlayedChunk(blocks, time.perf_counter() - began)


def _play_block(design: Design, block: int) -> list[Match]:
    """Play one match of each arm; the first one is probed, and its details contain the data of the probe."""
    seats = design.arms[0].seats
    rotation = block % seats
    game = design.arms[0].rules
    probe = Probe(seats, (design.seed, block))
    first = play_match(design, block, 0, rotation, lambda state, *step: probe.watch(game, state, *step), probe.player)
    detail = compress_detail({**read_detail(first.detail), PROBE_KEY: probe.data(game)})
    others = [play_match(design, block, arm, rotation) for arm in range(1, len(design.arms))]
    return [first._replace(detail=detail), *others]


# Measures -------------------------------------------------------------------------------------------------------------


def variety(counts: Iterable[float]) -> float:
    """Return the number of equally frequent kinds that would be as varied: the exponential of the entropy.

    >>> round(variety([5, 5, 5, 5]), 2), round(variety([97, 1, 1, 1]), 2), variety([])
    (4.0, 1.18, 0.0)
    """
    numbers = [number for number in counts if number > 0]
    total = sum(numbers)
    return exp(-sum(number / total * log(number / total) for number in numbers)) if numbers else 0.0


def lead_changes(leaders: Sequence[Sequence[int]], winners: Sequence[int]) -> int:
    """Return how often all leaders of a round were overtaken; the end of the match counts as the last round.

    >>> lead_changes([[1], [1, 2], [2], [3]], [3]), lead_changes([], [1])
    (1, 0)
    """
    rows = [row for row in (*leaders, winners) if row]
    return sum(set(row).isdisjoint(after) for row, after in pairwise(rows))


def decided_after(leaders: Sequence[Sequence[int]], winners: Sequence[int], rounds: int) -> float:
    """Return the share of the rounds after which a winner led for good; 1 if it took the lead in the last round.

    >>> decided_after([[1], [2], [2]], [2], 4), decided_after([[1], [1]], [2], 3)
    (0.5, 1.0)
    """
    late = [number for number, row in enumerate(leaders, 1) if set(row).isdisjoint(winners)]
    return min(1.0, (max(late, default=0) + 1) / max(1, rounds))


def chance_decided_after(chances: Sequence[float], won: bool) -> float:
    """Return the share of the match after which the estimated chance, in percent, stayed on the side of the result.

    >>> chance_decided_after([60, 40, 70, 80, 100], True), chance_decided_after([60, 55, 0], False)
    (0.5, 1.0)
    """
    wrong = [number for number, chance in enumerate(chances, 1) if (chance >= 50) != won]
    return max(wrong, default=0) / max(1, len(chances) - 1)


def kind_of_decision(tried: TriedDecision) -> str:
    """Return the class of a tried decision: "right", "clear", "idle" or "open"."""
    loss, sure = tried["second"], tried["second"] > ERRORS_APART * tried["error"]
    if sure and loss >= CLEAR_POINTS:
        return "right" if loss >= RIGHT_POINTS else "clear"
    return "idle" if abs(tried["worst"]) < IDLE_POINTS and tried["error"] < IDLE_POINTS else "open"


@dataclass
class Tried:
    """Tried decisions, in numbers and means."""

    decisions: int = 0
    right: int = 0
    clear: int = 0
    open: int = 0
    idle: int = 0
    second: float = 0.0
    """Mean loss with the second best answer, in percentage points."""
    worst: float = 0.0


@dataclass
class Quality:
    """The measures of a game; shares are 0 to 1, losses percentage points of the chance of winning."""

    game: str
    seats: int
    matches: int
    together: bool
    rounds: float = 0.0
    prompts: float = 0.0
    """Questions to a player, by seat and match."""
    choices: float = 0.0
    """The same, without those that had only one legal answer."""
    forced: float = 0.0
    """Share of the questions with only one legal answer."""
    tried: Tried = field(default_factory=Tried)
    by_question: dict[str, Tried] = field(default_factory=dict)
    questions: dict[str, float] = field(default_factory=dict)
    """Share of each question among all."""
    answers: dict[str, float] = field(default_factory=dict)
    """Share of each answer among all."""
    answer_variety: float = 0.0
    cards: int = 0
    """Number of kinds of cards that were played."""
    card_variety: float = 0.0
    styles: dict[str, float] = field(default_factory=dict)
    """Share of the winners by their largest source of points."""
    style_variety: float = 0.0
    changes: float | None = None
    """Changes of the leader in a match."""
    decided: float | None = None
    """Share of the match after which the result did not change any more."""
    wins: dict[str, Mean] = field(default_factory=dict)
    """Wins of a team of each bot, or of one weak bot among hard ones, by bot."""
    fair: float | None = None

    @property
    def data(self) -> dict[str, Any]:
        """The measures as plain data, for other programs."""
        wins = {
            bot: {"share": round(mean.mean, 4), "half": round(mean.half, 4) if mean.half < 1 else None}
            for bot, mean in self.wins.items()
        }
        return {**asdict(self), "wins": wins, "worlds": WORLDS}


def quality_of(design: Design, blocks: Sequence[Sequence[Match]]) -> Quality:
    """Return the measures of all blocks."""
    usual = design.arms[0]
    found = Quality(usual.game, usual.seats, len(blocks), usual.together)
    matches = [read(block[0], usual.seats) for block in blocks]
    if not matches:
        return found
    probes = [read_detail(block[0].detail)[PROBE_KEY] for block in blocks]
    _add_decisions(found, probes)
    _add_winners(found, matches)
    found.rounds = _average(match.rounds for match in matches)
    if usual.together:
        known = [(match, probe["chances"]) for match, probe in zip(matches, probes) if len(probe["chances"]) > 1]
        ends = [chance_decided_after([row[0] for row in chances], any(match.shares)) for match, chances in known]
    else:
        led = [(match, _winners(match)) for match in matches if match.leaders]
        ends = [decided_after(match.leaders, winners, match.rounds) for match, winners in led]
        found.changes = _average(lead_changes(match.leaders, winners) for match, winners in led) if led else None
        found.fair = 1 / usual.seats
    found.decided = _average(ends) if ends else None
    for number, arm in enumerate(design.arms):
        values = [_wins(read(block[number], arm.seats), usual.together) for block in blocks]
        if usual.together or number:
            found.wins[arm.name] = interval(values)
    return found


def _wins(match: MatchValues, together: bool) -> float:
    """Return 1 if the team has won, or the share of the victory of chair 0."""
    return float(any(match.shares)) if together else match.shares[match.rotation]


def _winners(match: MatchValues) -> list[int]:
    return [seat for seat, share in enumerate(match.shares, 1) if share]


def _average(values: Iterable[float]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers) if numbers else 0.0


def _add_decisions(found: Quality, probes: Sequence[Mapping[str, Any]]) -> None:
    questions: Counter[str] = Counter()
    answers: Counter[str] = Counter()
    forced = 0
    tried: list[TriedDecision] = []
    for probe in probes:
        for name, (asked, one) in probe["questions"].items():
            questions[name] += asked
            forced += one
        answers.update(probe["answers"])
        tried += probe["tried"]
    total = max(1, questions.total())
    seats = found.matches * found.seats
    found.prompts = sum(sum(probe["prompts"]) for probe in probes) / seats
    found.choices = sum(sum(probe["choices"]) for probe in probes) / seats
    found.forced = forced / total
    found.questions = {name: round(number / total, 4) for name, number in questions.most_common()}
    found.answers = {name: round(number / total, 4) for name, number in answers.most_common()}
    found.answer_variety = variety(answers.values())
    found.tried = _sum_up(tried)
    for name in questions:
        mine = [item for item in tried if item["question"] == name]
        if mine:
            found.by_question[name] = _sum_up(mine)


def _sum_up(tried: Sequence[TriedDecision]) -> Tried:
    kinds = Counter(map(kind_of_decision, tried))
    return Tried(
        len(tried), kinds["right"], kinds["clear"], kinds["open"], kinds["idle"],
        round(_average(item["second"] for item in tried), 2), round(_average(item["worst"] for item in tried), 2),
    )  # fmt: skip


def _add_winners(found: Quality, matches: Sequence[MatchValues]) -> None:
    """Add the cards that were played, and the largest source of points of each winner."""
    cards: Counter[str] = Counter()
    styles: Counter[str] = Counter()
    for match in matches:
        for seat, share in zip(match.seats, match.shares):
            cards.update({name: row[PLAYED] for name, row in seat["cards"].items()})
            if share and any(number > 0 for number in seat["sources"].values()):
                styles[max(sorted(seat["sources"]), key=lambda name: seat["sources"][name])] += 1
    found.cards = sum(number > 0 for number in cards.values())
    found.card_variety = variety(cards.values())
    found.styles = {name: number / styles.total() for name, number in styles.most_common()}
    found.style_variety = variety(styles.values())


# Sentences ------------------------------------------------------------------------------------------------------------


def quality_lines(found: Quality) -> list[str]:
    """Return the measures as lines for the terminal."""
    lines = [
        _row("Length", f"{found.rounds:.1f} rounds; a seat is asked {found.prompts:.0f} times a match, and has a "
             f"choice {found.choices:.0f} times"),
        _row("Forced", f"{_percent(found.forced)} of the questions have only one legal answer"),
        *_decision_lines(found),
        _row("Answers", f"as varied as {found.answer_variety:.1f} equally frequent ones"),
        *(_row("", f"{_percent(share):>6}  {name}") for name, share in list(found.answers.items())[:8]),
    ]  # fmt: skip
    rare = [name for name in found.answers if found.answers[name] < RARE_SHARE * _share_of_question(found, name)]
    if rare:
        lines.append(_row("", f"below {100 * RARE_SHARE:.0f} % of their question: {', '.join(rare[:8])}"))
    if found.cards:
        lines.append(
            _row(
                "Cards", f"{found.cards} kinds were played, as varied as {found.card_variety:.0f} equally frequent ones"
            )
        )
    if found.styles:
        listed = ", ".join(f"{name} {_percent(share)}" for name, share in list(found.styles.items())[:5])
        lines.append(_row("Winners", f"by their largest source of points: {listed}"))
        lines.append(_row("", f"as varied as {found.style_variety:.1f} equally frequent ones"))
    return [*lines, *_course_lines(found), *_skill_lines(found)]


def _row(head: str, text: str) -> str:
    return f"{head:<10}{text}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _share_of_question(found: Quality, answer: str) -> float:
    return found.questions.get(answer.partition(": ")[0], 0.0)


def _decision_lines(found: Quality) -> list[str]:
    all_of_it = found.tried
    if not all_of_it.decisions:
        return [_row("Choices", "their values are not known: the bots of this game do not look ahead")]
    texts = (
        (all_of_it.right, f"have one right answer: every other one costs {RIGHT_POINTS:g} points or more"),
        (all_of_it.clear, f"have a clearly best answer: the second costs {CLEAR_POINTS:g} to {RIGHT_POINTS:g} points"),
        (all_of_it.open, "are open: the two best answers are not known to differ that much"),
        (all_of_it.idle, f"do not matter: the best and the worst answer differ by less than {IDLE_POINTS:g} point"),
    )
    head = (
        f"{all_of_it.decisions} drawn at random, each idea tried in {WORLDS} sampled worlds; points are percent of the "
        "chance of winning"
    )
    return [
        _row("Choices", head),
        *(_row("", f"{_percent(number / all_of_it.decisions):>6}  {text}") for number, text in texts),
        _row("", f"on average the second answer costs {all_of_it.second:.1f} points, the worst {all_of_it.worst:.1f}"),
        *(
            _row("", f"  {name}: {_percent(found.questions[name])} of the questions; of {item.decisions} tried "
                 f"{item.right} right, {item.clear} clear, {item.open} open, {item.idle} do not matter")
            for name, item in found.by_question.items()
        ),
    ]  # fmt: skip


def _course_lines(found: Quality) -> list[str]:
    if found.decided is None:
        return []
    late = f"after {_percent(found.decided)} of the match"
    if found.together:
        return [_row("Course", f"the estimated chance is on the side of the result for good {late}")]
    return [_row("Course", f"the leader changes {found.changes or 0:.1f} times; the winner leads for good {late}")]


def _skill_lines(found: Quality) -> list[str]:
    lines = []
    for place, (bot, mean) in enumerate(found.wins.items()):
        half = f"{100 * mean.half:.0f}" if mean.half < 1 else "?"
        together = f"a team of {bot} bots wins" if found.seats > 1 else f"the {bot} bot wins"
        who = together if found.together else f"one {bot} bot among hard ones wins"
        fair = f", where {_percent(found.fair)} is fair" if found.fair else ""
        lines.append(_row("" if place else "Skill", f"{who} {100 * mean.mean:.0f} ± {half} % of the matches{fair}"))
    return lines
