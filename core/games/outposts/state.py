"""The public state of a match of Outposts.

Seats are 1..P; in lists indexed by seat, index 0 belongs to nobody. A *copy* is the number of a physical card
(cards.py). An *entry* of the hand or of a Ruins is a slot, or minus the copy of a face-up card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from core.engine.game import Setup
from core.engine.hidden.cards import Deck
from core.engine.hidden.piles import Piles
from core.engine.question import Item, OpenAsk
from core.engine.state import StateData, Static, state
from core.games.outposts import board
from core.games.outposts.board import OUTPOSTS_PER_PLAYER, PLACES
from core.games.outposts.ruleset import Rules

WARDEN = 9
"""Number of the Warden as an owner; no seat has it."""


COLUMNS = (
    *("crew", "timber", "iron", "salt", "oil"),
    *("survey_marks", "raid_marks", "parley_marks", "writs", "free_walls"),
)
"""Names of the columns of goods, in the order of the kinds (goods.py)."""


class Goods:
    """The goods of all seats, as one tuple for each seat."""

    __slots__ = ("_columns",)

    def __init__(self, state: Outposts) -> None:
        self._columns: list[list[int]] = [getattr(state, name) for name in COLUMNS]

    def __getitem__(self, seat: int) -> tuple[int, ...]:
        return tuple([column[seat] for column in self._columns])

    def __setitem__(self, seat: int, goods: Iterable[int]) -> None:
        for column, number in zip(self._columns, goods):
            column[seat] = number


@state
@dataclass(slots=True, kw_only=True)
class Outposts(StateData):
    """The public state of a match."""

    card_fields: ClassVar[frozenset[str]] = frozenset(
        {"hold", "deals", "ruins", "row", "connections", "claimed", "visited", "discards", "warden_hold", "decks"}
    )
    setup: Static[Setup]
    rules: Static[Rules]
    """The leagues and numbers of this match."""
    t: int
    beacon: bytes
    over: bool = False
    agenda: list[Item]
    asking: tuple[OpenAsk, ...] = ()
    # progress of the match
    round: int = 0
    phase: str
    first: int = 1
    """Seat that takes the first turn in this round."""
    current: int = 0
    """Seat whose turn it is in the Action phase, or 0."""
    # columns by seat
    league: list[int]
    """Number of each seat's league, 0..3, or -1 before the seat has chosen one."""
    points: list[int]
    """VP that each seat has gained in play."""
    crew: list[int]
    timber: list[int]
    iron: list[int]
    salt: list[int]
    oil: list[int]
    survey_marks: list[int]
    raid_marks: list[int]
    parley_marks: list[int]
    writs: list[int]
    free_walls: list[int]
    hold: list[tuple[int, ...]]
    """Copies of the Locations in each seat's hold, the oldest first."""
    deals: list[tuple[int, ...]]
    ruins: list[tuple[int, ...]]
    """Entries of the cards under each seat's Ruins, a zone of closed cards."""
    skipped: list[int]
    """Number of selections that each seat has skipped in this Lookout."""
    passed: list[int]
    """1 if the seat has passed in this round."""
    boarded: list[int]
    """1 if the seat has used its board action in this round."""
    laboured: list[int]
    # table
    owner: list[int]
    """Owner of the Outpost on each Territory: a seat, `WARDEN`, or 0 for none."""
    level: list[int]
    guarded: list[int]
    """1 if the Territory has a Wall."""
    walls: dict[int, int]
    """Number of Walls on each Location that has any."""
    used: dict[int, int]
    """Number of times that each Location was used or triggered in this round."""
    visited: tuple[int, ...] = ()
    """Locations with open production that were visited in this round."""
    row: tuple[int, ...] = ()
    """Open cards that remain in the Lookout row, from left to right."""
    connections: tuple[int, ...] = ()
    claimed: tuple[int, ...] = ()
    decks: list[Deck]
    """The deck, followed by the two piles of Connections."""
    discards: tuple[int, ...] = ()
    piles: Piles
    # Warden
    warden_hold: tuple[int, ...] = ()
    warden_points: int = 0
    warden_passed: int = 0
    warden_built: int = 0
    """1 after the Warden has built in the Action phase of this round."""
    warden_attacks: int = 0
    warden_hits: int = 0
    """Number of successful attacks by the Warden on Locations in this round.

    `warden_attacks` counts all of them.
    """
    warden_raids: int = 0
    warden_razed: int = 0
    """Number of successful attacks by the Warden on Outposts in this round.

    `warden_raids` counts all of them.
    """

    @property
    def goods(self) -> Goods:
        """The ten columns of goods, by seat."""
        return Goods(self)

    # Queries ----------------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> range:
        """The seats 1..P."""
        return range(1, len(self.hold))

    @property
    def is_solo(self) -> bool:
        """True if one seat plays against the Warden."""
        return len(self.hold) == 2

    def option(self, name: str) -> str:
        """Return the value of an option of this match."""
        return str(self.setup.options[name])

    @property
    def is_brisk(self) -> bool:
        """True if a turn may be two actions (C29)."""
        return self.option("brisk") == "on" and not self.is_solo

    def clockwise(self, seat: int) -> list[int]:
        """Return all seats clockwise, starting with this one."""
        return [*range(seat, len(self.hold)), *range(1, seat)]

    def next_seat(self, seat: int) -> int:
        """Return the next seat clockwise."""
        return seat % (len(self.hold) - 1) + 1

    def has_passed(self, owner: int) -> bool:
        """Return True if that owner, a seat or the Warden, has passed."""
        return bool(self.warden_passed if owner == WARDEN else self.passed[owner])

    def held_by(self, owner: int) -> tuple[int, ...]:
        """Return the Locations of a seat, or of the Warden."""
        return self.warden_hold if owner == WARDEN else self.hold[owner]

    def rivals(self, seat: int) -> list[int]:
        """Return the other owners that have not passed, whose Outposts may be razed (6.4)."""
        return [other for other in self._others(seat) if not self.has_passed(other)]

    def exposed_holds(self, seat: int) -> list[int]:
        """Return the other owners whose Locations may be razed and visited: all, or those that have not passed."""
        return self.rivals(seat) if self.rules.numbers.pass_guards_hold else self._others(seat)

    def _others(self, seat: int) -> list[int]:
        return [WARDEN] if self.is_solo else [other for other in self.seats if other != seat]

    def has_location(self, seat: int, name: str) -> int:
        """Return the number of the seat's Locations of that name."""
        return sum(self.rules.card(copy).name == name for copy in self.hold[seat])

    # Map --------------------------------------------------------------------------------------------------------------

    def outposts_of(self, owner: int) -> list[int]:
        """Return the Territories of the Outposts of a seat or of the Warden, in reading order."""
        return [place for place in PLACES if self.owner[place] == owner]

    def in_direction(self, seat: int, way: int) -> int:
        """Return the number of the seat's Outposts in that direction."""
        return sum(way in board.territory(place).ways for place in self.outposts_of(seat))

    def is_adjoining(self, owner: int, place: int, away: int = 0) -> bool:
        """Return True if the Territory is next to an Outpost of the owner other than the one on `away`."""
        return any(board.is_adjacent(other, place) for other in self.outposts_of(owner) if other != away)

    def possible_sites(self, seat: int, anywhere: tuple[int, ...] = ()) -> Iterator[tuple[int, int]]:
        """Yield the sites where the seat may build, as (Territory, Outpost that is removed for it, or 0) (6.2).

        Territories in `anywhere` need not be next to an Outpost of the seat.
        """
        own = self.outposts_of(seat)
        for away in own if len(own) == OUTPOSTS_PER_PLAYER else (0,):
            for place in PLACES:
                if not self.owner[place] and (place in anywhere or self.is_adjoining(seat, place, away)):
                    yield place, away
