"""The public state of a Midnight match: columns by seat and by border, and a few short lists.

Seats are 1..P, index 0 of a column by seat belongs to nobody. A *copy* is a physical card, known by its number alone
(cards.py). An *entry* of a zone on the table is a closed card by its slot, or -copy where the card lies open.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from core.engine.game import Setup
from core.engine.hidden.piles import Piles
from core.engine.question import Asking, Item
from core.engine.state import StateData, state
from core.games.midnight.cards import DIALS, INFLUENCE

NOBODY = 0

Box = tuple[int, int, int, bytes]
"""(owner, looker, slot, box): a closed card that the looker alone is shown."""


@state
@dataclass(slots=True, kw_only=True)
class Midnight(StateData):
    """Everything that everybody may know. `clone`, `lower` and `digest` are generated."""

    _setup: Setup
    t: int
    beacon: bytes
    over: bool = False
    # where the match is
    clock: int
    """Minutes left: 5..1, at Midnight 0."""
    phase: str
    turn: int = 0
    current: int
    """P, whose turn it is."""
    stopped: int = 0
    """1 once the current turn is over, whatever it still had before it (RU5, R6)."""
    tense: int = 0
    calmed: int = 0
    """1 if the current player was in Ruin when the tone was rolled."""
    actions: int = 0
    """Actions done in this turn."""
    moved: int = 0
    """Borderlands cards moved in this turn (ES13)."""
    agenda: list[Item]
    """What is still to be done, last item first: tuples of a name and plain values (see the kernel's agenda.py)."""
    asking: tuple[Asking, ...]
    """Open asks: seat, kind, detail."""
    # columns by seat
    nation: list[int]
    worth: list[int]
    dials: list[tuple[int, ...]]
    """Steps up from the lowest value: Might, Protection, Influence, Research."""
    ruined: list[int]
    eliminated: list[int]
    piles: Piles
    capital: list[tuple[int, ...]]
    """Copies, all open."""
    stock: list[tuple[int, ...]]
    aside: list[tuple[int, ...]]
    """Hands laid aside at Midnight."""
    # borders
    borders: list[tuple[int, ...]]
    """Entries by seat * (P + 1) + neighbour: what the seat has facing that neighbour."""
    boxes: tuple[Box, ...] = ()
    """What is being shown to one seat alone."""
    passing: tuple[tuple[int, int, int], ...] = ()
    """(giver, receiver, slot): a closed card on its way from one seat to another."""
    # modules
    escalations: tuple[int, ...] = ()
    """In play, in the order in which they were revealed."""
    escalation_deck: tuple[int, ...] = ()
    """Not yet revealed, ascending: nobody knows their order, there is none yet."""
    pact_card: list[int]
    """1 for each seat that has its own Pact card."""
    pacts: tuple[tuple[int, int, int], ...] = ()
    """(a, b, whose card) with a < b."""
    offers: list[tuple[tuple[int, int], ...]]
    """Standing offers of each seat: (to whom, whose card)."""
    winners: tuple[int, ...] = ()
    standing: tuple[int, ...] = ()
    """The order of elimination, first one first."""

    # Short questions that every chapter asks ------------------------------------------------------------------------

    @property
    def seats(self) -> range:
        """1..P."""
        return range(1, len(self.worth))

    def option(self, name: str) -> Any:
        """The value of an option of this match."""
        return self._setup.options[name]

    def value(self, seat: int, dial: int) -> int:
        """What one of the seat's dials shows."""
        return DIALS[dial][self.dials[seat][dial]]

    def alive(self) -> list[int]:
        """The seats that are not eliminated, ascending."""
        return [seat for seat in self.seats if not self.eliminated[seat]]

    def upright(self) -> list[int]:
        """The seats neither in Ruin nor eliminated, ascending."""
        return [seat for seat in self.seats if not self.eliminated[seat] and not self.ruined[seat]]

    def clockwise(self, seat: int) -> list[int]:
        """All seats, this one first."""
        return [*range(seat, len(self.worth)), *range(1, seat)]

    def border(self, seat: int, other: int) -> tuple[int, ...]:
        """What the seat has facing another."""
        return self.borders[seat * len(self.worth) + other]

    def set_border(self, seat: int, other: int, entries: tuple[int, ...]) -> None:
        """Lays the seat's side of a border anew."""
        self.borders[seat * len(self.worth) + other] = entries

    def facing(self, seat: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """(neighbour, entries) for each border of the seat."""
        return ((other, self.border(seat, other)) for other in self.seats if other != seat)

    def aimable(self, seat: int) -> list[int]:
        """The seats at whom it may lay or turn cards (R9)."""
        return [other for other in self.upright() if other != seat]

    def actions_left(self, seat: int) -> int:
        """How many actions the current turn still has, read live."""
        return self.value(seat, INFLUENCE) - self.actions

    def in_play(self, escalation: int) -> bool:
        """Whether an Escalation is in force."""
        return escalation in self.escalations
