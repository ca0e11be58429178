"""Numbers of Bridgefront that may be changed for a trial.

These are the hooks of the factions' passives, the prices, and the Champions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import core.games.bridgefront.game  # noqa: F401 - all cards are declared
from core.games.bridgefront import factions
from core.games.bridgefront.catalogue import CARDS
from lab.games.entry import BadChange, Undo


def make(name: str, value: str) -> Undo:
    """Make a change that has a name and a value, and return the function that undoes it.

    Examples are "vapourborn.first_walk_bonus" with "0", and "card.Zap.gold" with "3".
    """
    kind, _, rest = name.partition(".")
    if kind == "card":
        return _card(rest, value)
    hooks = factions.FACTION_BONUSES[0]
    if kind not in factions.CODES or rest not in hooks:
        raise BadChange(f"{name}: there are {', '.join(factions.CODES)}, each with .{', .'.join(hooks)}; and card.NAME")
    bonuses = factions.FACTION_BONUSES[factions.CODES.index(kind)]
    before, bonuses[rest] = bonuses[rest], _number(name, value)
    return lambda: bonuses.__setitem__(rest, before)


def _card(name: str, value: str) -> Undo:
    title, _, field = name.rpartition(".")
    card = next((card for card in CARDS if title.lower() in (card.name.lower(), card.id)), None)
    if card is None or field not in ("gold", "mana", "hp", "dice", "hits_on", "bounty", "vp"):
        raise BadChange(f"card.{name}: a card's name, then .gold, .mana, .vp, .hp, .dice, .hits_on or .bounty")
    new: object
    if field == "gold":
        prices = [_number(name, part) for part in value.split("/")]
        new = tuple(prices * 3 if len(prices) == 1 else prices)
    elif field in ("mana", "vp"):
        new = _number(name, value)
    elif card.stats is None:
        raise BadChange(f"card.{name}: {card.name} is no Champion")
    else:
        field, new = "stats", replace(card.stats, **{field: _number(name, value)})
    before = getattr(card, field)
    object.__setattr__(card, field, new)
    return lambda: object.__setattr__(card, field, before)


def _number(name: str, value: str) -> int:
    try:
        return int(value)
    except ValueError:
        raise BadChange(f"{name}={value}: that is no whole number") from None


def towards(side: str, less: bool) -> Iterator[str]:
    """Yield changes of a faction's numbers: a hook removed, or one more of something that is counted."""
    for hook, value in factions.FACTION_BONUSES[factions.CODES.index(side)].items():
        if less and value:
            yield f"{side}.{hook}={value - 1}"
        elif not less and type(getattr(factions.Passive("", ""), hook)) is int:
            yield f"{side}.{hook}={value + 1}"
