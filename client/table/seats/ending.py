"""End of a match, in the words of its game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from client.table.seats.names import Names
from client.ui.widget import Widget
from core.engine.game import Standing
from core.engine.result import FREE_FOR_ALL, TEAM, Outcome


class Ending(NamedTuple):
    """Content of the end screen: the reason for the victory, the standings and the length, in words."""

    why: str
    standing: Widget
    note: str
    on_shown: Callable[[], object] = lambda: None
    """Callback that is called when the window shows the end."""


def winners(standing: Iterable[Standing]) -> tuple[int, ...]:
    """Return the seats of the first rank at the end of a match, or none if all have lost together."""
    return tuple(place.seat for place in standing if place.rank == 1)


def headline(names: Names, outcome: Outcome) -> str:
    """Return a sentence that names the winners, or one about the loss of all players."""
    if outcome.kind == FREE_FOR_ALL and not outcome.winners:
        return "Nobody wins"
    if outcome.kind == TEAM:
        return f"The team {'wins' if outcome.winners else 'loses'}"
    word = "win" if outcome.winners else "lose"
    who = outcome.winners or (1,)
    several = names.own in who or len(who) > 1
    return f"{' and '.join(map(names.plain_name, who))} {word}{'' if several else 's'}"


def match_over_line(names: Names, outcome: Outcome) -> str:
    """Return a line, as rich text, that says that the match is over and who won."""
    if outcome.kind == FREE_FOR_ALL and outcome.winners:
        return f"The match is over. Victory: {' and '.join(map(names.coloured_name, outcome.winners))}"
    return f"The match is over. {headline(names, outcome)}."
