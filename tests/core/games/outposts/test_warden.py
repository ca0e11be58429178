"""The Warden of the solo game (part 7): each line of its list of actions, and the winner."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.outposts import events as e
from core.games.outposts.actions import location_defence
from core.games.outposts.cleanup import warden_final_vp
from core.games.outposts.decisions import Select
from core.games.outposts.game import GAME
from core.games.outposts.goods import gain_of
from core.games.outposts.rules import Step
from tests.support.games.outposts.table import BEACON, WARDEN, Position


def turn(p: Position) -> list[Any]:
    return p.run(("warden",))


def done(p: Position) -> Position:
    """Return the position in which the Warden can only attack: there is no Connection and it has built."""
    p.state.warden_built = 1
    return p


def test_W1_the_warden_takes_a_connection() -> None:
    for level, points in (("normal", 2), ("hard", 3)):
        p = Position(1, level=level)
        copy = p.connection("Wreckers")
        turn(p)
        assert p.state.claimed == (copy,) and not p.state.connections and p.state.warden_points == points


def test_C26_W2_the_warden_builds_once_a_round_next_to_most_outposts() -> None:
    """The Warden builds on level 2, next to its own Outposts (C26, W2).

    Of several places it picks the one next to most of the seat's Outposts.
    """
    p = Position(1)
    p.outpost(WARDEN, 5, 2)
    p.outpost(1, 9)
    turn(p)
    assert p.state.owner[6] == WARDEN and p.state.level[6] == 2
    turn(p)
    assert len(p.state.outposts_of(WARDEN)) == 2 and p.state.warden_attacks == 1


def test_C23_the_warden_does_not_build_without_an_outpost() -> None:
    p = Position(1)
    turn(p)
    assert not p.state.outposts_of(WARDEN) and not p.state.warden_built


def test_W3_an_attack_hits_the_lowest_distance_of_a_type_then_the_oldest() -> None:
    p = done(Position(1))
    far, old, new = p.hold(1, "Boatyard", "Docks", "Driftwood Strand")
    flipped = p.next_card("Pearl Beds")
    turn(p)
    assert p.state.hold[1] == (far, new) and p.state.ruins[1] == (-old,) and flipped in p.state.discards
    assert p.has(1) == gain_of("1 crew") and p.state.warden_points == 1
    turn(p)
    assert p.state.warden_attacks == 1 and p.state.warden_passed


def test_W3_a_wall_is_lost_instead_of_the_location() -> None:
    p = done(Position(1))
    (copy,) = p.hold(1, "Docks")
    p.state.walls[copy] = 2
    p.next_card("Pearl Beds")
    turn(p)
    assert p.state.walls == {copy: 1} and p.state.hold[1] == (copy,) and not p.state.warden_hits


def test_W3_the_warden_has_three_attempts() -> None:
    p = done(Position(1))
    for _ in range(4):
        turn(p)
    assert len(p.said(e.WardenFailed)) == 3 and p.state.warden_passed


@pytest.mark.parametrize(
    ("warden", "flipped", "falls"),
    [("mild", "Docks", False), ("mild", "Mint", True), ("grim", "Docks", True)],
)
def test_C27_W4_an_attack_succeeds_if_the_distance_plus_one_or_two_reaches_the_defence(
    warden: str, flipped: str, falls: bool
) -> None:
    p = done(Position(1, warden=warden))
    p.state.warden_attacks = 3
    p.outpost(WARDEN, 5, 2)
    p.outpost(1, 4)
    p.next_card(flipped)
    turn(p)
    assert (p.state.owner[4] == WARDEN) == falls and p.state.warden_points == falls


def test_W4_the_warden_razes_only_adjacent_outposts_lowest_level_first() -> None:
    p = done(Position(1))
    p.state.warden_attacks = 3
    p.outpost(WARDEN, 5, 2)
    p.outpost(1, 1)
    p.outpost(1, 2, 3)
    p.outpost(1, 8, 1)
    turn(p)
    assert p.said(e.WardenFlipped)[0].place == 8


def test_W5_the_warden_passes_after_two_razed_outposts() -> None:
    p = done(Position(1))
    p.state.warden_attacks, p.state.warden_razed = 3, 2
    p.outpost(WARDEN, 5, 2)
    p.outpost(1, 4)
    turn(p)
    assert p.state.warden_passed and p.said(e.Passed)[-1].seat == WARDEN


def test_a_pass_protects_outposts_but_not_locations_from_the_warden() -> None:
    p = done(Position(1))
    (copy,) = p.hold(1, "Docks")
    p.outpost(WARDEN, 5, 2)
    p.outpost(1, 4)
    p.state.passed[1] = 1
    p.next_card("Pearl Beds")
    turn(p)
    assert p.state.ruins[1] == (-copy,)
    turn(p)
    assert p.state.warden_passed and len(p.said(e.WardenFlipped)) == 1 and p.state.owner[4] == 1


def test_C10_an_attack_without_a_card_to_flip_fails() -> None:
    p = done(Position(1))
    p.hold(1, "Docks")
    p.state.decks[0] = ()
    turn(p)
    assert p.said(e.WardenFlipped) == [e.WardenFlipped(0, 0)] and p.state.hold[1]


@pytest.mark.parametrize(("mine", "its"), [(1, 7), (3, 9), (7, 1), (9, 3)])
def test_C21_C22_the_warden_settles_across_the_middle_row_at_once(mine: int, its: int) -> None:
    p = Position(1)
    p.state.round, p.state.row = 1, tuple(p.find(name) for name in ("Docks", "Mint", "Boatyard", "Moot Stone"))
    p.run(("select", 1, 1))
    p.decide(seat1=Select(0, mine))
    assert p.state.owner[mine] == 1 and p.state.owner[its] == WARDEN and p.state.level[its] == 2


def test_the_warden_gains_three_locations_in_a_lookout() -> None:
    """The Warden takes one of the cards left after each selection, and the top card; the rest is discarded."""
    p = Position(1)
    p.state.agenda = [("row over", 2), ("select", 1, 2), ("row", 2), ("row over", 1), ("select", 1, 1)]
    p.run(("row", 1))
    p.decide()
    assert len(p.state.warden_hold) == 1 and len(p.state.row) == 2
    p.state.agenda = p.state.agenda[:1]
    p.state.agenda.insert(0, ("end check",))
    p.state.round = 10
    p.decide()
    assert len(p.state.warden_hold) == 3 and not p.state.row


def test_the_wardens_locations_and_outposts_are_razed_at_the_usual_price() -> None:
    """The Warden's Outposts have Defence 4, and razed Locations are discarded.

    Once the Warden has passed, its Outposts cannot be razed.
    """
    p = Position(1)
    (copy,) = p.wardens("Net Lofts")
    p.outpost(WARDEN, 5, 2)
    p.outpost(1, 4)
    p.goods(1, "7 raid marks")
    p.act("raze location", at=copy)
    assert copy in p.state.discards and not p.state.warden_hold and dict(p.has(1))[6] == 4
    p.state.asking = ()
    p.act("raze outpost", place=5, level=1)
    assert not p.state.owner[5]
    p.wardens("Docks")
    p.goods(1, "7 raid marks")
    p.outpost(WARDEN, 5, 2)
    p.state.warden_passed = 1
    assert p.ways("raze location") and not p.ways("raze outpost")


def test_the_wardens_open_production_cannot_be_visited() -> None:
    p = Position(1)
    p.wardens("Tide Mill")
    p.goods(1, "3 crew")
    assert not p.ways("visit")


@pytest.mark.parametrize(("mine", "its", "won"), [(32, 30, True), (31, 30, False), (31, 31, False)])
def test_the_warden_wins_a_tie_with_the_player(mine: int, its: int, won: bool) -> None:
    p = Position(1)
    p.wardens("Docks")
    p.state.points[1], p.state.warden_points = mine, its
    p.run(("end check",))
    assert p.state.over and [place.rank for place in GAME.standing(p.state)] == [1 if won else 2]


def test_the_player_goes_first_in_every_solo_round() -> None:
    p = Position(1)
    p.run(("cleaned",))
    assert p.state.first == 1 and p.state.round == 3


def test_the_warden_alternates_with_the_player_and_continues_after_a_pass() -> None:
    p = Position(1)
    p.connection("Wreckers")
    p.connection("Chainmen")
    p.state.agenda = [("end check",)]
    p.state.round = 10
    step = Step(p.state, BEACON)
    step.schedule(("action",))
    step.run()
    assert p.asked("act") == [1]
    p.decide()
    assert p.state.warden_points == 4 and p.state.over


def test_C37_each_location_of_the_warden_counts_one_point_and_produces_nothing() -> None:
    p = Position(1)
    copies = p.wardens("Pearl Beds", "Signal Fires", "Mint")
    before = p.state.warden_points
    p.run(("production",))
    assert p.state.warden_points == before and warden_final_vp(p.state) == before + len(copies)
    assert [location_defence(p.state, WARDEN, copy) for copy in copies] == [4, 3, 3], "by kind alone"
