"""Numbers of Outposts that may be changed for a trial: what a league's board produces, pays and gives."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from core.games.outposts import board
from core.games.outposts.goods import NAMES, Gain, gain_of
from lab.games.entry import BadChange, Undo


def make(name: str, value: str) -> Undo:
    """Make a change that has a name and a value, and return the function that undoes it.

    An example is "L4.produces" with "3 crew, 1 oil".
    """
    code, _, field = name.partition(".")
    codes = [league.code for league in board.LEAGUES]
    if code not in codes or field not in ("produces", "pays", "gives"):
        raise BadChange(f"{name}: there are {', '.join(codes)}, each with .produces, .pays and .gives")
    try:
        gain = gain_of(value)
    except (ValueError, KeyError):
        raise BadChange(f"{name}={value}: goods are written as '3 crew, 1 oil'") from None
    before = board.LEAGUES
    new: dict[str, Any] = {field: gain}  # one of three names, which a checker cannot know
    after = tuple(item._replace(**new) if item.code == code else item for item in before)
    _replace_everywhere(before, after)
    return lambda: _replace_everywhere(after, before)


def _replace_everywhere(old: object, new: object) -> None:
    """Replace an object by another one in every module that has a name for it."""
    for module in [item for name, item in sys.modules.items() if name.startswith(("core.", "lab."))]:
        for name, value in list(vars(module).items()):
            if value is old:
                setattr(module, name, new)


def towards(side: str, less: bool) -> Iterator[str]:
    """Yield changes of a league's board: one good more or less in what it produces, gives and pays."""
    league = next(item for item in board.LEAGUES if item.code == side)
    for field, gain in (("produces", league.produces), ("gives", league.gives), ("pays", league.pays)):
        by = -1 if less == (field != "pays") else 1
        for good, _ in gain:
            other = tuple((item, count + by * (item == good)) for item, count in gain)
            yield f"{side}.{field}={_written(other)}"


def _written(gain: Gain) -> str:
    return ", ".join(f"{count} {NAMES[good]}" for good, count in gain if count) or "-"
