"""The board (rules part 4): sizes, slots, Forge sets, Mines and fairness."""

from __future__ import annotations

from itertools import combinations

import pytest

from core.engine.chance.beacon import Chance, Stream
from core.games.bridgefront.board import (
    Layout,
    capital_slots,
    fair_layout,
    forge_sets,
    make_board,
    mine_value,
    radius,
    unevenness,
)
from core.games.bridgefront.geometry import Grid, axial_distance, grid

SEATS = (2, 3, 4, 5, 6)
SIZES = ("compact", "wide")


def chance(n: int) -> Chance:
    return Chance(n.to_bytes(32, "big"))


def map_of(seats: int, size: str) -> tuple[Grid, tuple[int, ...]]:
    return grid(radius(seats, size)), capital_slots(seats, size)


@pytest.mark.parametrize(("seats", "size", "hexes"), [(2, "compact", 37), (4, "compact", 61), (6, "wide", 91)])
def test_B1_board_size_and_capitals_follow_the_players_and_the_map(seats: int, size: str, hexes: int) -> None:
    """7 or 9 hexes across, 9 or 11 with `wide`; Capitals on the rim, opposite for two players (B1)."""
    board, capitals = map_of(seats, size)
    assert len(board.hexes) == hexes
    assert all(board.distance[c][board.center] == board.radius for c in capitals)
    if seats == 2:
        assert board.distance[capitals[0]][capitals[1]] == 2 * board.radius


@pytest.mark.parametrize(("size", "gaps"), [("compact", [4, 5, 5, 5, 5]), ("wide", [6, 6, 6, 6, 6])])
def test_B2_five_slots_are_spread_evenly_on_the_rim(size: str, gaps: list[int]) -> None:
    """Five slots on the rim: six apart on the wide board, 5, 5, 5, 5, 4 on the compact one (B2)."""
    board, capitals = map_of(5, size)
    assert all(board.distance[c][board.center] == board.radius for c in capitals)
    rim = sorted(capitals, key=_ring(board).index)
    assert sorted(_steps(board, a, b) for a, b in zip(rim, [*rim[1:], rim[0]])) == gaps


def _ring(board: Grid) -> list[int]:
    """Return the hexes of the rim, each next to the one before."""
    e = board.radius
    q, r, ring = e, 0, []
    for dq, dr in ((-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0), (0, 1)):
        for _ in range(e):
            ring.append(board.index[q, r])
            q, r = q + dq, r + dr
    return ring


def _steps(board: Grid, a: int, b: int) -> int:
    ring = _ring(board)
    apart = abs(ring.index(a) - ring.index(b))
    return min(apart, len(ring) - apart)


def test_B3_four_slots_form_two_pairs_of_neighbours() -> None:
    """C0, C1, C3, C4: two pairs of close neighbours, even for all (B3)."""
    board, capitals = map_of(4, "compact")
    for c in capitals:
        assert sorted(board.distance[c][o] for o in capitals if o != c) == [4, 8, 8]


@pytest.mark.parametrize(
    ("seats", "compact", "wide"), [(2, 2, 2), (3, 36, 36), (4, 13, 13), (5, 198, 144), (6, 54, 54)]
)
def test_O9_the_number_of_admissible_forge_sets_matches_the_rules(seats: int, compact: int, wide: int) -> None:
    """The number of admissible Forge sets on each board matches the rules (part 4).

    Admissible sets are evenly distant for all and 3 apart; no Capital is the single nearest of two Forges.
    """
    for size, number in (("compact", compact), ("wide", wide)):
        board, capitals = map_of(seats, size)
        assert len(forge_sets(board.radius, tuple(sorted(capitals)))) == number


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", SEATS)
def test_O9_forge_sets_are_even_and_spaced(seats: int, size: str) -> None:
    """Nearest Forges differ by at most 1, by 0 with two players; Forges are at least 3 apart (O9)."""
    board, capitals = map_of(seats, size)
    for chosen in forge_sets(board.radius, tuple(sorted(capitals))):
        nearest = [min(board.distance[c][h] for h in chosen) for c in capitals]
        assert max(nearest) - min(nearest) <= (0 if seats == 2 else 1)
        assert all(board.distance[a][b] >= 3 for a, b in combinations(chosen, 2))
        assert all(board.distance[h][board.center] in (2, 3) for h in chosen)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", SEATS)
def test_O10_numbers_of_mines_and_forges_follow_the_players(seats: int, size: str) -> None:
    """There are always players + 1 Mines and 1, 2, 2, 3 or 3 Forges; no two special tiles coincide (O10)."""
    board, capitals = map_of(seats, size)
    made = make_board(chance(seats), board, capitals)
    assert len(made.mines) == seats + 1
    assert len(made.forges) == {2: 1, 3: 2, 4: 2, 5: 3, 6: 3}[seats]
    special = [*capitals, board.center, *made.forges, *made.mines]
    assert len(set(special)) == len(special)
    assert list(made.mines) == sorted(made.mines)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", SEATS)
def test_B4_two_hundred_boards_are_fair(seats: int, size: str) -> None:
    """Each player has a home Mine at distance 2 and none nearer (B4).

    Access differs by at most 2, by 0 with two players.
    """
    board, capitals = map_of(seats, size)
    for n in range(200):
        made = make_board(chance(n), board, capitals)
        access = []
        for c in capitals:
            row = board.distance[c]
            first, second = sorted(row[h] for h in made.mines)[:2]
            assert first == 2
            access.append(first + second + min(row[h] for h in made.forges))
        assert max(access) - min(access) <= (0 if seats == 2 else 2)
        assert all(board.distance[c][h] >= 2 for c in capitals for h in (*made.mines, *made.forges))
        assert all(board.distance[h][board.center] >= 2 for h in made.mines)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", SEATS)
def test_B4_the_placement_finds_a_fair_board_in_few_tries(seats: int, size: str) -> None:
    """The placement finds a fair board long before its 500 tries are used up (B4)."""
    board, capitals = map_of(seats, size)
    tries = 0
    for n in range(200):
        c = chance(n)
        make_board(c, board, capitals)
        tries += len(c._used) - 1
    assert tries / 200 < 12


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", SEATS)
def test_B4_home_mines_are_evenly_distant_from_the_center(seats: int, size: str) -> None:
    """Home Mine distances from the Center differ by at most 1, with two players by 0 (B4)."""
    board, capitals = map_of(seats, size)
    for n in range(200):
        layout = fair_layout(chance(n), board, capitals)
        access, home, nearest = unevenness(board, capitals, layout)
        assert access <= (0 if seats == 2 else 2)
        assert home <= (0 if seats == 2 else 1)
        assert nearest == 0


@pytest.mark.parametrize("seats", SEATS)
def test_B4_forges_and_mines_have_two_hexes_between_them_if_possible(seats: int) -> None:
    """The wide board nearly always has 2 hexes between any two Forges and Mines (B4)."""
    board, capitals = map_of(seats, "wide")
    crowded = 0
    for n in range(100):
        layout = fair_layout(chance(n), board, capitals)
        tiles = (*layout.forges, *layout.mines)
        crowded += any(board.distance[a][b] < 2 for a, b in combinations(tiles, 2))
    assert crowded <= 2


def test_two_players_compact_has_sixteen_layouts() -> None:
    """With two players the compact map has 16 perfectly even layouts (part 4)."""
    board, capitals = map_of(2, "compact")
    seen = {(made.forges, tuple(made.mines)) for made in (make_board(chance(n), board, capitals) for n in range(400))}
    assert len(seen) == 16


def test_board_unevenness_counts_access_home_mines_and_nearest_mine() -> None:
    """Count step 4 on a layout by hand.

    One home Mine is beside the Center's ring, the other two steps from both.
    """
    board, capitals = map_of(2, "compact")
    at = board.index
    layout = Layout((at[0, -2],), (at[1, 0], at[-3, 2]), at[0, 2])
    assert capitals == (at[3, 0], at[-3, 0])
    # (3,0): Mines at 2, 3 and Forge at 5; (-3,0): Mines at 2, 4 (the one next to the Center), Forge at 3
    assert axial_distance((3, 0), (0, -2)) == 5
    assert unevenness(board, capitals, layout) == (abs((2 + 3 + 5) - (2 + 4 + 3)), 2, 0)


def test_B6_mine_values_are_4_5_or_6() -> None:
    """Mine Values are 4 with 50 %, 5 with 30 % and 6 with 20 % (B6)."""
    stream = Stream(bytes(32), ["values"])
    values = [mine_value(stream) for _ in range(10_000)]
    for value, share in ((4, 5000), (5, 3000), (6, 2000)):
        assert abs(values.count(value) - share) < 200


@pytest.mark.parametrize("seats", SEATS)
def test_B6_shared_home_mine_values_come_from_one_roll(seats: int) -> None:
    """One roll sets all home Mines (option home_mine_values = shared); the other Mine has its own (B6)."""
    board, capitals = map_of(seats, "compact")
    unlike = 0
    for n in range(30):
        values = list(make_board(chance(n), board, capitals, "shared").mines.values())
        most = max(values.count(v) for v in values)
        assert most >= seats
        unlike += most == seats
    assert unlike


def test_the_same_beacon_makes_the_same_board() -> None:
    """The board depends on the Capitals and the beacon alone."""
    board, capitals = map_of(5, "compact")
    assert make_board(chance(7), board, capitals) == make_board(chance(7), board, capitals)
    assert make_board(chance(7), board, capitals) != make_board(chance(8), board, capitals)
