"""The command `tether lab mend`, which finds the change of one number that makes a faction or league fair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

import click

from lab.cli import common
from lab.cli.compare import USUAL, check_changes
from lab.games.registry import sides_of
from lab.run.design import LOT, Design
from net.cli.arguments import options
from net.text.sanitizer import print_json, print_lines

if TYPE_CHECKING:
    from lab.run.metrics import Columns


def mend(kind: str, less: bool, chosen: tuple[str, ...], margin: float, **fields: Unpack[common.Playing]) -> int:
    """Find the change that makes a faction or league fair, print it, and return an exit code."""
    given = common.play_options(fields)
    kinds = sides_of(given.game)
    if kind not in kinds:
        raise options.unknown_name_error(f"faction or league of {given.game}", kind, kinds)
    if given.factions != LOT or given.together:
        raise click.UsageError(
            "only factions that are dealt at random (--factions lot) and play against others can be changed"
        )
    changes = list(chosen) or _all_of(given.game, kind, less)
    check_changes(given.game, changes)
    arms = [given.arm(USUAL), *(given.arm(item)._replace(changes=(*given.changes, item)) for item in changes)]
    design = Design(f"mend {kind}", tuple(arms), given.seed)

    def words(columns: Sequence[Columns]) -> list[str]:
        from lab.studies.rebalancing import rebalance_results, result_sentences

        return result_sentences(rebalance_results(columns, kind, margin / 100, False), kind)

    def known(columns: Sequence[Columns]) -> bool:
        from lab.studies.comparison import UNKNOWN
        from lab.studies.rebalancing import rebalance_results

        return all(item.verdict != UNKNOWN for item in rebalance_results(columns, kind, margin / 100, False))

    ran = common.run(given, design, words, known, margin=margin / 100)
    from lab.studies.rebalancing import rebalance_results, result_sentences

    result = rebalance_results(ran.columns, kind, margin / 100, ran.final)
    if given.as_json:
        print_json({**common.run_summary(given, ran), "kind": kind, "margin": margin / 100,
                   "fair": round(1 / given.seats, 5),
                  "changes": [item.data for item in result]})  # fmt: skip
    else:
        best = min(result, key=lambda item: abs(item.share.mean - 1 / given.seats))
        print_lines(*result_sentences(result, kind), f"Nearest to fair ({100 / given.seats:.1f} %): {best.change}.")
        print_lines(*common.end_sentences(given, ran))
    return common.exit_code_of(ran)


def _all_of(game: str, kind: str, less: bool) -> list[str]:
    from lab.studies.rebalancing import LESS, MORE, changes_of

    return changes_of(game, kind, LESS if less else MORE)
