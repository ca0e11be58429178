"""Soak test of rooms, tournaments, links and discovery with hostile guests.

`scripts/trials/soak.py --rooms` runs more cases.
"""

from __future__ import annotations

import pytest

from lobby.room import seating
from tests.support.lobby import soaking
from tests.support.lobby.soaking import Broken, case
from tests.support.lobby.tournament.hall import shared_work

__all__ = ["shared_work"]
pytestmark = pytest.mark.usefixtures("read_once", "shared_work")


@pytest.mark.parametrize("number", [0, 2, 3, 4, 5, 6, 8])
def test_honest_members_reach_their_goal_without_losing_seats_or_votes(number: int) -> None:
    soaking.play(case("soak", number))


def test_the_soak_detects_counted_guest_votes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The soak test fails if votes of guests count.

    Without the rule that only earlier members can vote, honest members are removed.
    """
    named = lambda bench, here, seats: {who for one in here.values() for who in one.against}  # noqa: E731
    monkeypatch.setattr(seating, "voted_out_members", named)
    hostile = case("soak", 0)._replace(deeds=("votes",), leaves=False, loss=0.0)
    with pytest.raises(Broken):
        soaking.play(hostile)


def test_the_soak_detects_a_lost_honest_announcement(monkeypatch: pytest.MonkeyPatch) -> None:
    """The soak test fails if the honest announcement is lost among false ones.

    The honest room then does not answer at the address it announces from.
    """
    monkeypatch.setattr(soaking.Echoing, "_answer", lambda air, address, question: None)
    with pytest.raises(Broken, match="does not list"):
        soaking._cried(case("soak", 0), soaking.announcement(1, 2))


def test_announcers_with_changing_ports_are_not_probed_before_honest_ones() -> None:
    """Announcers with ever new ports are not queried before the honest one.

    Before, a room whose first answer was lost waited forever, because each new port seemed never queried.
    """
    for number in range(3, 60, 3):
        hostile = case("shield", number)._replace(guests=2, many=3, loss=0.2)
        soaking._cried(hostile, soaking.announcement(number, 2))


def test_links_of_tournament_guests_can_move(monkeypatch: pytest.MonkeyPatch) -> None:
    moved: list[bytes] = []
    monkeypatch.setattr(soaking.Mischief, "_move", lambda seat, to: moved.append(to))
    soaking.play(case("soak", 3))
    assert moved
