"""The public state of a match of Midnight.

Seats are 1..P; in lists indexed by seat, index 0 belongs to nobody. A *copy* is the number of a physical card
(cards.py). An *entry* of a place on the table is the slot of a closed card, or minus the copy of a face-up card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from core.engine.game import Setup
from core.engine.hidden.piles import Piles
from core.engine.question import Item, OpenAsk
from core.engine.state import StateData, Static, state
from core.games.midnight.cards import INFLUENCE
from core.games.midnight.ruleset import Rules

NOBODY = 0

Box = tuple[int, int, int, bytes]
"""A closed card shown to one seat alone, as (owner, looker, slot, encrypted opening)."""


@state
@dataclass(slots=True, kw_only=True)
class Midnight(StateData):
    """The public state of a match."""

    setup: Static[Setup]
    rules: Static[Rules]
    t: int
    beacon: bytes
    over: bool = False
    # progress of the match
    clock: int
    """Minutes left: 5 to 1, then 0 at Midnight."""
    phase: str
    turn: int = 0
    current: int
    """Seat whose turn it is (P)."""
    stopped: int = 0
    """1 once the current turn is over, even if a part of it was still to come (RU5, R6)."""
    tense: int = 0
    calmed: int = 0
    """1 if the current player was in Ruin at the start of the turn."""
    actions: int = 0
    """Number of actions done in this turn."""
    moved: int = 0
    """Number of Borderlands cards moved in this turn (ES13)."""
    agenda: list[Item]
    """Pending agenda items, the next one last (see `core.engine.agenda`)."""
    asking: tuple[OpenAsk, ...]
    """Questions that seats have not answered yet, as (seat, kind, details)."""
    # columns by seat
    nation: list[int]
    worth: list[int]
    dials: list[tuple[int, ...]]
    """Number of steps of each dial above its lowest value: Might, Protection, Influence, Research."""
    ruined: list[int]
    eliminated: list[int]
    piles: Piles
    capital: list[tuple[int, ...]]
    """Copies in each seat's Capital, all open."""
    stock: list[tuple[int, ...]]
    aside: list[tuple[int, ...]]
    """Hands that were set aside at Midnight."""
    # borders
    borders: list[tuple[int, ...]]
    """Entries of a seat's cards that face a neighbour; the index is seat * (P + 1) + neighbour."""
    boxes: tuple[Box, ...] = ()
    """Boxes of cards that are being shown to single seats."""
    passing: tuple[tuple[int, int, int], ...] = ()
    """Closed card that moves from one seat to another, as (giver, receiver, slot)."""
    # modules
    escalations: tuple[int, ...] = ()
    """Escalations in play, in the order in which they were revealed."""
    escalation_deck: tuple[int, ...] = ()
    """Escalations not revealed yet, in ascending order; chance has not decided their order."""
    pact_card: list[int]
    """1 for each seat that has its own Pact card."""
    pacts: tuple[tuple[int, int, int], ...] = ()
    """Pacts in force, as (a, b, owner of the card) with a < b."""
    offers: list[tuple[tuple[int, int], ...]]
    """Offers of Pacts by each seat, as (receiver, owner of the card)."""
    winners: tuple[int, ...] = ()
    standing: tuple[int, ...] = ()
    """Seats in the order of their elimination."""

    # Queries ----------------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> range:
        """The seats 1..P."""
        return range(1, len(self.worth))

    def option(self, name: str) -> Any:
        """Return the value of an option of this match."""
        return self.setup.options[name]

    def dial_value(self, seat: int, dial: int) -> int:
        """Return the value that one of the seat's dials shows."""
        return self.rules.dials[dial][self.dials[seat][dial]]

    def living_seats(self) -> list[int]:
        """Return the seats that are not eliminated, ascending."""
        return [seat for seat in self.seats if not self.eliminated[seat]]

    def seats_not_ruined(self) -> list[int]:
        """Return the seats neither in Ruin nor eliminated, ascending."""
        return [seat for seat in self.seats if not self.eliminated[seat] and not self.ruined[seat]]

    def clockwise(self, seat: int) -> list[int]:
        """Return all seats clockwise, starting with this one."""
        return [*range(seat, len(self.worth)), *range(1, seat)]

    def border(self, seat: int, other: int) -> tuple[int, ...]:
        """Return the entries of the seat's cards that face another seat."""
        return self.borders[seat * len(self.worth) + other]

    def set_border(self, seat: int, other: int, entries: tuple[int, ...]) -> None:
        """Set the seat's side of a border."""
        self.borders[seat * len(self.worth) + other] = entries

    def facing_borders(self, seat: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Return (neighbour, entries) for each border of the seat."""
        return ((other, self.border(seat, other)) for other in self.seats if other != seat)

    def targets_of(self, seat: int) -> list[int]:
        """Return the seats towards which this seat may place or turn cards (R9)."""
        return [other for other in self.seats_not_ruined() if other != seat]

    def actions_left(self, seat: int) -> int:
        """Return the number of actions left in the current turn, given the present Influence dial."""
        return self.dial_value(seat, INFLUENCE) - self.actions

    def is_in_play(self, escalation: int) -> bool:
        """Return True if an Escalation is in force."""
        return escalation in self.escalations

    def amount(self, escalation: int, otherwise: int = 0) -> int:
        """Return the number in the text of an Escalation if it is in force, else `otherwise`."""
        return self.rules.escalations[escalation].amount if escalation in self.escalations else otherwise
