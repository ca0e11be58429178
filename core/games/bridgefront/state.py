"""The public state of a Bridgefront match: columns by seat, by copy and by edge, and a few short lists.

Seats are 1..P, index 0 of a column by seat belongs to nobody. Hexes and edges are numbers of the `Grid`. A *copy* is a
physical card: its number runs up from 1 as copies appear, and its row (card, initiative number, counter) is public.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from core.engine.game import Setup
from core.engine.hidden.piles import Piles
from core.engine.question import Asking, Item
from core.engine.state import StateData, state
from core.games.bridgefront.geometry import Grid

NOBODY = 0
Locked: TypeAlias = tuple[Any, ...]
"""The values of locked choices, in the order of their choices, each of its choice's shape."""


class Champion(NamedTuple):
    """A Champion on the board, known by the copy of its card. `arrival` rises by one with each Champion deployed."""

    copy: int
    owner: int
    hex: int
    hp: int
    max_hp: int
    arrival: int


class Mark(NamedTuple):
    """A standing effect until Cleanup (rules 10.3), queried where it matters and never written into anything else.

    `kind` names it; `seat` is who has it or made it; `what` is a copy, hex, edge or amount; `more` a second one.
    """

    kind: str
    seat: int
    what: int = 0
    more: int = 0


class Play(NamedTuple):
    """One revealed choice of the current action step (8.3). `copy` is 0 for a basic action or Done.

    `locked` holds the locked choices in the order of the card's declaration; `cards` the copies named with it, which
    lie open in the hand until the card resolves; `number` is the initiative (0 for basic actions).
    `done` and `skipped` count its instructions that happened and that had become impossible (8.4); `note` is a
    number that one effect leaves for the next.
    """

    seat: int
    kind: str
    copy: int
    locked: Locked
    cards: tuple[int, ...]
    powers: tuple[tuple[int, int], ...]
    number: int
    done: int = 0
    skipped: int = 0
    note: int = -1


class Offer(NamedTuple):
    """Cards turned up for a seat: source ("free", "mine", "forge", "center", "card"), tile, deck, copies."""

    seat: int
    source: str
    hex: int
    deck: int
    copies: tuple[int, ...]


class Fight(NamedTuple):
    """A battle that goes on over several steps (only with hit_control = prompt): what the next combat round needs."""

    hex: int
    attacker: int
    defender: int
    combat_round: int
    notes: tuple[tuple[int, ...], ...] = ()


@state
@dataclass(slots=True, kw_only=True)
class Bridgefront(StateData):
    """Everything that everybody may know. `clone`, `lower` and `digest` are generated."""

    _setup: Setup
    _grid: Grid
    t: int
    beacon: bytes
    over: bool = False
    # where the match is
    round: int = 0
    phase: str
    action_step: int = 0
    table: tuple[int, ...]
    """The seats clockwise (option seat_order)."""
    lead: int
    agenda: list[Item]
    """What is still to be done, last item first: tuples of a name and plain values (see rules.py)."""
    asking: tuple[Asking, ...]
    """Open asks: seat, kind, detail."""
    # columns by seat
    faction: list[int]
    capital: list[int]
    gold: list[int]
    mana: list[int]
    vp: list[int]
    """Permanent VP only; control VP are counted afresh at each Scoring."""
    done: list[int]
    played: list[int]
    """Cards played this round."""
    next_draw: list[int]
    """Cards more at the next Reset (Breakthrough Line)."""
    order: list[int]
    """Standing target order of Tactical Hand: an index of battle.TARGET_ORDERS."""
    burnt: list[tuple[int, ...]]
    overflow: list[tuple[int, ...]]
    """Slots drawn into a full hand: to be opened and discarded."""
    piles: Piles
    # columns by copy
    card: bytearray
    """The card of each copy, an index of the catalogue; copy 0 does not exist."""
    number: list[int]
    """Initiative number of each copy."""
    counter: dict[int, int]
    changed: tuple[int, ...] = ()
    """Copies changed by Forge Miracle: 1 mana, no gold, Burn."""
    # the board
    bridges: bytearray
    """1 for each edge with a Bridge."""
    mines: dict[int, int]
    """Mine Value by hex."""
    forges: tuple[int, ...] = ()
    forces: list[dict[int, int]]
    """For each seat: Forces by hex, never 0."""
    champions: dict[int, Champion]
    """By copy."""
    arrivals: int = 0
    first_in: dict[int, int]
    """For a Capital in which units stand: who among those now inside was there first."""
    marks: list[Mark]
    # decks and offers
    decks: list[tuple[tuple[int, ...], ...]]
    """Market I-III, power I-III; each a row of layers, each a set: copies, or -1 - card for a card not yet seen."""
    offers: tuple[Offer, ...] = ()
    row: tuple[int, ...] = ()
    row_at: int = 0
    bidders: tuple[int, ...] = ()
    """Seats that have not gained a card in this market phase, ascending."""
    # the action step
    plays: list[Play]
    pending: tuple[tuple[int, int], ...] = ()
    """Battles caused by what resolves now: (hex, attacker) in the order in which the hexes were entered."""
    guarded: int = 0
    """1 once Home Guard has added its Force to what resolves now (C18)."""
    fight: tuple[Fight, ...] = ()
    winners: tuple[int, ...] = ()

    # Short questions that every chapter asks ------------------------------------------------------------------------

    @property
    def age(self) -> int:
        """1, 2 or 3 (rules part 2)."""
        return 1 if self.round <= 3 else 2 if self.round <= 7 else 3

    @property
    def seats(self) -> range:
        """1..P."""
        return range(1, len(self.gold))

    def option(self, name: str) -> Any:
        """The value of an option of this match."""
        return self._setup.options[name]

    def lead_order(self) -> tuple[int, ...]:
        """Lead, then clockwise (part 6)."""
        i = self.table.index(self.lead)
        return self.table[i:] + self.table[:i]

    def occupied(self, seat: int) -> set[int]:
        """The hexes in which the seat has a unit. Sort before drawing from it."""
        hexes = set(self.forces[seat])
        for champion in self.champions.values():
            if champion.owner == seat:
                hexes.add(champion.hex)
        return hexes

    def occupies(self, seat: int, hex_: int) -> bool:
        """Whether at least one unit of the seat stands there (part 4)."""
        if hex_ in self.forces[seat]:
            return True
        for c in self.champions.values():
            if c.hex == hex_ and c.owner == seat:
                return True
        return False

    def champions_of(self, seat: int) -> list[Champion]:
        """The seat's Champions on the board, by arrival."""
        mine = [c for c in self.champions.values() if c.owner == seat]
        if len(mine) > 1:
            mine.sort(key=arrival)
        return mine

    def champions_at(self, hex_: int, seat: int) -> list[Champion]:
        """The seat's Champions in a hex, by arrival."""
        mine = [c for c in self.champions.values() if c.hex == hex_ and c.owner == seat]
        if len(mine) > 1:
            mine.sort(key=arrival)
        return mine

    def players_at(self, hex_: int) -> list[int]:
        """The seats with units in a hex, ascending: at most two."""
        there = []
        for seat, column in enumerate(self.forces):
            if hex_ in column:
                there.append(seat)
        for c in self.champions.values():
            if c.hex == hex_ and c.owner not in there:
                there.append(c.owner)
        if len(there) > 1:
            there.sort()
        return there

    def enemies_at(self, hex_: int, seat: int) -> list[int]:
        """The other seats with units in a hex, ascending."""
        there = self.players_at(hex_)
        if seat in there:
            there.remove(seat)
        return there

    def capital_owner(self, hex_: int) -> int:
        """Whose Capital the hex is, or `NOBODY`."""
        for seat, capital in enumerate(self.capital):
            if capital == hex_ and seat:
                return seat
        return NOBODY

    def marked(self, kind: str, seat: int | None = None, what: int | None = None) -> list[Mark]:
        """The marks of a kind, narrowed to a seat and to what they are on, in the order in which they were made."""
        if not self.marks:
            return []
        return [
            m
            for m in self.marks
            if m.kind == kind and (seat is None or m.seat == seat) and (what is None or m.what == what)
        ]


def arrival(champion: Champion) -> int:
    """When it was deployed, to sort by."""
    return champion.arrival
