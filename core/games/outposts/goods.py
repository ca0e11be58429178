"""Goods (rules 2.1), and gains and prices as they are printed."""

from __future__ import annotations

from collections.abc import Iterable

CREW, TIMBER, IRON, SALT, OIL, SURVEY, RAID, PARLEY, WRIT, WALL, VP, CARD, RUINS, HAND = range(14)
NAMES = (
    *("crew", "timber", "iron", "salt", "oil", "survey mark", "raid mark", "parley mark", "writ", "Wall"),
    *("VP", "card", "Ruins", "hand card"),
)
"""By number. Those before VP are goods, which lie before a seat; the others happen at once."""
GOODS = range(VP)
RESOURCES = (TIMBER, IRON, SALT, OIL)
MARKS = (SURVEY, RAID, PARLEY, WRIT)
PAID_BY = {SURVEY: (TIMBER, SURVEY, OIL, WRIT), RAID: (IRON, RAID, OIL, WRIT), PARLEY: (SALT, PARLEY, OIL, WRIT)}
"""What a mark is paid with, in the order in which it goes (part 5)."""

Gain = tuple[tuple[int, int], ...]
"""(kind, how many), each kind once, ascending."""


def summed(*gains: Iterable[tuple[int, int]]) -> Gain:
    """Gains as one.

    >>> summed(gain_of("1 crew"), gain_of("1 salt, 2 crew"))
    ((0, 3), (3, 1))
    """
    total: dict[int, int] = {}
    for gain in gains:
        for kind, count in gain:
            total[kind] = total.get(kind, 0) + count
    return tuple(sorted((kind, count) for kind, count in total.items() if count))


def gain_of(text: str) -> Gain:
    """A gain or a price as it is printed; "-" is none. Raises `ValueError` for a good that there is not."""
    if text == "-":
        return ()
    parts = []
    for part in text.split(", "):
        number, _, name = part.partition(" ")
        parts.append((NAMES.index(name if name in NAMES else name.removesuffix("s")), int(number)))
    return summed(parts)


def amount(gain: Gain, kind: int) -> int:
    """How many of that kind."""
    return sum(count for each, count in gain if each == kind)


def times(gain: Gain, factor: int) -> Gain:
    """So often."""
    return tuple((kind, count * factor) for kind, count in gain if factor)
