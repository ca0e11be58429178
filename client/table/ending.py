"""How a game shows the end of its match."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from client.table.names import Names
from client.ui.widget import Widget
from core.engine.game import Standing
from core.engine.result import FREE_FOR_ALL, TEAM, Outcome


class Ending(NamedTuple):
    """By what the match was won, the standing, and how long it was, in words."""

    why: str
    standing: Widget
    note: str
    on_shown: Callable[[], object] = lambda: None
    """What is to be done once it stands in the window."""


def winners(standing: Iterable[Standing]) -> tuple[int, ...]:
    """The seats that have won, at the end of a match: those of the first rank; none where all have lost together."""
    return tuple(place.seat for place in standing if place.rank == 1)


def headline(names: Names, outcome: Outcome) -> str:
    """Who wins, or that all have lost together."""
    if outcome.kind == FREE_FOR_ALL and not outcome.winners:
        return "Nobody wins"
    if outcome.kind == TEAM:
        return f"The team {'wins' if outcome.winners else 'loses'}"
    word = "win" if outcome.winners else "lose"
    who = outcome.winners or (1,)
    several = names.own in who or len(who) > 1
    return f"{' and '.join(map(names.who, who))} {word}{'' if several else 's'}"


def over(names: Names, outcome: Outcome) -> str:
    """That the match is over, and for whom, as rich text."""
    if outcome.kind == FREE_FOR_ALL and outcome.winners:
        return f"The match is over. Victory: {' and '.join(map(names.coloured, outcome.winners))}"
    return f"The match is over. {headline(names, outcome)}."
