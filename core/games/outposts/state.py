"""The public state of an Outposts match. Seats are 1..P, index 0 of a column by seat belongs to nobody.

A *copy* is a physical card (cards.py), an *entry* of the hand or of a Ruins its slot, or -copy where it lies open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from core.engine.game import Setup
from core.engine.hidden.cards import Deck
from core.engine.hidden.piles import Piles
from core.engine.question import Asking, Item
from core.engine.state import StateData, state
from core.games.outposts import board, cards
from core.games.outposts.board import PLACES, TOKENS

WARDEN = 9
"""The Warden where an owner is named; no seat has this number."""


COLUMNS = (
    *("crew", "timber", "iron", "salt", "oil"),
    *("survey_marks", "raid_marks", "parley_marks", "writs", "free_walls"),
)
"""The columns of goods, in the order of their kinds (goods.py)."""


class Goods:
    """What each seat has of all goods: a tuple by kind, read from the columns and written to them."""

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
    """Everything that everybody may know. `clone`, `lower` and `digest` are generated."""

    card_fields: ClassVar[frozenset[str]] = frozenset(
        {"hold", "deals", "ruins", "row", "connections", "claimed", "visited", "discards", "warden_hold", "decks"}
    )
    _setup: Setup
    t: int
    beacon: bytes
    over: bool = False
    agenda: list[Item]
    asking: tuple[Asking, ...] = ()
    # where the match is
    round: int = 0
    phase: str
    first: int = 1
    """Who begins this round."""
    current: int = 0
    """Whose turn it is in the Action phase, or 0."""
    # columns by seat
    league: list[int]
    """0..3, or -1 before it is chosen."""
    points: list[int]
    """VP gained in play."""
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
    """Locations, the oldest first."""
    deals: list[tuple[int, ...]]
    ruins: list[tuple[int, ...]]
    """A zone of closed cards: entries."""
    skipped: list[int]
    """Selections skipped in this Lookout."""
    passed: list[int]
    """1 where the seat has passed in this round."""
    boarded: list[int]
    """1 where the board action is done in this round."""
    laboured: list[int]
    # on the table
    owner: list[int]
    """By Territory whose Outpost stands there: a seat, `WARDEN`, or 0."""
    level: list[int]
    guarded: list[int]
    """By Territory: 1 where a Wall stands."""
    walls: dict[int, int]
    """By Location: its Walls, if any."""
    used: dict[int, int]
    """By Location: how often it was used or has triggered in this round."""
    visited: tuple[int, ...] = ()
    """Open production that has been visited in this round."""
    row: tuple[int, ...] = ()
    """Lookout: the open cards that are left, from left to right."""
    connections: tuple[int, ...] = ()
    claimed: tuple[int, ...] = ()
    decks: list[Deck]
    """The deck, then the two piles of Connections."""
    discards: tuple[int, ...] = ()
    piles: Piles
    # the Warden
    warden_hold: tuple[int, ...] = ()
    warden_points: int = 0
    warden_passed: int = 0
    warden_built: int = 0
    """1 once it has built in the Action phase of this round."""
    warden_attacks: int = 0
    warden_hits: int = 0
    """Its attacks on Locations in this round, and those that were successes."""
    warden_raids: int = 0
    warden_razed: int = 0
    """The same of Outposts."""

    @property
    def goods(self) -> Goods:
        """The ten columns of goods, by seat."""
        return Goods(self)

    # Short questions that every chapter asks ------------------------------------------------------------------------

    @property
    def seats(self) -> range:
        """1..P."""
        return range(1, len(self.hold))

    @property
    def solo(self) -> bool:
        """Whether one seat plays against the Warden."""
        return len(self.hold) == 2

    def option(self, name: str) -> str:
        """Return the value of an option of this match."""
        return str(self._setup.options[name])

    @property
    def brisk(self) -> bool:
        """Whether a turn may be two actions (C29)."""
        return self.option("brisk") == "on" and not self.solo

    def clockwise(self, seat: int) -> list[int]:
        """All seats, this one first."""
        return [*range(seat, len(self.hold)), *range(1, seat)]

    def after(self, seat: int) -> int:
        """The next seat."""
        return seat % (len(self.hold) - 1) + 1

    def has_passed(self, owner: int) -> bool:
        """Whether that seat, or the Warden, has passed."""
        return bool(self.warden_passed if owner == WARDEN else self.passed[owner])

    def held_by(self, owner: int) -> tuple[int, ...]:
        """The Locations of a seat, or of the Warden."""
        return self.warden_hold if owner == WARDEN else self.hold[owner]

    def rivals(self, seat: int) -> list[int]:
        """The others whose Locations and Outposts may be razed: who has passed is safe."""
        others = [WARDEN] if self.solo else [other for other in self.seats if other != seat]
        return [other for other in others if not self.has_passed(other)]

    def has(self, seat: int, name: str) -> int:
        """How many Locations of that name the seat has."""
        return sum(cards.card(copy).name == name for copy in self.hold[seat])

    # The map --------------------------------------------------------------------------------------------------------

    def outposts(self, owner: int) -> list[int]:
        """Where the Outposts of a seat or of the Warden stand, in reading order."""
        return [place for place in PLACES if self.owner[place] == owner]

    def in_direction(self, seat: int, way: int) -> int:
        """How many Outposts of the seat are in that Direction."""
        return sum(way in board.territory(place).ways for place in self.outposts(seat))

    def adjoins(self, owner: int, place: int, away: int = 0) -> bool:
        """Whether an Outpost of the owner, but for the one on `away`, is next to the Territory."""
        return any(board.next_to(other, place) for other in self.outposts(owner) if other != away)

    def sites(self, seat: int, anywhere: tuple[int, ...] = ()) -> Iterator[tuple[int, int]]:
        """Where the seat may build (6.2): the Territory, and the Outpost that is taken away for it, or 0.

        `anywhere` are Territories that need not be next to an Outpost of its own.
        """
        own = self.outposts(seat)
        for away in own if len(own) == TOKENS else (0,):
            for place in PLACES:
                if not self.owner[place] and (place in anywhere or self.adjoins(seat, place, away)):
                    yield place, away
