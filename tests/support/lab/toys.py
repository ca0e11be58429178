"""Toy blocks of matches for tests of the lab, which take almost no time."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Sequence
from pathlib import Path

from lab.run.budget import Budget
from lab.run.design import Arm, Design
from lab.run.executor import Chunk, PlayedChunk, Serial
from lab.run.metrics import Columns
from lab.run.run import play_run
from lab.run.simulation import Match, compress_detail
from lab.run.store import Store

DESIGN = Design("play", (Arm("usual", "outposts", 2, bots=("random",)),), "toy")


def toy_match(block: int, arm: int, rotation: int, winner: int, rounds: int = 5, seats: int = 2) -> Match:
    """Return a match that was not played."""
    seat = {"faction": "", "points": 1, "counts": {}, "sources": {}, "cards": {}}
    detail = {"seats": [seat] * seats, "leaders": [[1]] * 4, "places": {}}
    return Match(block, arm, rotation, rounds, 10, str(winner), "00" * 32, compress_detail(detail))


def toy_chunk(text: str, chunk: Chunk) -> PlayedChunk:
    """Return blocks of two matches each, which depend on the block numbers only."""
    return PlayedChunk([(block, toy_block(block)) for block in chunk], 1.0)


def toy_block(block: int) -> list[Match]:
    """Return the matches of a block."""
    chance = random.Random(f"toy {block}")
    return [toy_match(block, 0, rotation, chance.choice((1, 2)), chance.randrange(4, 9)) for rotation in range(2)]


def killed(home: str, last: int) -> None:
    """Play a run until this number of blocks is stored, then kill the process without any message."""

    def look(columns: Sequence[Columns], _: float) -> None:
        if len(columns[0]) > last:
            os.kill(os.getpid(), signal.SIGKILL)

    with Store(Path(home)) as store:
        play_run(store, Serial(), DESIGN, Budget(60), look=look, play=toy_chunk)


def dying_chunk(text: str, chunk: Chunk) -> PlayedChunk:
    """Play like `toy_chunk`, but kill the worker the first time that block 3 is played."""
    mark = Path(os.environ["TOY_MARK"])
    if 3 in chunk and not mark.exists():
        mark.write_text("dead")
        os._exit(9)
    return toy_chunk(text, chunk)


def deadly_chunk(text: str, chunk: Chunk) -> PlayedChunk:
    """Kill every worker that plays this chunk."""
    os._exit(9)
