"""`tether lab ladder`: every rung against the one below it, and against the one below that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from core.bots import PLAYERS
from lab.cli import common
from lab.design import Design
from net.outlet import say, say_data

if TYPE_CHECKING:
    from lab.measures import Columns
    from lab.running import Ran

RUNGS = ("random", "easy", "normal", "hard", "master")
STEP = 0.05
"""By how much of all matches a rung must win more than its share: 55 against 50 % at two seats."""


@click.command(epilog="\b\nExample:\n  tether lab ladder --seats 2 --budget 400\n")
@click.option("--rungs", default="", metavar="LIST", help="Bots, the weakest first; else all levels there are.")
@common.playing
def ladder(rungs: str, **fields: Any) -> int:
    """Tests every rung of the ladder: it must beat the one below it, and not lose to the one below that.

    The budget is for each pair; a pair ends as soon as it is decided.
    """
    given = common.asked(fields)
    names = [name.strip() for name in rungs.split(",") if name.strip()] or [r for r in RUNGS if r in PLAYERS]
    unknown = [name for name in names if name not in PLAYERS]
    if unknown:
        raise click.UsageError(f"no bot {unknown[0]!r}; there are: {', '.join(PLAYERS)}")
    if given.seats < 2 or len(names) < 2 or len(set(names)) < len(names):
        raise click.UsageError("a ladder needs two seats at least, and two rungs or more, each of them once")
    pairs = [(names[i], names[i - gap], gap) for i in range(1, len(names)) for gap in (1, 2) if i >= gap]
    told = []
    for upper, lower, gap in pairs:
        ran, found = _pair(given, upper, lower)
        told.append(found | {"upper": upper, "lower": lower, "apart": gap})
        if not given.as_json:
            say(
                f"{upper} alone among {lower}: {found['verdict']}; wins {100 * found['share']:.1f} % of "
                f"{found['matches']} matches (fair {100 / given.seats:.1f} %)."
            )
        if ran.ended == "stopped":
            return common.code(ran)
    if given.as_json:
        say_data({"game": given.game, "seats": given.seats, "seed": given.seed, "pairs": told})
    return 0


def _pair(given: common.Asked, upper: str, lower: str) -> tuple[Ran, dict[str, Any]]:
    from lab.ladder import first_chair
    from lab.statistics.rungs import OPEN, Rung, gsprt

    fair = 1 / given.seats
    arm = given.arm(f"{upper} among {lower}", bots=(upper, *[lower] * (given.seats - 1)))

    def tested(columns: Sequence[Columns]) -> Rung:
        return gsprt(columns[0].column(first_chair(columns[0])), fair, fair + STEP)

    def words(columns: Sequence[Columns]) -> list[str]:
        return [f"{upper} alone among {lower}: {tested(columns).verdict}"]

    ran = common.run(given, Design("rung", (arm,), given.seed), words, lambda columns: tested(columns).verdict != OPEN)
    column = ran.columns[0].column(first_chair(ran.columns[0]))
    share = float(column.mean()) if len(column) else 0.0
    matches = ran.blocks * ran.run.design.matches
    return ran, {"verdict": tested(ran.columns).verdict, "share": round(share, 4), "matches": matches}
