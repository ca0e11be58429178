"""Locked choices (rules 8.4): what is fixed when a card or action is chosen, and tested again when it resolves.

Each choice tells which values are legal; legality, the options that a client lights and what a bot draws from all come
from here. The choices of a card are made in order: a later one may look at the `before` of the earlier ones. A choice
without a legal value is left empty: None, or () where the value is a list.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar, NamedTuple, dataclass_transform

from core.bridgefront.card import SPELL, Card
from core.bridgefront.state import Bridgefront, Champion, Locked
from core.bridgefront.units import capital_places
from core.kernel.game import Chooser
from core.kernel.piles import Card as HandCard
from core.kernel.secrets import Opening
from core.kernel.shapes import read


class Choosing(NamedTuple):
    """Who chooses what: the position, the seat, the card (None for a basic action) and the values chosen before.

    `hand` lists the other cards of the hand that may be named (only where a seat chooses for itself).
    """

    state: Bridgefront
    seat: int
    card: Card | None
    before: Locked = ()
    hand: tuple[HandCard, ...] = ()


@dataclass_transform(frozen_default=True)
class Choice(ABC):
    """One locked choice, a frozen dataclass of what it declares. `optional` ones may be left empty though a legal value
    exists.
    """

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    optional: bool = False
    empty: Any = None
    names_cards: bool = False
    shape: ClassVar[Any] = int
    """What type its values are of."""

    @abstractmethod
    def legal(self, c: Choosing) -> Iterator[Any]:
        """Every legal value but the empty one."""

    def allows(self, c: Choosing, value: Any) -> bool:
        """Whether the value is legal; it has the right shape."""
        return any(value == v for v in self.legal(c))

    def read(self, plain: Any) -> Any:
        """The value from plain data; raises `WrongShape`."""
        return read(self.shape, plain, "choice")

    def named(self, c: Choosing, value: Any) -> tuple[HandCard, ...]:
        """The cards of the hand that the value names."""
        return ()

    def nothing(self, c: Choosing) -> Any:
        """How the choice is left empty."""
        return self.empty

    def may_be_empty(self, c: Choosing) -> bool:
        """Whether the choice may be left empty."""
        return self.optional or next(self.legal(c), None) is None

    def sample(self, c: Choosing, chance: Chooser) -> Any:
        """A legal value drawn without regard to its merit, the empty one if nothing is legal."""
        values = list(self.legal(c))
        if self.optional:
            values.append(self.empty)
        return values[chance.uniform(len(values))] if values else self.empty


# Places ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """A kind of hex: its words and the test for it (board position, seat, hex)."""

    words: str
    test: Callable[[Bridgefront, int, int], bool]
    near: Callable[[Bridgefront, int], Any] | None = None
    """The hexes worth testing, where that is fewer than the whole board."""

    def hexes(self, state: Bridgefront, seat: int) -> list[int]:
        """All such hexes, ascending."""
        pool = range(len(state._grid.hexes)) if self.near is None else sorted(self.near(state, seat))
        return [h for h in pool if self.test(state, seat, h)]


def _occupied(state: Bridgefront, seat: int) -> set[int]:
    return state.occupied(seat)


def _empty(state: Bridgefront, hex_: int) -> bool:
    return not state.players_at(hex_)


def _near_champion(state: Bridgefront, seat: int, hex_: int, reach: int) -> bool:
    row = state._grid.distance[hex_]
    return any(row[c.hex] <= reach for c in state.champions.values() if c.owner == seat)


def _near_force(state: Bridgefront, seat: int, hex_: int) -> bool:
    row = state._grid.distance[hex_]
    return any(row[h] <= 2 for h in state.forces[seat])


def _beside(state: Bridgefront, seat: int, hex_: int) -> bool:
    return any(state.occupies(seat, b) for b in state._grid.neighbours[hex_])


ANY_HEX = Place("any hex", lambda s, seat, h: True)
OCCUPIED = Place("a hex you occupy", lambda s, seat, h: s.occupies(seat, h), _occupied)
OWN_MINE = Place("a Mine you occupy", lambda s, seat, h: h in s.mines and s.occupies(seat, h), lambda s, seat: s.mines)
OWN_MINE_OR_FORGE = Place(
    "a Mine or Forge you occupy", lambda s, seat, h: (h in s.mines or h in s.forges) and s.occupies(seat, h), _occupied
)
OWN_TILE_OR_CAPITAL = Place(
    "a Mine or Forge you occupy or your Capital",
    lambda s, seat, h: (
        h == s.capital[seat]
        or ((h in s.mines or h in s.forges) and s.occupies(seat, h))
        or h in capital_places(s, seat)
    ),
    lambda s, seat: s.occupied(seat) | {s.capital[seat]},
)
BY_YOUR_CHAMPION = Place(
    "a hex where one of your Champions stands",
    lambda s, seat, h: any(c.hex == h and c.owner == seat for c in s.champions.values()),
    lambda s, seat: {c.hex for c in s.champions.values()},
)
NEAR_YOUR_CHAMPION = Place(
    "a hex at distance 1 or less from one of your Champions, no Capital",
    lambda s, seat, h: not s.capital_owner(h) and _near_champion(s, seat, h, 1),
)
IN_WORMHOLE_REACH = Place(
    "a hex at distance 3 or less from one of your Champions", lambda s, seat, h: _near_champion(s, seat, h, 3)
)
FRONTIER = Place(
    "a hex without units at distance 1 or less from your Capital",
    lambda s, seat, h: s._grid.distance[h][s.capital[seat]] <= 1 and _empty(s, h),
)
ANY_MINE = Place("a Mine", lambda s, seat, h: h in s.mines, lambda s, seat: s.mines)
NEAR_YOUR_FORCE = Place("a hex at distance 2 or less from a hex with one of your Forces", _near_force)
WITH_ENEMIES = Place("a hex with enemy units", lambda s, seat, h: bool(s.enemies_at(h, seat)))
ENEMIES_NEAR_YOUR_CHAMPION = Place(
    "a hex with enemy units at distance 0 or 1 from one of your Champions",
    lambda s, seat, h: bool(s.enemies_at(h, seat)) and _near_champion(s, seat, h, 1),
)
CAPITAL_BESIDE_YOU = Place(
    "a Capital that has a neighbour hex you occupy",
    lambda s, seat, h: s.capital_owner(h) != 0 and _beside(s, seat, h),
    lambda s, seat: s.capital[1:],
)
DEPLOYMENT = Place(
    "your Capital or any hex you occupy",
    lambda s, seat, h: (h == s.capital[seat] or s.occupies(seat, h)) and len(s.enemies_at(h, seat)) < 2,
    lambda s, seat: s.occupied(seat) | {s.capital[seat]},
)
DEPLOYMENT_OR_EMPTY = Place(
    "your Capital, any hex you occupy or any hex without units",
    lambda s, seat, h: DEPLOYMENT.test(s, seat, h) or _empty(s, h),
)


class HexChoice(Choice):
    """One hex of a kind."""

    place: Place
    optional: bool = False

    def legal(self, c: Choosing) -> Iterator[int]:
        return iter(self.place.hexes(c.state, c.seat))

    def allows(self, c: Choosing, value: int) -> bool:
        return 0 <= value < len(c.state._grid.hexes) and self.place.test(c.state, c.seat, value)


class HexPair(Choice):
    """Two different hexes of a kind, ascending."""

    place: Place
    empty = ()
    shape = tuple[int, ...]

    def legal(self, c: Choosing) -> Iterator[tuple[int, int]]:
        return combinations(self.place.hexes(c.state, c.seat), 2)

    def allows(self, c: Choosing, value: tuple[int, ...]) -> bool:
        n = len(c.state._grid.hexes)
        return (
            len(value) == 2 and 0 <= value[0] < value[1] < n and all(self.place.test(c.state, c.seat, h) for h in value)
        )

    def sample(self, c: Choosing, chance: Chooser) -> tuple[int, ...]:
        hexes = self.place.hexes(c.state, c.seat)
        if len(hexes) < 2:
            return ()
        i, j = chance.uniform(len(hexes)), chance.uniform(len(hexes) - 1)
        return tuple(sorted((hexes[i], hexes[j + (j >= i)])))


class CapitalPlace(Choice):
    """The hex that stands for the Capital when deploying (Wings, Logistics Officer): 12.6. Empty: the Capital."""

    optional: bool = True

    def legal(self, c: Choosing) -> Iterator[int]:
        return iter(capital_places(c.state, c.seat))


# Edges ----------------------------------------------------------------------------------------------------------------


class Edges(Choice):
    """`least` to `most` different edges that carry a Bridge or do not; `here`: with an end in a hex you occupy."""

    bridged: bool
    least: int = 1
    most: int = 1
    here: bool = True
    empty = ()
    shape = tuple[int, ...]

    def pool(self, c: Choosing) -> list[int]:
        """The edges that are as wanted, ascending."""
        state = c.state
        wanted = int(self.bridged)
        if not self.here:
            return [e for e, bridge in enumerate(state.bridges) if bridge == wanted]
        at = state._grid.edges_at
        found = {e for h in state.occupied(c.seat) for e in at[h] if state.bridges[e] == wanted}
        return sorted(found)

    def legal(self, c: Choosing) -> Iterator[tuple[int, ...]]:
        pool = self.pool(c)
        for n in range(min(self.least, len(pool)) or 1, self.most + 1):
            yield from combinations(pool, n)

    def fits(self, c: Choosing, edge: int) -> bool:
        """Whether one edge is as wanted."""
        if not 0 <= edge < len(c.state.bridges) or c.state.bridges[edge] != self.bridged:
            return False
        return not self.here or any(c.state.occupies(c.seat, h) for h in c.state._grid.edges[edge])

    def allows(self, c: Choosing, value: tuple[int, ...]) -> bool:
        return (
            1 <= len(value) <= self.most
            and len(set(value)) == len(value)
            and (len(value) >= self.least or len(value) == len(self.pool(c)))
            and all(self.fits(c, edge) for edge in value)
        )

    def sample(self, c: Choosing, chance: Chooser) -> tuple[int, ...]:
        pool = self.pool(c)
        if not pool:
            return ()
        most = min(self.most, len(pool))
        least = min(self.least, most)
        n = least + chance.uniform(most - least + 1)
        for i in range(n):
            j = i + chance.uniform(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return tuple(pool[:n])


class BridgeAt(Choice):
    """A Bridge that ends in the hex chosen before (Siege Engineer); one must be named if there is one."""

    def legal(self, c: Choosing) -> Iterator[int]:
        hex_ = c.before[-1]
        if hex_ is not None:
            yield from (e for e in c.state._grid.edges_at[hex_] if c.state.bridges[e])


class Pivot(Choice):
    """At the hex chosen before: the Bridge to destroy and the edge to build; either may be missing if none exists."""

    empty = ()
    shape = tuple[int | None, ...]

    def legal(self, c: Choosing) -> Iterator[tuple[int | None, int | None]]:
        state = c.state
        if c.before[-1] is None:
            return
        edges = state._grid.edges_at[c.before[-1]]
        old: list[int | None] = [e for e in edges if state.bridges[e]]
        new: list[int | None] = [e for e in edges if not state.bridges[e]]
        for a in old or [None]:
            for b in new or [None]:
                yield (a, b)


# Champions ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Target:
    """A kind of Champion: its words and the test for it."""

    words: str
    test: Callable[[Bridgefront, int, Champion], bool]


def _by_your_champion(state: Bridgefront, seat: int, champion: Champion) -> bool:
    return champion.owner != seat and _near_champion(state, seat, champion.hex, 2)


def _beside_you(state: Bridgefront, seat: int, champion: Champion) -> bool:
    return state.occupies(seat, champion.hex) or _beside(state, seat, champion.hex)


ANY_CHAMPION = Target("any one Champion", lambda s, seat, c: True)
YOUR_CHAMPION = Target("one of your Champions", lambda s, seat, c: c.owner == seat)
YOUR_CHAMPION_AT_HOME = Target(
    "one of your Champions there", lambda s, seat, c: c.owner == seat and c.hex == s.capital[seat]
)
CHAMPION_BESIDE_YOU = Target("a Champion at distance 0 or 1 from a hex you occupy", _beside_you)
ENEMY_NEAR_YOUR_CHAMPION = Target(
    "an enemy Champion at distance 2 or less from one of your Champions", _by_your_champion
)


def shielded(state: Bridgefront, seat: int, card: Card | None, champion: Champion) -> bool:
    """Whether cards of the seat may not choose the Champion: Ward, and Immunity Field against Spells (K3)."""
    if champion.owner == seat or not state.marks:
        return False
    if state.marked("ward", what=champion.copy):
        return True
    return card is not None and card.type == SPELL and bool(state.marked("immunity", champion.owner))


class ChampionChoice(Choice):
    """One Champion of a kind, by copy."""

    target: Target
    optional: bool = False

    def legal(self, c: Choosing) -> Iterator[int]:
        return (copy for copy in sorted(c.state.champions) if self.allows(c, copy))

    def allows(self, c: Choosing, value: int) -> bool:
        champion = c.state.champions.get(value)
        if champion is None or not self.target.test(c.state, c.seat, champion):
            return False
        return not shielded(c.state, c.seat, c.card, champion)


# Cards, opponents, words ----------------------------------------------------------------------------------------------


class Cards(Choice):
    """`least` to `most` other cards of the hand; fewer if the hand holds fewer."""

    least: int
    most: int
    empty = ()
    names_cards = True
    shape = tuple[int | Opening, ...]

    def bounds(self, c: Choosing) -> tuple[int, int]:
        """How few and how many: the card played is no longer in the hand."""
        others = c.state.piles.hand_size(c.seat) - 1
        return min(self.least, others), min(self.most, others)

    def legal(self, c: Choosing) -> Iterator[tuple[HandCard, ...]]:
        low, high = self.bounds(c)
        for n in range(max(low, 1), high + 1):
            yield from combinations(c.hand, n)

    def allows(self, c: Choosing, value: tuple[HandCard, ...]) -> bool:
        """How many; that they are held is checked with all the cards named together."""
        low, high = self.bounds(c)
        return low <= len(value) <= high

    def named(self, c: Choosing, value: Any) -> tuple[HandCard, ...]:
        return value or ()

    def may_be_empty(self, c: Choosing) -> bool:
        return self.bounds(c)[0] == 0

    def sample(self, c: Choosing, chance: Chooser) -> tuple[HandCard, ...]:
        low, high = self.bounds(c)
        high = min(high, len(c.hand))
        n = low + chance.uniform(high - low + 1)
        pool = list(c.hand)
        return tuple(pool.pop(chance.uniform(len(pool))) for _ in range(n))


class Rewards(Choice):
    """For each of the cards chosen before one of the words."""

    words: tuple[str, ...]
    empty = ()
    shape = tuple[str, ...]

    def legal(self, c: Choosing) -> Iterator[tuple[str, ...]]:
        named: list[tuple[str, ...]] = [()]
        for _ in c.before[-1]:
            named = [(*row, word) for row in named for word in self.words]
        return (row for row in named if row)


class Word(Choice):
    """One of a few words."""

    words: tuple[str, ...]
    shape = str

    def legal(self, c: Choosing) -> Iterator[str]:
        return iter(self.words)


class Opponent(Choice):
    """Another seat."""

    def legal(self, c: Choosing) -> Iterator[int]:
        return (seat for seat in c.state.seats if seat != c.seat)
