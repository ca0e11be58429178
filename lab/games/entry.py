"""Types of a game's entry in the registry of the lab."""

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
    """Raised for a change that the game does not accept; the message lists the possible changes."""


class Sides(NamedTuple):
    """The factions or leagues of a game, and a function by which a seat takes one of them."""

    names: tuple[str, ...]
    decide: Callable[[Player, Game, State, int, Secrets, int], Decision]
    """Function from (player, game, state, seat, secrets, side) to a decision.

    It chooses the side `side` when the seat is asked to choose one, and otherwise returns the decision of the player.
    """


class Spot(NamedTuple):
    """A place of a board: its number in the counts, its position in a chart, and its name."""

    number: int
    x: float
    y: float
    name: str


class Heat(NamedTuple):
    """A heat chart of events on a board: its title, the shape of its places, and their positions."""

    title: str
    hexes: bool
    spots: Callable[[int, Mapping[str, Value]], list[Spot]]
    """Function from (seats, options that differ from the defaults) to the places of the board."""


@dataclass(frozen=True)
class LabEntry:
    """The parts of the lab that belong to one game; all of them are optional."""

    count: type[Count] = Count
    deck: Deck | None = None
    sides: Sides | None = None
    heat: Heat | None = None
    held: str = ""
    """Name of the count of rounds in which a seat held the middle of the board.

    The lab measures how often the seat that held it longest wins.
    """
    totals: tuple[str, ...] = ()
    """Names of counts whose sum over all seats is measured."""
    contrasts: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    """Up to two values that are compared with the default, for each option with many values."""
    on_screen: frozenset[str] = frozenset()
    """Options that do not affect matches between bots, such as those for texts on the screen."""
    alone: frozenset[str] = frozenset()
    """Options that have an effect only in matches with one seat."""
    together: frozenset[str] = frozenset()
    """Options that have an effect only in matches with two or more seats."""
