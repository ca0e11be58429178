"""How a game shows the end of its match."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from client.kit.widget import Widget
from core.kernel.game import Standing


class Ending(NamedTuple):
    """By what the match was won, the standing, and how long it was, in words."""

    why: str
    standing: Widget
    note: str
    on_shown: Callable[[], object] = lambda: None
    """What is to be done once it stands in the window."""


def winners(standing: Iterable[Standing]) -> tuple[int, ...]:
    """The seats that have won, at the end of a match: those of the first rank."""
    return tuple(place.seat for place in standing if place.rank == 1)
