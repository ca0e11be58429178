"""End of a match, as a game shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from client.table.names import Names
from client.ui.widget import Widget
from core.engine.game import Standing
from core.engine.result import FREE_FOR_ALL, TEAM, Outcome


class Ending(NamedTuple):
    """Reason of the victory, standing and length of the match, in words."""

    why: str
    standing: Widget
    note: str
    on_shown: Callable[[], object] = lambda: None
    """Callback for the moment when the end is in the window."""


def winners(standing: Iterable[Standing]) -> tuple[int, ...]:
    """Return the seats of the first rank at the end of a match; none if all have lost together."""
    return tuple(place.seat for place in standing if place.rank == 1)


def headline(names: Names, outcome: Outcome) -> str:
    """Return the winners in words, or a sentence for a common loss."""
    if outcome.kind == FREE_FOR_ALL and not outcome.winners:
        return "Nobody wins"
    if outcome.kind == TEAM:
        return f"The team {'wins' if outcome.winners else 'loses'}"
    word = "win" if outcome.winners else "lose"
    who = outcome.winners or (1,)
    several = names.own in who or len(who) > 1
    return f"{' and '.join(map(names.who, who))} {word}{'' if several else 's'}"


def over(names: Names, outcome: Outcome) -> str:
    """Return the end of the match and its winners, as rich text."""
    if outcome.kind == FREE_FOR_ALL and outcome.winners:
        return f"The match is over. Victory: {' and '.join(map(names.coloured, outcome.winners))}"
    return f"The match is over. {headline(names, outcome)}."
