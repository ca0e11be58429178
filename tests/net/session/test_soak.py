"""Simulated matches with all kinds of trouble at once, as many as a test run allows.

`scripts/trials/soak.py --matches` plays the same cases and further ones.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.net.soaking import BY_NAME, CARDS_EVERY, case, play
from tests.support.net.tables import BRIDGEFRONT, CABINET, MIDNIGHT
from tests.support.tiers import quick_one_in

MATCHES = 2000
BLOCKS = 40


@pytest.mark.parametrize("block", quick_one_in(8, range(BLOCKS)))
def test_all_honest_peers_reach_the_same_end_and_none_is_accused(block: int) -> None:
    """Each block has matches of each card game; most others are of a very small game."""
    size = MATCHES // BLOCKS
    ends = Counter(play(case("soak", number)).word for number in range(block * size, block * size + size))
    assert ends["finished"] > size // 2


def test_the_cases_cover_all_games_seat_counts_and_attacks() -> None:
    """The cases cover all games, seat counts and attacks; a third of them has no cheat.

    Partitions and crashes occur in all of these kinds.
    """
    cases = [case("soak", number) for number in range(MATCHES)]
    assert {(c.game, c.seats) for c in cases} == {(g.name, seats) for g in BY_NAME.values() for seats in g.seat_counts}
    for game, every in CARDS_EVERY.items():
        assert sum(c.game == game.name for c in cases) == MATCHES // every
    assert MATCHES // CARDS_EVERY[BRIDGEFRONT] == 100
    modules = {(c.seats, c.options) for c in cases if c.game == MIDNIGHT.name}
    assert len(modules) == 12, "every combination of modules at every number of seats"
    assert len({(c.seats, c.options) for c in cases if c.game == CABINET.name}) == 16
    assert sum(not c.cheats for c in cases) > MATCHES // 5
    mixed = {adversary.name for c in cases for _, adversary in c.cheats}
    assert len(mixed) > 30 and {"VotesTwice", "FalseShare", "WritesLongHand"} <= mixed
    assert all(len(c.partitions) == 3 and len(c.crashes) == 2 for c in cases)
    assert {crash.seat for c in cases for crash in c.crashes} == set(range(1, 7))


def test_two_runs_of_one_case_play_the_same_match() -> None:
    for number in (1, 5, 7):
        assert case("again", number) == case("again", number)
        assert play(case("again", number)) == play(case("again", number))


@pytest.mark.parametrize(
    ("number", "seats"), [(718, 3), (1680, 2), (2347, 2), (3508, 3), (3827, 5), (6007, 5), (6185, 3)]
)
def test_matches_that_once_failed_now_end_well(number: int, seats: int) -> None:
    """Matches that once failed now end well.

    718: an absent seat's state stopped others. 6185: a seat returned to a peer that had stopped for lack of others.
    2347: a power cut took a signed entry in no canonical form, and no peer sent it again. 6007: a cheat sends different
    states in turn. The other failures were mistakes of cheats and of the checks.
    """
    play(case("soak", number, seats=seats))
