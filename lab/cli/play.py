"""The command `tether lab play`, which plays a sample of matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

from lab.cli import common
from lab.run.design import Design
from net.text.sanitizer import print_json, print_lines

if TYPE_CHECKING:
    from lab.run.metrics import Columns


def play(precision: float, **fields: Unpack[common.Playing]) -> int:
    """Play a sample of matches, print the result, and return an exit code."""
    given = common.play_options(fields)

    def words(columns: Sequence[Columns]) -> list[str]:
        from lab.run.progress import estimate_texts

        return estimate_texts(columns[0])

    def known(columns: Sequence[Columns]) -> bool:
        from lab.run.progress import all_known_within

        return precision > 0 and all_known_within(columns[0], precision / 100)

    ran = common.run(given, Design("play", (given.arm(),), given.seed), words, known)
    from lab.run.progress import estimate, estimate_texts

    [columns] = ran.columns
    if given.as_json:
        means = {measure.name: estimate(columns, measure, bool(ran.final)) for measure in columns.measures}
        print_json(
            {
                **common.run_summary(given, ran),
                "measures": [
                    {"measure": name, "mean": round(item.mean, 5), "half": _finite(item.half), "blocks": item.n}
                    for name, item in means.items()
                    if item.n
                ],
                "counts": columns.counts_by_seat(),
            }
        )
    else:
        counts = ", ".join(f"{name} {number:.2f}" for name, number in columns.counts_by_seat().items())
        print_lines(*estimate_texts(columns, bool(ran.final)))
        print_lines(
            *([f"Counted for a seat and match: {counts}."] if counts else []), *common.end_sentences(given, ran)
        )
    return common.exit_code_of(ran)


def _finite(value: float) -> float | None:
    return round(value, 5) if value != float("inf") else None
