"""The command `tether lab quality`, which measures what makes a game good."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click

from lab.cli import common
from lab.cli.app import HOME, PLAYER
from net.text.sanitizer import print_json, print_lines

if TYPE_CHECKING:
    from lab.run.design import Design
    from lab.run.simulation import Match


def quality(**fields: Unpack[common.Sampling]) -> int:
    """Play a sample, print how good the game is by several measures, and return an exit code."""
    given = common.play_options({**fields, "bots": PLAYER, "factions": "lot", "scheduler": "", "into": Path(HOME)})
    from lab.studies.quality import quality_design, quality_lines, quality_of

    design = quality_design(given.arm(), given.seed)
    blocks, stopped = _play(given, design)
    found = quality_of(design, blocks)
    if given.as_json:
        print_json({**found.data, "seed": given.seed})
    else:
        title = design.arms[0].rules.title
        print_lines(f"{title}, {given.seats} seats, {len(blocks)} matches between hard bots, seed {given.seed!r}")
        print_lines(*quality_lines(found))
    from net.system.shutdown import INTERRUPTED_EXIT_CODE

    return INTERRUPTED_EXIT_CODE if stopped else 0


def _play(given: common.PlayOptions, design: Design) -> tuple[list[list[Match]], bool]:
    """Return the blocks that fit into the budget, and True if the user has stopped the command.

    Nothing is stored, since a probed match is played for these measures alone.
    """
    from lab.run.budget import read_budget
    from lab.run.executor import EngineFailed, engine_of, stream
    from lab.studies.quality import play_quality_chunk
    from net.cli.matches.progress import LiveLines

    budget, began = read_budget(given.budget), time.monotonic()
    until = began + budget.seconds if budget.seconds else None

    def numbers() -> Iterator[int]:
        for block in count():
            enough = bool(budget.matches) and block >= budget.matches
            late = until is not None and block > 0 and time.monotonic() >= until
            if enough or late:
                return
            yield block

    blocks: list[list[Match]] = []
    try:
        with engine_of(given.engine, given.workers) as engine, LiveLines(not given.as_json) as line:
            for _, matches in stream(engine, design.text(), numbers(), play_quality_chunk, until=until):
                blocks.append(matches)
                line.show(f"{len(blocks)} matches, {time.monotonic() - began:.0f} s")
            line.show()
    except KeyboardInterrupt:
        return blocks, True
    except EngineFailed as wrong:
        raise click.ClickException(str(wrong)) from None
    return blocks, False
