"""Entry of a game in the lab: its counts, cards, sides and open questions, which no other game shares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from core.engine.game import Decision, Game, Player, State
from core.engine.hidden.secrets import Secrets
from core.engine.options import Value
from lab.games.card_info import Deck
from lab.games.common_counts import Count


class BadChange(ValueError):
    """Error for a change that cannot be made; the message lists the possible changes."""


class Sides(NamedTuple):
    """The factions or leagues of a game by number, and the decisions of a seat to which one was dealt."""

    names: tuple[str, ...]
    decide: Callable[[Player, Game, State, int, Secrets, int], Decision]
    """Function from (player, game, state, seat, secrets, side) to a decision.

    It chooses the side when the seat is asked for one. Otherwise it returns the player's decision.
    """


class Spot(NamedTuple):
    """A place of a board: its number in the counts, its position in a chart, and its name."""

    number: int
    x: float
    y: float
    name: str


class Heat(NamedTuple):
    """A chart of the counts on a board: its title, its shape, and its places."""

    title: str
    hexes: bool
    spots: Callable[[int, Mapping[str, Value]], list[Spot]]
    """Function from (seats, the options that differ from the usual ones) to the places of the board."""


@dataclass(frozen=True)
class LabEntry:
    """The parts of a game for the lab; each part may be missing."""

    count: type[Count] = Count
    deck: Deck | None = None
    sides: Sides | None = None
    heat: Heat | None = None
    held: str = ""
    """Name of the count of rounds in which a seat held the middle of the board.

    The longest such holding in a match is a measure.
    """
    totals: tuple[str, ...] = ()
    """Counts whose sum over the seats is a measure."""
    contrasts: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    """At most two values that are compared with the usual value, for each option with many values."""
    on_screen: frozenset[str] = frozenset()
    """Options for texts on the screen and for courtesies, which do not affect matches of bots."""
    alone: frozenset[str] = frozenset()
    """Options that affect play only in matches of one seat."""
    together: frozenset[str] = frozenset()
    """Options that affect play only in matches of two or more seats."""
