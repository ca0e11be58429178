"""Numbers of the rules that a designer would like to be others, tried without touching the rules: "name=value".

    L4.produces=3 crew, 1 oil           Outposts: what a league's board produces, pays, gives
    vapourborn.first_walk_bonus=0       Bridgefront: a hook of a faction's passives
    card.Zap.gold=3, card.Zap.mana=2    Bridgefront: a card's price (a Champion's three as 3/4/5) and its mana

A change holds while a match of its arm is played, in that process alone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

from core.games.bridgefront import factions
from core.games.bridgefront.catalogue import CARDS
from core.games.outposts import board
from core.games.outposts.goods import gain_of
from core.games.registry import GAMES

Undo = Callable[[], None]


class BadChange(ValueError):
    """A change that cannot be made; the message says what can."""


@contextmanager
def changed(game: str, changes: Sequence[str]) -> Iterator[None]:
    """The game's numbers are these meanwhile; raises `BadChange`."""
    with ExitStack() as stack:
        for change in changes:
            stack.callback(_make(game, change))
        yield


def check(game: str, changes: Sequence[str]) -> None:
    """Raises `BadChange` unless all of them can be made."""
    with changed(game, changes):
        pass


def _make(game: str, change: str) -> Undo:
    name, equals, value = change.partition("=")
    makers = {"bridgefront": _bridgefront, "outposts": _outposts}
    if not equals or game not in makers or game not in GAMES:
        raise BadChange(f"{change!r} is no change of {game}; one is written name=value, for instance {_example(game)}")
    return makers[game](name.strip(), value.strip())


def _example(game: str) -> str:
    return {"bridgefront": "vapourborn.first_walk_bonus=0", "outposts": "L4.produces='3 crew, 1 oil'"}.get(
        game, "of Bridgefront or Outposts alone"
    )


# Outposts -------------------------------------------------------------------------------------------------------------


def _outposts(name: str, value: str) -> Undo:
    code, _, field = name.partition(".")
    codes = [league.code for league in board.LEAGUES]
    if code not in codes or field not in ("produces", "pays", "gives"):
        raise BadChange(f"{name}: there are {', '.join(codes)}, each with .produces, .pays and .gives")
    try:
        gain = gain_of(value)
    except (ValueError, KeyError):
        raise BadChange(f"{name}={value}: goods are written as '3 crew, 1 oil'") from None
    before = board.LEAGUES
    new: dict[str, Any] = {field: gain}
    after = tuple(each._replace(**new) if each.code == code else each for each in before)
    _everywhere(before, after)
    return lambda: _everywhere(after, before)


def _everywhere(old: object, new: object) -> None:
    """Puts one object in the place of another in every module that has it by name."""
    for module in [each for name, each in sys.modules.items() if name.startswith(("core.", "lab."))]:
        for name, value in list(vars(module).items()):
            if value is old:
                setattr(module, name, new)


# Bridgefront ----------------------------------------------------------------------------------------------------------


def _bridgefront(name: str, value: str) -> Undo:
    kind, _, rest = name.partition(".")
    if kind == "card":
        return _card(rest, value)
    hooks = factions.BONUSES[0]
    if kind not in factions.CODES or rest not in hooks:
        raise BadChange(f"{name}: there are {', '.join(factions.CODES)}, each with .{', .'.join(hooks)}; and card.NAME")
    bonuses = factions.BONUSES[factions.CODES.index(kind)]
    before, bonuses[rest] = bonuses[rest], _number(name, value)
    return lambda: bonuses.__setitem__(rest, before)


def _card(name: str, value: str) -> Undo:
    title, _, field = name.rpartition(".")
    card = next((card for card in CARDS if title.lower() in (card.name.lower(), card.id)), None)
    if card is None or field not in ("gold", "mana", "hp", "dice", "hits_on", "bounty", "vp"):
        raise BadChange(f"card.{name}: a card's name, then .gold, .mana, .vp, .hp, .dice, .hits_on or .bounty")
    new: Any
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
