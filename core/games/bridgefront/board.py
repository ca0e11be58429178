"""The board: its size, the Capital slots, and the fair placement of Forges and Mines (rules part 4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from core.engine.chance.beacon import Chance, Stream
from core.games.bridgefront.geometry import Grid, grid

FORGE_COUNTS = {2: 1, 3: 2, 4: 2, 5: 3, 6: 3}
"""Number of Forges by number of players.

The number of Mines is always one more than the number of players.
"""

CORNERS = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 6: (0, 1, 2, 3, 4, 5)}
"""The corners K0-K5 that are Capital slots, by number of players."""

FIVE_PLAYER_SLOTS = {
    4: ((-4, 0), (-3, 4), (2, 2), (4, -2), (1, -4)),
    5: ((-5, 0), (-4, 5), (2, 3), (5, -3), (1, -5)),
}
"""The five Capital slots by radius (B2)."""

MAX_TRIES = 500


class Board(NamedTuple):
    """The result of the placement: the Forges in ascending order, and the Mine Values by hex, ascending."""

    forges: tuple[int, ...]
    mines: dict[int, int]


class Layout(NamedTuple):
    """A trial placement: the Forges, the home Mine of each Capital, and the remaining Mine."""

    forges: tuple[int, ...]
    home: tuple[int, ...]
    remaining: int

    @property
    def mines(self) -> tuple[int, ...]:
        """All Mines in ascending order."""
        return tuple(sorted((*self.home, self.remaining)))


def radius(seats: int, board_size: str) -> int:
    """Return the radius E of the board: the largest distance of a hex from the Center (option board_size).

    >>> [radius(3, "compact"), radius(4, "compact"), radius(3, "wide"), radius(4, "wide")]
    [3, 4, 4, 5]
    """
    return (3 if seats <= 3 else 4) + (board_size == "wide")


def capital_slots(seats: int, board_size: str) -> tuple[int, ...]:
    """Return the hexes of the Capital slots in slot order."""
    e = radius(seats, board_size)
    board = grid(e)
    corners = ((e, 0), (0, e), (-e, e), (-e, 0), (0, -e), (e, -e))
    slots = FIVE_PLAYER_SLOTS[e] if seats == 5 else tuple(corners[k] for k in CORNERS[seats])
    return tuple(board.index[slot] for slot in slots)


MINE_VALUES = (4, 5, 6)
"""The printed Mine Values: of half of the Mines, of three in ten, and of two in ten."""


def make_board(
    chance: Chance,
    board: Grid,
    capitals: Sequence[int],
    home_values: str = "independent",
    mine_values: tuple[int, int, int] = MINE_VALUES,
) -> Board:
    """Return the board for these Capitals: Forges, Mines and Mine Values.

    It is made by steps 1-5 (option home_mine_values).
    """
    layout = fair_layout(chance, board, tuple(capitals))
    return Board(layout.forges, _mine_values(chance, layout, home_values == "shared", mine_values))


def fair_layout(chance: Chance, board: Grid, capitals: tuple[int, ...]) -> Layout:
    """Return the first layout that passes the fairness test, or the most even of 500 (step 4)."""
    limits = (0, 0, 2) if len(capitals) == 2 else (2, 1, 2)
    best: Layout | None = None
    least: tuple[int, ...] = ()
    for n in range(MAX_TRIES):
        layout = _try_layout(chance.stream("board", n), board, capitals)
        if layout is None:
            continue
        spread = unevenness(board, capitals, layout)
        if all(x <= limit for x, limit in zip(spread, limits)):
            return layout
        if best is None or spread < least:
            best, least = layout, spread
    assert best is not None, "a board without room for its Mines"
    return best


def _try_layout(stream: Stream, board: Grid, capitals: tuple[int, ...]) -> Layout | None:
    """Return a layout made by steps 1-3, or None if there is no hex for a home Mine."""
    forges = stream.pick(forge_sets(board.radius, tuple(sorted(capitals))))
    placed = list(forges)
    home = [0] * len(capitals)
    for i in stream.shuffle(range(len(capitals))):
        open_to = _plain_hexes(board, capitals, placed, _home_mine_hexes(board.radius, capitals, i))
        if not open_to:
            return None
        home[i] = stream.pick(_most_distant(board, placed, open_to))
        placed.append(home[i])
    ring = (h for h in range(len(board.hexes)) if board.distance[h][board.center] == 2)
    open_to = _plain_hexes(board, capitals, placed, (h for h in ring if _is_eligible_hex(board, capitals, h)))
    if not open_to:
        return None
    remaining = stream.pick(_most_central(board, capitals, _most_distant(board, placed, open_to)))
    return Layout(forges, tuple(home), remaining)


def unevenness(board: Grid, capitals: Sequence[int], layout: Layout) -> tuple[int, int, int]:
    """Return three differences between the players, as measures of unfairness.

    They compare the access, the distance from the home Mine to the Center, and the distance to the nearest Mine. Access
    is the sum of the distances from the Capital to the nearest Mine, to the second nearest Mine and to the nearest
    Forge.
    """
    access, nearest = [], []
    for capital in capitals:
        row = board.distance[capital]
        first, second = sorted(row[h] for h in layout.mines)[:2]
        access.append(first + second + min(row[h] for h in layout.forges))
        nearest.append(first)
    home = [board.distance[h][board.center] for h in layout.home]
    return _spread(access), _spread(home), _spread(nearest)


def _spread(numbers: Sequence[int]) -> int:
    return max(numbers) - min(numbers)


# Step 1: Forges -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def forge_sets(e: int, capitals: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return every admissible set of Forges for ascending Capitals (step 1).

    The conditions are relaxed only where no set is left.
    """
    strict = 0 if len(capitals) == 2 else 1
    for difference, spacing in ((strict, 3), (1, 2), (2, 1)):
        found = _forge_sets(grid(e), capitals, difference, spacing)
        if found:
            return found
    raise ValueError(f"no room for Forges between Capitals {capitals}")


def _forge_sets(board: Grid, capitals: tuple[int, ...], difference: int, spacing: int) -> tuple[tuple[int, ...], ...]:
    distance = board.distance
    hexes = [
        h
        for h in range(len(board.hexes))
        if distance[h][board.center] in (2, 3) and _is_eligible_hex(board, capitals, h)
    ]
    return tuple(
        chosen
        for chosen in combinations(hexes, FORGE_COUNTS[len(capitals)])
        if all(distance[a][b] >= spacing for a, b in combinations(chosen, 2))
        and _spread([min(distance[c][h] for h in chosen) for c in capitals]) <= difference
        and not _favours_one_capital(board, capitals, chosen)
    )


def _favours_one_capital(board: Grid, capitals: tuple[int, ...], chosen: tuple[int, ...]) -> bool:
    """Return True if two of the chosen Forges are both nearer to the same Capital than to any other."""
    owners = []
    for h in chosen:
        reach = [board.distance[h][c] for c in capitals]
        if reach.count(min(reach)) == 1:
            owners.append(reach.index(min(reach)))
    return len(owners) > len(set(owners))


# Steps 2 and 3: Mines -------------------------------------------------------------------------------------------------


def _is_eligible_hex(board: Grid, capitals: tuple[int, ...], hex_: int) -> bool:
    """Return True if the hex is not the Center and at distance 2 or more from every Capital."""
    return hex_ != board.center and all(board.distance[hex_][c] >= 2 for c in capitals)


@lru_cache(maxsize=256)
def _home_mine_hexes(e: int, capitals: tuple[int, ...], i: int) -> tuple[int, ...]:
    """Return the hexes for a home Mine.

    They are 2 from the seat's own Capital, 3 or more from the others, and 2 or more from the Center.
    """
    board = grid(e)
    others = [c for c in capitals if c != capitals[i]]
    return tuple(
        h
        for h, row in enumerate(board.distance)
        if row[capitals[i]] == 2 and row[board.center] >= 2 and all(row[c] >= 3 for c in others)
    )


def _plain_hexes(board: Grid, capitals: tuple[int, ...], placed: list[int], hexes: Iterable[int]) -> list[int]:
    return [h for h in hexes if h != board.center and h not in capitals and h not in placed]


def _most_distant(board: Grid, placed: list[int], hexes: list[int]) -> list[int]:
    """Return the hexes at least 2 away from every placed Forge and Mine (B4).

    If there are none, return all hexes.
    """
    return [h for h in hexes if all(board.distance[h][p] >= 2 for p in placed)] or hexes


def _most_central(board: Grid, capitals: tuple[int, ...], hexes: list[int]) -> list[int]:
    """Return the hexes with the smallest difference between the distances to two Capitals.

    These are the farthest and the nearest Capital.
    """
    spans = [_spread([board.distance[h][c] for c in capitals]) for h in hexes]
    return [h for h, span in zip(hexes, spans) if span == min(spans)]


# Step 5: Mine Values --------------------------------------------------------------------------------------------------


def _mine_values(chance: Chance, layout: Layout, shared: bool, values: tuple[int, int, int]) -> dict[int, int]:
    """Return one of the Mine Values for each Mine, in canonical order (B6).

    With `shared`, one roll counts for all home Mines.
    """
    stream = chance.stream("mine values")
    if shared:
        home, remaining = mine_value(stream, values), mine_value(stream, values)
        return {h: remaining if h == layout.remaining else home for h in layout.mines}
    return {h: mine_value(stream, values) for h in layout.mines}


def mine_value(stream: Stream, values: tuple[int, int, int] = MINE_VALUES) -> int:
    """Return a Mine Value drawn at random: the first with 50 %, the second with 30 %, the third with 20 %."""
    x = stream.uniform(10)
    return values[0 if x < 5 else 1 if x < 8 else 2]
