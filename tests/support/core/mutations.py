"""Illegal variants of legal decisions, made without any knowledge of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.bots.random_bot import Dice

Path = tuple[int, ...]

INTEGERS = (-1, 0, 1, 2, 1023, 2**31, 2**63 - 1, -(2**63), 2**64 - 1)
STRANGE: tuple[Any, ...] = (None, True, 0, -1, 2**64 - 1, "", "é", "buy", b"", bytes(32), [], [[]], [0, 0])


def plainly(value: Any) -> Any:
    """Return the value in decoded form, with lists instead of tuples."""
    return [plainly(x) for x in value] if isinstance(value, (list, tuple)) else value


def places(plain: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every part of the plain data, each with its path."""
    yield path, plain
    if isinstance(plain, list):
        for i, part in enumerate(plain):
            yield from places(part, (*path, i))


def replaced(plain: Any, path: Path, part: Any) -> Any:
    """Return the plain data with another part at this path."""
    if not path:
        return part
    return [replaced(x, path[1:], part) if i == path[0] else x for i, x in enumerate(plain)]


def mutants(plain: Any, dice: Dice, count: int) -> Iterator[Any]:
    """Yield up to `count` copies of the plain data, each with one part changed."""
    results = list(places(plain))
    for _ in range(count):
        path, part = results[dice.uniform(len(results))]
        mutant = replaced(plain, path, _another(part, dice))
        if mutant != plain or repr(mutant) != repr(plain):
            yield mutant


def _another(part: Any, dice: Dice) -> Any:
    if dice.uniform(5) == 0:
        return STRANGE[dice.uniform(len(STRANGE))]
    if isinstance(part, bool) or part is None:
        return STRANGE[dice.uniform(len(STRANGE))]
    if isinstance(part, int):
        near = part + dice.uniform(9) - 4
        return near if dice.uniform(4) else INTEGERS[dice.uniform(len(INTEGERS))]
    if isinstance(part, str):
        return (part + "x", part[:-1], part.upper(), "nonsense")[dice.uniform(4)]
    if isinstance(part, bytes):
        flipped = bytes([part[0] ^ 1]) + part[1:] if part else b"\0"
        return (flipped, part[:-1], part + b"\0", b"", part + bytes(32))[dice.uniform(5)]
    return _another_list(part, dice)


def _another_list(part: list[Any], dice: Dice) -> list[Any]:
    if not part:
        return [STRANGE[dice.uniform(len(STRANGE))]]
    i = dice.uniform(len(part))
    j = dice.uniform(len(part))
    swapped = list(part)
    swapped[i], swapped[j] = part[j], part[i]
    return [
        part[:i] + part[i + 1 :],
        [*part, part[i]],
        [],
        swapped,
        [part[j] if k == i else x for k, x in enumerate(part)],
        [*part[:i], STRANGE[dice.uniform(len(STRANGE))], *part[i:]],
    ][dice.uniform(6)]
