"""The record of a game in the lab: the counts, cards, sides and open questions that no other game shares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from core.engine.game import Decision, Game, Player, State
from core.engine.hidden.secrets import Secrets
from core.engine.options import Value
from lab.games.card_info import Deck
from lab.games.common_counts import Count

Undo = Callable[[], None]


class BadChange(ValueError):
    """A change that cannot be made; the message says which can."""


class Sides(NamedTuple):
    """The factions or leagues of a game by their numbers, and a decision for a seat to which one was dealt."""

    names: tuple[str, ...]
    decide: Callable[[Player, Game, State, int, Secrets, int], Decision]
    """(player, game, state, seat, secrets, side): the side where it is asked for, else the player's decision."""


class Spot(NamedTuple):
    """A place of a board: its number in the counts, its position in a chart, and its name."""

    number: int
    x: float
    y: float
    name: str


class Heat(NamedTuple):
    """The chart of what was counted on a board: its title, its shape, and its places."""

    title: str
    hexes: bool
    spots: Callable[[int, Mapping[str, Value]], list[Spot]]
    """(seats, the options that are not as usual): the places."""


class Changes(NamedTuple):
    """The numbers of the rules that may be changed for a trial."""

    example: str
    make: Callable[[str, str], Undo]
    """(name, value): make the change, and return the function that takes it back; raises `BadChange`."""
    towards: Callable[[str, bool], Iterable[str]]
    """(side, less): the changes of one number by which the side would win less, or more."""


@dataclass(frozen=True)
class LabEntry:
    """The parts of a game for the lab; each may be missing."""

    count: type[Count] = Count
    deck: Deck | None = None
    sides: Sides | None = None
    heat: Heat | None = None
    changes: Changes | None = None
    held: str = ""
    """The count of rounds in which a seat held the middle of the board; the longest holder is a measure."""
    totals: tuple[str, ...] = ()
    """Counts whose sum over the seats is a measure."""
    contrasts: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    """Options with many values: at most two values that are compared with the usual one."""
    on_screen: frozenset[str] = frozenset()
    """Options of words on screen and of courtesies: they change no match of bots."""
    alone: frozenset[str] = frozenset()
    """Options that change play for a single seat only."""
    together: frozenset[str] = frozenset()
    """Options that change play for two seats or more only."""
