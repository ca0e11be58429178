"""Names for bots that have not been given one."""

from __future__ import annotations

from collections.abc import Collection

BOT = "Bot "
"""Beginning of these names."""
NAMES = ("Bot Anvil", "Bot Beacon", "Bot Cinder", "Bot Dusk", "Bot Ember", "Bot Flint", "Bot Gale", "Bot Hollow")


def free_names(taken: Collection[str], count: int) -> list[str]:
    """Return `count` different names, none of them in `taken`.

    >>> free_names(["Ada", "Bot Beacon"], 2)
    ['Bot Anvil', 'Bot Cinder']
    """
    many = (*NAMES, *(f"{name} {number}" for number in range(2, 60) for name in NAMES))
    return [name for name in many if name not in taken][:count]
