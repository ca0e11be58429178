"""The public state of a Bridgefront match: columns by seat, by copy and by edge, and short lists.

Seats are 1..P, and index 0 of a column by seat belongs to nobody. Hexes and edges are numbers of the `Grid`. A *copy*
is a physical card. Copies are numbered from 1 as they appear. The row of a copy (card, initiative number, counter) is
public.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from core.engine.game import Setup
from core.engine.hidden.piles import Piles
from core.engine.question import Item, OpenAsk
from core.engine.state import StateData, Static, state
from core.games.bridgefront.card import Card
from core.games.bridgefront.geometry import Grid
from core.games.bridgefront.ruleset import Rules

NOBODY = 0
Locked: TypeAlias = tuple[Any, ...]  # each value has the type that its choice reads
"""The values of locked choices, in the order of their choices, each in the shape of its choice."""


class Champion(NamedTuple):
    """A Champion on the board, identified by the copy of its card.

    `arrival` rises by one with each Champion that is deployed.
    """

    copy: int
    owner: int
    hex: int
    hp: int
    max_hp: int
    arrival: int


class Mark(NamedTuple):
    """A standing effect that lasts until Cleanup (rules 10.3).

    It is queried where it matters, and never copied into other fields. `kind` names the effect. `seat` is the seat that
    has it or made it. `what` is a copy, hex, edge or amount, and `more` a second one.
    """

    kind: str
    seat: int
    what: int = 0
    more: int = 0


class Play(NamedTuple):
    """A revealed choice of the current action step (8.3); `copy` is 0 for a basic action or Done.

    `locked` holds the locked choices in the order of the card's declaration. `cards` are the copies that were named
    with it. They are open in the hand until the card resolves. `number` is the initiative (0 for basic actions). `done`
    counts its instructions that happened, and `skipped` the ones that had become impossible (8.4). `note` is a number
    that one effect stores for the next.
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
    """The cards that were turned up for a seat.

    The record also contains the source ("free", "mine", "forge", "center", "card"), the tile and the deck.
    """

    seat: int
    source: str
    hex: int
    deck: int
    copies: tuple[int, ...]


class Fight(NamedTuple):
    """The data for the next combat round of a battle that takes several steps.

    It exists only with hit_control = prompt.
    """

    hex: int
    attacker: int
    defender: int
    combat_round: int
    notes: tuple[tuple[int, ...], ...] = ()


@state
@dataclass(slots=True, kw_only=True)
class Bridgefront(StateData):
    """All public facts of a match.

    The methods `clone`, `lower` and `digest` are generated.
    """

    setup: Static[Setup]
    grid: Static[Grid]
    rules: Static[Rules]
    """The cards, decks, factions and numbers of this match."""
    cards: Static[tuple[Card, ...]]
    """All cards of this match by number, as in `rules`."""
    t: int
    beacon: bytes
    over: bool = False
    # progress of the match
    round: int = 0
    phase: str
    action_step: int = 0
    table: tuple[int, ...]
    """The seats in clockwise order (option seat_order)."""
    lead: int
    agenda: list[Item]
    """The remaining work, with the last item first.

    Each item is a tuple of a name and plain values (see rules.py).
    """
    asking: tuple[OpenAsk, ...]
    """The open asks, as (seat, kind, detail)."""
    # columns by seat
    faction: list[int]
    capital: list[int]
    gold: list[int]
    mana: list[int]
    vp: list[int]
    """The permanent VP of each seat; control VP are counted again at each Scoring."""
    done: list[int]
    played: list[int]
    """The number of cards that each seat has played this round."""
    next_draw: list[int]
    """The number of extra cards at each seat's next Reset (Breakthrough Line)."""
    order: list[int]
    """The standing target order of each seat for Tactical Hand, as an index of `TARGET_ORDERS`."""
    burnt: list[tuple[int, ...]]
    overflow: list[tuple[int, ...]]
    """The slots that each seat has drawn into a full hand, which it must open and discard."""
    piles: Piles
    # columns by copy
    card: bytearray
    """The card of each copy, as its number; copy 0 does not exist."""
    number: list[int]
    """The initiative number of each copy."""
    counter: dict[int, int]
    changed: tuple[int, ...] = ()
    """The copies that Forge Miracle has changed: they cost 1 mana and no gold, and are burnt."""
    # board
    bridges: bytearray
    """The Bridges by edge: 1 for an edge with a Bridge, else 0."""
    mines: dict[int, int]
    """The Mine Value of each Mine, by hex."""
    forges: tuple[int, ...] = ()
    forces: list[dict[int, int]]
    """The number of Forces of each seat, by hex; it is never 0."""
    champions: dict[int, Champion]
    """The Champions on the board, by copy."""
    arrivals: int = 0
    first_in: dict[int, int]
    """The seat that arrived first of those now in a Capital, by hex."""
    marks: list[Mark]
    # decks and offers
    decks: list[tuple[tuple[int, ...], ...]]
    """The decks market I-III and power I-III, each as a sequence of layers.

    Each layer is a set of copies. A card that has not been seen is -1 - card instead of a copy.
    """
    offers: tuple[Offer, ...] = ()
    row: tuple[int, ...] = ()
    row_at: int = 0
    bidders: tuple[int, ...] = ()
    """The seats that have not gained a card in this market phase, in ascending order."""
    # action step
    plays: list[Play]
    pending: tuple[tuple[int, int], ...] = ()
    """The battles that the current resolution has caused, as (hex, attacker).

    They are in the order in which the hexes were entered.
    """
    guarded: int = 0
    """The flag of Home Guard: 1 after it has added its Force to the current play (C18), else 0."""
    fight: tuple[Fight, ...] = ()
    winners: tuple[int, ...] = ()

    # Queries ----------------------------------------------------------------------------------------------------------

    @property
    def age(self) -> int:
        """The current age: 1, 2 or 3 (rules part 2)."""
        numbers = self.rules.numbers
        return 1 if self.round <= numbers.age_1_ends else 2 if self.round <= numbers.age_2_ends else 3

    @property
    def seats(self) -> range:
        """The range of seats, 1..P."""
        return range(1, len(self.gold))

    def option(self, name: str) -> Any:
        """Return the value of an option of this match; its declaration determines the type of the value."""
        return self.setup.options[name]

    def lead_order(self) -> tuple[int, ...]:
        """Return the seats in clockwise order, beginning with Lead (part 6)."""
        i = self.table.index(self.lead)
        return self.table[i:] + self.table[:i]

    def occupied_hexes(self, seat: int) -> set[int]:
        """Return the hexes in which the seat has a unit; the caller must sort them before a random draw."""
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
        """Return the seat's Champions on the board, in order of arrival."""
        mine = [c for c in self.champions.values() if c.owner == seat]
        if len(mine) > 1:
            mine.sort(key=arrival)
        return mine

    def champions_at(self, hex_: int, seat: int) -> list[Champion]:
        """Return the seat's Champions in a hex, in order of arrival."""
        mine = [c for c in self.champions.values() if c.hex == hex_ and c.owner == seat]
        if len(mine) > 1:
            mine.sort(key=arrival)
        return mine

    def players_at(self, hex_: int) -> list[int]:
        """Return the seats with units in a hex, in ascending order; there are at most two."""
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
        """Return the other seats with units in a hex, in ascending order."""
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

    def marks_of_kind(self, kind: str, seat: int | None = None, what: int | None = None) -> list[Mark]:
        """Return the marks of a kind in order of creation, optionally narrowed to a seat and a target."""
        if not self.marks:
            return []
        return [
            m
            for m in self.marks
            if m.kind == kind and (seat is None or m.seat == seat) and (what is None or m.what == what)
        ]


def arrival(champion: Champion) -> int:
    """Return the Champion's deployment number, as a sort key."""
    return champion.arrival
