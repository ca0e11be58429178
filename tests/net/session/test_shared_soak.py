"""Shared-deck matches with a bad network, lost seats and cheats at once.

The cases are those of tests/support/net/decksoak.py.
"""

from __future__ import annotations

import pytest

from tests.support.net.decksoak import CAUGHT, STEPS, case, play
from tests.support.tiers import quick_one_in

MATCHES = 12


@pytest.mark.parametrize("number", quick_one_in(4, range(MATCHES)))
def test_the_honest_seats_reach_the_same_end_and_accuse_no_honest_seat(number: int) -> None:
    assert play(case("deck", number)).steps > 20


def test_the_deck_cases_cover_losses_at_every_step_and_every_cheat() -> None:
    """The cases lose a seat in every step at every number of seats, and include every cheat.

    Cheats also occur together with lost seats.
    """
    cases = [case("deck", number) for number in range(2000)]
    lost = {(one.seats, at) for one in cases for _, at, _ in one.lost}
    assert all((seats, at) in lost for seats in (3, 4, 5, 6) for at in range(1, STEPS + 1))
    assert {one.client for one in cases if one.cheat} == set(range(len(CAUGHT)))
    assert any(one.cheat and one.lost for one in cases) and any(one.cut and one.lost for one in cases)
    assert case("deck", 7) == case("deck", 7)
