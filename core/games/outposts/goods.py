"""Goods (rules 2.1), and the printed forms of gains and prices."""

from __future__ import annotations

from collections.abc import Iterable

CREW, TIMBER, IRON, SALT, OIL, SURVEY, RAID, PARLEY, WRIT, WALL, VP, CARD, RUINS, HAND = range(14)
NAMES = (
    *("crew", "timber", "iron", "salt", "oil", "survey mark", "raid mark", "parley mark", "writ", "Wall"),
    *("VP", "card", "Ruins", "hand card"),
)
"""Names of the kinds of goods and gains, by number.

The kinds before VP are goods that a seat keeps. The others take effect at once.
"""
GOODS = range(VP)
RESOURCES = (TIMBER, IRON, SALT, OIL)
MARKS = (SURVEY, RAID, PARLEY, WRIT)
PAID_BY = {SURVEY: (TIMBER, SURVEY, OIL, WRIT), RAID: (IRON, RAID, OIL, WRIT), PARLEY: (SALT, PARLEY, OIL, WRIT)}
"""Kinds of goods that can pay for each kind of mark, in the order in which they are used (part 5)."""

Gain = tuple[tuple[int, int], ...]
"""A gain or price, as pairs (kind, number) in ascending order of kinds."""


def sum_gains(*gains: Iterable[tuple[int, int]]) -> Gain:
    """Return the sum of several gains.

    >>> sum_gains(gain_of("1 crew"), gain_of("1 salt, 2 crew"))
    ((0, 3), (3, 1))
    """
    total: dict[int, int] = {}
    for gain in gains:
        for kind, count in gain:
            total[kind] = total.get(kind, 0) + count
    return tuple(sorted((kind, count) for kind, count in total.items() if count))


def gain_of(text: str) -> Gain:
    """Return the gain or price that a printed text describes; "-" means none.

    Raises `ValueError` for an unknown good.
    """
    if text == "-":
        return ()
    parts = []
    for part in text.split(", "):
        number, _, name = part.partition(" ")
        parts.append((NAMES.index(name if name in NAMES else name.removesuffix("s")), int(number)))
    return sum_gains(parts)


PLURAL = ("mark", "card", "Wall", "writ")
"""Ends of the names that take an s if there are several."""


def gain_text(gain: Gain) -> str:
    """Return a gain or price as it is printed.

    >>> gain_text(gain_of("2 cards, 1 oil")), gain_text(())
    ('1 oil, 2 cards', 'nothing')
    """
    each = (f"{n} {NAMES[kind]}{'s' * (n > 1 and NAMES[kind].endswith(PLURAL))}" for kind, n in gain)
    return ", ".join(each) or "nothing"


def amount_of(gain: Gain, kind: int) -> int:
    """Return the number of goods of that kind in a gain."""
    return sum(count for item, count in gain if item == kind)


def multiply_gain(gain: Gain, factor: int) -> Gain:
    """Return the gain multiplied by a factor."""
    return tuple((kind, count * factor) for kind, count in gain if factor)
