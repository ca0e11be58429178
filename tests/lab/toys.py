"""What the tests of the lab play: blocks that cost next to nothing."""

from __future__ import annotations

import os
import random
from pathlib import Path

from lab.design import Arm, Design
from lab.engine import Chunk, Played
from lab.playing import Match, packed

DESIGN = Design("play", (Arm("usual", "outposts", 2, bots=("random",)),), "toy")


def toy_match(block: int, arm: int, rotation: int, winner: int, rounds: int = 5, seats: int = 2) -> Match:
    """A match that nobody has played."""
    seat = {"faction": "", "points": 1, "counts": {}, "sources": {}, "cards": {}}
    detail = {"seats": [seat] * seats, "leaders": [[1]] * 4, "places": {}}
    return Match(block, arm, rotation, rounds, 10, str(winner), "00" * 32, packed(detail))


def toy_chunk(text: str, chunk: Chunk) -> Played:
    """Blocks of two matches each, by their numbers alone."""
    return Played([(block, toy_block(block)) for block in chunk], 1.0)


def toy_block(block: int) -> list[Match]:
    """The matches of a block."""
    chance = random.Random(f"toy {block}")
    return [toy_match(block, 0, rotation, chance.choice((1, 2)), chance.randrange(4, 9)) for rotation in range(2)]


def dying_chunk(text: str, chunk: Chunk) -> Played:
    """As `toy_chunk`, but the first time that block 3 is played its worker dies."""
    mark = Path(os.environ["TOY_MARK"])
    if 3 in chunk and not mark.exists():
        mark.write_text("dead")
        os._exit(9)
    return toy_chunk(text, chunk)


def deadly_chunk(text: str, chunk: Chunk) -> Played:
    """Nobody survives it."""
    os._exit(9)
