"""The command `tether lab ladder`, which checks that each bot level beats the levels below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Unpack

import click

from core.bots.registry import PLAYERS
from lab.cli import common
from lab.run.design import Design
from net.cli.arguments import options
from net.text.sanitizer import print_json, print_lines

if TYPE_CHECKING:
    from lab.run.metrics import Columns
    from lab.run.run import RunState
    from lab.stats.sequential import Rung

RUNGS = ("random", "easy", "normal", "hard", "master")
REQUIRED_LEAD = 0.05
"""Required lead over the fair share of wins: at two seats, a bot must win 55 % instead of 50 %."""


class _Result(NamedTuple):
    """The result of a pair of bots: the verdict, the stronger bot's share of wins, the fair share, and the matches."""

    verdict: str
    share: float
    fair: float
    matches: int


def ladder(rungs: str, **fields: Unpack[common.Playing]) -> int:
    """Check that each bot level beats the levels below it, print the result, and return an exit code."""
    given = common.play_options(fields)
    names = [name.strip() for name in rungs.split(",") if name.strip()] or [r for r in RUNGS if r in PLAYERS]
    unknown = [name for name in names if name not in PLAYERS]
    if unknown:
        raise options.unknown_name_error("bot", unknown[0], PLAYERS)
    if len(names) < 2 or len(set(names)) < len(names):
        raise click.UsageError("a ladder needs two rungs or more, each of them once")
    pairs = [(names[i], names[i - gap], gap) for i in range(1, len(names)) for gap in (1, 2) if i >= gap]
    lines = []
    for upper, lower, gap in pairs:
        ran, found = _pair(given, upper, lower)
        lines.append(found._asdict() | {"upper": upper, "lower": lower, "apart": gap})
        if not given.as_json:
            print_lines(
                f"{upper} {'instead of' if given.together else 'alone among'} {lower}: {found.verdict}; wins "
                f"{100 * found.share:.1f} % ({lower if given.together else 'fair'} {100 * found.fair:.1f} %), "
                f"{found.matches} matches."
            )
        if ran.ended == "stopped":
            return common.exit_code_of(ran)
    if given.as_json:
        print_json({"game": given.game, "seats": given.seats, "seed": given.seed, "pairs": lines})
    return 0


def _pair(given: common.PlayOptions, upper: str, lower: str) -> tuple[RunState, _Result]:
    """Let one bot of level `upper` play among bots of level `lower`.

    If all chairs win or lose together, compare matches between upper bots with matches between lower bots.
    """
    together = given.together
    if together:
        arms = tuple(given.arm(bot)._replace(bots=(bot,)) for bot in (lower, upper))
    else:
        arms = (given.arm(f"{upper} among {lower}")._replace(bots=(upper, *[lower] * (given.seats - 1))),)

    def tested(columns: Sequence[Columns]) -> Rung:
        from lab.studies.ladder import lead_test

        return lead_test(columns, REQUIRED_LEAD)

    def words(columns: Sequence[Columns]) -> list[str]:
        return [f"{upper} against {lower}: {tested(columns).verdict}"]

    def known(columns: Sequence[Columns]) -> bool:
        from lab.stats.sequential import OPEN

        return tested(columns).verdict != OPEN

    ran = common.run(given, Design("rung", arms, given.seed), words, known)
    from lab.studies.ladder import win_shares

    won = win_shares(ran.columns)
    return ran, _Result(
        tested(ran.columns).verdict,
        round(won[-1], 4),
        round(won[0] if together else 1 / given.seats, 4),
        ran.blocks * ran.run.design.matches,
    )
