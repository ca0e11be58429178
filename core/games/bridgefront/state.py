"""Public state of a Bridgefront match: columns by seat, by copy and by edge, and a few short lists.

Seats are 1..P; index 0 of a column by seat belongs to nobody. Hexes and edges are numbers of the `Grid`. A *copy* is a
physical card: its number runs up from 1 as copies appear. Its row (card, initiative number, counter) is public.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from core.engine.game import Setup
from core.engine.hidden.piles import Piles
from core.engine.question import Item, OpenAsk
from core.engine.state import StateData, Static, state
from core.games.bridgefront.geometry import Grid

NOBODY = 0
Locked: TypeAlias = tuple[Any, ...]  # each value has the type that its choice reads
"""Values of locked choices, in the order of their choices, each in its choice's shape."""


class Champion(NamedTuple):
    """Champion on the board, identified by the copy of its card.

    `arrival` rises by one with each Champion deployed.
    """

    copy: int
    owner: int
    hex: int
    hp: int
    max_hp: int
    arrival: int


class Mark(NamedTuple):
    """Standing effect until Cleanup, queried where it matters, never written elsewhere (rules 10.3).

    `kind` names it; `seat` has it or made it; `what` is a copy, hex, edge or amount; `more` a second one.
    """

    kind: str
    seat: int
    what: int = 0
    more: int = 0


class Play(NamedTuple):
    """One revealed choice of the current action step (8.3); `copy` is 0 for a basic action or Done.

    `locked` holds the locked choices in the order of the card's declaration. `cards` are the copies named with it,
    which are open in the hand until the card resolves. `number` is the initiative (0 for basic actions). `done` and
    `skipped` count its instructions that happened and that had become impossible (8.4). `note` is a number that one
    effect leaves for the next.
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
    """Data for the next combat round of a battle over several steps (only with hit_control = prompt)."""

    hex: int
    attacker: int
    defender: int
    combat_round: int
    notes: tuple[tuple[int, ...], ...] = ()


@state
@dataclass(slots=True, kw_only=True)
class Bridgefront(StateData):
    """Everything that is public; `clone`, `lower` and `digest` are generated."""

    setup: Static[Setup]
    grid: Static[Grid]
    t: int
    beacon: bytes
    over: bool = False
    # progress of the match
    round: int = 0
    phase: str
    action_step: int = 0
    table: tuple[int, ...]
    """Seats clockwise (option seat_order)."""
    lead: int
    agenda: list[Item]
    """Remaining work, last item first: tuples of a name and plain values (see rules.py)."""
    asking: tuple[OpenAsk, ...]
    """Open asks: seat, kind, detail."""
    # columns by seat
    faction: list[int]
    capital: list[int]
    gold: list[int]
    mana: list[int]
    vp: list[int]
    """Permanent VP only; control VP are counted again at each Scoring."""
    done: list[int]
    played: list[int]
    """Cards played this round."""
    next_draw: list[int]
    """Extra cards at the next Reset (Breakthrough Line)."""
    order: list[int]
    """Standing target order of Tactical Hand: an index of battle.TARGET_ORDERS."""
    burnt: list[tuple[int, ...]]
    overflow: list[tuple[int, ...]]
    """Slots drawn into a full hand, to be opened and discarded."""
    piles: Piles
    # columns by copy
    card: bytearray
    """Card of each copy, an index of the catalogue; copy 0 does not exist."""
    number: list[int]
    """Initiative number of each copy."""
    counter: dict[int, int]
    changed: tuple[int, ...] = ()
    """Copies changed by Forge Miracle: 1 mana, no gold, Burn."""
    # board
    bridges: bytearray
    """1 for each edge with a Bridge."""
    mines: dict[int, int]
    """Mine Value by hex."""
    forges: tuple[int, ...] = ()
    forces: list[dict[int, int]]
    """Forces by hex for each seat, never 0."""
    champions: dict[int, Champion]
    """Champions by copy."""
    arrivals: int = 0
    first_in: dict[int, int]
    """First seat to arrive of those now in a Capital, by hex."""
    marks: list[Mark]
    # decks and offers
    decks: list[tuple[tuple[int, ...], ...]]
    """Market I-III, power I-III; each a row of layers, each a set of copies.

    A card not yet seen is -1 - card instead of a copy.
    """
    offers: tuple[Offer, ...] = ()
    row: tuple[int, ...] = ()
    row_at: int = 0
    bidders: tuple[int, ...] = ()
    """Seats that have not gained a card in this market phase, ascending."""
    # action step
    plays: list[Play]
    pending: tuple[tuple[int, int], ...] = ()
    """Battles caused by the current resolution: (hex, attacker) in the order the hexes were entered."""
    guarded: int = 0
    """1 once Home Guard has added its Force to the current play (C18)."""
    fight: tuple[Fight, ...] = ()
    winners: tuple[int, ...] = ()

    # Queries ----------------------------------------------------------------------------------------------------------

    @property
    def age(self) -> int:
        """Age 1, 2 or 3 (rules part 2)."""
        return 1 if self.round <= 3 else 2 if self.round <= 7 else 3

    @property
    def seats(self) -> range:
        """Seats 1..P."""
        return range(1, len(self.gold))

    def option(self, name: str) -> Any:
        """Return the value of an option of this match, of the type that its declaration gives it."""
        return self.setup.options[name]

    def lead_order(self) -> tuple[int, ...]:
        """Return the seats from Lead clockwise (part 6)."""
        i = self.table.index(self.lead)
        return self.table[i:] + self.table[:i]

    def occupied(self, seat: int) -> set[int]:
        """Return the hexes in which the seat has a unit; sort before drawing from it."""
        hexes = set(self.forces[seat])
        for champion in self.champions.values():
            if champion.owner == seat:
                hexes.add(champion.hex)
        return hexes

    def occupies(self, seat: int, hex_: int) -> bool:
        """Return True if at least one unit of the seat is in the hex (part 4)."""
        if hex_ in self.forces[seat]:
            return True
        for c in self.champions.values():
            if c.hex == hex_ and c.owner == seat:
                return True
        return False

    def champions_of(self, seat: int) -> list[Champion]:
        """Return the seat's Champions on the board, by arrival."""
        mine = [c for c in self.champions.values() if c.owner == seat]
        if len(mine) > 1:
            mine.sort(key=arrival)
        return mine

    def champions_at(self, hex_: int, seat: int) -> list[Champion]:
        """Return the seat's Champions in a hex, by arrival."""
        mine = [c for c in self.champions.values() if c.hex == hex_ and c.owner == seat]
        if len(mine) > 1:
            mine.sort(key=arrival)
        return mine

    def players_at(self, hex_: int) -> list[int]:
        """Return the seats with units in a hex, ascending: at most two."""
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
        """Return the other seats with units in a hex, ascending."""
        there = self.players_at(hex_)
        if seat in there:
            there.remove(seat)
        return there

    def capital_owner(self, hex_: int) -> int:
        """Return the owner of the Capital in the hex, or `NOBODY`."""
        for seat, capital in enumerate(self.capital):
            if capital == hex_ and seat:
                return seat
        return NOBODY

    def marked(self, kind: str, seat: int | None = None, what: int | None = None) -> list[Mark]:
        """Return the marks of a kind in order of creation, optionally narrowed to a seat and a target."""
        if not self.marks:
            return []
        return [
            m
            for m in self.marks
            if m.kind == kind and (seat is None or m.seat == seat) and (what is None or m.what == what)
        ]


def arrival(champion: Champion) -> int:
    """Return the deployment number, to sort by."""
    return champion.arrival
