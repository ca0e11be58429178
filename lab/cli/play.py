"""`tether lab play`: a sample of matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from lab.cli import common
from lab.design import Design
from net.outlet import say, say_data

if TYPE_CHECKING:
    from lab.measures import Columns


@click.command(
    epilog="\b\nExamples:\n"
    "  tether lab play\n"
    "  tether lab play --game midnight --seats 3 --budget 400\n"
    "  tether lab play --seats 2 --precision 3 --budget 10000\n"
    "  tether lab play --game outposts --change L4.produces='3 crew, 1 oil' --budget 5min\n"
)
@click.option(
    "--precision",
    default=0.0,
    type=common.Finite(0, 50),
    metavar="POINTS",
    help="Ends once every share is known to so many points, whatever is left of the budget.",
)
@common.playing
def play(precision: float, **fields: Any) -> int:
    """Plays a sample: how long matches are, and how often each seat and faction wins."""
    given = common.asked(fields)

    def words(columns: Sequence[Columns]) -> list[str]:
        from lab.looking import estimates

        return estimates(columns[0])

    def known(columns: Sequence[Columns]) -> bool:
        from lab.looking import known_to

        return precision > 0 and known_to(columns[0], precision / 100)

    ran = common.run(given, Design("play", (given.arm(),), given.seed), words, known)
    from lab.looking import estimate, estimates

    [columns] = ran.columns
    if given.as_json:
        means = {measure.name: estimate(columns, measure, ran.final) for measure in columns.measures}
        say_data(
            {
                **common.about(given, ran),
                "measures": [
                    {"measure": name, "mean": round(each.mean, 5), "half": _finite(each.half), "blocks": each.n}
                    for name, each in means.items()
                    if each.n
                ],
            }
        )
    else:
        say(*estimates(columns, ran.final), *common.ending(given, ran))
    return common.code(ran)


def _finite(value: float) -> float | None:
    return round(value, 5) if value != float("inf") else None
