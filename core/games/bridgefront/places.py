"""The kinds of hexes and Champions that cards refer to, each with its words and its test."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from core.games.bridgefront.state import Bridgefront, Champion
from core.games.bridgefront.units import capital_places


@dataclass(frozen=True)
class Place:
    """A kind of hex: its words, and its test (board position, seat, hex)."""

    words: str
    matches: Callable[[Bridgefront, int, int], bool]
    near: Callable[[Bridgefront, int], Collection[int]] | None = None
    """The function that returns the hexes worth testing, or None if the whole board must be tested."""

    def hexes(self, state: Bridgefront, seat: int) -> list[int]:
        """Return all hexes of this kind, in ascending order."""
        pool = range(len(state.grid.hexes)) if self.near is None else sorted(self.near(state, seat))
        return [h for h in pool if self.matches(state, seat, h)]


def _occupied_hexes(state: Bridgefront, seat: int) -> set[int]:
    return state.occupied_hexes(seat)


def _is_empty_hex(state: Bridgefront, hex_: int) -> bool:
    return not state.players_at(hex_)


def _near_champion(state: Bridgefront, seat: int, hex_: int, reach: int) -> bool:
    row = state.grid.distance[hex_]
    return any(row[c.hex] <= reach for c in state.champions.values() if c.owner == seat)


def _near_force(state: Bridgefront, seat: int, hex_: int) -> bool:
    row = state.grid.distance[hex_]
    return any(row[h] <= 2 for h in state.forces[seat])


def _is_beside_units(state: Bridgefront, seat: int, hex_: int) -> bool:
    return any(state.occupies(seat, b) for b in state.grid.neighbours[hex_])


ANY_HEX = Place("any hex", lambda s, seat, h: True)
OCCUPIED_PLACE = Place("a hex you occupy", lambda s, seat, h: s.occupies(seat, h), _occupied_hexes)
OWN_MINE = Place("a Mine you occupy", lambda s, seat, h: h in s.mines and s.occupies(seat, h), lambda s, seat: s.mines)
OWN_MINE_OR_FORGE = Place(
    "a Mine or Forge you occupy",
    lambda s, seat, h: (h in s.mines or h in s.forges) and s.occupies(seat, h),
    _occupied_hexes,
)
OWN_TILE_OR_CAPITAL = Place(
    "a Mine or Forge you occupy or your Capital",
    lambda s, seat, h: (
        h == s.capital[seat]
        or ((h in s.mines or h in s.forges) and s.occupies(seat, h))
        or h in capital_places(s, seat)
    ),
    lambda s, seat: s.occupied_hexes(seat) | {s.capital[seat]},
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
FRONTIER_PLACE = Place(
    "a hex without units at distance 1 or less from your Capital",
    lambda s, seat, h: s.grid.distance[h][s.capital[seat]] <= 1 and _is_empty_hex(s, h),
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
    lambda s, seat, h: s.capital_owner(h) != 0 and _is_beside_units(s, seat, h),
    lambda s, seat: s.capital[1:],
)
DEPLOYMENT_PLACE = Place(
    "your Capital or any hex you occupy",
    lambda s, seat, h: (h == s.capital[seat] or s.occupies(seat, h)) and len(s.enemies_at(h, seat)) < 2,
    lambda s, seat: s.occupied_hexes(seat) | {s.capital[seat]},
)
DEPLOYMENT_OR_EMPTY = Place(
    "your Capital, any hex you occupy or any hex without units",
    lambda s, seat, h: DEPLOYMENT_PLACE.matches(s, seat, h) or _is_empty_hex(s, h),
)


# Champions ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Target:
    """A kind of Champion: its words and its test."""

    words: str
    matches: Callable[[Bridgefront, int, Champion], bool]


ANY_CHAMPION = Target("any one Champion", lambda s, seat, c: True)
YOUR_CHAMPION = Target("one of your Champions", lambda s, seat, c: c.owner == seat)
YOUR_CHAMPION_AT_HOME = Target(
    "one of your Champions there", lambda s, seat, c: c.owner == seat and c.hex == s.capital[seat]
)
CHAMPION_BESIDE_YOU = Target(
    "a Champion at distance 0 or 1 from a hex you occupy",
    lambda s, seat, c: s.occupies(seat, c.hex) or _is_beside_units(s, seat, c.hex),
)
ENEMY_NEAR_YOUR_CHAMPION = Target(
    "an enemy Champion at distance 2 or less from one of your Champions",
    lambda s, seat, c: c.owner != seat and _near_champion(s, seat, c.hex, 2),
)
