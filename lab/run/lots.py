"""Random choices that are fully determined by a list of words."""

from __future__ import annotations

from hashlib import blake2b

from core.bots.random_bot import Dice


def dice(*parts: object) -> Dice:
    """Return dice whose rolls are determined by the given words."""
    return Dice(blake2b("\0".join(map(str, parts)).encode(), digest_size=8).digest())
